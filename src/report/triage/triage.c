/* triage.c - puts files into groups; see triage.h */
#include "report/common/fingerprint.h"
#include "engine/fix/offer.h"
#include "report/triage/parts.h"
#include "report/triage/remedy.h"
#include "report/triage/writer.h"

#include <stdlib.h>
#include <string.h>

/* Repairs are tried only on files up to MOST_TO_REPAIR bytes whose check took at most MOST_STEPS steps, and only
 * until all tries together took MOST_STEPS_OF_ALL; on files that are no examples only until MOST_STEPS_OF_OTHERS. The
 * tries for one file may take LEAST_TRIED steps and TIMES_TRIED times those of its check, but no more than the limit of
 * that check. */
enum { MOST_TO_REPAIR = 256 << 10, MOST_STEPS = 1 << 20, LEAST_TRIED = 1 << 17, TIMES_TRIED = 16 };
#define MOST_STEPS_OF_ALL (UINT64_C(1) << 31)
#define MOST_STEPS_OF_OTHERS (UINT64_C(1) << 28)
/* What the page has of a file: all bytes of a large or of a small one, or lines around the findings. */
enum { LARGE = 48 << 10, SMALL = 8 << 10, MANY_LINES = 32, FEW_LINES = 4 };
#define NO_EXAMPLE UINT32_MAX

a3d_triage *a3d_triage_new(a3d_arena *arena, unsigned shows)
{
    a3d_triage *t = a3d_arena_alloc(arena, sizeof *t);
    if (t == NULL)
        return NULL;
    *t = (a3d_triage){.arena = arena, .shows = shows};
    a3d_text_init(&t->path, arena);
    return t;
}

static const char *keep(a3d_triage *t, const char *text)
{
    return text != NULL ? a3d_arena_text(t->arena, text, strlen(text)) : NULL;
}

/* Copies a text into the arena as a string and frees the text. Returns NULL when memory ran out. */
static const char *keep_built(a3d_triage *t, a3d_text *text)
{
    const char *kept = text->failed ? NULL : a3d_arena_text(t->arena, text->data != NULL ? text->data : "", text->size);
    a3d_text_free(text);
    return kept;
}

/* ---- groups ---- */

/* The field at which a cut file happens to end is not part of the cause, so all cut files share the path "". */
static const char *signature_path(a3d_triage *t, const a3d_result *result, const a3d_finding *f, a3d_damage damage)
{
    bool suspected = f->n_suspects > 0 && f->rule->fault != A3D_FAULT_NONE;
    t->path.size = 0;
    if (damage != A3D_DAMAGE_CUT)
        a3d_put_stable_place(&t->path, result->doc, suspected ? &f->suspects[0].place : &f->place);
    a3d_putc(&t->path, '\0');
    return t->path.failed ? NULL : t->path.data;
}

static uint32_t find_group(const a3d_triage *t, const a3d_rule *rule, a3d_damage damage, const char *path)
{
    for (uint32_t i = 0; i < t->n_groups; i++) {
        const a3d_triage_group *g = &t->groups[i];
        if (g->rule == rule && g->damage == damage && strcmp(g->path, path) == 0)
            return i;
    }
    return A3D_NO_GROUP;
}

static uint32_t new_group(a3d_triage *t, const a3d_rule *rule, a3d_damage damage, const char *path)
{
    a3d_triage_group *at = a3d_grow(t->arena, t->groups, &t->cap_groups, t->n_groups + 1, sizeof *at);
    const char *kept = keep(t, path);
    if (at != NULL)
        t->groups = at;
    if (at == NULL || kept == NULL)
        return A3D_NO_GROUP;
    at[t->n_groups] = (a3d_triage_group){.rule = rule, .damage = damage, .path = kept, .example = NO_EXAMPLE};
    return (uint32_t)t->n_groups++;
}

/* The group with this signature, which is added if it is new; A3D_NO_GROUP when memory ran out. */
static uint32_t group_of(a3d_triage *t, const a3d_rule *rule, a3d_severity severity, a3d_damage damage,
                         const char *path)
{
    uint32_t i = path != NULL ? find_group(t, rule, damage, path) : A3D_NO_GROUP;
    if (i == A3D_NO_GROUP && path != NULL)
        i = new_group(t, rule, damage, path);
    if (i != A3D_NO_GROUP && severity > t->groups[i].severity)
        t->groups[i].severity = severity;
    return i;
}

static uint32_t group_of_finding(a3d_triage *t, const a3d_result *result, const a3d_finding *f)
{
    a3d_damage damage = a3d_damage_of(result, f);
    uint32_t group = group_of(t, f->rule, f->severity, damage, signature_path(t, result, f, damage));
    if (group != A3D_NO_GROUP)
        t->groups[group].format = result->doc->format;
    return group;
}

static void count_writer(a3d_triage_group *g, const char *writer)
{
    unsigned i = 0;
    while (i < g->n_writers && strcmp(g->writers[i].text, writer) != 0)
        i++;
    if (i == A3D_TRIAGE_WRITERS) {
        g->other_writers++;
        return;
    }
    if (i == g->n_writers)
        g->writers[g->n_writers++] = (a3d_writer_count){writer, 0};
    g->writers[i].files++;
}

/* ---- a file ---- */

static bool is_root(const a3d_sink *sink, const a3d_result *result, uint32_t i)
{
    const a3d_finding *f = &result->doc->findings[i];
    return f->cause == A3D_NO_CAUSE && f->severity >= A3D_WARNING && !a3d_standing_of(sink, i).suppressed;
}

/* The first root cause with the highest severity, or A3D_NO_CAUSE. */
static uint32_t leading(const a3d_sink *sink, const a3d_result *result)
{
    uint32_t best = A3D_NO_CAUSE;
    for (uint32_t i = 0; result->doc != NULL && i < result->doc->n_findings; i++)
        if (is_root(sink, result, i) &&
            (best == A3D_NO_CAUSE || result->doc->findings[i].severity > result->doc->findings[best].severity))
            best = i;
    return best;
}

/* A digest by which the page knows the file again: of its bytes, or of its name when they were not kept. FNV-1a. */
static uint64_t digest(const a3d_result *result, const char *path)
{
    bool kept = result->doc != NULL && result->doc->n_streams > 0 && result->doc->streams[0].data != NULL;
    const uint8_t *p = kept ? result->doc->streams[0].data : (const uint8_t *)path;
    size_t n = kept ? result->doc->streams[0].size : strlen(path);
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ p[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static void describe(a3d_triage *t, a3d_triage_file *file, const char *path, const a3d_result *result)
{
    a3d_text writer;
    a3d_text_init(&writer, t->arena);
    a3d_put_writer(&writer, result);
    file->path = keep(t, a3d_plain_path(path));
    file->format = result->format != NULL ? result->format->name : NULL;
    file->version = keep(t, result->version);
    file->branch = keep(t, result->branch);
    file->verdict = a3d_verdict_name(result->verdict);
    file->message = keep(t, result->message);
    file->writer = keep_built(t, &writer);
    file->size = result->size;
    file->key = t->shows != 0 ? digest(result, path) : 0;
    memcpy(file->counts, result->counts, sizeof file->counts);
}

/* ---- examples ---- */

/* How many steps the repair of a file may take; 0: it is not tried. */
static uint64_t steps_to_try(const a3d_triage *t, const a3d_triage_group *g, const a3d_result *result)
{
    bool example = g->files == 0 || g->example == NO_EXAMPLE || result->size < t->files[g->example].size;
    uint64_t most = LEAST_TRIED + TIMES_TRIED * result->steps;
    if (g->damage == A3D_DAMAGE_CUT || result->size > MOST_TO_REPAIR || result->steps > MOST_STEPS)
        return 0;
    if (t->steps > (example ? MOST_STEPS_OF_ALL : (t->shows & A3D_SHOWS_DETAILS) ? MOST_STEPS_OF_OTHERS : 0))
        return 0;
    return most < result->doc->work_limit ? most : result->doc->work_limit;
}

/* `remedy`: of a file that the group leads, else NULL. */
static void describe_example(a3d_triage *t, a3d_triage_group *g, const a3d_result *result, const a3d_finding *f,
                             const a3d_remedy *remedy)
{
    a3d_text cause;
    g->message = keep(t, f != NULL ? f->message : result->message);
    g->cause = NULL;
    g->fixable = g->proven = false;
    g->left = 0;
    g->safety = a3d_damage_safety(g->damage);
    if (f == NULL)
        return;
    a3d_text_init(&cause, t->arena);
    a3d_put_causes(&cause, f);
    g->proven = a3d_has_proven_cause(f);
    if (f->n_suspects > 0)
        g->cause = keep_built(t, &cause);
    if (remedy == NULL)
        return;
    g->safety = remedy->safety;
    g->fixable = remedy->works;
    g->left = remedy->left;
}

/* A file that is no longer an example keeps its details only if there is room for them among the other files. */
static void retire(a3d_triage *t, a3d_triage_file *file)
{
    if (--file->examples > 0)
        return;
    t->example_bytes -= file->detail.size;
    if (t->detail_bytes > A3D_MOST_OF_OTHERS)
        a3d_text_free(&file->detail);
    t->detail_bytes += file->detail.size;
    if (t->view_bytes <= A3D_MOST_OF_VIEWS / 2)
        return;
    t->view_bytes -= file->view.size + file->after.size;
    a3d_text_free(&file->view);
    a3d_text_free(&file->after);
}

/* The smallest file becomes the example. Files that the group leads come before those that have it in addition to
 * another cause. */
static void consider(a3d_triage *t, uint32_t group, uint32_t index, const a3d_result *result, const a3d_finding *f,
                     const a3d_remedy *remedy)
{
    bool leads = remedy != NULL;
    a3d_triage_group *g = &t->groups[group];
    bool first = g->example == NO_EXAMPLE || (leads && g->files == 1);
    if (!first && ((g->files > 0 && !leads) || result->size >= t->files[g->example].size))
        return;
    if (g->example != NO_EXAMPLE)
        retire(t, &t->files[g->example]);
    t->files[index].examples++;
    g->example = index;
    describe_example(t, g, result, f, remedy);
}

/* Packs a part of the page if that does not fill the room for such parts. False when memory ran out. */
static bool keep_part(a3d_text *kept, const a3d_text *content, size_t *bytes, size_t most)
{
    if (content->size == 0 || *bytes >= most)
        return !content->failed;
    a3d_put_packed_part(kept, content);
    if (kept->size > most - *bytes)
        a3d_text_free(kept);
    *bytes += kept->size;
    return !kept->failed;
}

/* The first files get much of their bytes; when a quarter of the room is taken, the others get less, so that more of
 * them have something. */
static a3d_share share_of(size_t bytes, size_t most)
{
    return bytes < most / 4 ? (a3d_share){LARGE, MANY_LINES} : (a3d_share){SMALL, FEW_LINES};
}

/* Keeps what can be drawn of a file: as it is, and as the repair makes it. */
static bool keep_views(a3d_triage *t, a3d_triage_file *file, const a3d_text *glb, const a3d_text *after)
{
    size_t most = file->examples > 0 ? A3D_MOST_OF_VIEWS : A3D_MOST_OF_VIEWS / 2;
    return keep_part(&file->view, glb, &t->view_bytes, most) && keep_part(&file->after, after, &t->view_bytes, most);
}

/* Adds details while there is room. Examples, other files with findings, and files without have separate limits. */
static bool add_detail(a3d_triage *t, a3d_triage_file *file, const a3d_result *result, uint32_t lead,
                       const a3d_remedy *remedy)
{
    bool sound = file->group == A3D_NO_GROUP, example = file->examples > 0;
    size_t *bytes = sound ? &t->sound_bytes : example ? &t->example_bytes : &t->detail_bytes;
    size_t most = sound ? A3D_MOST_OF_SOUND : example ? A3D_MOST_OF_EXAMPLES : A3D_MOST_OF_OTHERS;
    bool wanted = (t->shows & A3D_SHOWS_DETAILS) && (!sound || (t->shows & A3D_SHOWS_VALID));
    if (!wanted || result->doc == NULL || *bytes >= most)
        return true;
    a3d_text detail, glb, after;
    a3d_text_init(&detail, t->arena);
    a3d_text_init(&glb, t->arena);
    a3d_text_init(&after, t->arena);
    a3d_put_detail(&detail, &glb, &after, result, lead, remedy, t->shows, share_of(*bytes, most));
    bool good = keep_part(&file->detail, &detail, bytes, most) && !glb.failed && !after.failed;
    if (good && file->detail.size > 0)
        good = keep_views(t, file, &glb, &after);
    a3d_text_free(&detail);
    a3d_text_free(&glb);
    a3d_text_free(&after);
    return good;
}

/* ---- a file and its groups ---- */

/* Puts a file into the group of its worst error. False when memory ran out. */
static bool join_group(a3d_triage *t, uint32_t index, uint32_t group, const a3d_result *result, const a3d_finding *f,
                       const a3d_remedy *remedy)
{
    if (group == A3D_NO_GROUP)
        return false;
    a3d_triage_file *file = &t->files[index];
    file->group = group;
    t->groups[group].files++;
    count_writer(&t->groups[group], file->writer);
    consider(t, group, index, result, f, remedy);
    return true;
}

static bool add_also(a3d_triage *t, uint32_t index, const a3d_result *result, const a3d_finding *f)
{
    a3d_triage_file *file = &t->files[index];
    uint32_t group = group_of_finding(t, result, f);
    bool known = group == file->group;
    for (unsigned i = 0; i < file->n_also; i++)
        known |= file->also[i] == group;
    if (known || group == A3D_NO_GROUP)
        return known;
    file->also[file->n_also++] = group;
    t->groups[group].also++;
    consider(t, group, index, result, f, NULL);
    return true;
}

/* Tries to repair the leading finding, and puts the file into its group and into those of its other causes. */
static bool add_findings(a3d_triage *t, const a3d_sink *sink, uint32_t index, const a3d_result *result, uint32_t leader,
                         a3d_arena *arena, a3d_remedy *remedy)
{
    const a3d_finding *findings = result->doc->findings;
    uint32_t group = group_of_finding(t, result, &findings[leader]);
    if (group == A3D_NO_GROUP)
        return false;
    const a3d_triage_group *g = &t->groups[group];
    *remedy = a3d_find_remedy(arena, result, &findings[leader], g->damage, steps_to_try(t, g, result));
    t->steps += remedy->steps;
    if (!join_group(t, index, group, result, &findings[leader], remedy))
        return false;
    for (uint32_t i = 0; i < result->doc->n_findings && t->files[index].n_also < A3D_TRIAGE_ALSO; i++)
        if (i != leader && is_root(sink, result, i) && !add_also(t, index, result, &findings[i]))
            return false;
    return true;
}

static bool add_damaged(a3d_triage *t, const a3d_sink *sink, uint32_t index, const a3d_result *result, uint32_t leader)
{
    a3d_arena arena;
    a3d_remedy remedy;
    a3d_arena_init_below(&arena, t->arena);
    bool good = add_findings(t, sink, index, result, leader, &arena, &remedy) &&
                add_detail(t, &t->files[index], result, leader, &remedy);
    a3d_arena_free(&arena);
    return good;
}

/* A file without a root cause: it is sound, or could not be read, or is too large. */
static bool add_other(a3d_triage *t, uint32_t index, const a3d_result *result)
{
    a3d_damage damage = result->verdict == A3DLINT_LIMITED ? A3D_DAMAGE_LIMITED
                        : result->doc == NULL              ? A3D_DAMAGE_UNREAD
                                                           : A3D_DAMAGE_UNREADABLE;
    a3d_remedy none = {.safety = a3d_damage_safety(damage)};
    bool good = result->verdict < A3DLINT_UNREADABLE ||
                join_group(t, index, group_of(t, NULL, A3D_ERROR, damage, ""), result, NULL, &none);
    return good && add_detail(t, &t->files[index], result, A3D_NO_CAUSE, NULL);
}

bool a3d_triage_add(a3d_triage *t, const a3d_sink *sink, const char *path, const a3d_result *result)
{
    a3d_triage_file *at = a3d_grow(t->arena, t->files, &t->cap_files, t->n_files + 1, sizeof *at);
    if (at == NULL)
        return false;
    t->files = at;
    uint32_t index = (uint32_t)t->n_files++, leader = leading(sink, result);
    a3d_triage_file *file = &at[index];
    *file = (a3d_triage_file){.group = A3D_NO_GROUP};
    a3d_text_init(&file->detail, t->arena);
    a3d_text_init(&file->view, t->arena);
    a3d_text_init(&file->after, t->arena);
    describe(t, file, path, result);
    file->member = sink->member;
    if (file->path == NULL || file->writer == NULL)
        return false;
    return leader != A3D_NO_CAUSE ? add_damaged(t, sink, index, result, leader) : add_other(t, index, result);
}

/* ---- the order of groups ---- */

static int by_weight(const a3d_triage_group *a, const a3d_triage_group *b)
{
    const char *ra = a->rule != NULL ? a->rule->id : "~", *rb = b->rule != NULL ? b->rule->id : "~";
    if ((a->files > 0) != (b->files > 0))
        return a->files > 0 ? -1 : 1;
    if (a->severity != b->severity)
        return a->severity > b->severity ? -1 : 1;
    if (a->files != b->files)
        return a->files > b->files ? -1 : 1;
    if (a->also != b->also)
        return a->also > b->also ? -1 : 1;
    int order = strcmp(ra, rb);
    if (order == 0)
        order = strcmp(a->path, b->path);
    return order != 0 ? order : (int)a->damage - (int)b->damage;
}

/* The groups stay where they are, because files refer to them by index; only pointers to them are sorted. */
static int by_group(const void *a, const void *b)
{
    return by_weight(*(a3d_triage_group *const *)a, *(a3d_triage_group *const *)b);
}

bool a3d_triage_close(a3d_triage *t)
{
    a3d_triage_group **at = a3d_arena_alloc(t->arena, (t->n_groups + 1) * sizeof *at);
    t->order = a3d_arena_alloc(t->arena, (t->n_groups + 1) * sizeof *t->order);
    if (at == NULL || t->order == NULL)
        return false;
    for (size_t i = 0; i < t->n_groups; i++)
        at[i] = &t->groups[i];
    if (t->n_groups > 1)
        qsort(at, t->n_groups, sizeof *at, by_group);
    for (size_t i = 0; i < t->n_groups; i++) {
        t->order[i] = (uint32_t)(at[i] - t->groups);
        at[i]->place = (uint32_t)i;
    }
    return true;
}
