/* Converts rows of f16 to f32 and back with host instructions, rounding to nearest. */
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

/* The low or the high halves of eight words. */
BY_HOST INLINE __m256i half_words(const u32 *from, bool high)
{
    const __m256i words = _mm256_loadu_si256((const void *)from);
    return high ? _mm256_srli_epi32(words, 16) : _mm256_and_si256(words, _mm256_set1_epi32(0xffff));
}

/* Sixteen at a time.  Packing swaps the two middle quarters. */
BY_HOST INLINE bool widen_these(float *restrict to, const u32 *restrict from, int count, bool high, bool look)
{
    __m256i nan = _mm256_setzero_si256();
    for (int n = 0; n < count; n += 16) {
        const __m256i packed = _mm256_packus_epi32(half_words(from + n, high), half_words(from + n + 8, high)),
                      all = _mm256_permute4x64_epi64(packed, 0xd8),
                      magnitude = _mm256_and_si256(all, _mm256_set1_epi16(0x7fff));
        if (look) nan = _mm256_or_si256(nan, _mm256_cmpgt_epi16(magnitude, _mm256_set1_epi16(0x7c00)));
        _mm256_storeu_ps(to + n, _mm256_cvtph_ps(_mm256_castsi256_si128(all)));
        _mm256_storeu_ps(to + n + 8, _mm256_cvtph_ps(_mm256_extracti128_si256(all, 1)));
    }
    return _mm256_testz_si256(nan, nan);
}

BY_HOST void widen_low(float *restrict to, const u32 *restrict from, int count)
{ widen_these(to, from, count, false, false); }

BY_HOST bool widen_numbers(void *restrict to, const u32 *restrict from, bool high, int count)
{ return high ? widen_these(to, from, count, true, true) : widen_these(to, from, count, false, true); }

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

BY_HOST bool narrow_words(u32 *restrict to, const float *restrict from, int count)
{
    __m256i special = _mm256_setzero_si256();
    for (int n = 0; n < count; n += 8) {
        const __m128i r = _mm256_cvtps_ph(_mm256_loadu_ps(from + n), _MM_FROUND_TO_NEAREST_INT);
        const __m256i word = _mm256_cvtepu16_epi32(r), magnitude = _mm256_and_si256(word, _mm256_set1_epi32(0x7fff));
        special = _mm256_or_si256(special, _mm256_cmpgt_epi32(magnitude, _mm256_set1_epi32(0x7bff)));
        _mm256_storeu_si256((void *)(to + n), word);
    }
    return _mm256_testz_si256(special, special);
}
#endif
