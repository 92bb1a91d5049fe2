// A product of 16 x 16 matrices in tiles of 8 x 8: two barriers for each tile.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer A { uint a[16][16]; };
layout(std430, binding = 1) readonly buffer B { uint b[16][16]; };
layout(std430, binding = 2) writeonly buffer C { uint c[16][16]; };
shared uint part_a[8][8], part_b[8][8];

void main()
{
    uvec2 at = gl_GlobalInvocationID.xy, own = gl_LocalInvocationID.xy;
    uint sum = 0u;
    for (uint tile = 0u; tile < 16u; tile += 8u) {
        part_a[own.y][own.x] = a[at.y][tile + own.x];
        part_b[own.y][own.x] = b[tile + own.y][at.x];
        barrier();
        for (uint k = 0u; k < 8u; ++k)
            sum += part_a[own.y][k] * part_b[k][own.x];
        barrier();
    }
    c[at.y][at.x] = sum;
}
