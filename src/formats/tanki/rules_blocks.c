/* rules_blocks.c - finds the cause of misplaced blocks.
 *
 * A block that is missing, doubled, foreign or out of place moves those after it. This is one fault, so each wrong id
 * after it, and what is left over or missing at the end, follows from the first finding. */
#include "base/bytes.h"
#include "formats/tanki/model.h"
#include "formats/tanki/records.h"
#include "formats/tanki/rules.h"

enum { BLOCKS = ROOT_objects - ROOT_materials + 1, NO_BLOCK = BLOCKS };

/* What is known while going through the findings in the order of the file. */
typedef struct trail {
    const a3d_doc *doc;
    uint32_t root;
    bool wrong[BLOCKS];     /* the id of the block is wrong */
    uint32_t first;         /* the finding from which later ones may follow, or A3D_NO_CAUSE */
    uint32_t length, after; /* the last finding about a wrong block length, and its block */
    bool moved;             /* some block is in the place of another */
} trail;

static uint32_t block_at(const trail *t, unsigned block)
{
    return a3d_field(t->doc, t->root, ROOT_materials + block);
}

/* The block to which a field belongs. */
static unsigned block_of(const trail *t, uint32_t node)
{
    unsigned block = 0;
    while (block < BLOCKS && (node == A3D_NO_NODE || a3d_at(t->doc, node)->parent != block_at(t, block)))
        block++;
    return block;
}

/* Whether this is the id of some block, according to the first row of its table. */
static bool is_an_id(const trail *t, int64_t id)
{
    for (unsigned i = 0; i < BLOCKS; i++)
        if (a3d_at(t->doc, block_at(t, i))->row->shape.record->rows[0].domain.lo == id)
            return true;
    return false;
}

/* Whether no block after this one is in its place. */
static bool is_lost(const trail *t, unsigned block)
{
    while (++block < BLOCKS)
        if (!t->wrong[block] && a3d_was_read(t->doc, a3d_field(t->doc, block_at(t, block), 0)))
            return false;
    return true;
}

/* Whether a wrong block id follows from an earlier finding. */
static bool follows(trail *t, const a3d_finding *f, unsigned block)
{
    bool missing = f->rule->fault == A3D_FAULT_TRUNCATED, known = !missing && is_an_id(t, f->actual.i);
    if (t->length != A3D_NO_CAUSE && t->after + 1 == block) { /* no block starts at either of the two possible ends */
        t->first = t->length;
        return t->moved = true;
    }
    if (t->first == A3D_NO_CAUSE) {
        t->moved = known;
        return false;
    }
    if (missing ? t->moved : known || (block > 0 && t->wrong[block - 1] && is_lost(t, block)))
        return t->moved = true;
    return false;
}

/* Whether a finding about the root block, after its last block, follows from an earlier one. */
static bool ends_moved(const trail *t, const a3d_finding *f)
{
    const uint8_t *at = t->doc->streams[0].data + f->off;
    bool surplus = (f->rule->fault == A3D_FAULT_LEFT_OVER || f->rule->fault == A3D_FAULT_TRAILING) && f->size >= 4;
    if (t->first == A3D_NO_CAUSE || !t->wrong[BLOCKS - 1])
        return false;
    return t->moved || (surplus && is_an_id(t, a3d_load32(at, false)));
}

static bool is_about_end(const trail *t, const a3d_finding *f)
{
    a3d_fault fault = f->rule->fault;
    bool of_root = f->place.node == t->root ||
                   (f->place.node != A3D_NO_NODE && a3d_at(t->doc, f->place.node)->parent == t->root);
    return fault == A3D_FAULT_TRAILING ||
           (of_root && (fault == A3D_FAULT_LEFT_OVER || fault == A3D_FAULT_LENGTH_WRONG ||
                        f->rule == &t->doc->format->rules[TANKI_RULE_LENGTH2]));
}

static bool is_about_id(const trail *t, const a3d_finding *f, unsigned block)
{
    return block < NO_BLOCK && f->place.node == a3d_field(t->doc, block_at(t, block), 0);
}

static void follow(trail *t, a3d_finding *f, uint32_t number)
{
    unsigned block = block_of(t, f->place.node);
    const a3d_rule *rules = t->doc->format->rules;
    if (f->place.node == a3d_field(t->doc, t->root, ROOT_rootId)) {
        t->first = number;
        t->moved = t->wrong[BLOCKS - 1] = true; /* nothing shows where the blocks are */
    } else if (is_about_id(t, f, block)) {
        if (follows(t, f, block))
            f->cause = t->first;
        else
            t->first = number;
    } else if (block < NO_BLOCK && (f->rule == &rules[TANKI_RULE_LENGTH] || f->rule == &rules[TANKI_RULE_LENGTH2])) {
        t->length = number;
        t->after = block;
    } else if (is_about_end(t, f) && ends_moved(t, f)) {
        f->cause = t->first;
    }
}

void a3d_tanki_link_blocks(a3d_doc *doc, uint32_t root)
{
    trail t = {.doc = doc, .root = root, .first = A3D_NO_CAUSE, .length = A3D_NO_CAUSE};
    for (size_t i = 0; i < doc->n_findings; i++) {
        unsigned block = block_of(&t, doc->findings[i].place.node);
        if (is_about_id(&t, &doc->findings[i], block))
            t.wrong[block] = true;
    }
    for (size_t i = 0; i < doc->n_findings; i++)
        if (doc->findings[i].cause == A3D_NO_CAUSE)
            follow(&t, &doc->findings[i], (uint32_t)i);
}
