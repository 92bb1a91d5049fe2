/* A stand-in for libhsa-runtime64, for tests: the few calls dispatch.c makes, with the model in the place of a GPU.
   Agent, code objects, packets, memory and signals are real enough that what a runtime would refuse is refused here.
   STANDIN_AGENT: name of the agent, gfx906 if not set; "none": there is no agent; "off": hsa_init fails. */
#include "assay.h"

#include <elf.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AGENT = 1, HOST = 2, DATA = 3, KERNARG = 4, MOST = 64, PACKETS = 64, PAGE = 4096, KERNARG_MOST = 4096 };
enum { LOADED = 8 };                   /* segments beside the code */

struct block { uint8_t *bytes; uint64_t size; };
static struct block blocks[MOST];      /* what hsa_memory_allocate gave */
static struct block image;             /* the loaded code object */
static uint64_t text_at, text_size;    /* its code */
static struct { uint64_t address, size; } parts[LOADED];       /* its other segments */
static uint32_t part_count;
static uint8_t *elf;                   /* the file, as the reader was given it */
static uint64_t elf_size;
static hsa_kernel_dispatch_packet_t *packets;
static hsa_queue_t queue;
static uint64_t written;
static int64_t signals[MOST];
static int signal_count = 1, frozen;
static void (*on_trouble)(hsa_status_t, hsa_queue_t *, void *);
static hsa_amd_system_event_callback_t on_event;
static void *trouble_data, *event_data;

static const char *agent(void)
{
    const char *name = getenv("STANDIN_AGENT");
    return name ? name : "gfx906";
}

hsa_status_t hsa_init(void) { return strcmp(agent(), "off") ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_OUT_OF_RESOURCES; }
hsa_status_t hsa_shut_down(void) { return HSA_STATUS_SUCCESS; }

hsa_status_t hsa_status_string(hsa_status_t status, const char **text)
{
    *text = status == HSA_STATUS_ERROR_OUT_OF_RESOURCES ? "HSA_STATUS_ERROR_OUT_OF_RESOURCES: so to say"
            : status == (hsa_status_t)HSA_STATUS_ERROR_ILLEGAL_INSTRUCTION ? "illegal instruction: so to say"
                                                                           : "HSA_STATUS_ERROR: so to say";
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_iterate_agents(hsa_status_t (*take)(hsa_agent_t, void *), void *data)
{
    take((hsa_agent_t){ HOST }, data);
    return strcmp(agent(), "none") ? take((hsa_agent_t){ AGENT }, data) : HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_agent_get_info(hsa_agent_t a, hsa_agent_info_t what, void *value)
{
    if (what == HSA_AGENT_INFO_DEVICE)
        *(hsa_device_type_t *)value = a.handle == AGENT ? HSA_DEVICE_TYPE_GPU : HSA_DEVICE_TYPE_CPU;
    else if (what == HSA_AGENT_INFO_NAME) strcpy(value, agent());
    else strcpy(value, "stand-in");
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_system_get_info(hsa_system_info_t what, void *value)
{
    if (what == HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY) *(uint64_t *)value = 1000;
    else *(uint16_t *)value = 1;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_register_system_event_handler(hsa_amd_system_event_callback_t callback, void *data)
{
    on_event = callback;
    event_data = data;
    return HSA_STATUS_SUCCESS;
}

/* ---- memory ---- */

hsa_status_t hsa_agent_iterate_regions(hsa_agent_t a, hsa_status_t (*take)(hsa_region_t, void *), void *data)
{
    if (a.handle != AGENT) return HSA_STATUS_ERROR_INVALID_AGENT;
    take((hsa_region_t){ KERNARG }, data);
    return take((hsa_region_t){ DATA }, data);
}

hsa_status_t hsa_region_get_info(hsa_region_t region, hsa_region_info_t what, void *value)
{
    if (what == HSA_REGION_INFO_SEGMENT) *(hsa_region_segment_t *)value = HSA_REGION_SEGMENT_GLOBAL;
    else
        *(uint32_t *)value = region.handle == KERNARG
                                 ? HSA_REGION_GLOBAL_FLAG_FINE_GRAINED | HSA_REGION_GLOBAL_FLAG_KERNARG
                                 : HSA_REGION_GLOBAL_FLAG_COARSE_GRAINED;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_memory_allocate(hsa_region_t region, size_t size, void **got)
{
    if (region.handle == KERNARG && size > KERNARG_MOST) return HSA_STATUS_ERROR_INVALID_ALLOCATION;
    for (int n = 0; n < MOST; n++) {
        if (blocks[n].bytes) continue;
        blocks[n].bytes = aligned_alloc(PAGE, (size + PAGE - 1) / PAGE * PAGE);
        memset(blocks[n].bytes, 0xcd, size);
        blocks[n].size = size;
        *got = blocks[n].bytes;
        return HSA_STATUS_SUCCESS;
    }
    return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

hsa_status_t hsa_memory_free(void *bytes)
{
    for (int n = 0; n < MOST; n++)
        if (blocks[n].bytes == bytes) {
            free(bytes);
            blocks[n].bytes = 0;
            return HSA_STATUS_SUCCESS;
        }
    return HSA_STATUS_ERROR_INVALID_ALLOCATION;
}

hsa_status_t hsa_memory_copy(void *to, const void *from, size_t size)
{
    memcpy(to, from, size);
    return HSA_STATUS_SUCCESS;
}

/* ---- signals ---- */

hsa_status_t hsa_signal_create(hsa_signal_value_t value, uint32_t n, const hsa_agent_t *who, hsa_signal_t *made)
{
    (void)n, (void)who;
    made->handle = (uint64_t)signal_count;
    signals[signal_count++ % MOST] = value;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_signal_destroy(hsa_signal_t one) { (void)one; return HSA_STATUS_SUCCESS; }
hsa_signal_value_t hsa_signal_wait_scacquire(hsa_signal_t one, hsa_signal_condition_t how, hsa_signal_value_t against,
                                             uint64_t slice, hsa_wait_state_t state)
{
    (void)how, (void)against, (void)slice, (void)state;
    return signals[one.handle % MOST];
}

/* ---- code objects ---- */

hsa_status_t hsa_code_object_reader_create_from_memory(const void *bytes, size_t size, hsa_code_object_reader_t *made)
{
    const Elf64_Ehdr *head = bytes;
    if (size < sizeof *head || memcmp(head->e_ident, ELFMAG, SELFMAG) || head->e_machine != 224 ||
        head->e_ident[EI_OSABI] != 64)
        return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
    free(elf);
    elf = malloc(size);
    memcpy(elf, bytes, size);
    elf_size = size;
    made->handle = 1;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_code_object_reader_destroy(hsa_code_object_reader_t one)
{ (void)one; return HSA_STATUS_SUCCESS; }

hsa_status_t hsa_executable_create_alt(hsa_profile_t profile, hsa_default_float_rounding_mode_t mode,
                                       const char *options, hsa_executable_t *made)
{
    (void)profile, (void)mode, (void)options;
    made->handle = 1;
    frozen = 0;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_executable_destroy(hsa_executable_t one)
{
    (void)one;
    free(image.bytes);
    image = (struct block){ 0, 0 };
    return HSA_STATUS_SUCCESS;
}

static uint32_t machine(void) { return strcmp(agent(), "gfx906") ? 0x41 : 0x2f; }    /* EF_AMDGPU_MACH */

hsa_status_t hsa_executable_load_agent_code_object(hsa_executable_t one, hsa_agent_t a, hsa_code_object_reader_t reader,
                                                   const char *options, hsa_loaded_code_object_t *made)
{
    (void)one, (void)a, (void)reader, (void)options, (void)made;
    const Elf64_Ehdr *head = (const Elf64_Ehdr *)elf;
    const Elf64_Phdr *part = (const Elf64_Phdr *)(elf + head->e_phoff);
    if ((head->e_flags & 0xff) != machine()) return HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS;
    image.size = part_count = 0;
    for (int n = 0; n < head->e_phnum; n++)
        if (part[n].p_type == PT_LOAD && part[n].p_vaddr + part[n].p_memsz > image.size)
            image.size = part[n].p_vaddr + part[n].p_memsz;
    image.bytes = aligned_alloc(PAGE, (image.size + PAGE - 1) / PAGE * PAGE);
    memset(image.bytes, 0, image.size);
    for (int n = 0; n < head->e_phnum; n++) {
        if (part[n].p_type != PT_LOAD) continue;
        memcpy(image.bytes + part[n].p_vaddr, elf + part[n].p_offset, part[n].p_filesz);
        if (part[n].p_flags & PF_X) text_at = part[n].p_vaddr, text_size = part[n].p_memsz;
        else if (part_count < LOADED) {
            parts[part_count].address = part[n].p_vaddr;
            parts[part_count++].size = part[n].p_memsz;
        }
    }
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_executable_freeze(hsa_executable_t one, const char *options)
{
    (void)one, (void)options;
    frozen = 1;
    return HSA_STATUS_SUCCESS;
}

/* A symbol is the address of a descriptor in the image. */
hsa_status_t hsa_executable_get_symbol_by_name(hsa_executable_t one, const char *name, const hsa_agent_t *a,
                                               hsa_executable_symbol_t *found)
{
    (void)one, (void)a;
    const Elf64_Ehdr *head = (const Elf64_Ehdr *)elf;
    const Elf64_Shdr *section = (const Elf64_Shdr *)(elf + head->e_shoff);
    for (int n = 0; frozen && n < head->e_shnum; n++) {
        if (section[n].sh_type != SHT_DYNSYM) continue;
        const Elf64_Sym *symbol = (const Elf64_Sym *)(elf + section[n].sh_offset);
        const char *names = (const char *)elf + section[section[n].sh_link].sh_offset;
        for (uint64_t k = 0; k < section[n].sh_size / sizeof *symbol; k++)
            if (!strcmp(names + symbol[k].st_name, name) && ELF64_ST_TYPE(symbol[k].st_info) == STT_OBJECT) {
                found->handle = symbol[k].st_value;
                return HSA_STATUS_SUCCESS;
            }
    }
    return HSA_STATUS_ERROR_INVALID_SYMBOL_NAME;
}

hsa_status_t hsa_executable_symbol_get_info(hsa_executable_symbol_t symbol, hsa_executable_symbol_info_t what,
                                            void *value)
{
    const uint32_t *descriptor = (const uint32_t *)(image.bytes + symbol.handle);
    if (what == HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT) *(uint64_t *)value = (uint64_t)(uintptr_t)descriptor;
    else *(uint32_t *)value = descriptor[what == HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE ? 0 : 1];
    return HSA_STATUS_SUCCESS;
}

/* ---- the queue ---- */

hsa_status_t hsa_queue_create(hsa_agent_t a, uint32_t size, hsa_queue_type32_t type,
                              void (*callback)(hsa_status_t, hsa_queue_t *, void *), void *data, uint32_t private,
                              uint32_t group, hsa_queue_t **made)
{
    (void)a, (void)type, (void)private, (void)group;
    packets = calloc(size, sizeof *packets);
    for (uint32_t n = 0; n < size; n++) packets[n].header = HSA_PACKET_TYPE_INVALID;
    queue = (hsa_queue_t){ .base_address = packets, .size = size };
    written = 0;
    on_trouble = callback;
    trouble_data = data;
    *made = &queue;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_queue_destroy(hsa_queue_t *one) { (void)one; free(packets); return HSA_STATUS_SUCCESS; }
uint64_t hsa_queue_load_write_index_relaxed(const hsa_queue_t *one) { (void)one; return written; }
void hsa_queue_store_write_index_relaxed(const hsa_queue_t *one, uint64_t index) { (void)one; written = index; }

static void failed(const struct assay_outcome *out)
{
    if (out->status == ASSAY_LIMIT) return;                    /* it goes on and on */
    if (out->status == ASSAY_FAULT && on_event) {
        hsa_amd_event_t event = { .event_type = HSA_AMD_GPU_MEMORY_FAULT_EVENT };
        event.memory_fault.virtual_address = out->stopped_pc;
        on_event(&event, event_data);
        return;
    }
    on_trouble(out->status == ASSAY_ILLEGAL ? (hsa_status_t)HSA_STATUS_ERROR_ILLEGAL_INSTRUCTION : HSA_STATUS_ERROR,
               &queue, trouble_data);
}

/* The packet processor: the model runs what the packet says, on the host's memory as it lies. */
static int process(const hsa_kernel_dispatch_packet_t *p)
{
    struct assay_region regions[MOST + LOADED];
    uint32_t count = 0;
    const uint8_t *descriptor = (const uint8_t *)(uintptr_t)p->kernel_object;
    int64_t entry;
    memcpy(&entry, descriptor + 16, 8);
    for (int n = 0; n < MOST; n++)
        if (blocks[n].bytes)
            regions[count++] = (struct assay_region){
                (uintptr_t)blocks[n].bytes, blocks[n].size, blocks[n].bytes, 0, ASSAY_GLOBAL, 0
            };
    for (uint32_t n = 0; n < part_count; n++) {                   /* what the file has beside its code */
        uint8_t *bytes = image.bytes + parts[n].address;
        regions[count++] = (struct assay_region){ (uintptr_t)bytes, parts[n].size, bytes, 0, ASSAY_GLOBAL, 0 };
    }
    uint8_t *code = image.bytes + text_at;
    const struct assay_run run = {
        .arch = (uint32_t)assay_arch(agent()),
        .wave_size = descriptor[57] & 4 ? 32 : 64,
        .code = code,
        .code_bytes = text_size,
        .base = (uintptr_t)code,
        .entry = (uint64_t)(descriptor + entry - code),
        .regions = regions,
        .region_count = count,
        .grid = { p->grid_size_x, p->grid_size_y, p->grid_size_z },
        .group = { p->workgroup_size_x, p->workgroup_size_y, p->workgroup_size_z },
        .lds_bytes = p->group_segment_size,
        .descriptor = descriptor,
        .kernarg = (uintptr_t)p->kernarg_address,
        .instruction_limit = 1000000,
        .watch_flags = 1,
    };
    struct assay_outcome out;
    assay *machine_of_tests = assay_new(64, 16, text_size);
    assay_run(machine_of_tests, &run, &out);
    assay_free(machine_of_tests);
    if (out.status != ASSAY_OK) failed(&out);
    return out.status == ASSAY_OK;
}

void hsa_signal_store_screlease(hsa_signal_t bell, hsa_signal_value_t index)
{
    (void)bell;
    hsa_kernel_dispatch_packet_t *p = packets + (uint64_t)index % queue.size;
    const unsigned type = p->header & 0xff;
    if (type != HSA_PACKET_TYPE_KERNEL_DISPATCH || p->setup != 3 || p->reserved0 || (uint64_t)index >= written) {
        on_trouble(HSA_STATUS_ERROR_INVALID_PACKET_FORMAT, &queue, trouble_data);
        return;
    }
    if (process(p)) signals[p->completion_signal.handle % MOST]--;
    p->header = HSA_PACKET_TYPE_INVALID;
}
