// Every built-in input, in three dimensions; a group of 60 leaves part of a wave without work.
#version 450
layout(local_size_x = 5, local_size_y = 4, local_size_z = 3) in;
layout(std430, binding = 0) buffer Out { uvec4 rows[][4]; } result;

void main()
{
    uvec3 grid = gl_NumWorkGroups * gl_WorkGroupSize;
    uint at = (gl_GlobalInvocationID.z * grid.y + gl_GlobalInvocationID.y) * grid.x + gl_GlobalInvocationID.x;
    result.rows[at][0] = uvec4(gl_NumWorkGroups, gl_WorkGroupSize.x);
    result.rows[at][1] = uvec4(gl_WorkGroupID, gl_WorkGroupSize.y);
    result.rows[at][2] = uvec4(gl_LocalInvocationID, gl_WorkGroupSize.z);
    result.rows[at][3] = uvec4(gl_GlobalInvocationID, gl_LocalInvocationIndex);
}
