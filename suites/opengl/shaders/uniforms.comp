// Uniform blocks: std140 members, a matrix, rows by an index that is not constant, and one that is bound in part.
#version 450
layout(local_size_x = 64) in;
layout(std140, binding = 0) uniform First { uvec2 pair; uint alone; uvec3 triple; uint lines[4]; mat2x3 matrix; uvec4 rest[14]; };
layout(std140, binding = 1) uniform Second { uvec4 row[8]; };
layout(std430, binding = 2) writeonly buffer Out { uvec4 made[]; };

void main()
{
    uint own = gl_LocalInvocationIndex;
    uvec4 value = uvec4(pair.yx, alone, triple.z) + rest[own % 14u] * lines[own & 3u];
    value.xyz ^= floatBitsToUint(matrix[own & 1u]);
    made[own] = value + row[own & 7u];
}
