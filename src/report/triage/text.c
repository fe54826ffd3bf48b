/* text.c - groups as a summary for people; see triage.h */
#include "base/never.h"
#include "report/common/readers.h"
#include "report/common/shell.h"
#include "report/triage/parts.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_GROUPS = 40 };

static void put_line(a3d_text *out, const char *head, const char *text)
{
    a3d_printf(out, "    %-9s ", head);
    a3d_put_printable(out, text, strlen(text));
    a3d_putc(out, '\n');
}

/* The name of the repaired file: NAME.fixed.EXT in the current folder. */
static void put_fixed(a3d_text *out, const char *path)
{
    a3d_text name;
    const char *slash = strrchr(path, '/'), *base = slash != NULL ? slash + 1 : path, *dot = strrchr(base, '.');
    size_t stem = dot != NULL && dot > base ? (size_t)(dot - base) : strlen(base);
    a3d_text_init(&name, out->arena);
    a3d_put(&name, base, stem);
    a3d_printf(&name, ".fixed%s", base + stem);
    a3d_putc(&name, '\0');
    if (!name.failed)
        a3d_put_word(out, name.data);
    a3d_text_free(&name);
}

bool a3d_put_repair_command(a3d_text *out, const a3d_triage *t, const a3d_triage_group *g)
{
    const a3d_triage_file *f = &t->files[g->example];
    a3d_text command;
    if (!g->fixable || f->member)
        return false;
    a3d_text_init(&command, out->arena);
    a3d_puts(&command, "a3dlint fix ");
    a3d_put_word(&command, f->path);
    a3d_puts(&command, " -o ");
    put_fixed(&command, f->path);
    a3d_put_command(out, command.data, command.size);
    out->failed |= command.failed;
    a3d_text_free(&command);
    return true;
}

static void put_writers(a3d_text *out, const a3d_triage_group *g)
{
    a3d_text text;
    a3d_text_init(&text, out->arena);
    for (unsigned i = 0; i < g->n_writers; i++)
        if (g->writers[i].text[0] != '\0')
            a3d_printf(&text, g->n_writers > 1 ? "%s%s (%zu)" : "%s%s", text.size > 0 ? "; " : "", g->writers[i].text,
                       g->writers[i].files);
    if (g->other_writers > 0)
        a3d_printf(&text, "; others (%zu)", g->other_writers);
    a3d_putc(&text, '\0');
    if (!text.failed && text.size > 1)
        put_line(out, "writer", text.data);
    a3d_text_free(&text);
}

static void put_do(a3d_text *out, const a3d_triage *t, const a3d_triage_group *g)
{
    a3d_text command;
    a3d_text_init(&command, out->arena);
    bool some = a3d_put_repair_command(&command, t, g);
    a3d_putc(&command, '\0');
    if (some && !command.failed)
        put_line(out, "repair", command.data);
    else
        put_line(out, "do", a3d_damage_advice(g->damage));
    command.size = 0;
    if (!command.failed && g->files > 0) { /* else nothing was tried */
        a3d_printf(&command, "%s: %s", a3d_safety_answer(g->safety), a3d_safety_why(g->safety));
        a3d_putc(&command, '\0');
        put_line(out, "safety", command.failed ? "" : command.data);
    }
    command.size = 0;
    if (some) {
        a3d_put_left(&command, g->left);
        a3d_putc(&command, '\0');
        put_line(out, "tried", command.failed ? "" : command.data);
    }
    a3d_text_free(&command);
}

static void put_group(a3d_text *out, const a3d_triage *t, const a3d_triage_group *g)
{
    const a3d_triage_file *f = &t->files[g->example];
    a3d_printf(out, "\n%" PRIu32 ". %s %s", g->place + 1, a3d_severity_name(g->severity),
               g->rule != NULL ? g->rule->id : a3d_damage_name(g->damage));
    if (g->path[0] != '\0')
        a3d_printf(out, " at %s", g->path);
    a3d_printf(out, g->rule != NULL ? " (%s)\n" : "\n", a3d_damage_name(g->damage));
    a3d_printf(out, "    %-9s ", "files");
    if (g->files > 0)
        a3d_printf(out, "%zu%s", g->files, g->also > 0 ? ", and " : "");
    if (g->also > 0)
        a3d_printf(out, "%zu besides another cause", g->also);
    a3d_puts(out, "; the smallest is ");
    a3d_put_file_name(out, f->path);
    a3d_printf(out, " (%" PRIu64 " byte%s)\n", f->size, f->size == 1 ? "" : "s");
    if (g->message != NULL)
        put_line(out, "says", g->message);
    if (g->cause != NULL)
        put_line(out, "why", g->cause);
    put_do(out, t, g);
    put_writers(out, g);
    if (g->rule != NULL)
        a3d_put_readers(out, g->format, g->rule->id, A3D_ALL_READERS, "    reader    ", false);
}

size_t a3d_triage_groups(const a3d_triage *t)
{
    return t->n_groups;
}

void a3d_put_triage_sum(a3d_text *out, const a3d_triage *t)
{
    size_t wrong = 0, causes = 0; /* as the page counts them */
    for (size_t i = 0; i < t->n_files; i++)
        wrong += t->files[i].group != A3D_NO_GROUP;
    for (size_t i = 0; i < t->n_groups; i++)
        causes += t->groups[i].files > 0;
    a3d_printf(out, "%zu file%s, %zu with something wrong, %zu root cause%s", t->n_files, t->n_files == 1 ? "" : "s",
               wrong, causes, causes == 1 ? "" : "s");
}

/* Says how many of the numbered groups lead in no file, so that a3d_put_triage_sum does not count them. */
static void put_others(a3d_text *out, const a3d_triage *t)
{
    size_t others = 0;
    for (size_t i = 0; i < t->n_groups; i++)
        others += t->groups[i].files == 0;
    if (others > 0)
        a3d_printf(out, "; %zu more that occur%s only besides another cause", others, others == 1 ? "s" : "");
}

void a3d_triage_text(a3d_text *out, const a3d_triage *t, const a3d_sink *sink)
{
    A3D_ASSERT(t->order != NULL); /* a3d_triage_close was called */
    a3d_put_triage_sum(out, t);
    put_others(out, t);
    a3d_puts(out, sink->interrupted ? "; interrupted\n" : "\n");
    for (size_t i = 0; i < t->n_groups && i < MOST_GROUPS; i++)
        put_group(out, t, &t->groups[t->order[i]]);
    if (t->n_groups > MOST_GROUPS)
        a3d_printf(out, "\nand %zu more groups (in the page, and with --format json)\n", t->n_groups - MOST_GROUPS);
}
