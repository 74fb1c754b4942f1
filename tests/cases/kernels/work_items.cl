// Every function of the NDRange; a dimension that does not exist.

// kernel all
//   store data[4 * l0 + 4 * go0 - 4 * off0] 4 modular
//   store data[4 * g1 * L1 + 4 * l1] 4
//   store data[4 * ((l2 + go2) % G2)] 4
//   store data[0] 4
kernel void all(global int *data)
{
    data[get_global_id(0) - get_global_offset(0)] = get_work_dim();
    data[get_group_id(1) * get_local_size(1) + get_local_id(1)] = get_num_groups(0);
    data[get_global_id(2) % get_global_size(2)] = 0;
    data[get_global_id(3)] = get_local_size(3) + get_num_groups(7);
}

// kernel chosen_dimension
//   store data[4 * get_global_id] 4
kernel void chosen_dimension(global int *data, int dimension)
{
    data[get_global_id(dimension)] = 0;
}

// kernel of_24_bits
//   store data[4 * g0 * n + 4 * l0] 4 modular
//   store data[12 * l0 + 12 * go0] 4 modular
//   store data[4 * min(max(0, l0 + go0), n)] 4
//   store data[4 * min(l0 + go0, n - 1)] 4
kernel void of_24_bits(global int *data, int n)
{
    data[mad24((int)get_group_id(0), n, (int)get_local_id(0))] = 0;
    data[mul24((int)get_global_id(0), 3)] = 1;
    data[clamp((int)get_global_id(0), 0, n)] = 2;
    data[min((int)get_global_id(0), n - 1)] = 3;
}
