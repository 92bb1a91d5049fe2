// The number of an invocation within its group where the group has two dimensions and three waves.
#version 450
layout(local_size_x = 16, local_size_y = 10) in;
layout(std430, binding = 0) writeonly buffer Out { uint made[][10][16]; };

void main()
{
    uvec2 own = gl_LocalInvocationID.xy;
    made[gl_WorkGroupID.x][own.y][own.x] = gl_LocalInvocationIndex * 2u + gl_WorkGroupID.x;
}
