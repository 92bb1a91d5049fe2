// Each group of 128 work items sorts 256 unsigned words in LDS by Batcher's bitonic network.
#define ITEMS 128

kernel __attribute__((always_inline, reqd_work_group_size(ITEMS, 1, 1)))
void bitonic_sort(global uint *keys)
{
    local uint part[2 * ITEMS];
    uint id = get_local_id(0);
    global uint *own = keys + get_group_id(0) * 2 * ITEMS;

    part[id] = own[id];
    part[id + ITEMS] = own[id + ITEMS];
#pragma nounroll
    for (uint run = 2; run <= 2 * ITEMS; run *= 2)
#pragma nounroll
        for (uint step = run / 2; step > 0; step /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            uint low = 2 * id - (id & (step - 1)), high = low + step;
            uint a = part[low], b = part[high];
            bool up = (low & run) == 0;
            if ((a > b) == up) {
                part[low] = b;
                part[high] = a;
            }
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    own[id] = part[id];
    own[id + ITEMS] = part[id + ITEMS];
}
