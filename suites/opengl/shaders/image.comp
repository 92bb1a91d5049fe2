// Loads from one image and stores to another, mirrored; invocations beyond its edge read 0 and store nothing.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(r32ui, binding = 0) uniform readonly uimage2D given;
layout(r32ui, binding = 1) uniform writeonly uimage2D made;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy), size = imageSize(given);
    uint x = imageLoad(given, at).x;
    imageStore(made, size - 1 - at, uvec4(x + uint(at.x)));
}
