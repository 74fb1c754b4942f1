#define MOST(a, b) ({ int first = (a); int second = (b); first > second ? first : second; })

int down(int n)
{
    return n > 0 ? down(n - 1) : 0;
}

__kernel void limited(__global int *a)
{
    const int i = get_global_id(0);
    a[i] = MOST(MOST(a[i], LEAST), MOST(i, 2));
}

__kernel void recursive(__global int *a)
{
    a[0] = down(a[0]);
}
