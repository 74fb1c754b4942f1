// Pointers that move, are chosen, or stand for parts of one buffer.

// kernel parts
//   load data[4 * n + 4 * l0 + 4 * go0] 4
//   store data[4 * l0 + 4 * go0] 4
kernel void parts(global float *data, int n)
{
    global float *real = data, *imaginary = data + n;
    int i = get_global_id(0);
    real[i] = imaginary[i];
}

// kernel chosen
//   store a[4 * l0 + 4 * go0] 4
//   store b[4 * l0 + 4 * go0] 4
kernel void chosen(global float *a, global float *b, int which)
{
    global float *to = which ? a : b;
    to[get_global_id(0)] = 1.0f;
}

// kernel moving
//   load from[at] 4
//   store to[4 * l0 + 4 * go0] 4
kernel void moving(global const float *from, global float *to, int n)
{
    global const float *at = from + get_global_id(0) * n;
    float sum = 0.0f;
    for (int i = 0; i < n; i++)
        sum += *at++;
    to[get_global_id(0)] = sum;
}

// kernel kept_in_memory
//   writes rows
//   load rows[8 * (l0 & 1)] 8
//   store data[4 * l0 + 4 * go0] 4
//   store other[4 * l0 + 4 * go0] 4
kernel void kept_in_memory(global float *data, global float *other)
{
    global float *rows[2] = {data, other};
    rows[get_local_id(0) & 1][get_global_id(0)] = 1.0f;
}
