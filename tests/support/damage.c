/* damage.c - see damage.h */
#include "damage.h"

#include <string.h>

#include "engine/diagnose/suspect.h"
#include "engine/document/path.h"

static void put_suspects(a3d_text *out, const a3d_doc *doc, const a3d_finding *f, uint32_t at)
{
    for (uint32_t i = 0; i < f->n_suspects; i++) {
        const a3d_suspect *s = &f->suspects[i];
        a3d_puts(out, i > 0 ? " " : "");
        a3d_put_place(out, doc, &s->place);
        a3d_printf(out, "=%s@%d/%u", s->repair, (int)s->off - (int)at, (unsigned)s->size);
    }
    a3d_putc(out, '\0');
}

/* The finding that has suspects, or the first. */
static const a3d_finding *root_of(const a3d_doc *doc)
{
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].n_suspects > 0)
            return &doc->findings[i];
    return &doc->findings[0];
}

/* Writes the damage into the bytes of the sound document. */
static void do_damage(build *sound, const damage *d, uint32_t at)
{
    expect_clean(sound->doc, "");
    build_encode(sound, A3D_FAITHFUL);
    assert_memory_not_equal(sound->bytes + at, d->bytes, d->n);
    memcpy(sound->bytes + at, d->bytes, d->n);
}

void expect_suspects(const a3d_format *format, const damage *d)
{
    build first, bad;
    a3d_text text;
    build_make(&first, format, d->version, d->edits);
    uint32_t at = build_offset(first.doc, d->path) + d->delta;
    if (d->bytes != NULL)
        do_damage(&first, d, at);
    build_again(&bad, &first, 0);
    a3d_find_suspects(bad.doc);
    assert_true(bad.doc->n_findings > 0);
    const a3d_finding *f = root_of(bad.doc);
    a3d_text_init(&text, &bad.arena);
    put_suspects(&text, bad.doc, f, at);
    if (strcmp(f->rule->id, d->rule) != 0 || strcmp(text.data, d->suspects) != 0)
        fail_msg("%s: suspects \"%s\", not %s: \"%s\"\n%s", f->rule->id, text.data, d->rule, d->suspects,
                 build_findings(bad.doc));
    build_free(&bad);
    build_free(&first);
}
