// switch with fallthrough, do-while, comma, ternary, early return, break and continue.

// kernel flow
//   load data[4 * l0 + 4 * go0] 4
//   load data[4 * l0 + 4 * go0 + 4] 4
//   load data[4 * l0 + 4 * go0 + 8] 4
//   load data[4 * j] 4
//   load data[4 * k] 4
//   store data[4 * l0 + 4 * go0] 4
kernel void flow(global int *data, int n)
{
    int i = get_global_id(0), sum = 0;
    if (i >= n)
        return;
    switch (data[i]) {
    case 0:
        sum += data[i + 1];
    case 1:
    case 'a':
        sum += data[i + 2];
        break;
    default:
        sum = 3;
    }
    do {
        sum--;
        if (sum == 7)
            continue;
        if (sum == 5)
            break;
    } while (sum > 0);
    for (int j = 0, k = n; j < k; j++, k--)
        sum += j > 2 ? data[j] : (data[k], 1);
    data[i] = sum;
}

// kernel ranges
//   store data[0] 4
//   store data[4] 4
//   store data[8] 4
kernel void ranges(global int *data, int n)
{
    switch (n) {
    case 1:
        data[0] = 1;
        break;
    case 2 ... 4:
        data[1] = 2;
    default:
        data[2] = 3;
    }
}

// kernel jump
//   store data[4 * i] 4
kernel void jump(global int *data)
{
    int i = 0;
again:
    data[i++] = 0;
    if (i < 4)
        goto again;
}
