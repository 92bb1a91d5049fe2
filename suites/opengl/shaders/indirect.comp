// The number of groups is read from a buffer when the dispatch begins; a 0 among them starts nothing.
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer In { uint given[]; };
layout(std430, binding = 1) writeonly buffer Out { uint made[]; };

void main()
{
    uvec3 group = gl_WorkGroupID, groups = gl_NumWorkGroups;
    uint number = (group.z * groups.y + group.y) * groups.x + group.x;
    made[number * 64u + gl_LocalInvocationIndex] = groups.x * 10000u + groups.y * 1000u + groups.z * 100u + number;
}
