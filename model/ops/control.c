/* Branches and control flow.  Waits prove results in counters.c. */
#include "decode.h"
#include "control.h"
#include "rows_control.h"

static u32 bits(u32 word, int low, int width)            { return word >> low & (u32)((1ull << width) - 1); }
static u32 source(struct wave *w, const struct inst *i, int n, bool *open)
{ return (u32)scalar_source(w, &i->s[n], open); }
static u32 word(const struct inst *i)                    { return (u32)i->imm & 0xffff; }

static void put(struct wave *w, const struct inst *i, u32 value, bool open)
{
    if (i->d[0].kind == SREG) write_s(w, i->d[0].reg, value, open);
}

static bool is_privileged(const struct wave *w) { return field_of_word(w->status_bits, STATUS_PRIV); }

/* ---- branches: PC is that of the next instruction (RDNA3 ISA, 5.4) ---- */

static bool s_branch(void)                          { return true; }
static bool s_cbranch_scc0(bool scc)                { return !scc; }
static bool s_cbranch_scc1(bool scc)                { return scc; }
static bool s_cbranch_vccz(b64 vcc)                 { return vcc == 0; }
static bool s_cbranch_vccnz(b64 vcc)                { return vcc != 0; }
static bool s_cbranch_execz(b64 exec)               { return exec == 0; }
static bool s_cbranch_execnz(b64 exec)              { return exec != 0; }
static bool s_cbranch_cdbgsys(u32 status)           { return field_of_word(status, STATUS_CDBG_SYS); }
static bool s_cbranch_cdbguser(u32 status)          { return field_of_word(status, STATUS_CDBG_USER); }
static bool s_cbranch_cdbgsys_or_user(u32 status)   { return s_cbranch_cdbgsys(status) || s_cbranch_cdbguser(status); }
static bool s_cbranch_cdbgsys_and_user(u32 status)  { return s_cbranch_cdbgsys(status) && s_cbranch_cdbguser(status); }

/* ---- ends ---- */

static void s_endpgm(struct wave *w, const struct inst *i)
{
    (void)i;
    if (!trap_at_end(w)) end_wave(w);
}
static void s_endpgm_ordered_ps_done(struct wave *w, const struct inst *i)  { s_endpgm(w, i); }

/* "Treated as an illegal instruction" (RDNA3 ISA, 5.1). */
static void s_code_end(struct wave *w, const struct inst *i)
{
    (void)i;
    if (!trap_illegal(w)) stop(w, ASSAY_ILLEGAL, "s_code_end");
}

/* Vega allows it anywhere (4.1); RDNA3 in the trap handler only (5.1). */
static void s_endpgm_saved(struct wave *w, const struct inst *i)
{
    (void)i;
    if (!w->t->endpgm_saved && !is_privileged(w)) report(w, R_CONTROL_PRIVILEGED, "only a trap handler may do this");
    end_wave(w);
}

/* On RDNA3 it ends the wave regardless of SIMM16 (5.1).  On Vega bit 0 is the new value of KILL. */
static void s_setkill(struct wave *w, const struct inst *i)
{
    if (!w->t->setkill_operand || i->imm & 1) end_wave(w);
}

/* The status bit stops the wave: at once, or after the trap handler. */
static void s_sethalt(struct wave *w, const struct inst *i)
{
    w->status_bits = with_field(w->status_bits, STATUS_HALT, word(i) & 1);
    if (w->t->sethalt_fatal) w->status_bits = with_field(w->status_bits, STATUS_FATAL_HALT, word(i) >> 2 & 1);
}

/* ---- the trap handler ---- */

static void s_trap(struct wave *w, const struct inst *i)
{
    const u32 id = word(i) & 0xff;
    if (!w->m->handler.bytes || !field_of_word(w->status_bits, STATUS_TRAP_EN)) {
        report(w, R_CONTROL_TRAP_DISABLED, "trap %u is not taken: no trap handler is present", id);
        return;
    }
    if (!id) report(w, R_CONTROL_TRAP_RESERVED, "trap 0 is the hardware's");
    enter_trap(w, id);
}

/* Outside of the handler there is no return address. */
static void return_to(struct wave *w, const struct inst *i)
{
    bool open = false;
    const u64 pc = scalar_source(w, &i->s[0], &open);
    if (is_privileged(w)) {
        return_from_trap(w, pc, open);
        return;
    }
    stop(w, ASSAY_ILLEGAL, "%s outside a trap handler", i->form->spelling);
    report(w, R_CONTROL_PRIVILEGED, "only a trap handler may do this");
}

static void s_rfe_b64(struct wave *w, const struct inst *i) { return_to(w, i); }

/* Source 1 selects how instructions are fetched (INST_ATC), which affects no result. */
static void s_rfe_restore_b64(struct wave *w, const struct inst *i)
{
    bool open = false;
    source(w, i, 1, &open);
    return_to(w, i);
}

/* ---- instructions without a visible effect ---- */

static void s_nop(struct wave *w, const struct inst *i)                         { (void)w, (void)i; }
static void s_sleep(struct wave *w, const struct inst *i)                       { (void)w, (void)i; }
static void s_wakeup(struct wave *w, const struct inst *i)                      { (void)w, (void)i; }
static void s_version(struct wave *w, const struct inst *i)                     { (void)w, (void)i; }
static void s_incperflevel(struct wave *w, const struct inst *i)                { (void)w, (void)i; }
static void s_decperflevel(struct wave *w, const struct inst *i)                { (void)w, (void)i; }
static void s_ttracedata(struct wave *w, const struct inst *i)                  { (void)w, (void)i; }
static void s_ttracedata_imm(struct wave *w, const struct inst *i)              { (void)w, (void)i; }
static void s_set_inst_prefetch_distance(struct wave *w, const struct inst *i)  { (void)w, (void)i; }
/* Bit 0 disables waiting for exports, which a compute wave does not have (RDNA3 ISA, 16.5). */
static void s_wait_event(struct wave *w, const struct inst *i)
{
    if (word(i) & ~1u) report(w, R_CONTROL_EVENT_RESERVED, "bits 0x%x are reserved", word(i) & ~1u);
}
static void s_waitcnt_depctr(struct wave *w, const struct inst *i)              { (void)w, (void)i; }
static void v_nop(struct wave *w, const struct inst *i)                         { (void)w, (void)i; }
static void v_pipeflush(struct wave *w, const struct inst *i)                   { (void)w, (void)i; }

static void s_setprio(struct wave *w, const struct inst *i)
{ w->status_bits = with_field(w->status_bits, STATUS_USER_PRIO, (u32)i->imm); }

/* A group of one wave has no barrier; the instruction has no effect there (RDNA3 ISA, 2.3). */
static void s_barrier(struct wave *w, const struct inst *i)
{
    (void)i;
    if (w->g->wave_count > 1) w->life = AT_BARRIER;
}

/* ---- waits ---- */

static void wait_field(struct wave *w, enum counter c, const struct bits range[2], u32 imm)
{
    const u32 left = joined_bits(imm, range);
    if (left < all_ones(range) && !must_keep_waiting(w, c, left)) wait_until(w, c, left);
}

static void s_waitcnt(struct wave *w, const struct inst *i)
{
    wait_field(w, VM, w->t->wait_vm, word(i));
    wait_field(w, EXP, w->t->wait_exp, word(i));
    wait_field(w, LGKM, w->t->wait_lgkm, word(i));
}

/* The limit is the sum of a register and SIMM16, "no clamping is applied for add overflow" (RDNA3 ISA, 16.2).  An
   undefined sum proves nothing. */
static void wait_sum(struct wave *w, const struct inst *i, enum counter c, u32 mask)
{
    bool open = false;
    const u32 left = (source(w, i, 0, &open) + word(i)) & mask;
    if (!open && !must_keep_waiting(w, c, left)) wait_until(w, c, left);
}

static void s_waitcnt_vmcnt(struct wave *w, const struct inst *i)    { wait_sum(w, i, VM, 63); }
static void s_waitcnt_vscnt(struct wave *w, const struct inst *i)    { wait_sum(w, i, VS, 63); }
static void s_waitcnt_expcnt(struct wave *w, const struct inst *i)   { wait_sum(w, i, EXP, 7); }
static void s_waitcnt_lgkmcnt(struct wave *w, const struct inst *i)  { wait_sum(w, i, LGKM, 63); }

static void s_wait_idle(struct wave *w, const struct inst *i)
{
    (void)i;
    for (enum counter c = VM; c < COUNTERS; c++) if (!must_keep_waiting(w, c, 0)) wait_until(w, c, 0);
}

bool waits_for_lgkm(const struct traits *t, const struct inst *i)
{
    if (i->op->control == s_waitcnt) return !joined_bits(word(i), t->wait_lgkm);
    if (i->op->control == s_waitcnt_lgkmcnt) return i->s[0].kind != SREG && !(word(i) & 63);
    return i->op->control == s_wait_idle;
}

bool ends_program(const struct inst *i) { return i->op->control == s_endpgm; }

/* ---- MODE and the other hardware registers: SIMM16 is {size - 1, offset, id} (RDNA3 ISA, 6.8) ---- */

static u32 hw_id(u32 imm)      { return bits(imm, 0, 6); }
static u32 hw_offset(u32 imm)  { return bits(imm, 6, 5); }
static u32 hw_mask(u32 imm)    { return (u32)((1ull << (bits(imm, 11, 5) + 1)) - 1); }

static void s_getreg_b32(struct wave *w, const struct inst *i)
{
    const u32 imm = word(i), id = hw_id(imm);
    const u32 mask = hw_mask(imm) << hw_offset(imm);
    u32 open = open_hwreg(w, id) & mask;
    const u32 value = id == HW_IB_STS ? counters_shown(w, &open) : read_hwreg(w, id);
    put(w, i, (value & mask) >> hw_offset(imm), open & mask);
}

static void set_hwreg(struct wave *w, u32 imm, u32 value, bool open)
{
    const u32 old = read_hwreg(w, hw_id(imm)), mask = hw_mask(imm) << hw_offset(imm);
    if (open) open_decides(w, R_OPEN_MODE);
    write_hwreg(w, hw_id(imm), (old & ~mask) | (value << hw_offset(imm) & mask), mask);
}

static void s_setreg_b32(struct wave *w, const struct inst *i)
{
    bool open = false;
    const u32 value = source(w, i, 0, &open);
    set_hwreg(w, word(i), value, open);
}

static void s_setreg_imm32_b32(struct wave *w, const struct inst *i)
{
    bool open = false;
    set_hwreg(w, word(i), source(w, i, 1, &open), false);
}

static void set_mode(struct wave *w, u32 field, u32 value)
{ write_hwreg(w, HW_MODE, with_field(w->mode, field, value), mask_of(field)); }

static void s_round_mode(struct wave *w, const struct inst *i) { set_mode(w, MODE_ROUND, word(i)); }
static void s_denorm_mode(struct wave *w, const struct inst *i) { set_mode(w, MODE_DENORM, word(i)); }

/* Vega's modes that change vector instructions.  VSKIP drops them.  GPR_IDX_EN adds M0[7:0] to the operands that
   M0[15:12] selects (Vega 7nm ISA, 4.2, 12). */
static void set_index(struct wave *w, u32 mask, u32 value, bool open)
{
    const u32 m0 = (u32)w->t->m0;
    write_s_bits(w, m0, (read_s(w, m0) & ~mask) | (value & mask), (s_undefined(w, m0) & ~mask) | (open ? mask : 0));
}

static void s_setvskip(struct wave *w, const struct inst *i)
{
    bool open = false;
    const u32 word0 = source(w, i, 0, &open), bit = source(w, i, 1, &open) & 31;
    if (open) open_decides(w, R_OPEN_MODE);
    set_mode(w, MODE_VSKIP, word0 >> bit & 1);
}

static void s_set_gpr_idx_on(struct wave *w, const struct inst *i)
{
    bool open = false;
    const u32 index = source(w, i, 0, &open), chosen = source(w, i, 1, &open);
    set_mode(w, MODE_GPR_IDX_EN, true);
    set_index(w, 0xf0ff, (u8)index | chosen << 12, open);
}

static void s_set_gpr_idx_idx(struct wave *w, const struct inst *i)
{
    bool open = false;
    const u32 index = source(w, i, 0, &open);
    set_index(w, 0xff, index, open);
}

static void s_set_gpr_idx_mode(struct wave *w, const struct inst *i)  { set_index(w, 0xf000, word(i) << 12, false); }
static void s_set_gpr_idx_off(struct wave *w, const struct inst *i)
{
    (void)i;
    set_mode(w, MODE_GPR_IDX_EN, false);
}
/* "Exception state in SIMD": not the state of LDS and caches (Vega ISA, 12.8; errata E-237). */
static void v_clrexcp(struct wave *w, const struct inst *i)
{
    (void)i;
    w->trapsts &= ~mask_of(TRAPSTS_EXCP);
}

/* ---- subvector loops: a wave64 runs a block once for each nonzero half of EXEC, and S0 saves the other half.  RDNA3's
   text does not specify them; see RDNA1 ISA, 12.3 "S_SUBVECTOR_LOOP_BEGIN" and "_END" (errata E-161). ---- */

struct halves { u32 low, high; };

static struct halves exec_halves(struct wave *w)
{
    const u32 exec = (u32)w->t->exec;
    if (s_is_open(w, exec) || s_is_open(w, exec + 1)) open_decides(w, R_OPEN_BRANCH);
    return (struct halves){ read_s(w, exec), read_s(w, exec + 1) };
}

static void jump(struct wave *w, const struct inst *i)  { w->next_pc += (u64)((i64)i->imm * 4); }

static void save_half(struct wave *w, const struct inst *i, u32 half)
{
    if (i->s[0].kind == SREG) write_s(w, i->s[0].reg, half, false);
}

static void s_subvector_loop_begin(struct wave *w, const struct inst *i)
{
    const struct halves h = exec_halves(w);
    if (!h.low && !h.high) { jump(w, i); return; }
    save_half(w, i, h.low ? h.high : 0);
    if (h.low) write_s(w, (u32)w->t->exec + 1, 0, false);
}

static void s_subvector_loop_end(struct wave *w, const struct inst *i)
{
    const struct halves h = exec_halves(w);
    const u32 exec = (u32)w->t->exec;
    bool open = false;
    const u32 saved = source(w, i, 0, &open);
    if (open) open_decides(w, R_OPEN_BRANCH);
    if (h.high) write_s(w, exec, saved, false);
    if (h.high || !saved) return;
    write_s(w, exec + 1, saved, false);
    save_half(w, i, h.low);
    write_s(w, exec, 0, false);
    jump(w, i);
}

/* ---- messages (RDNA3 ISA, 5.3; Vega 7nm ISA, 4) ---- */

/* Unlisted codes, and codes that programs may not send, are illegal messages (RDNA3 ISA, 5.3). */
static const struct message *check_message(struct wave *w, bool returns, u32 code)
{
    const struct message *m = message_of(w->t, returns, code);
    if (!m || (!m->user && !is_privileged(w)))
        report(w, R_CONTROL_MESSAGE_UNKNOWN, "message %u is none a program may send", code);
    return m;
}

/* Known of chips, not of the manual (profile silicon). */
static void check_deallocation(struct wave *w)
{
    const struct inst *before = w->instructions ? w->recent[(w->instructions - 1) % RECENT] : 0;
    if (has_scratch_store(w))
        report(w, R_CONTROL_DEALLOC_SCRATCH,
               "DEALLOC_VGPRS gives back scratch memory, and a store to it is outstanding");
    if (!before || !before->op->idles) report(w, R_CONTROL_DEALLOC_NOP, "no S_NOP directly precedes DEALLOC_VGPRS");
}

/* DEALLOC_VGPRS: only the end of the program may follow (RDNA3 ISA, Table 15). */
static void deallocate(struct wave *w)
{
    const struct inst *next = instruction_at(w->m, w->next_pc);
    w->status_bits |= mask_of(STATUS_NO_VGPRS);
    if (w->m->profile == ASSAY_SILICON) check_deallocation(w);
    if (next && next->op && ends_program(next)) return;
    report(w, R_CONTROL_DEALLOC_END, "after DEALLOC_VGPRS comes %s instead of s_endpgm",
           next && next->form ? next->form->spelling : "nothing");
}

/* The payload is all of M0 (RDNA3 ISA, 5.3). */
static void record_message(struct wave *w, const struct inst *i)
{
    const u32 m0 = (u32)w->t->m0, payload = read_s(w, m0);
    struct assay_message *to = new_message(w->m);
    if (to) *to = (struct assay_message){ w->number, word(i), payload, s_is_open(w, m0), w->pc };
}

static void s_sendmsg(struct wave *w, const struct inst *i)
{
    const u32 code = joined_bits(word(i), w->t->message_bits);
    const struct message *m = check_message(w, false, code);
    if (m && m->effect == ANSWERS) open_decides(w, R_OPEN_EXEC);      /* the machine's answer goes to EXEC */
    if (m && m->effect == DEALLOCATES) deallocate(w);
    record_message(w, i);
    send_message(w, i);
}

static void s_sendmsghalt(struct wave *w, const struct inst *i)
{
    s_sendmsg(w, i);
    w->status_bits |= mask_of(STATUS_HALT);
}

/* The answer depends on the machine and is undefined.  An exception is the address of the run's trap handler: bit 63 of
   TBA says that there is one (RDNA3 ISA, 3.1, Table 16; errata E-244). */
static void request(struct wave *w, const struct inst *i)
{
    const struct handler *h = &w->m->handler;
    const struct message *m = check_message(w, true, (u32)i->s[0].value);
    const bool tba = m && m->effect == TELLS_TBA, known = h->bytes && (tba || (m && m->effect == TELLS_TMA));
    const u64 answer = !known ? 0 : tba ? units_of_256(h->base) | 1ull << 63 : units_of_256(h->memory);
    return_scalar(w, i, (const u32[2]){ (u32)answer, (u32)(answer >> 32) }, !known);
    if (i->d[0].reg >> 1 != (u32)w->t->vcc >> 1) return;
    w->vccz_open = true;
    report(w, R_CONTROL_MESSAGE_VCCZ, "VCCZ is undefined until another instruction writes VCC");
}

static void s_sendmsg_rtn_b32(struct wave *w, const struct inst *i)  { request(w, i); }
static void s_sendmsg_rtn_b64(struct wave *w, const struct inst *i)  { request(w, i); }

/* ---- instruction scheduling: rules without effect on results ---- */

/* Must be followed by 16 separate S_NOP, whatever their counts, or by a branch (Vega 7nm ISA, 12.5). */
static void s_icache_inv(struct wave *w, const struct inst *i)
{
    u64 pc = w->next_pc;
    (void)i;
    for (u32 nops = 0; nops < (u32)w->t->icache_nops; nops++) {
        const struct inst *next = instruction_at(w->m, pc);
        if (!next || !next->op || next->op->run == run_branch) return;
        if (next->op->control != s_nop) {
            report(w, R_CONTROL_ICACHE_FOLLOW, "only %u of 16 S_NOP follow", nops);
            return;
        }
        pc += next->size;
    }
}

static void s_delay_alu(struct wave *w, const struct inst *i)  { set_advice(w, word(i)); }

/* ---- clauses (RDNA3 ISA, 5.2) ---- */

enum clause {
    UNKNOWN,
    OUTSIDE,
    INSIDE,
    VALU_CLAUSE,
    LDS_CLAUSE,
    SMEM_CLAUSE,
    MEMORY_CLAUSE,
    FLAT_CLAUSE = MEMORY_CLAUSE + 3,
    IMAGE_CLAUSE = FLAT_CLAUSE + 3,
    SAMPLE_CLAUSE = IMAGE_CLAUSE + 3,
    RAY_CLAUSE
};
static const u8 clause_of[] = {
    [CLASS_VALU] = VALU_CLAUSE,   [CLASS_LDS] = LDS_CLAUSE,     [CLASS_SMEM] = SMEM_CLAUSE, [CLASS_FLAT] = FLAT_CLAUSE,
    [CLASS_VMEM] = MEMORY_CLAUSE, [CLASS_IMAGE] = IMAGE_CLAUSE, [CLASS_SALU] = OUTSIDE,     [CLASS_CONTROL] = OUTSIDE,
    [CLASS_EXPORT] = OUTSIDE,     [CLASS_PARAMETER] = OUTSIDE,
};

static enum clause image_type(const struct form *f)
{
    static const u8 type[] = { IMAGE_CLAUSE, SAMPLE_CLAUSE, RAY_CLAUSE };
    return (enum clause)type[unit_of(f)];
}

/* S_WAITCNT_VMCNT and similar instructions "may only appear inside a clause if the SGPR operand is set to NULL" (RDNA3
   ISA, 16.2).  S_WAITCNT may not (5.2). */
static bool waits_within(const struct inst *i)
{
    const struct op *op = i->op;
    const bool one = op->control == s_waitcnt_vmcnt || op->control == s_waitcnt_vscnt ||
                     op->control == s_waitcnt_expcnt || op->control == s_waitcnt_lgkmcnt;
    return one && i->s[0].kind == DROP;
}

/* The type of a clause that starts with `i`; UNKNOWN for unimplemented instructions. */
static enum clause clause_type(const struct inst *i)
{
    enum clause type = (enum clause)clause_of[class_of[i->form->encoding]];
    if (i->gds) return OUTSIDE;
    if (type == IMAGE_CLAUSE && (type = image_type(i->form)) != IMAGE_CLAUSE) return type;
    if (!i->op) return type == OUTSIDE ? OUTSIDE : UNKNOWN;
    if (i->op->control == s_nop || i->op->control == s_sleep || i->op->control == s_delay_alu) return INSIDE;
    if (waits_within(i)) return INSIDE;
    if (invalidates(i) && (type == SMEM_CLAUSE || type == MEMORY_CLAUSE)) return OUTSIDE;          /* 8.3 */
    if (type == MEMORY_CLAUSE || type == FLAT_CLAUSE || type == IMAGE_CLAUSE)
        return type + (i->op->run == run_store) + 2 * (i->op->run == run_atomic);
    return type;
}

/* Checks the clause from `pc` on.  Returns a description of its error, or 0.  *at: address of the error. */
static const char *clause_fault(struct assay *m, u64 pc, u32 length, u32 part, u64 *at)
{
    enum clause kind = UNKNOWN;
    u32 members = 0;
    for (u32 n = 0; n < length; n++) {
        const struct inst *i = instruction_at(m, *at = pc);
        if (!i) return "the code ends inside the clause";
        const enum clause type = clause_type(i);
        const bool first = part ? n % part == 0 : n == 0;
        if (type == UNKNOWN) return 0;
        if (!n) kind = type;
        if (!n && kind <= INSIDE) return "no clause begins with this instruction";
        if (type == INSIDE ? first || (kind == VALU_CLAUSE && i->op->control == s_delay_alu) : type != kind)
            return "this instruction is not allowed here in the clause";
        members = (first ? 0 : members) + (type == kind);
        if (part && (n % part == part - 1 || n == length - 1) && members < 2)
            return "a part of the clause has fewer than two instructions of its type";
        pc += i->size;
    }
    return 0;
}

/* With EXEC = 0 a vector ALU clause is ignored.  So is a clause whose first load is skipped because VMcnt counts
   nothing.  Its instructions issue one by one (RDNA3 ISA, 5.2; errata E-180). */
static bool clause_ignored(struct wave *w)
{
    const struct inst *i = instruction_at(w->m, w->next_pc);
    if (!i || !execz(w)) return false;
    const enum clause type = clause_type(i);
    const bool load = type == MEMORY_CLAUSE || type == IMAGE_CLAUSE || type == SAMPLE_CLAUSE || type == RAY_CLAUSE;
    return type == VALU_CLAUSE || (load && !w->most[VM]);
}

static void s_clause(struct wave *w, const struct inst *i)
{
    const u32 field = bits(word(i), 0, 6), part = bits(word(i), 8, 4);
    u64 at = w->pc;
    if (field == 0 || field == 63) {
        report(w, R_CONTROL_CLAUSE_LENGTH, "a clause has 2 to 63 instructions, not %u", field + 1);
        return;
    }
    if (clause_ignored(w)) {
        report_once(w, R_CONTROL_CLAUSE_IGNORED, "EXEC is 0, so the clause is ignored");
        return;
    }
    const char *fault = clause_fault(w->m, w->next_pc, field + 1, part, &at);
    if (fault) report(w, R_CONTROL_CLAUSE_MEMBER, "at 0x%llx: %s", (unsigned long long)at, fault);
    else w->clause = (u8)(field + 1);
    w->clause_done = 0;
    w->clause_part = (u8)part;
}

#include "rows_control.inc"
