#define _POSIX_C_SOURCE 200809L
#include "dispatch.h"

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define REMEDY "this machine has no AMD GPU, or its driver is missing, or this user may not open /dev/kfd"
enum { QUEUE_PACKETS = 64 };

struct dispatch {
    hsa_agent_t agent;
    hsa_region_t data, kernarg;        /* where memory comes from; handle 0: none */
    hsa_queue_t *queue;
    hsa_status_t trouble;              /* what the runtime said of the queue while a kernel ran */
    int memory_fault;
    uint64_t fault_address, ticks;     /* a second in the runtime's time stamps */
    int found;
    char name[64], runtime[160];
};

/* The name of a status: its text up to the explanation. */
static const char *word(hsa_status_t status)
{
    static _Thread_local char name[96];
    const char *text = 0;
    if (hsa_status_string(status, &text) != HSA_STATUS_SUCCESS || !text) return "an unknown error";
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, ":"), text);
    return name;
}

/* Did it go well?  If not, the sentence says what did not. */
static int fine(hsa_status_t status, const char *what, struct dispatch_text *why)
{
    if (status == HSA_STATUS_SUCCESS) return 1;
    snprintf(why->text, sizeof why->text, "%s: %s", what, word(status));
    return 0;
}

/* ---- what there is ---- */

static hsa_status_t take_gpu(hsa_agent_t agent, void *data)
{
    struct dispatch *d = data;
    hsa_device_type_t type;
    if (hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type) != HSA_STATUS_SUCCESS) return HSA_STATUS_SUCCESS;
    if (type != HSA_DEVICE_TYPE_GPU || d->found) return HSA_STATUS_SUCCESS;
    d->agent = agent;
    d->found = 1;
    return HSA_STATUS_SUCCESS;
}

/* The agent's own memory rather than the host's; the kind for arguments. */
static hsa_status_t take_region(hsa_region_t region, void *data)
{
    struct dispatch *d = data;
    hsa_region_segment_t segment;
    uint32_t flags = 0;
    if (hsa_region_get_info(region, HSA_REGION_INFO_SEGMENT, &segment) != HSA_STATUS_SUCCESS) return HSA_STATUS_SUCCESS;
    if (segment != HSA_REGION_SEGMENT_GLOBAL) return HSA_STATUS_SUCCESS;
    hsa_region_get_info(region, HSA_REGION_INFO_GLOBAL_FLAGS, &flags);
    if (flags & HSA_REGION_GLOBAL_FLAG_KERNARG) d->kernarg = region;
    if (flags & HSA_REGION_GLOBAL_FLAG_COARSE_GRAINED || !d->data.handle) d->data = region;
    return HSA_STATUS_SUCCESS;
}

static void queue_trouble(hsa_status_t status, hsa_queue_t *queue, void *data)
{
    (void)queue;
    ((struct dispatch *)data)->trouble = status;
}

static hsa_status_t on_event(const hsa_amd_event_t *event, void *data)
{
    struct dispatch *d = data;
    if (event->event_type != HSA_AMD_GPU_MEMORY_FAULT_EVENT) return HSA_STATUS_ERROR;
    d->fault_address = event->memory_fault.virtual_address;
    d->memory_fault = 1;
    return HSA_STATUS_SUCCESS;
}

static int find(struct dispatch *d, struct dispatch_text *why)
{
    char product[64] = "";
    uint16_t major = 0, minor = 0;
    hsa_iterate_agents(take_gpu, d);
    if (!d->found) {
        snprintf(why->text, sizeof why->text, "no agent: the HSA runtime finds no GPU; %s", REMEDY);
        return 0;
    }
    hsa_agent_get_info(d->agent, HSA_AGENT_INFO_NAME, d->name);
    hsa_agent_get_info(d->agent, (hsa_agent_info_t)HSA_AMD_AGENT_INFO_PRODUCT_NAME, product);
    hsa_system_get_info(HSA_SYSTEM_INFO_VERSION_MAJOR, &major);
    hsa_system_get_info(HSA_SYSTEM_INFO_VERSION_MINOR, &minor);
    hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY, &d->ticks);
    snprintf(d->runtime, sizeof d->runtime, "HSA %u.%u, %s %s", major, minor, d->name, product);
    hsa_agent_iterate_regions(d->agent, take_region, d);
    if (d->data.handle && d->kernarg.handle) return 1;
    snprintf(why->text, sizeof why->text, "%s has no global memory, or none for kernel arguments", d->name);
    return 0;
}

struct dispatch *dispatch_open(struct dispatch_text *why)
{
    struct dispatch *d = calloc(1, sizeof *d);
    const hsa_status_t began = hsa_init();
    if (!d || began != HSA_STATUS_SUCCESS) {
        snprintf(why->text, sizeof why->text, "no agent: the HSA runtime does not start (%s); %s", word(began), REMEDY);
        free(d);
        return 0;
    }
    if (find(d, why) && fine(hsa_queue_create(d->agent, QUEUE_PACKETS, HSA_QUEUE_TYPE_SINGLE, queue_trouble, d,
                                              UINT32_MAX, UINT32_MAX, &d->queue),
                             "hsa_queue_create", why)) {
        hsa_amd_register_system_event_handler(on_event, d);
        return d;
    }
    hsa_shut_down();
    free(d);
    return 0;
}

void dispatch_close(struct dispatch *d)
{
    hsa_queue_destroy(d->queue);
    hsa_shut_down();
    free(d);
}

const char *dispatch_agent(const struct dispatch *d)   { return d->name; }
const char *dispatch_runtime(const struct dispatch *d) { return d->runtime; }

/* ---- memory ---- */

/* The host's pointer to an address, and back: they are one in HSA. */
static void *pointer(uint64_t address) { return (void *)(uintptr_t)address; }

uint64_t dispatch_allocate(struct dispatch *d, uint64_t bytes, int kernarg)
{
    void *got = 0;
    if (hsa_memory_allocate(kernarg ? d->kernarg : d->data, bytes, &got) != HSA_STATUS_SUCCESS) return 0;
    return (uint64_t)(uintptr_t)got;
}

void dispatch_free(struct dispatch *d, uint64_t address)
{
    (void)d;
    hsa_memory_free(pointer(address));
}

int dispatch_copy(struct dispatch *d, uint64_t to, uint64_t from, uint64_t bytes)
{
    (void)d;
    return hsa_memory_copy(pointer(to), pointer(from), bytes) != HSA_STATUS_SUCCESS;
}

/* ---- kernels ---- */

struct loaded {
    hsa_code_object_reader_t reader;
    hsa_executable_t executable;
    uint64_t object;
    uint32_t group, private;
};

static void unload(struct loaded *l)
{
    if (l->executable.handle) hsa_executable_destroy(l->executable);
    if (l->reader.handle) hsa_code_object_reader_destroy(l->reader);
}

static int look_up(struct dispatch *d, const char *name, struct loaded *l, struct dispatch_text *why)
{
    hsa_executable_symbol_t symbol;
    return fine(hsa_executable_get_symbol_by_name(l->executable, name, &d->agent, &symbol), name, why) &&
           fine(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &l->object), name,
                why) &&
           fine(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE, &l->group),
                name, why) &&
           fine(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE,
                                               &l->private),
                name, why);
}

static int loads(struct dispatch *d, const struct dispatch_kernel *k, struct loaded *l, struct dispatch_text *why)
{
    return fine(hsa_code_object_reader_create_from_memory(k->object, k->object_bytes, &l->reader),
                "the code object is not read", why) &&
           fine(hsa_executable_create_alt(HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, 0, &l->executable),
                "hsa_executable_create_alt", why) &&
           fine(hsa_executable_load_agent_code_object(l->executable, d->agent, l->reader, 0, 0),
                "the code object is not loaded", why) &&
           fine(hsa_executable_freeze(l->executable, 0), "hsa_executable_freeze", why) && look_up(d, k->name, l, why);
}

/* Writes the packet, its header last, and rings. */
static void ring(struct dispatch *d, const struct dispatch_kernel *k, const struct loaded *l, hsa_signal_t done)
{
    const uint64_t index = hsa_queue_load_write_index_relaxed(d->queue);
    hsa_kernel_dispatch_packet_t *p = (hsa_kernel_dispatch_packet_t *)d->queue->base_address + index % d->queue->size;
    memset((uint8_t *)p + 4, 0, sizeof *p - 4);
    p->workgroup_size_x = (uint16_t)k->group[0];
    p->workgroup_size_y = (uint16_t)k->group[1];
    p->workgroup_size_z = (uint16_t)k->group[2];
    p->grid_size_x = k->grid[0];
    p->grid_size_y = k->grid[1];
    p->grid_size_z = k->grid[2];
    p->private_segment_size = l->private + k->scratch;
    p->group_segment_size = l->group > k->lds ? l->group : k->lds;
    p->kernel_object = l->object;
    p->kernarg_address = pointer(k->kernarg);
    p->completion_signal = done;
    const uint16_t header = HSA_PACKET_TYPE_KERNEL_DISPATCH << HSA_PACKET_HEADER_TYPE | 1 << HSA_PACKET_HEADER_BARRIER |
                            HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE |
                            HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE;
    const uint32_t setup = 3u << HSA_KERNEL_DISPATCH_PACKET_SETUP_DIMENSIONS;
    __atomic_store_n((uint32_t *)p, header | setup << 16, __ATOMIC_RELEASE);
    hsa_queue_store_write_index_relaxed(d->queue, index + 1);
    hsa_signal_store_screlease(d->queue->doorbell_signal, (hsa_signal_value_t)index);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Waits until the kernel is done, the queue is in trouble or the time is over. */
static enum dispatch_status await(struct dispatch *d, hsa_signal_t done, double seconds, struct dispatch_text *why)
{
    const uint64_t slice = d->ticks / 100 + 1;
    for (const double end = now() + seconds; now() < end;) {
        if (hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_LT, 1, slice, HSA_WAIT_STATE_BLOCKED) < 1)
            return DISPATCH_OK;
        if (d->memory_fault) {
            snprintf(why->text, sizeof why->text, "memory fault at %#llx", (unsigned long long)d->fault_address);
            return DISPATCH_FAULT;
        }
        if (d->trouble != HSA_STATUS_SUCCESS) {
            snprintf(why->text, sizeof why->text, "%s", word(d->trouble));
            const int illegal = d->trouble == (hsa_status_t)HSA_STATUS_ERROR_ILLEGAL_INSTRUCTION;
            return illegal ? DISPATCH_ILLEGAL : DISPATCH_FAULT;
        }
    }
    snprintf(why->text, sizeof why->text, "the kernel was not done after %.1f s", seconds);
    return DISPATCH_LIMIT;
}

enum dispatch_status dispatch_run(struct dispatch *d, const struct dispatch_kernel *k, struct dispatch_text *why)
{
    struct loaded l = { { 0 }, { 0 }, 0, 0, 0 };
    hsa_signal_t done = { 0 };
    enum dispatch_status status = DISPATCH_REFUSED;
    if (loads(d, k, &l, why) && fine(hsa_signal_create(1, 0, 0, &done), "hsa_signal_create", why)) {
        ring(d, k, &l, done);
        status = await(d, done, k->seconds, why);
    }
    if (status == DISPATCH_OK || status == DISPATCH_REFUSED) {     /* else the agent may still be at it */
        if (done.handle) hsa_signal_destroy(done);
        unload(&l);
    }
    return status;
}
