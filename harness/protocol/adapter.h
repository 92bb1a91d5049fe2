/* Library for adapters in C: fill in struct adapter and call adapter_serve. PROTOCOL.md describes the messages.
   It reads MessagePack in place and checks every bound. It needs only C11 and POSIX read and write. */
#ifndef ASSAY_ADAPTER_H
#define ASSAY_ADAPTER_H
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A value inside a message: its start, and the end of its message. A null `at` is a missing value. */
struct item { const uint8_t *at, *end; };
struct reply { uint8_t *bytes; size_t size, room; };

struct adapter {
    const char *name, *version;
    const char *features;                         /* separated by blanks: "state registers memory addresses" */
    const char *architectures;                    /* the same: "gfx906 gfx1100" */
    /* appends pairs; see reply_pairs. Gets cases of these architectures only */
    void (*run)(struct item run_case, double seconds, struct reply *reply, void *user);
    void *user;
    unsigned reply_pairs;                         /* how many pairs run appends to the result beyond type and id */
    const char *registers;                        /* files it reports: "s v vcc exec scc"; 0: all */
};

/* ---- reading ---- */

static inline uint64_t item_big(const uint8_t *p, int bytes)
{
    uint64_t value = 0;
    for (int n = 0; n < bytes; n++) value = value << 8 | p[n];
    return value;
}

/* The decoded head of an item: `head` bytes, then `length` bytes (kind 's' or 'b'), `length` items ('a') or pairs
   ('m'), or a number ('u' 'i' 'f'), 'n' nil, 't' bool. Kind 0: unreadable. */
struct item_head { char kind; unsigned head; uint64_t length; double real; };

static inline struct item_head item_head(struct item i)
{
    struct item_head none = { 0, 0, 0, 0 };
    if (!i.at || i.at >= i.end) return none;
    const uint8_t c = *i.at;
    const size_t left = (size_t)(i.end - i.at);
    if (c < 0x80) return (struct item_head){ 'u', 1, c, 0 };
    if (c >= 0xe0) return (struct item_head){ 'i', 1, (uint64_t)(int64_t)(int8_t)c, 0 };
    if (c < 0x90) return (struct item_head){ 'm', 1, c & 15u, 0 };
    if (c < 0xa0) return (struct item_head){ 'a', 1, c & 15u, 0 };
    if (c < 0xc0) return (struct item_head){ 's', 1, c & 31u, 0 };
    static const struct { char kind; uint8_t bytes;
    } heads[0x20] = { [0x00] = { 'n', 0 }, [0x02] = { 't', 0 }, [0x03] = { 't', 0 }, [0x04] = { 'b', 1 },
                      [0x05] = { 'b', 2 }, [0x06] = { 'b', 4 }, [0x0a] = { 'f', 4 }, [0x0b] = { 'f', 8 },
                      [0x0c] = { 'u', 1 }, [0x0d] = { 'u', 2 }, [0x0e] = { 'u', 4 }, [0x0f] = { 'u', 8 },
                      [0x10] = { 'i', 1 }, [0x11] = { 'i', 2 }, [0x12] = { 'i', 4 }, [0x13] = { 'i', 8 },
                      [0x19] = { 's', 1 }, [0x1a] = { 's', 2 }, [0x1b] = { 's', 4 }, [0x1c] = { 'a', 2 },
                      [0x1d] = { 'a', 4 }, [0x1e] = { 'm', 2 }, [0x1f] = { 'm', 4 } };
    const char kind = heads[c - 0xc0].kind;
    const unsigned bytes = heads[c - 0xc0].bytes;
    if (!kind || left < 1 + (size_t)bytes) return none;
    struct item_head h = { kind, 1 + bytes, kind == 't' ? c & 1u : item_big(i.at + 1, (int)bytes), 0 };
    if (kind == 'i' && bytes < 8 && h.length >> (8 * bytes - 1)) h.length |= ~0ull << (8 * bytes);
    if (kind == 'f') {
        uint32_t word = (uint32_t)h.length;
        float narrow;
        memcpy(&narrow, &word, 4);
        memcpy(&h.real, &h.length, 8);
        if (bytes == 4) h.real = (double)narrow;
    }
    return h;
}

/* Returns the item after this one, without recursion, so that no message can exhaust the stack. */
static inline struct item item_skip(struct item i)
{
    for (uint64_t open = 1; open; open--) {
        const struct item_head h = item_head(i);
        if (!h.kind) return (struct item){ 0, i.end };
        i.at += h.head;
        if (h.kind == 's' || h.kind == 'b') {
            if (h.length > (uint64_t)(i.end - i.at)) return (struct item){ 0, i.end };
            i.at += h.length;
        }
        if (h.kind == 'a') open += h.length;
        if (h.kind == 'm') open += 2 * h.length;
    }
    return i;
}

/* Returns the bytes of a string or of binary data, or 0. */
static inline const uint8_t *item_bytes(struct item i, size_t *size)
{
    const struct item_head h = item_head(i);
    *size = 0;
    if ((h.kind != 's' && h.kind != 'b') || h.length > (uint64_t)(i.end - i.at) - h.head) return 0;
    *size = (size_t)h.length;
    return i.at + h.head;
}

static inline bool item_is(struct item i, const char *text)
{
    size_t size;
    const uint8_t *bytes = item_bytes(i, &size);
    return bytes && size == strlen(text) && !memcmp(bytes, text, size);
}

static inline uint64_t item_number(struct item i)
{
    const struct item_head h = item_head(i);
    return h.kind == 'u' || h.kind == 'i' || h.kind == 't' ? h.length : 0;
}

static inline double item_real(struct item i)
{
    const struct item_head h = item_head(i);
    return h.kind == 'f' ? h.real : h.kind == 'i' ? (double)(int64_t)h.length : (double)h.length;
}

/* Returns the number of pairs of a map or of items of an array. */
static inline uint64_t item_count(struct item i)
{
    const struct item_head h = item_head(i);
    return h.kind == 'm' || h.kind == 'a' ? h.length : 0;
}

/* Returns the first item of an array or the first key of a map; item_skip returns the next ones. */
static inline struct item item_inside(struct item i)
{
    const struct item_head h = item_head(i);
    if (h.kind != 'm' && h.kind != 'a') return (struct item){ 0, i.end };
    return (struct item){ i.at + h.head, i.end };
}

/* Returns the value of a key of a map. */
static inline struct item item_get(struct item map, const char *key)
{
    struct item i = item_inside(map);
    for (uint64_t n = item_head(map).kind == 'm' ? item_count(map) : 0; n && i.at; n--) {
        struct item value = item_skip(i);
        if (item_is(i, key)) return value;
        i = item_skip(value);
    }
    return (struct item){ 0, map.end };
}

/* ---- writing ---- */

static inline void reply_raw(struct reply *r, const void *bytes, size_t size)
{
    if (r->room - r->size < size) {
        while (r->room - r->size < size) r->room = r->room ? 2 * r->room : 4096;
        r->bytes = realloc(r->bytes, r->room);
        if (!r->bytes) abort();
    }
    if (size) memcpy(r->bytes + r->size, bytes, size);
    r->size += size;
}

static inline void reply_head(struct reply *r, uint8_t code, uint64_t value, int bytes)
{
    uint8_t head[9] = { code };
    for (int n = 0; n < bytes; n++) head[1 + n] = (uint8_t)(value >> 8 * (bytes - 1 - n));
    reply_raw(r, head, 1 + (size_t)bytes);
}

static inline void reply_number(struct reply *r, uint64_t value) { reply_head(r, 0xcf, value, 8); }
static inline void reply_map(struct reply *r, uint32_t pairs)    { reply_head(r, 0xdf, pairs, 4); }
static inline void reply_array(struct reply *r, uint32_t items)  { reply_head(r, 0xdd, items, 4); }
static inline void reply_binary(struct reply *r, const void *bytes, uint32_t size)
{
    reply_head(r, 0xc6, size, 4);
    reply_raw(r, bytes, size);
}

static inline void reply_text(struct reply *r, const char *text, size_t size)
{
    reply_head(r, 0xdb, size, 4);
    reply_raw(r, text, size);
}

static inline void reply_key(struct reply *r, const char *key) { reply_text(r, key, strlen(key)); }

/* Appends words separated by blanks as an array of strings. */
static inline void reply_words(struct reply *r, const char *words)
{
    uint32_t count = 0;
    for (const char *p = words; *(p += strspn(p, " ")); p += strcspn(p, " ")) count++;
    reply_array(r, count);
    for (const char *p = words; *(p += strspn(p, " ")); p += strcspn(p, " ")) reply_text(r, p, strcspn(p, " "));
}

/* ---- frames ---- */

static inline bool adapter_read(void *into, size_t size)
{
    for (uint8_t *at = into; size;) {
        ssize_t got = read(0, at, size);
        if (got <= 0) return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

static inline bool adapter_write(const uint8_t *at, size_t size)
{
    while (size) {
        ssize_t gone = write(1, at, size);
        if (gone <= 0) return false;
        at += gone;
        size -= (size_t)gone;
    }
    return true;
}

static inline void adapter_hello(const struct adapter *a, struct reply *r)
{
    reply_map(r, a->registers ? 7 : 6);
    reply_key(r, "type");          reply_key(r, "hello");
    reply_key(r, "protocol");      reply_array(r, 1); reply_number(r, 1);
    reply_key(r, "name");          reply_key(r, a->name);
    reply_key(r, "version");       reply_key(r, a->version);
    reply_key(r, "architectures"); reply_words(r, a->architectures);
    reply_key(r, "features");      reply_words(r, a->features);
    if (!a->registers) return;
    reply_key(r, "registers");     reply_words(r, a->registers);
}

/* Is the text of an item one of the words? */
static inline bool adapter_among(const char *words, struct item name)
{
    size_t size;
    const uint8_t *text = item_bytes(name, &size);
    for (const char *p = words; text && *(p += strspn(p, " ")); p += strcspn(p, " "))
        if (strcspn(p, " ") == size && !memcmp(p, text, size)) return true;
    return false;
}

static inline void adapter_answer(const struct adapter *a, struct item message, struct reply *r)
{
    if (item_is(item_get(message, "type"), "hello")) {
        adapter_hello(a, r);
        return;
    }
    const bool known = adapter_among(a->architectures, item_get(item_get(message, "case"), "arch"));
    reply_map(r, 2 + (known ? a->reply_pairs : 2));
    reply_key(r, "type"); reply_key(r, "result");
    reply_key(r, "id");   reply_number(r, item_number(item_get(message, "id")));
    if (!known) {
        reply_key(r, "status");    reply_key(r, "unsupported");
        reply_key(r, "operation"); reply_key(r, "arch");
        return;
    }
    a->run(item_get(message, "case"), item_real(item_get(message, "limit")), r, a->user);
}

/* Answers the harness until it closes the pipe. Returns 0, or 1 if a frame cannot be read. */
static inline int adapter_serve(const struct adapter *a)
{
    uint8_t length[4];
    struct reply r = { 0, 0, 0 };
    while (adapter_read(length, 4)) {
        const uint32_t size = (uint32_t)length[0] | (uint32_t)length[1] << 8 | (uint32_t)length[2] << 16 |
                              (uint32_t)length[3] << 24;
        uint8_t *frame = malloc(size ? size : 1);
        if (!frame || !adapter_read(frame, size)) { free(frame); free(r.bytes); return 1; }
        r.size = 0;
        reply_raw(&r, "\0\0\0\0", 4);
        adapter_answer(a, (struct item){ frame, frame + size }, &r);
        for (int n = 0; n < 4; n++) r.bytes[n] = (uint8_t)((r.size - 4) >> 8 * n);
        const bool sent = adapter_write(r.bytes, r.size);
        free(frame);
        if (!sent) break;
    }
    free(r.bytes);
    return 0;
}
#endif
