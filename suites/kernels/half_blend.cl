// f16: pairs and single ones added, multiplied and fused, converted from and to f32 and to words.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef half half2 __attribute__((ext_vector_type(2)));

kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void half_blend(global const ushort *left, global const ushort *right, global ushort *results, uint n)
{
#pragma OPENCL FP_CONTRACT OFF
    uint i = (uint)get_global_id(0);
    global const half *a = (global const half *)left, *b = (global const half *)right;
    global half *out = (global half *)results;
    half2 x = {a[2 * i], a[2 * i + 1]}, y = {b[2 * i], b[2 * i + 1]};
    half2 sum = x + y, product = x * y, fused = __builtin_elementwise_fma(x, y, sum);

    out[2 * i] = sum.x, out[2 * i + 1] = sum.y;
    out[n + 2 * i] = product.x, out[n + 2 * i + 1] = product.y;
    out[2 * n + 2 * i] = fused.y, out[2 * n + 2 * i + 1] = fused.x;
    out[3 * n + 2 * i] = (half)((float)x.x * (float)y.y);
    out[3 * n + 2 * i + 1] = x.y < y.x ? x.y : y.x;
}
