/* A small machine for each row: its state says what a value does. */
typedef struct {
    int state;
    float low, high;
} Machine;

void step(Machine *m, float value)
{
    if (value < m->low)
        m->low = value;
    else if (value > m->high)
        m->high = value;
    m->state = (m->state * 3 + 1) % 5;
}

__kernel void walk(__global const float *table, __global const int *next, __global float *out,
                   __global int *counts, int rows, int columns)
{
    int row = get_global_id(0);
    if (row >= rows)
        return;
    Machine m = {0, 100.0f, -100.0f};
    float kept[4] = {0.0f, 0.0f, 1.0f, 2.0f};
    for (int j = 0; j < columns; j++) {
        float value = table[row + j * rows];
        step(&m, value);
        switch (m.state) {
        case 0:
            kept[0] += value;
            break;
        case 1:
            kept[1] -= value;
        case 2:
            kept[2] = kept[1] / (value + 1.0f);
            break;
        default:
            kept[3] = m.high - m.low;
        }
        if (kept[2] > 9.0f)
            break;
    }
    int left = next[row], rounds = 0;
    do {
        left /= 2;
        rounds++;
    } while (left > 3);
    while (rounds < 3 && kept[0] < 50.0f) {
        kept[0] = kept[0] * 2.0f + 1.0f;
        rounds += 1;
    }
    out[row] = kept[0] - kept[1];
    out[row + rows] = kept[m.state & 3];
    counts[row % 64] = rounds - left;
}
