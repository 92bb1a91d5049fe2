// Records without gaps in private memory, whose members lie at any byte.
struct __attribute__((packed)) packed_record {
    char small;
    int whole;
    short middle;
    long wide;
};

static void fill_records(struct packed_record *all, int seed)
{
    for (int k = 0; k < 4; k++) {
        all[k].small = seed + k;
        all[k].whole = seed * 1000003 + k;
        all[k].middle = seed * 77 - k;
        all[k].wide = seed * 0x123456789l + k;
    }
}

kernel void packed_records(global const int *seeds, global long *sums)
{
    uint id = get_group_id(0) * 64 + get_local_id(0);
    int seed = seeds[id];
    struct packed_record all[4];
    long sum = 0;

    fill_records(all, seed);
    for (int k = 0; k < 4; k++)
        sum += all[k].small + all[(k + seed) & 3].whole + all[k].middle * 3 + all[(k ^ seed) & 3].wide;
    sums[id] = sum;
}
