/* Atomics: the new memory value (RDNA3 ISA, 11 and 12.5.1; Vega ISA, 10.3).  Rows of spec/ops select one by `combine`
   and size. */
#include "atomics.h"
#include "places.h"
#include "rows_combine.h"

static u64 low32(u64 x) { return (u32)x; }
#define COMBINE  struct fp *fp, u64 memory, u64 data, u64 other
#define UNUSED   (void)fp, (void)other
static u64 add_u32(COMBINE)     { UNUSED; return low32(memory + data); }
static u64 add_u64(COMBINE)     { UNUSED; return memory + data; }
static u64 sub_u32(COMBINE)     { UNUSED; return low32(memory - data); }
static u64 sub_u64(COMBINE)     { UNUSED; return memory - data; }
static u64 rsub_u32(COMBINE)    { UNUSED; return low32(data - memory); }
static u64 rsub_u64(COMBINE)    { UNUSED; return data - memory; }
static u64 csub_u32(COMBINE)    { UNUSED; return memory < data ? 0 : memory - data; }
static u64 inc_u32(COMBINE)     { UNUSED; return memory >= data ? 0 : memory + 1; }
static u64 inc_u64(COMBINE)     { UNUSED; return memory >= data ? 0 : memory + 1; }
static u64 dec_u32(COMBINE)     { UNUSED; return !memory || memory > data ? data : memory - 1; }
static u64 dec_u64(COMBINE)     { UNUSED; return !memory || memory > data ? data : memory - 1; }
static u64 min_u32(COMBINE)     { UNUSED; return data < memory ? data : memory; }
static u64 min_u64(COMBINE)     { UNUSED; return data < memory ? data : memory; }
static u64 max_u32(COMBINE)     { UNUSED; return data > memory ? data : memory; }
static u64 max_u64(COMBINE)     { UNUSED; return data > memory ? data : memory; }
static u64 min_i32(COMBINE)     { UNUSED; return (i32)data < (i32)memory ? data : memory; }
static u64 min_i64(COMBINE)     { UNUSED; return (i64)data < (i64)memory ? data : memory; }
static u64 max_i32(COMBINE)     { UNUSED; return (i32)data > (i32)memory ? data : memory; }
static u64 max_i64(COMBINE)     { UNUSED; return (i64)data > (i64)memory ? data : memory; }
static u64 and_b32(COMBINE)     { UNUSED; return memory & data; }
static u64 and_b64(COMBINE)     { UNUSED; return memory & data; }
static u64 or_b32(COMBINE)      { UNUSED; return memory | data; }
static u64 or_b64(COMBINE)      { UNUSED; return memory | data; }
static u64 xor_b32(COMBINE)     { UNUSED; return memory ^ data; }
static u64 xor_b64(COMBINE)     { UNUSED; return memory ^ data; }
static u64 swap_b32(COMBINE)    { UNUSED; (void)memory; return data; }
static u64 swap_b64(COMBINE)    { UNUSED; (void)memory; return data; }
static u64 mskor_b32(COMBINE)   { (void)fp; return (memory & ~data) | other; }
static u64 mskor_b64(COMBINE)   { (void)fp; return (memory & ~data) | other; }
static u64 cmpswap_b32(COMBINE) { (void)fp; return memory == other ? data : memory; }
static u64 cmpswap_b64(COMBINE) { (void)fp; return memory == other ? data : memory; }
static u64 wrap_u32(COMBINE)    { (void)fp; return memory >= data ? memory - data : low32(memory + other); }
static u64 append_u32(COMBINE)  { UNUSED; return low32(memory + data); }
static u64 consume_u32(COMBINE) { UNUSED; return low32(memory - data); }
static u64 offered(u64 memory, u64 data)  { return data >> 31 & 1 ? data & 0x7fffffff : low32(memory); }
static u64 condxchg32_b64(COMBINE)
{
    UNUSED;
    return wide((u32)offered(memory, data), (u32)offered(memory >> 32, data >> 32));
}
static u64 add_f32(COMBINE)     { (void)other; return atomic_add_f32(fp, memory, data); }
static u64 min_f32(COMBINE)     { (void)other; return atomic_select(fp, false, false, memory, data); }
static u64 max_f32(COMBINE)     { (void)other; return atomic_select(fp, false, true, memory, data); }
static u64 min_f64(COMBINE)     { (void)other; return atomic_select(fp, true, false, memory, data); }
static u64 max_f64(COMBINE)     { (void)other; return atomic_select(fp, true, true, memory, data); }
static u64 cmpswap_f32(COMBINE) { return atomic_swap_equal(fp, false, memory, data, other); }
static u64 cmpswap_f64(COMBINE) { return atomic_swap_equal(fp, true, memory, data, other); }

typedef u64 combine(struct fp *, u64 memory, u64 data, u64 other);

/* The order of lanes in an atomic is unspecified (RDNA3 ISA, 12.5.1).  For these the final value is independent of
   it. */
bool commutes(const struct access *a)
{
    static combine *const any_order[] = { add_u32, add_u64, sub_u32, sub_u64, min_u32, min_u64,
                                          max_u32, max_u64, min_i32, min_i64, max_i32, max_i64,
                                          and_b32, and_b64, or_b32,  or_b64,  xor_b32, xor_b64 };
    for (u32 n = 0; n < sizeof any_order / sizeof *any_order; n++)
        if (a->combine == any_order[n]) return true;
    return false;
}

/* LDS uses both denormal settings of MODE.  Caches use that of inputs only, and their f32 sum always flushes inputs
   (RDNA3 ISA, 13.2). */
struct fp atomic_mode(const struct wave *w, const struct inst *i, bool lds)
{
    const u32 m = w->mode, denorm = field_of_word(m, MODE_DENORM),
              keep = i->op->access.combine == add_f32 ? KEEP_OUT : denorm & KEEP_IN;
    return (struct fp){ .denorm = { (u8)(lds ? denorm : keep), (u8)(denorm >> 2) },
                        .dx10_clamp = field_of_word(m, MODE_DX10_CLAMP),
                        .ieee = field_of_word(m, MODE_IEEE) };
}

#include "rows_combine.inc"
