// What is not followed: recursion, and a function that another program defines.
// not on pocl, intel: a function without a body does not link

int down(global int *data, int n)
{
    data[n] = 0;
    return n > 0 ? down(data, n - 1) : 0;
}

// kernel recursive
//   store data[12] 4
//   reads data
//   writes data
//   PPC106: recursion in 'down' is not followed
kernel void recursive(global int *data) { down(data, 3); }

void elsewhere(global int *data);

// kernel linked_in
//   reads data
//   writes data
//   PPC102: 'elsewhere' is not defined in these sources
//   PPC102: 'elsewhere' is not known and gets a pointer
//   incomplete
kernel void linked_in(global int *data) { elsewhere(data); }

// kernel followed
//   store data[4 * l0 + 4 * go0] 4
kernel void followed(global int *data) { data[get_global_id(0)] = 0; }
