// The values that are odd, close together and in order, a group at a time: places in a wave by the mask of lanes below,
// places of waves by their counts in LDS.
kernel __attribute__((always_inline, reqd_work_group_size(128, 1, 1)))
void compact(global const uint *values, global uint *kept, global uint *counts)
{
    local uint waves[4];
    uint id = get_local_id(0), size = __builtin_amdgcn_wavefrontsize(), group = get_group_id(0);
    uint value = values[group * 128 + id];
    ulong mask = __builtin_amdgcn_ballot_w64(value & 1);
    uint low = (uint)mask, high = (uint)(mask >> 32);
    uint below = __builtin_amdgcn_mbcnt_hi(high, __builtin_amdgcn_mbcnt_lo(low, 0));

    if (id % size == 0)
        waves[id / size] = (uint)__builtin_popcountl(mask);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint before = 0, all = 0;
    for (uint k = 0; k < 128 / size; k++) {
        before += k < id / size ? waves[k] : 0;
        all += waves[k];
    }
    if (value & 1)
        kept[group * 128 + before + below] = value;
    if (id == 0)
        counts[group] = all;
}
