// A private array indexed at run time lives in scratch; what each work item picks goes through a local
// argument to its mirror image. The volatile keeps the array from being turned into selects.
kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void private_array(global uint *out, uint turn, local uint *shared)
{
    uint item = get_local_id(0), id = get_group_id(0) * 128 + item;
    volatile uint own[24];

    for (uint i = 0; i < 24; i++)
        own[i] = id * 1000 + i;
    shared[item] = own[(id + turn) % 24];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[id] = shared[127 - item];
}
