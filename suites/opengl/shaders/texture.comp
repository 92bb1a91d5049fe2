// Texels of an 8-bit format: fetched by number, and the nearest at a place between them; beyond the edge they repeat.
// A band of one unit in the last place: softpipe and lavapipe multiply a byte by 1/255, the model gives c/255 rounded once.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) uniform sampler2D colours;
layout(std430, binding = 1) writeonly buffer Out { vec4 made[]; };

void main()
{
    uvec2 at = gl_GlobalInvocationID.xy;
    vec2 place = (vec2(at) - 3.5) / 8.0;
    vec4 fetched = texelFetch(colours, ivec2(at & 7u), 0);
    made[at.y * 16u + at.x] = textureLod(colours, place, 0.0) * 255.0 + fetched * 255.0 * 256.0;
}
