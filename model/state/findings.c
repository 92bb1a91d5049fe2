/* Findings and the end of a run.  A finding never stops a run.  `stop` does; its first call sets the status. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "model.h"

/* The entry for a new finding.  In a full buffer an error or a race replaces a stall or a note. */
static struct assay_finding *place(struct assay *m, u32 kind, bool once)
{
    if (m->finding_count < m->finding_limit) return &m->findings[m->finding_count++];
    m->findings_dropped++;
    m->findings_mixed |= once || kind <= ASSAY_RACE;
    if (kind > ASSAY_RACE) return 0;
    for (u32 n = 0; n < m->finding_count; n++) if (m->findings[n].kind > ASSAY_RACE) return &m->findings[n];
    return 0;
}

static void add(struct assay *m, u32 wave, u64 pc, enum rule_id id, const char *text, bool once)
{
    const u32 kind = rules[id].kind;
    m->error_count += kind == ASSAY_ERROR;
    m->race_count += kind == ASSAY_RACE;
    struct assay_finding *f = place(m, kind, once);
    if (!f) return;
    f->rule = rules[id].id;
    f->kind = kind;
    f->wave = wave;
    f->pc = pc;
    f->once = once;
    snprintf(f->text, sizeof f->text, "%s", text);
}

void report_at(struct assay *m, u32 wave, u64 pc, enum rule_id id, const char *text)
{ add(m, wave, pc, id, text, false); }

static void say(struct wave *w, enum rule_id id, bool once, const char *format, va_list list)
{
    char text[sizeof((struct assay_finding *)0)->text];
    int at = w->now && w->now->form ? snprintf(text, sizeof text, "%s: ", w->now->form->spelling) : 0;
    vsnprintf(text + at, sizeof text - (u64)at, format, list);
    add(w->m, w->number, w->pc, id, text, once);
}

void report(struct wave *w, enum rule_id id, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    say(w, id, false, format, list);
    va_end(list);
}

void report_once(struct wave *w, enum rule_id id, const char *format, ...)
{
    const struct assay *m = w->m;
    for (u32 n = 0; n < m->finding_count; n++)
        if (m->findings[n].pc == w->pc && m->findings[n].rule == rules[id].id) return;
    va_list list;
    va_start(list, format);
    say(w, id, true, format, list);
    va_end(list);
}

void stop(struct wave *w, enum assay_status status, const char *format, ...)
{
    struct assay *m = w->m;
    if (w->life != ENDED) w->life = STOPPED;
    if (m->status != ASSAY_OK) return;
    m->status = status;
    m->stopped_wave = w->number;
    m->stopped_pc = w->pc;
    va_list list;
    va_start(list, format);
    vsnprintf(m->text, sizeof m->text, format, list);
    va_end(list);
}

/* Architecture, invariant 9: beyond this point the model and a target may take different paths.  Comparison ends
   here. */
void open_decides(struct wave *w, enum rule_id id)
{
    if (!w->all_open) report(w, id, "an undefined value decides here; nothing after it is compared");
    w->all_open = true;
    if (!w->m->compared_end) w->m->compared_end = 1 + w->m->instructions;
}

void refuse(struct assay *m, const char *format, ...)
{
    if (m->status != ASSAY_OK) return;
    m->status = ASSAY_INVALID;
    va_list list;
    va_start(list, format);
    vsnprintf(m->text, sizeof m->text, format, list);
    va_end(list);
}

struct assay_export *new_export(struct assay *m)
{
    if (m->export_count < m->finding_limit) return &m->exports[m->export_count++];
    m->exports_dropped++;
    return 0;
}

struct assay_message *new_message(struct assay *m)
{
    if (m->message_count < m->finding_limit) return &m->messages[m->message_count++];
    m->messages_dropped++;
    return 0;
}
