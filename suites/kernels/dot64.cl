// Dot products of rows in f64: four fused products a work item, then a tree of sums in LDS.
kernel __attribute__((always_inline, reqd_work_group_size(64, 1, 1)))
void dot64(global const double *left, global const double *right, global double *results)
{
    local double sums[64];
    uint id = get_local_id(0), row = get_group_id(0) * 256;
    double sum = 0.0;

    for (uint k = 0; k < 4; k++)
        sum = __builtin_fma(left[row + 64 * k + id], right[row + 64 * k + id], sum);
    sums[id] = sum;
#pragma nounroll
    for (uint width = 32; width > 0; width /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (id < width)
            sums[id] += sums[id + width];
    }
    if (id == 0)
        results[get_group_id(0)] = sums[0];
}
