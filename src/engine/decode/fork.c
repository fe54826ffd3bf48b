/* fork.c - how much a file looks like a branch; see reading.h
 *
 * A file that fits no branch may have lost or gained bytes, so that everything after them is shifted. The fields at
 * the first difference between branches still look like themselves, there or a few bytes away. Only a few hundred
 * bytes are examined, however large the file is. */
#include "base/bytes.h"
#include "base/never.h"
#include "engine/decode/reading.h"
#include "engine/document/domain.h"
#include "engine/document/flat.h"

#include <limits.h>

/* How many bytes may be missing or inserted; and how many bits less likely that is than that none are. */
enum { SHIFT = 8, MOVED = 8 };

/* How much likelier a value is in its field than anywhere else, about in bits. Zeros are everywhere, so they say
 * nothing; and damage may have made any one value wrong. */
static int weight_of(const a3d_row *row, unsigned type, int64_t value)
{
    const a3d_domain *d = a3d_domain_of(row, type);
    unsigned exponent = (unsigned)(value >> 23 & 0xff);
    if (value == 0)
        return 0;
    if (value == row->preset)
        return 6;
    if (type == A3D_F32)
        return exponent > 127 - 24 && exponent < 127 + 24 ? 1 : -6;
    if (a3d_domain_holds(d, value))
        return type == A3D_BOOL ? 4 : 5;
    return -8;
}

/* The weight of each field of the fork, and its offset from the first one. */
typedef struct fields {
    int weights[A3D_FORK_FIELDS];
    uint32_t starts[A3D_FORK_FIELDS + 1];
    unsigned n;
} fields;

/* Weighs the fields at an offset as the branch of the document has them. A field outside the file weighs nothing. */
static void weigh(const a3d_doc *doc, int64_t off, fields *f)
{
    const a3d_fork *fork = &doc->format->fork;
    const a3d_record *type = doc->format->root->rows[fork->slot].shape.record;
    const a3d_stream *file = &doc->streams[0];
    f->n = f->starts[0] = 0;
    for (unsigned i = fork->from; i < fork->to; i++) {
        const a3d_row *row = &type->rows[i];
        unsigned kind = row->shape.type, width = a3d_width(kind);
        int64_t at = off + f->starts[f->n];
        if (!a3d_gate_open(doc, &row->gate))
            continue;
        bool inside = at >= 0 && at + width <= file->size;
        f->weights[f->n] = 0;
        if (inside)
            f->weights[f->n] = weight_of(row, kind, a3d_load_type(file->data + at, kind, doc->format->big_endian));
        f->starts[f->n + 1] = f->starts[f->n] + width;
        f->n++;
    }
}

/* The greatest weight if `shift` bytes were inserted before one of the fields, or are missing there. No byte counts
 * twice. */
static int weigh_shifted(const fields *here, const fields *there, int shift)
{
    int before = 0, after = 0, best = INT_MIN;
    unsigned k = 0;
    for (unsigned i = 0; i < there->n; i++)
        after += there->weights[i];
    for (unsigned i = 0; i < here->n; before += here->weights[i++]) {
        while (k < there->n && (k < i || (i > 0 && (int64_t)there->starts[k] + shift < here->starts[i])))
            after -= there->weights[k++];
        best = before + after > best ? before + after : best;
    }
    return best;
}

uint32_t a3d_find_fork(const a3d_doc *doc)
{
    const a3d_fork *fork = &doc->format->fork;
    if (fork->to == 0 || doc->n_nodes == 0 || a3d_at(doc, doc->root)->v.at.count == 0) /* no nodes: memory ran out at
                                                                                          the start */
        return UINT32_MAX;
    const a3d_node *record = a3d_at(doc, a3d_field(doc, doc->root, fork->slot));
    if (record->state != A3D_PRESENT)
        return UINT32_MAX;
    const a3d_node *first = a3d_at(doc, record->v.at.first + fork->from);
    return first->state == A3D_PRESENT ? first->off : UINT32_MAX;
}

/* The best of three cases: nothing is shifted, the whole fork is, or its last fields are. */
int a3d_weigh_fork(const a3d_doc *doc, uint32_t off)
{
    fields here, there;
    int best = 0;
    A3D_ASSERT(doc->format->fork.to > 0);
    weigh(doc, off, &here);
    for (unsigned i = 0; i < here.n; i++)
        best += here.weights[i];
    for (int shift = -SHIFT; shift <= SHIFT; shift++) {
        weigh(doc, (int64_t)off + shift, &there);
        int weight = weigh_shifted(&here, &there, shift) - MOVED;
        best = weight > best ? weight : best;
    }
    return best;
}
