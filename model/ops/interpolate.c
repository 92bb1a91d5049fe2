/* Parameter interpolation: P10 or P20, I or J, P0 or the partial result (RDNA3 ISA, 12.3; Vega ISA, 12.12).  Sources:
   pipeline/interpolation_sources.c. */
#include "float.h"
#include "pipeline.h"
#include "rows_interpolate.h"

static f32 v_interp_p10_f16_f32(MODE, f16 p10, f32 i, f16 p0)
{ return fma_f32(fp, cvt_f32_f16(fp, p10), i, cvt_f32_f16(fp, p0)); }
static f16 v_interp_p2_f16_f32(MODE, f16 p20, f32 j, f32 part)
{ return cvt_f16_f32(fp, fma_f32(fp, cvt_f32_f16(fp, p20), j, part)); }

/* Rounds to zero regardless of MODE (RDNA3 ISA, 12.3.1).  Host arithmetic rounds to nearest. */
INLINE struct fp cut_off(MODE)
{
    struct fp zero = *fp;
    zero.round[0] = zero.round[1] = TO_ZERO;
    return zero;
}
static f32 v_interp_p10_rtz_f16_f32(MODE, f16 p10, f32 i, f16 p0)
{
    struct fp zero = cut_off(fp);
    const f32 r = v_interp_p10_f16_f32(&zero, p10, i, p0);
    fp->odd |= zero.odd;
    return r;
}
static f16 v_interp_p2_rtz_f16_f32(MODE, f16 p20, f32 j, f32 part)
{
    struct fp zero = cut_off(fp);
    const f16 r = v_interp_p2_f16_f32(&zero, p20, j, part);
    fp->odd |= zero.odd;
    return r;
}

static f32 v_interp_mov_f32(MODE, f32 p)                           { (void)fp; return p; }

/* Vega's f16 forms.  No document says whether the product is rounded and f32 subnormals flushed, as in the f32 forms,
   or neither.  If that affects the result, it is undefined (`odd`; errata E-149). */
static f32 product_and_sum(MODE, f16 p, f32 weight, f32 part, bool *alike)
{
    const f32 factor = cvt_f32_f16(fp, p), unfused = mad_f32(fp, factor, weight, part),
              fused = fma_f32(fp, factor, weight, part);
    *alike = unfused.bits == fused.bits;
    return unfused;
}
static f32 v_interp_p1ll_f16(MODE, f32 i, f16 p10, f16 p0)
{
    bool alike;
    const f32 r = product_and_sum(fp, p10, i, cvt_f32_f16(fp, p0), &alike);
    fp->odd = !alike;
    return r;
}
static f32 v_interp_p1lv_f16(MODE, f32 i, f16 p10, f16 p0)         { return v_interp_p1ll_f16(fp, i, p10, p0); }
static f16 v_interp_p2_f16(MODE, f32 j, f16 p20, f32 part)
{
    bool alike;
    const f16 unfused = cvt_f16_f32(fp, product_and_sum(fp, p20, j, part, &alike)),
              fused = v_interp_p2_f16_f32(fp, p20, j, part);
    fp->odd = unfused.bits != fused.bits;
    return unfused;
}

#include "rows_interpolate.inc"
