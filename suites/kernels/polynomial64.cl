// A polynomial in f64 by Horner's rule with fused multiply-adds, and its value's conversions: to f32, and to a signed
// word toward zero where it fits.
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void polynomial64(global const double *points, constant double *factors, uint degree, global double *values,
                  global float *singles, global int *whole)
{
    uint i = (uint)get_global_id(0);
    double x = points[i], sum = factors[degree];
    uint k = degree;                                    // at least 1
#pragma nounroll
    do {
        k--;
        sum = __builtin_fma(sum, x, factors[k]);
    } while (k > 0);
    values[i] = sum;
    singles[i] = (float)sum;
    whole[i] = __builtin_fabs(sum) < 2147483648.0 ? (int)sum : 0;
}
