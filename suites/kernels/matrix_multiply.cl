// C = A B for square f32 matrices, tile by tile through LDS. A group of 16x8 work items makes one
// 16x16 tile, two elements a work item; the sums are fused multiply-adds in order of k.
#define TILE 16

kernel __attribute__((always_inline, reqd_work_group_size(TILE, TILE / 2, 1)))
void matrix_multiply(global const float *a, global const float *b, global float *c, uint n)
{
    local float left[TILE][TILE], right[TILE][TILE];
    uint x = get_local_id(0), y = get_local_id(1);
    uint column = get_group_id(0) * TILE + x, row = get_group_id(1) * TILE + y;
    float top = 0.0f, bottom = 0.0f;

    for (uint k = 0; k < n; k += TILE) {
        left[y][x] = a[row * n + k + x];
        left[y + TILE / 2][x] = a[(row + TILE / 2) * n + k + x];
        right[y][x] = b[(k + y) * n + column];
        right[y + TILE / 2][x] = b[(k + y + TILE / 2) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = 0; i < TILE; i++) {
            top = fma(left[y][i], right[i][x], top);
            bottom = fma(left[y + TILE / 2][i], right[i][x], bottom);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = top;
    c[(row + TILE / 2) * n + column] = bottom;
}
