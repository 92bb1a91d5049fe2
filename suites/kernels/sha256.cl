// SHA-256 of one message a work item (FIPS 180-4). Messages have their own lengths, so the loop over
// blocks diverges; the round constants are read from the code object's constant data.
constant uint K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint turn(uint x, uint n) { return x >> n | x << (32 - n); }

// Word `at` of the padded message: its bytes, then 0x80, zeros, and the length in bits.
static uint padded(global const uchar *message, uint length, uint blocks, uint at)
{
    uint word = 0;
    if (at == blocks * 16 - 1)
        return length * 8;
    for (uint byte = at * 4; byte < at * 4 + 4; byte++) {
        uint value = byte < length ? message[byte] : byte == length ? 0x80 : 0;
        word = word << 8 | value;
    }
    return word;
}

kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void sha256(global const uchar *messages, global const uint *lengths, global uint *digests, uint stride)
{
    uint id = get_global_id(0);
    uint length = lengths[id], blocks = (length + 9 + 63) / 64;
    uint h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

    for (uint block = 0; block < blocks; block++) {
        uint w[16], v[8];
#pragma unroll
        for (uint i = 0; i < 16; i++)
            w[i] = padded(messages + id * stride, length, blocks, block * 16 + i);
#pragma unroll
        for (uint i = 0; i < 8; i++)
            v[i] = h[i];
#pragma nounroll
        for (uint round = 0; round < 64; round += 16) {
#pragma unroll
            for (uint i = 0; i < 16; i++) {
                uint e = v[4], a = v[0];
                uint t1 = v[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & v[5]) ^ (~e & v[6])) + K[round + i] + w[i];
                uint t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
                uint s0 = w[(i + 1) & 15], s1 = w[(i + 14) & 15];
                v[7] = v[6], v[6] = v[5], v[5] = e, v[4] = v[3] + t1;
                v[3] = v[2], v[2] = v[1], v[1] = a, v[0] = t1 + t2;
                w[i] += (turn(s0, 7) ^ turn(s0, 18) ^ s0 >> 3) + w[(i + 9) & 15] + (turn(s1, 17) ^ turn(s1, 19) ^ s1 >> 10);
            }
        }
#pragma unroll
        for (uint i = 0; i < 8; i++)
            h[i] += v[i];
    }
#pragma unroll
    for (uint i = 0; i < 8; i++)
        digests[id * 8 + i] = h[i];
}
