// Values from lanes beside one by data parallel primitives: prefix sums over 32 lanes, sums of quads, the greatest of
// a row with its mirror image. The step from one row to the next is another on each family.
#define MOVED(old, value, control, rows) \
    ((uint)__builtin_amdgcn_update_dpp((int)(old), (int)(value), control, rows, 0xf, false))
#define QUAD(a, b, c, d) ((a) | (b) << 2 | (c) << 4 | (d) << 6)
#define ROW_SHR 0x110
#define ROW_MIRROR 0x140
#define ROW_BCAST15 0x142

static inline uint above(uint sum, uint lane)
{
#ifdef __GFX9__
    return sum + MOVED(0, sum, ROW_BCAST15, 0xa);
#else
    uint below = (uint)__builtin_amdgcn_permlanex16(0, sum, ~0u, ~0u, false, false);
    return sum + (lane & 16 ? below : 0);
#endif
}

kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void dpp_scan(global const uint *values, global uint *sums, global uint *quads, global uint *mirrored)
{
    uint i = (uint)get_global_id(0), value = values[i], sum = value;

    sum += MOVED(0, sum, ROW_SHR + 1, 0xf);
    sum += MOVED(0, sum, ROW_SHR + 2, 0xf);
    sum += MOVED(0, sum, ROW_SHR + 4, 0xf);
    sum += MOVED(0, sum, ROW_SHR + 8, 0xf);
    sums[i] = above(sum, (uint)get_local_id(0));

    uint quad = value + MOVED(0, value, QUAD(1, 0, 3, 2), 0xf);
    quads[i] = quad + MOVED(0, quad, QUAD(2, 3, 0, 1), 0xf);
    uint other = MOVED(0, value, ROW_MIRROR, 0xf);
    mirrored[i] = value > other ? value : other;
}
