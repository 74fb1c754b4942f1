/* Built twice, with other options. */
kernel void scaled(global int *a)
{
    a[get_global_id(0)] *= FACTOR;
}
