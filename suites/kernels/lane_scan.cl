// Inclusive prefix sums over 32 work items each, by values from other lanes (ds_bpermute) and no LDS memory; and how
// many of the 32 have an odd value, by a mask of lanes.
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void lane_scan(global const uint *values, global uint *sums, global uint *odd)
{
    uint i = (uint)get_global_id(0), lane = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
    uint sum = values[i];
    ulong mask = __builtin_amdgcn_read_exec() & __builtin_amdgcn_ballot_w64(sum & 1);

    for (uint step = 1; step < 32; step *= 2) {
        uint other = (uint)__builtin_amdgcn_ds_bpermute((int)(lane - step) * 4, (int)sum);
        sum += (lane & 31) >= step ? other : 0;
    }
    sums[i] = sum;
    odd[i] = (uint)__builtin_popcount((uint)(mask >> (lane & 32)));
}
