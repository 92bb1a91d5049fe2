// Every memory barrier of GLSL: values go from wave to wave of a group through shared memory and through a buffer.
#version 450
layout(local_size_x = 192) in;
layout(std430, binding = 0) readonly buffer In { uint given[]; };
layout(std430, binding = 1) coherent buffer Between { uint there[]; };
layout(std430, binding = 2) writeonly buffer Out { uint made[]; };
shared uint row[192];

void main()
{
    uint own = gl_LocalInvocationIndex, first = gl_WorkGroupID.x * 192u;
    row[own] = given[first + own];
    memoryBarrierShared();
    barrier();
    there[first + own] = row[191u - own] * 3u;
    memoryBarrierBuffer();
    barrier();
    uint far = there[first + (own + 64u) % 192u];
    memoryBarrier();
    barrier();
    there[first + own] = far + 1u;
    row[own] = far;
    groupMemoryBarrier();
    barrier();
    far = there[first + (own + 128u) % 192u] ^ row[(own + 100u) % 192u];
    memoryBarrierImage();
    made[first + own] = far;
}
