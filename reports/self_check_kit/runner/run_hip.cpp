/* Runs a kit through HIP's module interface, on the device HIP_VISIBLE_DEVICES leaves first.
       hipcc -O2 run_hip.cpp -o run_hip
       ./run_hip .. > output.txt                     then: assay verify KIT output.txt */
#include "kit.h"

#include <hip/hip_runtime_api.h>

static const char *said(const char *what, hipError_t error, char why[256])
{
    snprintf(why, 256, "%s: %s", what, hipGetErrorString(error));
    return error == hipErrorLaunchFailure || error == hipErrorIllegalAddress ? "fault" : "refused";
}

/* The module of a file, kept until another is wanted. */
static hipError_t module_of(const char *folder, const char *name, hipModule_t *module)
{
    static char held[4096];
    static hipModule_t loaded;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (strcmp(path, held)) {
        if (held[0]) (void)hipModuleUnload(loaded);
        held[0] = 0;
        const hipError_t error = hipModuleLoad(&loaded, path);
        if (error != hipSuccess) return error;
        strcpy(held, path);
    }
    *module = loaded;
    return hipSuccess;
}

static hipError_t launch(hipModule_t module, const struct kit_dispatch *one, struct kit_arguments *arguments)
{
    hipFunction_t kernel;
    size_t size = sizeof *arguments;
    void *extra[] = { HIP_LAUNCH_PARAM_BUFFER_POINTER, arguments, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size,
                      HIP_LAUNCH_PARAM_END };
    hipError_t error = hipModuleGetFunction(&kernel, module, one->kernel);
    if (error == hipSuccess)
        error = hipModuleLaunchKernel(kernel, one->grid / one->group, 1, 1, one->group, 1, 1, 0, 0, 0, extra);
    return error == hipSuccess ? hipDeviceSynchronize() : error;
}

static const char *run(const char *folder, const struct kit_case *c, uint32_t *output, char why[256])
{
    const uint64_t room = kit_room(c);
    const size_t size = KIT_OUTPUT_WORDS * sizeof *output;
    void *arena = 0, *result = 0;
    hipModule_t module;
    struct kit_dispatch three[3];
    hipError_t error = module_of(folder, c->file, &module);
    if (error != hipSuccess) return said(c->file, error, why);
    if ((error = hipMalloc(&arena, 2 * room)) != hipSuccess) return said("hipMalloc", error, why);
    if ((error = hipMalloc(&result, size)) != hipSuccess) return said("hipMalloc", error, why);
    if ((error = hipMemset(result, 0, size)) != hipSuccess) return said("hipMemset", error, why);
    const uint64_t address = (uint64_t)(uintptr_t)arena;
    struct kit_arguments arguments = { (address + room - 1) / room * room, (uint64_t)(uintptr_t)result, c->index, 0 };
    kit_dispatches(c, three);
    for (int n = 0; n < 3; n++)
        if ((error = launch(module, three + n, &arguments)) != hipSuccess) return said(three[n].kernel, error, why);
    if ((error = hipMemcpy(output, result, size, hipMemcpyDeviceToHost)) != hipSuccess)
        return said("hipMemcpy", error, why);
    (void)hipFree(arena);
    (void)hipFree(result);
    return 0;
}

int main(int argc, char **argv) { return kit_main(argc, argv, run); }
