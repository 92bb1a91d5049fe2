/* Rows of f16 to f32 and back, rounded to nearest, by a host that has the instructions. */
#include "halves.h"

bool host_has_halves(void)
{
#ifdef __x86_64__
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("f16c");
#else
    return false;
#endif
}

#ifdef __x86_64__
#include <immintrin.h>
#define BY_HOST __attribute__((target("avx2,f16c")))

BY_HOST void widen_halves(void *restrict to, const void *restrict from, int count)
{
    const u16 *x = from;
    float *r = to;
    for (int n = 0; n < count; n += 8) _mm256_storeu_ps(r + n, _mm256_cvtph_ps(_mm_loadu_si128((const void *)(x + n))));
}

BY_HOST bool widen_numbers(void *restrict to, const void *restrict from, int count)
{
    const u16 *x = from;
    __m128i nan = _mm_setzero_si128();
    for (int n = 0; n < count; n += 8) {
        const __m128i magnitude = _mm_and_si128(_mm_loadu_si128((const void *)(x + n)), _mm_set1_epi16(0x7fff));
        nan = _mm_or_si128(nan, _mm_cmpgt_epi16(magnitude, _mm_set1_epi16(0x7c00)));
    }
    widen_halves(to, from, count);
    return _mm_testz_si128(nan, nan);
}

BY_HOST bool narrow_halves(void *restrict to, const float *restrict from, int count)
{
    u16 *x = to;
    __m128i special = _mm_setzero_si128();
    for (int n = 0; n < count; n += 8) {
        const __m128i r = _mm256_cvtps_ph(_mm256_loadu_ps(from + n), _MM_FROUND_TO_NEAREST_INT);
        const __m128i magnitude = _mm_and_si128(r, _mm_set1_epi16(0x7fff));
        special = _mm_or_si128(special, _mm_cmpgt_epi16(magnitude, _mm_set1_epi16(0x7bff)));
        _mm_storeu_si128((void *)(x + n), r);
    }
    return _mm_testz_si128(special, special);
}
#endif
