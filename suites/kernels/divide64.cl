// 64-bit quotients and remainders, signed and unsigned. The compiler makes them of 32-bit multiplies
// and an estimate by v_rcp_f32 that it then corrects, with a shorter path where both operands fit 32 bits.
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void divide64(global const ulong *numerators, global const ulong *denominators, global ulong *results)
{
    size_t i = get_global_id(0), n = get_global_size(0);
    ulong a = numerators[i], b = denominators[i];
    long sa = (long)a, sb = (long)b;

    results[i] = a / b;
    results[i + n] = a % b;
    results[i + 2 * n] = (ulong)(sa / sb);
    results[i + 3 * n] = (ulong)(sa % sb);
}
