/* Runs a kit on the first GPU agent of an HSA runtime.
       cc -std=gnu11 -O2 run_hsa.c dispatch.c -I/opt/rocm/include -L/opt/rocm/lib -lhsa-runtime64 -o run_hsa
       ./run_hsa .. > output.txt                     then: assay verify KIT output.txt */
#include "dispatch.h"
#include "kit.h"

static struct dispatch *device;        /* of this process */

static struct dispatch *opened(void)
{
    struct dispatch_text why;
    if (!device && !(device = dispatch_open(&why))) {
        fprintf(stderr, "%s\n", why.text);
        _exit(2);
    }
    return device;
}

/* A file's bytes, kept until another is wanted. */
static const void *contents(const char *folder, const char *name, uint64_t *size)
{
    static char held[4096];
    static void *bytes;
    static uint64_t bytes_size;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (strcmp(path, held)) {
        FILE *file = fopen(path, "rb");
        free(bytes);
        bytes = 0;
        bytes_size = 0;
        if (!file) return 0;
        fseek(file, 0, SEEK_END);
        bytes_size = (uint64_t)ftell(file);
        rewind(file);
        bytes = malloc(bytes_size);
        if (fread(bytes, 1, bytes_size, file) != bytes_size) bytes_size = 0;
        fclose(file);
        strcpy(held, path);
    }
    *size = bytes_size;
    return bytes;
}

static const char *run(const char *folder, const struct kit_case *c, uint32_t *output, char why[256])
{
    static const char *const words[] = { 0, "fault", "illegal", "limit", "refused" };    /* by enum dispatch_status */
    struct dispatch *d = opened();
    const uint64_t room = kit_room(c), size = KIT_OUTPUT_WORDS * sizeof *output;
    uint64_t object_bytes = 0;
    const void *object = contents(folder, c->file, &object_bytes);
    const uint64_t arena = dispatch_allocate(d, 2 * room, 0), result = dispatch_allocate(d, size, 0);
    const uint64_t kernarg = dispatch_allocate(d, sizeof(struct kit_arguments), 1);
    const struct kit_arguments arguments = { (arena + room - 1) / room * room, result, c->index, 0 };
    const char *status = 0;
    struct kit_dispatch three[3];
    snprintf(why, 256, "%s: no such file, or no memory", c->file);
    if (!object || !arena || !result || !kernarg) return "refused";
    dispatch_copy(d, kernarg, (uint64_t)(uintptr_t)&arguments, sizeof arguments);
    dispatch_copy(d, result, (uint64_t)(uintptr_t)output, size);
    kit_dispatches(c, three);
    for (int n = 0; n < 3 && !status; n++) {
        struct dispatch_text text;
        char name[64];
        snprintf(name, sizeof name, "%s.kd", three[n].kernel);
        const struct dispatch_kernel kernel = { .object = object,
                                                .object_bytes = object_bytes,
                                                .name = name,
                                                .grid = { three[n].grid, 1, 1 },
                                                .group = { three[n].group, 1, 1 },
                                                .kernarg = kernarg,
                                                .seconds = KIT_SECONDS * 0.9 };
        status = words[dispatch_run(d, &kernel, &text)];
        if (status) snprintf(why, 256, "%s: %.200s", three[n].kernel, text.text);
    }
    if (status) return status;         /* the agent is not asked again: the next case has a process of its own */
    dispatch_copy(d, (uint64_t)(uintptr_t)output, result, size);
    dispatch_free(d, arena);
    dispatch_free(d, result);
    dispatch_free(d, kernarg);
    return 0;
}

int main(int argc, char **argv) { return kit_main(argc, argv, run); }
