/* What the runners of a kit share: the list of cases, the lines they print, a child process that may die of a case.
   C and C++.  A runner gives kit_main() a function that runs one case. */
#ifndef ASSAY_KIT_H
#define ASSAY_KIT_H
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KIT_SHOWN = 32, KIT_OUTPUT_WORDS = 4 + 3 * KIT_SHOWN, KIT_SECONDS = 60, KIT_AGAIN = 3 };

struct kit_case {                      /* a line of kit.txt */
    char file[64], kernel[32];
    unsigned number, index;            /* of the case; in its file */
    unsigned wave, grid, group;        /* work items */
    unsigned arena;                    /* bytes */
};

struct kit_arguments { uint64_t arena, output; uint32_t index, zero; };

struct kit_dispatch { const char *kernel; unsigned grid, group; };

/* Runs one case and leaves its output.  0: done, else the word for what happened, and a sentence in `why`. */
typedef const char *kit_run(const char *folder, const struct kit_case *, uint32_t *output, char why[256]);

/* The three dispatches of a case, in order, all on the same arguments. */
static inline void kit_dispatches(const struct kit_case *c, struct kit_dispatch three[3])
{
    const struct kit_dispatch setup = { "assay_setup", c->wave, c->wave }, check = { "assay_check", c->wave, c->wave };
    const struct kit_dispatch own = { c->kernel, c->grid, c->group };
    three[0] = setup;
    three[1] = own;
    three[2] = check;
}

/* Arenas do not cross a 4 GB line: in twice this many bytes there is one that begins at a multiple of it. */
static inline uint64_t kit_room(const struct kit_case *c)
{
    uint64_t room = 4096;
    while (room < c->arena) room *= 2;
    return room;
}

static inline int kit_read(const char *folder, struct kit_case **cases, char identity[65])
{
    char path[4096];
    struct kit_case c;
    unsigned count = 0;
    snprintf(path, sizeof path, "%s/kit.txt", folder);
    FILE *list = fopen(path, "r");
    if (!list || fscanf(list, "assay-kit 1 %*s %64s", identity) != 1) {
        fprintf(stderr, "%s: not the list of a kit, version 1\n", path);
        exit(2);
    }
    *cases = 0;
    while (fscanf(list, "%u %63s %31s %u %u %u %u %u", &c.number, c.file, c.kernel, &c.index, &c.wave, &c.grid,
                  &c.group, &c.arena) == 8) {
        if (count % 64 == 0) *cases = (struct kit_case *)realloc(*cases, (count + 64) * sizeof c);
        (*cases)[count++] = c;
    }
    fclose(list);
    return (int)count;
}

static inline void kit_print(const struct kit_case *c, const char *status, const char *why, const uint32_t *output)
{
    if (status) printf("case %u %s %s\n", c->number, status, why);
    else {
        printf("case %u ok %08x %u %u\n", c->number, output[0], output[1], output[2]);
        for (uint32_t n = 0; n < output[2] && n < KIT_SHOWN; n++) {
            const uint32_t *row = output + 4 + 3 * n;
            printf("wrong %u %u %08x %08x\n", c->number, row[0], row[1], row[2]);
        }
    }
    fflush(stdout);
}

/* A child's part: cases from *at on, until one leaves the device in doubt. */
static inline int kit_child(const char *folder, const struct kit_case *cases, int count, volatile int *at, kit_run *run)
{
    while (*at < count) {
        uint32_t output[KIT_OUTPUT_WORDS] = { 0 };
        char why[256] = "";
        alarm(KIT_SECONDS);
        const char *status = run(folder, cases + *at, output, why);
        alarm(0);
        kit_print(cases + *at, status, why, output);
        ++*at;
        if (status) return KIT_AGAIN;
    }
    return 0;
}

static inline int kit_main(int argc, char **argv, kit_run *run)
{
    char identity[65];
    struct kit_case *cases;
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: %s KIT [FIRST CASE]\n", argv[0]);
        return 2;
    }
    const int count = kit_read(argv[1], &cases, identity), first = argc > 2 ? atoi(argv[2]) : 0;
    volatile int *at = (volatile int *)mmap(0, sizeof *at, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    printf("kit 1 %s %d\n", identity, first);
    for (*at = first; *at < count;) {
        int ended = 0;
        fflush(stdout);
        const pid_t child = fork();
        if (child == 0) _exit(kit_child(argv[1], cases, count, at, run));
        waitpid(child, &ended, 0);
        if (WIFSIGNALED(ended)) {
            const int late = WTERMSIG(ended) == SIGALRM;
            kit_print(cases + *at, late ? "limit" : "crash", late ? "not done in time" : strsignal(WTERMSIG(ended)), 0);
            ++*at;
        } else if (WEXITSTATUS(ended) != 0 && WEXITSTATUS(ended) != KIT_AGAIN) return 2;    /* it has said why */
    }
    printf("end %d\n", count);
    return 0;
}
#endif
