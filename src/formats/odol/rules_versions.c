/* rules_versions.c - reports if a verdict depends on layouts that no file has confirmed.
 *
 * Between two versions of which files were measured, the tables know what changed, but not in which version. A file of
 * a version in between is read as other readers do, and a note lists the fields concerned. */
#include "formats/odol/parts.h"

/* Versions of which files were measured, on the common line and in the branch of DayZ. */
static const uint8_t measured[] = {40, 48, 50, 59, 71, 73, 75};
enum { DAYZ_FIRST = 53, DAYZ_LAST = 55, MOST_NAMED = 8 };

/* A change at a version in (after, until] was not observed in any file. */
typedef struct unseen {
    a3d_text text;
    unsigned own_after; /* for fields that only the branch of Arma has */
    unsigned after, until;
    unsigned named, more;
} unseen;

static void add_change(unseen *u, const char *record, const char *dot, const char *field, unsigned version)
{
    if (u->named == MOST_NAMED) {
        u->more++;
        return;
    }
    a3d_puts(&u->text, u->named++ > 0 ? ", " : "");
    a3d_puts(&u->text, record);
    a3d_puts(&u->text, dot);
    a3d_puts(&u->text, field);
    a3d_puts(&u->text, " from ");
    a3d_put_uint(&u->text, version);
}

static void add_gate(unseen *u, const a3d_record *record, const a3d_row *row, const a3d_gate *gate)
{
    unsigned after = gate->branches == ODOL_ARMA ? u->own_after : u->after;
    if ((gate->branches == 0 || gate->branches == ODOL_ARMA) && gate->since > after && gate->since <= u->until)
        add_change(u, record->name, ".", a3d_row_name(row), gate->since);
}

static void add_record(unseen *u, const a3d_record *record)
{
    for (unsigned i = 0; i < record->n_rows; i++) {
        const a3d_row *row = &record->rows[i];
        add_gate(u, record, row, &row->gate);
        for (const a3d_alt *alt = row->alts; alt != NULL && alt->shape.kind != A3D_NOTHING; alt++)
            add_gate(u, record, row, &alt->gate);
    }
}

static void add_blocks(unseen *u, const a3d_block_rule *blocks)
{
    if (blocks->lzo_since > u->after && blocks->lzo_since <= u->until)
        add_change(u, "", "", "LZO1X in place of LZSS", blocks->lzo_since);
    if (blocks->flag_since > u->after && blocks->flag_since <= u->until)
        add_change(u, "", "", "a flag before each block", blocks->flag_since);
}

/* The measured versions around this one. DayZ left the line at 52, so its first version shows all earlier changes. */
static void find_neighbors(unseen *u, unsigned version)
{
    for (unsigned i = 0; measured[i] < version; i++) /* always ends, since no version is above the last */
        u->after = measured[i];
    /* always ends, since no version is below the first */
    for (unsigned i = sizeof measured; measured[i - 1] >= version; i--)
        u->until = measured[i - 1];
    u->own_after = u->after;
    if (version < DAYZ_FIRST && u->until > DAYZ_FIRST)
        u->until = DAYZ_FIRST;
    else if (version >= DAYZ_FIRST && u->after < DAYZ_FIRST)
        u->after = DAYZ_FIRST;
}

static const char *changes_around(a3d_ctx *ctx, unsigned version)
{
    unseen u = {.after = ODOL_FIRST_VERSION};
    a3d_text_init(&u.text, ctx->doc->arena);
    find_neighbors(&u, version);
    for (unsigned i = 0; i < ctx->format->n_records; i++)
        add_record(&u, ctx->format->records[i]);
    add_blocks(&u, ctx->format->blocks);
    if (u.more > 0)
        a3d_printf(&u.text, " and %u more (a3dlint formats --versions odol)", u.more);
    const char *kept = u.text.failed ? NULL
                                     : a3d_arena_text(ctx->doc->arena, u.text.size > 0 ? u.text.data : "", u.text.size);
    a3d_text_free(&u.text);
    if (kept == NULL)
        a3d_limit(ctx, A3D_LIMIT_MEMORY);
    return kept != NULL ? kept : "";
}

void a3d_odol_check_version(a3d_ctx *ctx)
{
    const a3d_doc *doc = ctx->doc;
    int64_t version = a3d_whole_value(doc, doc->root, P3D_version);
    uint32_t node = a3d_whole_field(doc, doc->root, P3D_version);
    bool fork = version >= DAYZ_FIRST && version <= DAYZ_LAST, dayz = (doc->vars[A3D_VAR_BRANCH] & ODOL_DAYZ) != 0;
    if (version < ODOL_FIRST_VERSION || version > ODOL_LAST_VERSION ||
        memchr(measured, (int)version, sizeof measured) != NULL || (fork && dayz))
        return;
    a3d_finding *f = broken(ctx, fork ? ODOL_RULE_BRANCH_UNSEEN : ODOL_RULE_VERSION_UNSEEN, node);
    a3d_actual(f, version);
    if (!a3d_keeps_message(ctx, f))
        return;
    a3d_say(ctx, f,
            "version is %d; expected one that known%s files have, because these fields are known only from the code of "
            "loaders: %s",
            (int)version, fork ? " Arma" : "", changes_around(ctx, (unsigned)version));
}
