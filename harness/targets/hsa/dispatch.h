/* Kernels on the first GPU agent of an HSA runtime: memory, code objects, dispatch. Every call that fails leaves a
   sentence in the room it was given, and nothing half done. */
#ifndef ASSAY_DISPATCH_H
#define ASSAY_DISPATCH_H
#include <stddef.h>
#include <stdint.h>

enum dispatch_status { DISPATCH_OK, DISPATCH_FAULT, DISPATCH_ILLEGAL, DISPATCH_LIMIT, DISPATCH_REFUSED };

struct dispatch;                       /* the runtime, its agent and a queue; for one thread */
struct dispatch_text { char text[256]; };

struct dispatch_kernel {
    const void *object;                /* a code object, and the kernel in it */
    uint64_t object_bytes;
    const char *name;                  /* with ".kd" */
    uint32_t grid[3], group[3];        /* work items */
    uint32_t lds, scratch;             /* bytes a group and a work item, beyond what the descriptor says */
    uint64_t kernarg;                  /* address */
    double seconds;                    /* then it counts as endless */
};

struct dispatch *dispatch_open(struct dispatch_text *why);               /* 0: there is no runtime or no agent */
void dispatch_close(struct dispatch *);
const char *dispatch_agent(const struct dispatch *);                     /* "gfx906" */
const char *dispatch_runtime(const struct dispatch *);                   /* version of the runtime, product name */
/* Memory of the agent, zero, or memory for kernel arguments; 0 where there is none. */
uint64_t dispatch_allocate(struct dispatch *, uint64_t bytes, int kernarg);
void dispatch_free(struct dispatch *, uint64_t address);
/* Either address may be the host's; 0: done. */
int dispatch_copy(struct dispatch *, uint64_t to, uint64_t from, uint64_t bytes);
/* Loads, runs to the end, unloads. After FAULT, ILLEGAL and LIMIT the agent is not to be trusted: close, open again. */
enum dispatch_status dispatch_run(struct dispatch *, const struct dispatch_kernel *, struct dispatch_text *why);
#endif
