// Escape times of z -> z^2 + c in f32, a point a work item: lanes leave the loop one by one.
// Contraction is off, so that every product and sum is rounded by itself.
kernel void mandelbrot(global ushort *times, float left, float top, float step, uint limit)
{
#pragma OPENCL FP_CONTRACT OFF
    uint x = get_global_id(0), y = get_global_id(1);
    float cr = left + step * (float)x, ci = top - step * (float)(3 * y);
    float zr = 0.0f, zi = 0.0f;
    uint n = 0;

    while (n < limit && zr * zr + zi * zi <= 4.0f) {
        float next = zr * zr - zi * zi + cr;
        zi = 2.0f * zr * zi + ci;
        zr = next;
        n++;
    }
    times[y * get_global_size(0) + x] = n;
}
