// The sieve of Eratosthenes to another bound in each lane, in an array whose size nobody knows before: no file can say
// how much stack this takes.
static __attribute__((noinline)) uint primes(uint bound, private uint *last)
{
    private uchar *composite = (private uchar *)__builtin_alloca(bound);
    uint count = 0;

    for (uint n = 0; n < bound; n++)
        composite[n] = 0;
#pragma nounroll
    for (uint n = 2; n < bound; n++) {
        if (composite[n])
            continue;
        count++;
        *last = n;
        for (uint k = n * n; k < bound; k += n)
            composite[k] = 1;
    }
    return count;
}

kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void sieve(global const uint *bounds, global uint *results)
{
    uint i = (uint)get_global_id(0), last = 0;
    uint count = primes(bounds[i], &last);
    results[i] = count << 16 | last;
}
