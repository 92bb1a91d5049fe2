// Counts of 64 bins, by atomics in LDS for a group and in memory for all; beside them the least and the greatest
// value, and an exclusive or that a compare-and-swap loop makes. No result depends on the order of the work items.
#define BINS 64

#define ATOMIC(operation, place, value, scope) \
    __opencl_atomic_##operation(place, value, __ATOMIC_RELAXED, __OPENCL_MEMORY_SCOPE_##scope)

static bool exchanged(global atomic_uint *place, uint *seen, uint value)
{
    return __opencl_atomic_compare_exchange_strong(place, seen, value, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                                   __OPENCL_MEMORY_SCOPE_DEVICE);
}

kernel __attribute__((always_inline, reqd_work_group_size(128, 1, 1)))
void histogram(global const uint *values, global uint *totals, uint n)
{
    local uint counts[BINS];
    global atomic_uint *bins = (global atomic_uint *)totals;
    local atomic_uint *own = (local atomic_uint *)counts;
    uint id = get_local_id(0);

    if (id < BINS)
        counts[id] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += (uint)get_global_size(0)) {
        uint value = values[i], seen = 0;
        ATOMIC(fetch_add, own + value % BINS, 1, WORK_GROUP);
        ATOMIC(fetch_min, bins + BINS, value, DEVICE);
        ATOMIC(fetch_max, bins + BINS + 1, value, DEVICE);
        while (!exchanged(bins + BINS + 2, &seen, seen ^ value))
            ;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < BINS)
        ATOMIC(fetch_add, bins + id, counts[id], DEVICE);
}
