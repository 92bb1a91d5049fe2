// Functions that are called: arguments and results in registers and in private memory, pointers to private arrays, and
// pointers that point to private memory, LDS or memory as the caller likes.
typedef struct { uint least, most, sum; } summary;

static __attribute__((noinline)) void sort(private uint *values, uint n)
{
    for (uint i = 1; i < n; i++) {
        uint value = values[i], k = i;
        for (; k > 0 && values[k - 1] > value; k--)
            values[k] = values[k - 1];
        values[k] = value;
    }
}

static __attribute__((noinline)) uint total(const uint *values, uint n, uint step)
{
    uint sum = 0;
    for (uint i = 0; i < n; i++)
        sum += values[i * step];
    return sum;
}

static __attribute__((noinline)) summary summed(uint seed, uint n)
{
    uint values[12];
    for (uint i = 0; i < n; i++) {
        seed = seed * 1664525 + 1013904223;
        values[i] = seed >> 8;
    }
    sort((private uint *)values, n);
    summary found = {values[0], values[n - 1], total(values, n, 1)};
    return found;
}

kernel __attribute__((always_inline, reqd_work_group_size(64, 1, 1)))
void calls(global const uint *seeds, global uint *results)
{
    local uint shared[64];
    uint id = get_local_id(0), i = (uint)get_global_id(0), n = 3 + id % 10;
    summary found = summed(seeds[i], n);

    shared[id] = found.most;
    barrier(CLK_LOCAL_MEM_FENCE);
    results[4 * i] = found.least;
    results[4 * i + 1] = found.sum;
    results[4 * i + 2] = total(shared + id % 32, 8, 4);
    results[4 * i + 3] = total((const uint *)seeds, 3 + id % 4, 2);
}
