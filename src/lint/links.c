/* links.c - follows links to other files, which are checked like the first */
#include "engine/check/links.h"
#include "lint/lint.h"

#include <string.h>

enum { LONGEST_CHAIN = 8 };

/* The result of a file that was checked once. */
typedef struct checked {
    const char *name, *first, *why;
    size_t errors;
    uint32_t roots;
    int root_kind;
} checked;

typedef struct a3d_links_run {
    a3d_arena arena; /* for results, until the first file is done */
    checked *list;
    size_t n, cap;
    uint64_t left;   /* bytes that may still be looked up */
} links_run;

/* Follows the links of one document. */
typedef struct follower {
    a3d_ctx ctx;
    const a3d_options *options;
    a3d_chain here;
    a3d_arena arena; /* for the current target */
} follower;

static void pass_over(a3d_linked *target, a3d_linked_state state, const char *why)
{
    target->state = state;
    target->why = why;
}

static const checked *find_checked(const links_run *run, const char *name)
{
    for (size_t i = 0; i < run->n; i++)
        if (strcmp(run->list[i].name, name) == 0)
            return &run->list[i];
    return NULL;
}

static const char *first_error(a3d_arena *arena, const a3d_result *result)
{
    for (size_t i = 0; i < result->doc->n_findings; i++) {
        const char *message = result->doc->findings[i].message;
        if (result->doc->findings[i].severity == A3D_ERROR)
            return a3d_arena_text(arena, message, strlen(message));
    }
    return "an error that was not kept";
}

static void take_result(links_run *run, const a3d_result *result, checked *j)
{
    if (result == NULL || result->doc == NULL || result->verdict == A3DLINT_LIMITED) {
        j->why = "a limit was reached in it";
        return;
    }
    j->errors = result->counts[A3D_ERROR] + result->more[A3D_ERROR];
    j->first = j->errors > 0 ? first_error(&run->arena, result) : NULL;
    j->roots = result->doc->roots;
    j->root_kind = result->doc->roots > 0 ? result->doc->root_kind : -1;
}

/* Checks a target with the same options, but always as its own format, and with half of the limits. */
static const checked *check_target(follower *f, const a3d_link_file *file)
{
    links_run *run = f->here.run;
    checked j = {.root_kind = -1};
    a3d_options options = *f->options;
    a3d_limits limits = options.limits;
    a3d_arena arena;
    checked *list = a3d_grow(&run->arena, run->list, &run->cap, run->n + 1, sizeof *list);
    j.name = a3d_arena_text(&run->arena, file->name, strlen(file->name));
    if (list == NULL || j.name == NULL)
        return NULL;
    run->list = list;
    a3d_chain there = {&f->here, j.name, f->here.depth + 1, run};
    a3d_limits_fill(&limits, file->size);
    options.limits.nodes = limits.nodes / 2;
    options.limits.unpacked = limits.unpacked / 2;
    options.format = f->ctx.format;
    options.branch = 0;
    options.n_only = 0; /* hidden rules would make the target look better than it is */
    options.name = file->name;
    a3d_arena_init_below(&arena, &f->arena);
    take_result(run, a3d_lint_linked(&arena, file->data, file->size, &options, &there), &j);
    a3d_arena_free(&arena);
    run->list[run->n] = j; /* the list may have moved meanwhile */
    return &run->list[run->n++];
}

static void look_into(follower *f, const a3d_link_file *file, a3d_linked *target)
{
    for (const a3d_chain *c = &f->here; c != NULL; c = c->outer)
        if (c->name != NULL && strcmp(c->name, file->name) == 0)
            pass_over(target, A3D_LINKED_CYCLE, NULL);
    if (target->state == A3D_LINKED_CYCLE)
        return;
    target->state = A3D_LINKED_OTHER;
    if (f->ctx.format->probe(file->data, file->size) < 2)
        return;
    const checked *j = find_checked(f->here.run, file->name);
    if (j == NULL && f->here.depth + 1 >= LONGEST_CHAIN) {
        pass_over(target, A3D_LINKED_UNREAD, "the chain of links is too long");
        return;
    }
    if (j == NULL)
        j = check_target(f, file);
    if (j == NULL || j->why != NULL) {
        pass_over(target, A3D_LINKED_UNREAD, j != NULL ? j->why : "memory ran out");
        return;
    }
    target->state = A3D_LINKED_FILE;
    target->errors = j->errors;
    target->first = j->first;
    target->roots = j->roots;
    target->root_kind = j->root_kind;
}

static void look(void *user, const char *uri, a3d_linked *target)
{
    follower *f = user;
    a3d_link_file file = {0};
    const a3d_links *links = &f->options->links;
    *target = (a3d_linked){.root_kind = -1};
    if (links->lookup == NULL) {
        pass_over(target, A3D_LINKED_UNREAD, "links are not followed without --links");
        return;
    }
    a3d_arena_free(&f->arena);
    switch (links->lookup(links->user, &f->arena, f->here.name, uri, f->here.run->left, &file)) {
    case A3D_LINK_FOUND:
        break;
    case A3D_LINK_MISSING:
        pass_over(target, A3D_LINKED_MISSING, file.why);
        return;
    case A3D_LINK_TOO_LARGE:
        pass_over(target, A3D_LINKED_UNREAD, "it is larger than the limit of input allows");
        return;
    default:
        pass_over(target, A3D_LINKED_UNREAD, file.why);
        return;
    }
    f->here.run->left -= file.size;
    target->name = file.name;
    target->data = file.data;
    target->size = file.size;
    look_into(f, &file, target);
}

void a3d_follow_links(a3d_doc *doc, const a3d_options *options, const a3d_chain *chain)
{
    links_run run = {.left = 0};
    follower f = {.options = options};
    uint64_t limit = doc->work_limit;
    if (doc->links == 0 || doc->format->follow == NULL || doc->limited != A3D_LIMIT_NONE ||
        a3d_resume(&f.ctx, doc) != A3D_OK)
        return;
    f.ctx.limits = a3d_limits_of(options);
    a3d_limits_fill(&f.ctx.limits, doc->streams[0].size);
    f.here = (a3d_chain){.outer = chain != NULL ? chain->outer : NULL,
                         .name = chain != NULL ? chain->name : options->links.name};
    f.here.depth = chain != NULL ? chain->depth : 0;
    f.here.run = chain != NULL ? chain->run : &run;
    a3d_arena_init_below(&run.arena, doc->arena);
    a3d_arena_init_below(&f.arena, doc->arena);
    run.left = f.ctx.limits.input - doc->streams[0].size;
    if (a3d_index_again(&f.ctx) == A3D_OK)
        doc->format->follow(&f.ctx, look, &f);
    a3d_arena_free(&f.arena);
    a3d_arena_free(&run.arena);
    doc->work_limit = limit;
    if (doc->steps > limit) /* the search for causes may leave none; keys and references were paid for when decoded */
        doc->steps = limit;
}
