/* Needleman and Wunsch's table of the scores of an alignment, by square tiles. An element is the
 * best of three: its upper left neighbour and the similarity of the two characters, or the upper
 * or the left neighbour less a penalty for a gap.
 *
 * The tiles of an anti-diagonal do not need each other. Each is done by a work-group of TILE
 * work-items, in local memory, where these go along the anti-diagonals of the tile. One kernel is
 * for the anti-diagonals of tiles up to the longest one, the other for those behind it; they differ
 * in where the tile of a work-group is. The table has a row and a column more than there are
 * characters, which are filled by the host; its rows have `columns` elements. */
#define TILE 16
#define SCORE(y, x) scores[(y) * (TILE + 1) + (x)]
#define SIMILAR(y, x) similar[(y) * TILE + (x)]

int largest_of(int a, int b, int c)
{
    int larger = a > b ? a : b;

    return larger > c ? larger : c;
}

/* Anti-diagonal number `diagonal`, from 1; it has so many tiles. */
__kernel void align_upper(__global const int *similarity,
                          __global int *table,
                          __local int *scores,
                          __local int *similar,
                          int columns,
                          int penalty,
                          int diagonal)
{
    int bx = get_group_id(0);
    int by = diagonal - 1 - bx;
    int tx = get_local_id(0);
    int corner = columns * TILE * by + TILE * bx;
    int first = corner + columns + 1;

    if (tx == 0)
        SCORE(0, 0) = table[corner];
    for (int ty = 0; ty < TILE; ty++)
        SIMILAR(ty, tx) = similarity[first + columns * ty + tx];
    SCORE(tx + 1, 0) = table[first - 1 + columns * tx];
    SCORE(0, tx + 1) = table[corner + 1 + tx];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int m = 0; m < TILE; m++) {
        if (tx <= m) {
            int x = tx + 1;
            int y = m - tx + 1;

            SCORE(y, x) = largest_of(SCORE(y - 1, x - 1) + SIMILAR(y - 1, x - 1),
                                     SCORE(y, x - 1) - penalty,
                                     SCORE(y - 1, x) - penalty);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    for (int m = TILE - 2; m >= 0; m--) {
        if (tx <= m) {
            int x = tx + TILE - m;
            int y = TILE - tx;

            SCORE(y, x) = largest_of(SCORE(y - 1, x - 1) + SIMILAR(y - 1, x - 1),
                                     SCORE(y, x - 1) - penalty,
                                     SCORE(y - 1, x) - penalty);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    for (int ty = 0; ty < TILE; ty++)
        table[first + columns * ty + tx] = SCORE(ty + 1, tx + 1);
}

/* The same, numbered from the other end. There are `tiles` in each row and column. */
__kernel void align_lower(__global const int *similarity,
                          __global int *table,
                          __local int *scores,
                          __local int *similar,
                          int columns,
                          int penalty,
                          int diagonal,
                          int tiles)
{
    int bx = get_group_id(0) + tiles - diagonal;
    int by = tiles - 1 - get_group_id(0);
    int tx = get_local_id(0);
    int corner = columns * TILE * by + TILE * bx;
    int first = corner + columns + 1;

    if (tx == 0)
        SCORE(0, 0) = table[corner];
    for (int ty = 0; ty < TILE; ty++)
        SIMILAR(ty, tx) = similarity[first + columns * ty + tx];
    SCORE(tx + 1, 0) = table[first - 1 + columns * tx];
    SCORE(0, tx + 1) = table[corner + 1 + tx];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int m = 0; m < TILE; m++) {
        if (tx <= m) {
            int x = tx + 1;
            int y = m - tx + 1;

            SCORE(y, x) = largest_of(SCORE(y - 1, x - 1) + SIMILAR(y - 1, x - 1),
                                     SCORE(y, x - 1) - penalty,
                                     SCORE(y - 1, x) - penalty);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    for (int m = TILE - 2; m >= 0; m--) {
        if (tx <= m) {
            int x = tx + TILE - m;
            int y = TILE - tx;

            SCORE(y, x) = largest_of(SCORE(y - 1, x - 1) + SIMILAR(y - 1, x - 1),
                                     SCORE(y, x - 1) - penalty,
                                     SCORE(y - 1, x) - penalty);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    for (int ty = 0; ty < TILE; ty++)
        table[first + columns * ty + tx] = SCORE(ty + 1, tx + 1);
}
