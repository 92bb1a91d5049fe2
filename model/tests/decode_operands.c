/* Checks resolved operands field by field.  The bytes follow the manuals' layouts, the expected operands their text. */
#include <stdio.h>
#include <string.h>
#include "decode.h"

static int failures;
static struct inst i, other;
static const char *name;

static void given(const char *arch, u32 lanes, const char *what, u32 w0, u32 w1, u32 w2)
{
    const u32 words[3] = { w0, w1, w2 };
    name = what;
    if (decode(&traits[assay_arch(arch)], lanes, (const u8 *)words, sizeof words, &i, &other)) return;
    printf("%s does not decode\n", what);
    failures++;
}

#define IS(field, value) \
    do { \
        const u64 got = (u64)(field), want = (u64)(value); \
        if (got != want) { \
            printf("%s: " #field " is 0x%llx, not 0x%llx\n", name, (unsigned long long)got, (unsigned long long)want); \
            failures++; \
        } \
    } while (0)

/* Literals and inline constants by the operand's type (RDNA3 ISA, 7.2.2; 4.1). */
static void constants(void)
{
    given("gfx1100", 32, "v_add_f64 v[0:1], 0x40080000, v[2:3]", 0xd7270000, 0x000204ff, 0x40080000);
    IS(i.size, 12);
    IS(i.s[0].kind, CONSTANT);
    IS(i.s[0].value, 0x4008000000000000);
    IS(i.s[1].kind, VREG);
    IS(i.s[1].width, 2);
    given("gfx1100", 32, "s_mov_b64 s[2:3], -1", 0xbe8201c1, 0, 0);
    IS(i.s[0].value, ~0ull); IS(i.d[0].reg, 2); IS(i.d[0].width, 2);
    given("gfx1100", 32, "s_mov_b64 s[2:3], 0x80000000", 0xbe8201ff, 0x80000000, 0);
    IS(i.s[0].value, 0x80000000);
    given("gfx1100", 32, "s_ashr_i64 s[2:3], 0x80000000, 1", 0x868281ff, 0x80000000, 0);
    IS(i.s[0].value, 0xffffffff80000000); IS(i.s[1].value, 1);
    given("gfx906", 64, "v_add_f16 v1, 1.0, v2", 0x3e0204f2, 0, 0);
    IS(i.s[0].value, 0x3c00);
    given("gfx906", 64, "v_add_f32 v1, 1.0, v2", 0x020204f2, 0, 0);
    IS(i.s[0].value, 0x3f800000);
    given("gfx906", 64, "v_pk_add_u16 v1, -1, v2 (op_sel_hi [0,1])", 0xd38a0001, 0x100204c1, 0);
    IS(i.s[0].value, 0xffffffff); IS(i.s[0].half_hi, 0); IS(i.s[1].half_hi, 1);
    given("gfx1100", 32, "s_add_i32 s0, src_scc, null", 0x81007cfd, 0, 0);
    IS(i.s[0].kind, SCC); IS(i.s[1].kind, CONSTANT); IS(i.s[1].value, 0);
    given("gfx906", 64, "s_mov_b64 s[0:1], src_private_base", 0xbe8001ed, 0, 0);
    IS(i.s[0].kind, APERTURE); IS(i.s[0].value, 2);
}

/* Lane masks by wave size, NULL, carries (RDNA3 ISA, 3.2.2, 7.2.3). */
static void masks(void)
{
    given("gfx1100", 32, "v_cmp_eq_u32_e64 s5, v1, v2", 0xd44a0005, 0x00020501, 0);
    IS(i.bit.kind, MASK); IS(i.bit.reg, 5); IS(i.bit.width, 1);
    given("gfx1100", 64, "v_cmp_eq_u32_e64 s[4:5], v1, v2", 0xd44a0004, 0x00020501, 0);
    IS(i.bit.kind, MASK); IS(i.bit.reg, 4); IS(i.bit.width, 2);
    given("gfx1100", 32, "v_cmp_eq_u32_e64 null, v1, v2", 0xd44a007c, 0x00020501, 0);
    IS(i.bit.kind, DROP);
    given("gfx1100", 32, "v_cmpx_eq_u32_e32 v1, v2", 0x7d940501, 0, 0);
    IS(i.bit.kind, MASK); IS(i.bit.reg, 126);
    given("gfx906", 64, "v_cmp_eq_u32_e32 vcc, v1, v2", 0x7d940501, 0, 0);
    IS(i.bit.kind, MASK); IS(i.bit.reg, 106); IS(i.bit.width, 2);
    given("gfx906", 64, "v_addc_co_u32_e64 v1, s[2:3], v4, v5, s[6:7]", 0xd11c0201, 0x001a0b04, 0);
    IS(i.bit.kind, MASK); IS(i.bit.reg, 2); IS(i.s[2].kind, MASK); IS(i.s[2].reg, 6); IS(i.d[0].reg, 1);
    given("gfx906", 64, "v_cndmask_b32_e32 v1, v2, v3, vcc", 0x00020702, 0, 0);
    IS(i.s[2].kind, MASK); IS(i.s[2].reg, 106);
    given("gfx1100", 32, "s_mov_b32 null, s1", 0xbefc0001, 0, 0);
    IS(i.d[0].kind, DROP);
}

/* Halves, selects, lane movement and signs (RDNA3 ISA, 7.4, 7.7; Vega ISA, 13 "SDWA", "DPP"). */
static void modifiers(void)
{
    given("gfx1100", 32, "v_add_f16_e32 v1.h, v2.l, v3.h", 0x65030702, 0, 0);
    IS(i.d[0].reg, 1);
    IS(i.d[0].half, 1);
    IS(i.dst_half, 1);
    IS(i.s[0].reg, 2);
    IS(i.s[0].half, 0);
    IS(i.s[1].reg, 3);
    IS(i.s[1].half, 1);
    given("gfx906", 64, "v_mad_f16 v1, v2, v3, v4 op_sel:[1,0,0,1]", 0xd2034801, 0x04120702, 0);
    IS(i.s[0].half, 1); IS(i.s[1].half, 0); IS(i.d[0].half, 1);
    given("gfx906", 64, "v_fma_f32 v1, -v2, |v3|, v4 clamp mul:4", 0xd1cb8201, 0x34120702, 0);
    IS(i.s[0].neg, 1); IS(i.s[0].abs, 0); IS(i.s[1].abs, 1); IS(i.s[2].neg, 0); IS(i.clamp, 1); IS(i.omod, 2);
    given(
        "gfx906", 64,
        "v_add_f32_sdwa v1, -v2, |v3| clamp dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_2 src1_sel:WORD_0",
        0x020206f9, 0x24123502, 0);
    IS(i.size, 8);
    IS(i.sdwa, 1);
    IS(i.s[0].sel, SEL_BYTE2);
    IS(i.s[0].neg, 1);
    IS(i.s[1].sel, SEL_WORD0);
    IS(i.s[1].abs, 1);
    IS(i.s[1].reg, 3);
    IS(i.dst_sel, SEL_WORD1);
    IS(i.dst_unused, UNUSED_PRESERVE);
    IS(i.clamp, 1);
    IS(i.s[0].reg, 2);
    IS(i.s[0].kind, VREG);
    given("gfx906", 64, "v_mov_b32_dpp v1, v2 row_shl:3 row_mask:0x5 bank_mask:0xa bound_ctrl:1", 0x7e0202fa,
          0x5a090302, 0);
    IS(i.dpp, 1);
    IS(i.move.kind, MOVE_ROW_SHL);
    IS(i.move.amount, 3);
    IS(i.move.row_mask, 5);
    IS(i.move.bank_mask, 10);
    IS(i.move.bound_ctrl, 1);
    IS(i.s[0].reg, 2);
    given("gfx1100", 32, "v_mov_b32_dpp v1, v2 dpp8:[7,6,5,4,3,2,1,0] fi:1", 0x7e0202ea, 0x05397702, 0);
    IS(i.move.kind, MOVE_DPP8); IS(i.move.lanes & 7, 7); IS(i.move.lanes >> 21, 0); IS(i.move.fetch_inactive, 1);
    given("gfx1100", 32, "v_fma_f32_e64_dpp v0, v1, v2, s3 quad_perm:[0,1,2,3]", 0xd6130000, 0x000e04fa, 0xff00e401);
    IS(i.size, 12);
    IS(i.s[0].reg, 1);
    IS(i.s[1].reg, 2);
    IS(i.s[2].kind, SREG);
    IS(i.s[2].reg, 3);
    IS(i.move.amount, 0xe4);
    given("gfx1100", 32, "v_dual_add_f32 v1, v2, v3 :: v_dual_mul_f32 v4, v5, v6", 0xc9060702, 0x01040d05, 0);
    IS(i.d[0].reg, 1); IS(i.other == &other, 1); IS(other.d[0].reg, 4); IS(other.s[0].reg, 5); IS(other.s[1].reg, 6);
}

/* Memory operands (Vega ISA, 7 and 9; RDNA3 ISA, 8.1 and 11.1). */
static void memory(void)
{
    given("gfx906", 64, "s_load_dword s5, s[2:3], s7 offset:0x10", 0xc0024141, 0x0e000010, 0);
    IS(i.imm, 16); IS(i.s[1].reg, 2); IS(i.s[1].width, 2); IS(i.s[3].kind, SREG); IS(i.s[3].reg, 7); IS(i.d[0].reg, 5);
    given("gfx906", 64, "s_load_dword s5, s[2:3], s7", 0xc0000141, 7, 0);
    IS(i.imm, 0); IS(i.s[3].kind, SREG); IS(i.s[3].reg, 7);
    given("gfx906", 64, "s_load_dword s5, s[2:3], -1", 0xc0020141, 0x001fffff, 0);
    IS(i.imm, -1); IS(i.s[3].kind, NONE);
    given("gfx1100", 32, "s_load_b32 s5, s[2:3], 0x10", 0xf4000141, 0xf8000010, 0);
    IS(i.imm, 16); IS(i.s[3].kind, NONE);
    given("gfx906", 64, "global_load_dword v1, v[2:3], off offset:-1", 0xdc509fff, 0x017f0002, 0);
    IS(i.imm, -1); IS(i.s[0].width, 2); IS(i.s[1].kind, NONE); IS(i.d[0].reg, 1);
    given("gfx1100", 32, "global_load_b32 v1, v2, s[4:5] offset:8", 0xdc520008, 0x01040002, 0);
    IS(i.s[0].width, 1); IS(i.s[1].kind, SREG); IS(i.s[1].reg, 4); IS(i.s[1].width, 2); IS(i.imm, 8);
    given("gfx1100", 32, "scratch_load_b32 v1, v2, s5 offset:8", 0xdc510008, 0x01850002, 0);
    IS(i.s[0].kind, VREG); IS(i.s[0].width, 1); IS(i.s[1].reg, 5); IS(i.s[1].width, 1);
    given("gfx906", 64, "global_atomic_add v[2:3], v1, off", 0xdd088000, 0x007f0102, 0);
    IS(i.d[0].kind, NONE); IS(i.s[2].reg, 1);
    given("gfx906", 64, "global_atomic_add v4, v[2:3], v1, off glc", 0xdd098000, 0x047f0102, 0);
    IS(i.d[0].kind, VREG); IS(i.d[0].reg, 4); IS(i.glc, 1);
    given("gfx906", 64, "ds_write2_b32 v1, v2, v3 offset0:4 offset1:5", 0xd81c0504, 0x00030201, 0);
    IS(i.imm, 4); IS(i.imm2, 5); IS(i.s[0].reg, 1); IS(i.s[2].reg, 2); IS(i.s[3].reg, 3); IS(i.d[0].kind, NONE);
    given("gfx1100", 32, "ds_load_b32 v1, v2 offset:4660", 0xd8d81234, 0x01000002, 0);
    IS(i.imm, 4660); IS(i.d[0].reg, 1); IS(i.s[0].reg, 2);
    given("gfx1100", 32, "buffer_load_b32 v1, v[2:3], s[8:11], s3 idxen offen offset:4095", 0xe0500fff, 0x03c20102, 0);
    IS(i.s[0].width, 2);
    IS(i.s[1].reg, 8);
    IS(i.s[1].width, 4);
    IS(i.s[3].reg, 3);
    IS(i.imm, 4095);
    IS(i.idxen, 1);
    IS(i.offen, 1);
}

int main(void)
{
    constants();
    masks();
    modifiers();
    memory();
    if (failures) printf("%d differ\n", failures);
    return failures != 0;
}
