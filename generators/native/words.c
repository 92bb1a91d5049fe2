/* Registers of many waves: writing and reading messages, setting and reading the model. plan.h documents each function.
   */
#include "plan.h"
#include "../../model/assay.h"
#include <string.h>

enum {
    FIXMAP = 0x80,
    FIXARRAY = 0x90,
    FIXSTR = 0xA0,
    BIN8 = 0xC4,
    UINT8 = 0xCC,
    UINT16,
    UINT32,
    ARRAY16 = 0xDC,
    ARRAY32,
    MAP16,
    MAP32
};

static bool is_row(uint32_t number) { return number >= PLAN_V0; }

/* ---- writing messages ---- */

static uint8_t *put_big(uint8_t *to, uint32_t value, int bytes)
{
    while (bytes-- > 0) *to++ = (uint8_t)(value >> 8 * bytes);
    return to;
}

static uint8_t *put_bytes(uint8_t *to, const void *from, size_t size)
{
    memcpy(to, from, size);
    return to + size;
}

static int64_t name_size(const struct plan_names *names, uint32_t number)
{ return names->at[number + 1] - names->at[number]; }

static int row_head(int64_t size) { return size < 256 ? 2 : 3; }

static int64_t wave_bytes(const struct plan_form *form, const struct plan_registers *registers)
{
    const int64_t row = 4 * (int64_t)registers->lanes;
    int64_t size = form->before_size + 3;
    for (int32_t n = 0; n < registers->count; n++)
        size += name_size(form->names, registers->numbers[n]) +
                (is_row(registers->numbers[n]) ? row_head(row) + row : 5);
    return size;
}

static const uint32_t *put_wave(const struct plan_form *form, const struct plan_registers *registers,
                                const uint32_t *words, uint8_t **to)
{
    const uint32_t row = 4 * (uint32_t)registers->lanes;
    uint8_t *at = put_bytes(*to, form->before, (size_t)form->before_size);
    *at++ = MAP16;
    at = put_big(at, (uint32_t)registers->count, 2);
    for (int32_t n = 0; n < registers->count; n++) {
        const uint32_t number = registers->numbers[n];
        at = put_bytes(at, form->names->text + form->names->at[number], (size_t)name_size(form->names, number));
        if (is_row(number)) {
            *at++ = (uint8_t)(BIN8 + row_head(row) - 2);
            at = put_bytes(put_big(at, row, row_head(row) - 1), words, row);
            words += registers->lanes;
        } else {
            *at++ = UINT32;
            at = put_big(at, *words++, 4);
        }
    }
    *to = at;
    return words;
}

static uint8_t *put_head(uint8_t *to, int32_t waves)
{
    *to++ = ARRAY16;
    return put_big(to, (uint32_t)waves, 2);
}

int64_t plan_pack(const struct plan_form *form, const struct plan_registers *registers, int32_t waves,
                  const uint32_t *words, uint8_t *bytes)
{
    if (!bytes) return 3 + waves * wave_bytes(form, registers);
    uint8_t *at = put_head(bytes, waves);
    for (; waves > 0; waves--) words = put_wave(form, registers, words, &at);
    return at - bytes;
}

/* ---- reading messages ---- */

/* The rest of a message; `bytes` is 0 after an error. */
struct rest {
    const uint8_t *bytes, *end;
};

static const uint8_t *take(struct rest *from, uint64_t size)
{
    const uint8_t *here = from->bytes;
    if (!here || size > (uint64_t)(from->end - here)) return from->bytes = 0;
    from->bytes = here + size;
    return here;
}

static uint32_t take_big(struct rest *from, int bytes)
{
    const uint8_t *here = take(from, (uint64_t)bytes);
    uint32_t value = 0;
    for (int n = 0; here && n < bytes; n++) value = value << 8 | here[n];
    return value;
}

/* Reads the head of an array or a map -> its number of elements. */
static uint32_t take_count(struct rest *from, uint32_t fixed, uint32_t wide)
{
    const uint32_t head = take_big(from, 1);
    if ((head & 0xF0) == fixed) return head & 15;
    if (head == wide || head == wide + 1) return take_big(from, head == wide ? 2 : 4);
    from->bytes = 0;
    return 0;
}

static uint32_t take_word(struct rest *from)
{
    const uint32_t head = take_big(from, 1);
    if (head < 0x80) return head;
    if (head >= UINT8 && head <= UINT32) return take_big(from, 1 << (head - UINT8));
    from->bytes = 0;
    return 0;
}

static bool is_called(const struct plan_names *names, uint32_t number, const uint8_t *name, int64_t size)
{ return name_size(names, number) == size && !memcmp(names->text + names->at[number], name, (size_t)size); }

enum { NAMED = 102 };                            /* numbers of registers with their own names start here */

/* The register number of an encoded name, or PLAN_NUMBERS. Tries names like s12 and v12 first. */
static uint32_t register_number(const struct plan_names *names, const uint8_t *name, int64_t size)
{
    uint32_t guess = size > 1 && name[1] == 'v' ? PLAN_V0 : 0;
    for (int64_t n = 2; n < size && guess < PLAN_NUMBERS; n++)
        guess = guess / PLAN_V0 * PLAN_V0 + guess % PLAN_V0 * 10 + (uint32_t)(name[n] - '0');
    if (guess < PLAN_NUMBERS && is_called(names, guess, name, size)) return guess;
    for (uint32_t n = 0; n < PLAN_NUMBERS; n++) {
        const uint32_t number = (n + NAMED) % PLAN_NUMBERS;
        if (is_called(names, number, name, size)) return number;
    }
    return PLAN_NUMBERS;
}

/* Reads a name -> its register number; compares with `known` first. */
static uint32_t take_number(struct rest *from, const struct plan_names *names, uint32_t known)
{
    const uint8_t *head = take(from, 1);
    if (!head || (*head & 0xE0) != FIXSTR || !take(from, *head & 31)) return PLAN_NUMBERS;
    const int64_t size = from->bytes - head;
    return known < PLAN_NUMBERS && is_called(names, known, head, size) ? known : register_number(names, head, size);
}

static const uint8_t *take_row(struct rest *from, uint32_t size)
{
    const uint32_t head = take_big(from, 1);
    if (head < BIN8 || head > BIN8 + 2 || take_big(from, 1 << (head - BIN8)) != size) return from->bytes = 0;
    return take(from, size);
}

/* Reads the registers of one wave -> number of words. `known`: the register numbers were read with an earlier wave. */
static int64_t take_wave(struct rest *from, const struct plan_names *names, int32_t lanes, bool known,
                         uint32_t *numbers, int32_t *count, uint32_t *words, int64_t room)
{
    const uint32_t found = take_count(from, FIXMAP, MAP16);
    int64_t used = 0;
    if (known ? found != (uint32_t)*count : found > PLAN_NUMBERS) from->bytes = 0;
    for (uint32_t n = 0; n < found && from->bytes; n++) {
        const uint32_t number = take_number(from, names, known ? numbers[n] : PLAN_NUMBERS);
        const int64_t size = is_row(number) ? lanes : 1;
        const uint8_t *row;
        if (number == PLAN_NUMBERS || (known && number != numbers[n]) || used + size > room) from->bytes = 0;
        else if (!is_row(number)) words[used] = take_word(from);
        else if ((row = take_row(from, 4 * (uint32_t)lanes))) memcpy(words + used, row, 4 * (size_t)lanes);
        numbers[n] = number;
        used += size;
    }
    *count = (int32_t)found;
    return used;
}

int32_t plan_unpack(const struct plan_names *names, int32_t lanes, const uint8_t *bytes, int64_t size,
                    uint32_t *numbers, int32_t *count, uint32_t *words, int64_t room)
{
    struct rest from = { bytes, bytes + size };
    const bool alone = size > 0 && ((*bytes & 0xF0) == FIXMAP || *bytes >= MAP16);
    const uint32_t waves = alone ? 1 : take_count(&from, FIXARRAY, ARRAY16);
    for (uint32_t wave = 0; wave < waves && from.bytes; wave++) {
        const int64_t used = take_wave(&from, names, lanes, wave > 0, numbers, count, words, room);
        words += used, room -= used;
    }
    return from.bytes == from.end && waves <= INT32_MAX ? (int32_t)waves : -1;
}

/* ---- the model ---- */

static uint32_t set_all(const struct plan_start *start, struct assay_set *sets)
{
    const struct plan_registers *registers = start->registers;
    const uint32_t *words = start->words;
    const struct assay_set *first = sets;
    for (int32_t wave = 0; wave < (start->waves ? start->waves : 1); wave++)
        for (int32_t n = 0; n < registers->count; n++) {
            const uint32_t number = registers->numbers[n], count = is_row(number) ? (uint32_t)registers->lanes : 1;
            *sets++ = (struct assay_set){ start->waves ? (uint32_t)wave : UINT32_MAX, number, count, words };
            words += count;
        }
    return (uint32_t)(sets - first);
}

int32_t plan_run(const struct plan_machine *machine, const struct plan_start *start)
{
    struct assay_run *setup = machine->setup;
    setup->code = start->code, setup->code_bytes = start->size;
    setup->sets = machine->sets, setup->set_count = set_all(start, machine->sets);
    machine->run(machine->machine, setup, machine->outcome);
    uint32_t kept = 0;
    while (kept < machine->kept && machine->wave_at(machine->machine, kept, machine->waves + kept)) kept++;
    return (int32_t)kept;
}

/* A register that is no VGPR. */
static uint32_t scalar_word(const struct assay_wave *from, uint32_t number)
{
    const uint32_t known[] = { from->scc, from->mode, from->trapsts, from->status_bits };
    return number < 128 ? from->s[number] : known[(number - 128) & 3];
}

static int64_t undefined_row_bits(const struct assay_wave *from, uint32_t row, uint64_t lanes)
{
    const uint64_t undefined = from->v_open[row] & lanes, part = undefined & from->v_part[row];
    int64_t bits = 32 * __builtin_popcountll(undefined & ~part);
    for (uint64_t left = part; left; left &= left - 1)
        bits += __builtin_popcount(from->v_bits[row][__builtin_ctzll(left)]);
    return bits;
}

/* The number of undefined bits of a register. */
static int64_t undefined_bits(const struct assay_wave *from, uint32_t number, uint64_t lanes)
{
    if (is_row(number)) return undefined_row_bits(from, number - PLAN_V0, lanes);
    if (number >= 128) return number == 128 && from->scc_open;
    return from->s_open[number / 32] >> number % 32 & 1 ? __builtin_popcount(from->s_bits[number]) : 0;
}

int64_t plan_read(const struct plan_registers *registers, int32_t waves, const struct assay_wave *from, uint32_t *words)
{
    const uint64_t lanes = UINT64_MAX >> (64 - registers->lanes);
    int64_t found = 0;
    for (; waves > 0; waves--, from++)
        for (int32_t n = 0; n < registers->count; n++) {
            const uint32_t number = registers->numbers[n];
            found += undefined_bits(from, number, lanes);
            if (!is_row(number)) *words++ = scalar_word(from, number);
            else
                words = (uint32_t *)put_bytes((uint8_t *)words, from->v[number - PLAN_V0],
                                              4 * (size_t)registers->lanes);
        }
    return found;
}

int64_t plan_tell(const struct plan_form *form, const struct plan_registers *registers, int32_t waves,
                  const struct assay_wave *from, uint8_t *bytes)
{
    uint32_t words[PLAN_NUMBERS * 64];           /* of one wave */
    uint8_t *at = put_head(bytes, waves);
    int64_t found = 0;
    for (; waves > 0; waves--) {
        found += plan_read(registers, 1, from++, words);
        put_wave(form, registers, words, &at);
    }
    return found;
}

void plan_written(int32_t waves, const struct assay_wave *from, uint64_t *found)
{
    memset(found, 0, 7 * sizeof *found);
    for (; waves > 0; waves--, from++) {
        for (int n = 0; n < 4; n++) found[n] |= from->v_written[n];
        for (int n = 0; n < 2; n++) found[4 + n] |= from->s_written[n];
        found[6] |= (from->scc_written != 0) | (uint64_t)(from->mode_written != 0) << 1;
    }
}
