// Bytes, one at a time and at odd places: each work item has a slice of a text, which it turns round in capitals; its
// CRC-32; and the sum of its 16-bit and 32-bit words, which lie as they happen to.
typedef struct __attribute__((packed)) { ushort value; } half_word;
typedef struct __attribute__((packed)) { uint value; } word;

static uint crc32(global const uchar *text, uint n)
{
    uint crc = ~0u;
    for (uint i = 0; i < n; i++) {
        crc ^= text[i];
#pragma nounroll
        for (uint bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}

kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void byte_text(global const uchar *text, global const ushort *ends, global uchar *turned, global uint *results)
{
    uint i = (uint)get_global_id(0), start = ends[i], end = ends[i + 1], sum = 0;

#pragma nounroll
    for (uint k = start; k < end; k++) {
        uchar c = text[k];
        turned[start + end - 1 - k] = c >= 'a' && c <= 'z' ? c - 32 : c;
    }
    results[2 * i] = crc32(text + start, end - start);
    if (end - start >= 2)
        sum += ((global const half_word *)(text + start))->value;
    if (end - start >= 4)
        sum += ((global const word *)(text + end - 4))->value;
    results[2 * i + 1] = sum;
}
