/* What a run left, as one number: equal where nothing that can be seen is another. */
#include "plan.h"
#include "../model/assay.h"
#include <string.h>

/* Another number for every other `word`, and for every other `sum`. */
static uint64_t mixed(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
    return sum ^ sum >> 29;
}

/* A VGPR, which mostly holds nothing; `seen`: a lane mask. */
static uint64_t with_row(uint64_t sum, uint64_t number, const uint32_t *row, uint64_t seen)
{
    uint32_t some = 0, shown[64];
    for (int lane = 0; lane < 64; lane++) some |= row[lane];
    if (!some) return sum;
    for (int lane = 0; lane < 64; lane++) shown[lane] = row[lane] & -(uint32_t)(seen >> lane & 1);
    for (int lane = 0; lane < 64; lane += 2)
        if (shown[lane] | shown[lane + 1])
            sum = mixed(mixed(sum, number << 6 | (uint64_t)lane), shown[lane] | (uint64_t)shown[lane + 1] << 32);
    return sum;
}

static uint64_t with_vectors(uint64_t sum, const struct assay_wave *wave)
{
    const uint64_t live = UINT64_MAX >> (64 - wave->lanes);
    for (uint64_t n = 0; n < 256; n++) {
        const uint64_t open = wave->v_open[n] & live, tolerant = wave->v_tolerant[n] & live;
        sum = with_row(sum, n, wave->v[n], live & ~open & ~tolerant);
        if (open) sum = mixed(mixed(sum, n << 6 | 1), open);
        if (tolerant)
            sum = mixed(mixed(mixed(sum, n << 6 | 3), tolerant), wave->v_ulp[n] | (uint64_t)wave->v_float[n] << 32);
    }
    return sum;
}

static uint64_t with_scalars(uint64_t sum, const struct assay_wave *wave)
{
    for (uint32_t n = 0; n < 128; n++) {
        const bool open = wave->s_open[n / 32] >> n % 32 & 1;
        sum = mixed(sum, open ? UINT64_MAX : wave->s[n]);
    }
    return sum;
}

uint64_t plan_left(const struct assay_wave *wave)
{
    const uint64_t numbers[] = { wave->scc_open ? UINT64_MAX : wave->scc,
                                 wave->mode,
                                 wave->trapsts,
                                 wave->status_bits,
                                 wave->lanes,
                                 wave->group,
                                 wave->pc,
                                 wave->instructions,
                                 wave->exec,
                                 wave->scc_written,
                                 wave->mode_written };
    uint64_t sum = with_scalars(with_vectors(0, wave), wave);
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) sum = mixed(sum, numbers[n]);
    for (int n = 0; n < 4; n++) sum = mixed(sum, wave->v_written[n]);
    for (int n = 0; n < 2; n++) sum = mixed(sum, wave->s_written[n]);
    return sum;
}

/* Up to eight bytes; nothing for one that is open. */
static uint64_t word_of(const uint8_t *bytes, const uint8_t *open, int64_t count)
{
    uint64_t word = 0;
    for (int64_t n = 0; n < count; n++) word |= (uint64_t)(open[n] ? 0 : bytes[n]) << 8 * n;
    return word;
}

static uint64_t mask_of(const uint8_t *open, int64_t count)
{
    uint64_t mask = 0;
    for (int64_t n = 0; n < count; n++) mask |= (uint64_t)(open[n] != 0) << n;
    return mask;
}

uint64_t plan_left_bytes(const uint8_t *bytes, const uint8_t *open, int64_t size)
{
    uint64_t sum = mixed(0, (uint64_t)size), word, opened;
    int64_t n = 0;
    for (; n + 8 <= size; n += 8) {
        memcpy(&word, bytes + n, 8);
        memcpy(&opened, open + n, 8);
        sum = mixed(sum, opened ? word_of(bytes + n, open + n, 8) : word);
        if (opened) sum = mixed(mixed(sum, (uint64_t)n), mask_of(open + n, 8));
    }
    return mixed(mixed(sum, word_of(bytes + n, open + n, size - n)), mask_of(open + n, size - n));
}
