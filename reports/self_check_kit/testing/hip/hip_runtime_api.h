/* A stand-in for HIP's module interface, for tests: the calls run_hip.cpp makes, by dispatch.c on an HSA runtime. */
#ifndef ASSAY_STANDIN_HIP_H
#define ASSAY_STANDIN_HIP_H
#ifdef __cplusplus
extern "C" {
#endif
#include "dispatch.h"
#ifdef __cplusplus
}
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum {
    hipSuccess = 0,
    hipErrorInvalidValue = 1,
    hipErrorOutOfMemory = 2,
    hipErrorFileNotFound = 301,
    hipErrorIllegalAddress = 700,
    hipErrorLaunchFailure = 719
} hipError_t;
typedef enum { hipMemcpyDeviceToHost = 2 } hipMemcpyKind;
typedef struct module { void *bytes; size_t size; } *hipModule_t;
typedef struct function { hipModule_t module; char name[64]; } *hipFunction_t;
typedef void *hipStream_t;

#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void *)1)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void *)2)
#define HIP_LAUNCH_PARAM_END ((void *)3)

static inline struct dispatch *standin(void)
{
    static struct dispatch *d;
    struct dispatch_text why;
    if (!d && !(d = dispatch_open(&why))) {
        fprintf(stderr, "%s\n", why.text);
        exit(2);
    }
    return d;
}

static inline const char *hipGetErrorString(hipError_t e)
{ return e == hipErrorLaunchFailure ? "launch failure" : "error"; }

static inline hipError_t hipMalloc(void **got, size_t size)
{
    *got = (void *)(uintptr_t)dispatch_allocate(standin(), size, 0);
    return *got ? hipSuccess : hipErrorOutOfMemory;
}

static inline hipError_t hipFree(void *held)
{
    dispatch_free(standin(), (uint64_t)(uintptr_t)held);
    return hipSuccess;
}

static inline hipError_t hipMemset(void *to, int byte, size_t size)
{
    memset(to, byte, size);
    return hipSuccess;
}

static inline hipError_t hipMemcpy(void *to, const void *from, size_t size, hipMemcpyKind kind)
{
    (void)kind;
    memcpy(to, from, size);
    return hipSuccess;
}

static inline hipError_t hipModuleLoad(hipModule_t *made, const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) return hipErrorFileNotFound;
    *made = (hipModule_t)malloc(sizeof **made);
    fseek(file, 0, SEEK_END);
    (*made)->size = (size_t)ftell(file);
    rewind(file);
    (*made)->bytes = malloc((*made)->size);
    const size_t got = fread((*made)->bytes, 1, (*made)->size, file);
    fclose(file);
    return got == (*made)->size ? hipSuccess : hipErrorInvalidValue;
}

static inline hipError_t hipModuleUnload(hipModule_t held)
{
    free(held->bytes);
    free(held);
    return hipSuccess;
}

static inline hipError_t hipModuleGetFunction(hipFunction_t *got, hipModule_t module, const char *name)
{
    static struct function held;
    held.module = module;
    snprintf(held.name, sizeof held.name, "%s.kd", name);
    *got = &held;
    return hipSuccess;
}

static inline hipError_t hipModuleLaunchKernel(hipFunction_t f, unsigned gx, unsigned gy, unsigned gz, unsigned x,
                                               unsigned y, unsigned z, unsigned lds, hipStream_t stream, void **values,
                                               void **extra)
{
    struct dispatch_kernel k;
    struct dispatch_text why;
    if (stream || values || extra[0] != HIP_LAUNCH_PARAM_BUFFER_POINTER || extra[2] != HIP_LAUNCH_PARAM_BUFFER_SIZE ||
        extra[4] != HIP_LAUNCH_PARAM_END)
        return hipErrorInvalidValue;
    const size_t size = *(size_t *)extra[3];
    const uint64_t kernarg = dispatch_allocate(standin(), size, 1);
    memcpy((void *)(uintptr_t)kernarg, extra[1], size);
    memset(&k, 0, sizeof k);
    k.object = f->module->bytes;
    k.object_bytes = f->module->size;
    k.name = f->name;
    k.grid[0] = gx * x; k.grid[1] = gy * y; k.grid[2] = gz * z;
    k.group[0] = x; k.group[1] = y; k.group[2] = z;
    k.lds = lds;
    k.kernarg = kernarg;
    k.seconds = 10;
    const enum dispatch_status status = dispatch_run(standin(), &k, &why);
    dispatch_free(standin(), kernarg);
    return status == DISPATCH_OK ? hipSuccess : hipErrorLaunchFailure;
}

static inline hipError_t hipDeviceSynchronize(void) { return hipSuccess; }
#endif
