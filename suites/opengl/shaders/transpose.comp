// A tile of 16 x 16 goes through shared memory: four waves of 64 meet at the barrier.
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(std430, binding = 0) readonly buffer In { uint given[48][32]; };
layout(std430, binding = 1) writeonly buffer Out { uint made[32][48]; };
shared uint tile[16][17];

void main()
{
    uvec2 here = gl_LocalInvocationID.xy, from = gl_WorkGroupID.xy * 16u;
    tile[here.y][here.x] = given[from.y + here.y][from.x + here.x];
    barrier();
    made[from.x + here.y][from.y + here.x] = tile[here.x][here.y];
}
