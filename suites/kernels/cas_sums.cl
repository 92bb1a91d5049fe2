// Compare-and-swap loops alone, on one place for all: a sum of f32 (whole numbers, so that no order rounds), the least
// value with its place as a pair of 64 bits, and in LDS a counter that stops at 255.
#define FULL 255

#define CAS(place, seen, value, scope) \
    __opencl_atomic_compare_exchange_strong(place, seen, value, __ATOMIC_RELAXED, __ATOMIC_RELAXED, \
                                            __OPENCL_MEMORY_SCOPE_##scope)

static void add(global atomic_uint *place, float value)
{
    uint seen = 0;
    while (!CAS(place, &seen, __builtin_bit_cast(uint, __builtin_bit_cast(float, seen) + value), DEVICE))
        ;
}

static void least(global atomic_ulong *place, ulong value)
{
    ulong seen = ~0ul;
    while (value < seen && !CAS(place, &seen, value, DEVICE))
        ;
}

static void count(local atomic_uint *place, uint value)
{
    uint seen = 0;
    while (!CAS(place, &seen, seen + value > FULL ? FULL : seen + value, WORK_GROUP))
        ;
}

kernel __attribute__((always_inline, reqd_work_group_size(64, 1, 1)))
void cas_sums(global const float *values, global atomic_uint *sum, global atomic_ulong *first, global uint *counts)
{
    local uint counter;
    uint id = get_local_id(0), i = (uint)get_global_id(0);
    float value = values[i];

    if (id == 0)
        counter = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    add(sum, value);
    least(first, (ulong)(uint)((int)value + 4096) << 32 | i);
    count((local atomic_uint *)&counter, (uint)((int)value & 7));
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id == 0)
        counts[get_group_id(0)] = counter;
}
