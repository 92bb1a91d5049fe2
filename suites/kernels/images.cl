// Images by their descriptors, which the host has made: texels loaded by number, stored mirrored to another image, and
// sampled, the nearest one, at places that wrap round in x and are mirrored in y.
typedef float float4 __attribute__((ext_vector_type(4)));
typedef uint uint4 __attribute__((ext_vector_type(4)));
typedef int int4 __attribute__((ext_vector_type(4)));
#define WIDTH 64
#define HEIGHT 8
// Of each family's table: three T# of 8 dwords, an S# of 4.
#ifdef __GFX9__
#define TABLE 0
#else
#define TABLE 28
#endif

// To the compiler a texture is the address of its T#.
static inline __amdgpu_texture_t texture(constant const uint *words)
{
    union { constant const uint *words; __amdgpu_texture_t texture; } both;
    both.words = words;
    return both.texture;
}

kernel __attribute__((reqd_work_group_size(WIDTH, 1, 1)))
void images(global const uint *given, global uint *made, constant const uint *tables, global float4 *sampled)
{
    constant const uint *own = tables + TABLE;
    int x = (int)get_local_id(0), y = (int)get_group_id(1);
    uint4 texel = __builtin_bit_cast(uint4, __builtin_amdgcn_image_load_2d_v4f32_i32(15, x, y, texture(own), 0, 0));
    uint turned = texel.w | texel.x << 8 | texel.y << 16 | texel.z << 24;

    __builtin_amdgcn_image_store_2d_f32_i32(__builtin_bit_cast(float, turned), 1, WIDTH - 1 - x, HEIGHT - 1 - y,
                                            texture(own + 8), 0, 0);
    float s = ((float)x * 3.0f + 0.5f) / WIDTH, t = ((float)(y * 3 - 9) + 0.5f) / HEIGHT;
    sampled[y * WIDTH + x] = __builtin_amdgcn_image_sample_2d_v4f32_f32(15, s, t, texture(own + 16),
                                                                    *(constant const int4 *)(own + 24), false, 0, 0);
}
