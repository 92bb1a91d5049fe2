// Vector addition in f32 with a tail: the last group has work items past n.
// Group sizes are not fixed, so the compiler reads them from the hidden arguments.
kernel void vector_add(global const float *a, global const float *b, global float *sum, uint n)
{
    size_t i = get_global_id(0);
    if (i < n)
        sum[i] = a[i] + b[i];
}
