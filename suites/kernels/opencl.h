// The part of OpenCL C that the kernels use, over compiler builtins: no device library, one file for
// both architectures. Offsets are those of the hidden arguments of code object v5.
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef ulong size_t;

#define CLK_LOCAL_MEM_FENCE 1
#define HIDDEN_GROUP_SIZE 12
#define HIDDEN_GLOBAL_OFFSET 40

#define BY_DIMENSION(name, d) ((d) == 0 ? name##_x() : (d) == 1 ? name##_y() : name##_z())

static inline size_t get_local_id(uint d) { return BY_DIMENSION(__builtin_amdgcn_workitem_id, d); }
static inline size_t get_group_id(uint d) { return BY_DIMENSION(__builtin_amdgcn_workgroup_id, d); }
static inline size_t get_global_size(uint d) { return BY_DIMENSION(__builtin_amdgcn_grid_size, d); }

static inline size_t get_global_offset(uint d)
{
    constant uchar *hidden = (constant uchar *)__builtin_amdgcn_implicitarg_ptr();
    return *(constant ulong *)(hidden + HIDDEN_GLOBAL_OFFSET + 8 * d);
}

// The last group may be short: its first work item still lies after full groups, so the full size counts here.
static inline size_t get_global_id(uint d)
{
    constant uchar *hidden = (constant uchar *)__builtin_amdgcn_implicitarg_ptr();
    uint full = *(constant ushort *)(hidden + HIDDEN_GROUP_SIZE + 2 * d);
    return get_global_offset(d) + get_group_id(d) * full + get_local_id(d);
}

static inline void barrier(uint flags)
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

static inline float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
