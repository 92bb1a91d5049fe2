// A generation of Conway's game on a torus, a byte a cell: groups of 16x8 cells read their neighbours' edges into LDS.
#define COLUMNS 16
#define ROWS 8

kernel __attribute__((always_inline, reqd_work_group_size(COLUMNS, ROWS, 1)))
void life(global const uchar *cells, global uchar *next, uint width, uint height)
{
    local uchar part[ROWS + 2][COLUMNS + 2];
    uint x = get_local_id(0), y = get_local_id(1), left = get_group_id(0) * COLUMNS, top = get_group_id(1) * ROWS;

    uint k = y * COLUMNS + x;
    do {
        uint column = (left + width + k % (COLUMNS + 2) - 1) % width;
        uint row = (top + height + k / (COLUMNS + 2) - 1) % height;
        part[k / (COLUMNS + 2)][k % (COLUMNS + 2)] = cells[row * width + column];
        k += COLUMNS * ROWS;
    } while (k < (COLUMNS + 2) * (ROWS + 2));
    barrier(CLK_LOCAL_MEM_FENCE);
    uint around = 0;
    for (uint dy = 0; dy < 3; dy++)
        for (uint dx = 0; dx < 3; dx++)
            around += dx == 1 && dy == 1 ? 0 : part[y + dy][x + dx];
    next[(top + y) * width + left + x] = around == 3 || (around == 2 && part[y + 1][x + 1]);
}
