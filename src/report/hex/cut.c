/* cut.c - cuts pieces into lines; see lines.h */
#include "report/hex/lines.h"

/* How many lines are shown at the start and end of a run whose middle is folded. A run of up to FEW lines, or one
 * whose folded middle would be only a line or two, is shown in full. */
enum { HEAD = 4, TAIL = 1, FEW = 8, HEAD_ELEMENTS = 2, FEW_ELEMENTS = 8 };

/* A run of lines or elements, some of which may be folded. */
typedef struct run {
    const a3d_hex_cutter *cutter;
    const a3d_piece *piece;
    uint32_t folded_off, folded; /* bytes that are waiting to become one line */
} run;

static void unfold(run *r)
{
    a3d_hex_line line = {.piece = r->piece, .kind = A3D_HEX_FOLD, .off = r->folded_off, .size = r->folded};
    if (r->folded > 0)
        r->cutter->emit(r->cutter->user, &line);
    r->folded = 0;
}

/* Whether bytes are shown. If not, they are added to the folded bytes. */
static bool shown(run *r, bool outside, uint32_t off, uint32_t size)
{
    if (outside || r->cutter->full || r->cutter->keep(r->cutter->user, r->piece->stream, off, size)) {
        unfold(r);
        return true;
    }
    if (r->folded == 0)
        r->folded_off = off;
    r->folded += size;
    return false;
}

/* Cuts `size` bytes from line->off into lines of `step` bytes, which contain values of `width` bytes. */
static void cut_run(run *r, a3d_hex_line *line, uint32_t size, uint32_t step, uint32_t width)
{
    uint32_t lines = (uint32_t)(((uint64_t)size + step - 1) / step), start = line->off;
    for (uint32_t i = 0; i < lines; i++) {
        line->off = start + i * step;
        line->size = size - i * step < step ? size - i * step : step;
        line->first = i * (step / width);
        line->count = line->size / width;
        if (shown(r, lines <= FEW || i < HEAD || i >= lines - TAIL, line->off, line->size))
            r->cutter->emit(r->cutter->user, line);
    }
    unfold(r);
}

/* ---- elements without nodes ---- */

typedef struct element {
    run *run;
    uint32_t index, base; /* base: the offset of the element in the stream */
} element;

static int cut_leaf(void *user, const a3d_leaf *leaf)
{
    element *e = user;
    unsigned width = a3d_width(leaf->shape->type);
    a3d_hex_line line = {.piece = e->run->piece, .element = e->index, .leaf = *leaf};
    if (leaf->prefix > 0) {
        line.kind = A3D_HEX_PREFIX;
        line.off = e->base + leaf->off - leaf->prefix;
        line.size = leaf->prefix;
        e->run->cutter->emit(e->run->cutter->user, &line);
    }
    line.kind = A3D_HEX_LEAF;
    line.off = e->base + leaf->off;
    cut_run(e->run, &line, leaf->count * width, A3D_HEX_WIDTH / width * width, width);
    return 0;
}

static void cut_element(run *r, uint32_t index, uint32_t off, uint32_t size, const uint8_t *data)
{
    const a3d_doc *doc = r->cutter->doc;
    uint32_t list = r->piece->node;
    if (size <= A3D_HEX_WIDTH) {
        a3d_hex_line line = {.piece = r->piece, .kind = A3D_HEX_ELEMENT, .off = off, .size = size, .element = index};
        r->cutter->emit(r->cutter->user, &line);
        return;
    }
    element e = {r, index, off};
    a3d_flat_element(doc, list, a3d_shape_of(a3d_at(doc, list))->record, data, size, cut_leaf, &e);
}

static void cut_elements(run *r)
{
    const a3d_doc *doc = r->cutter->doc;
    const a3d_node *node = a3d_at(doc, r->piece->node);
    const a3d_record *type = a3d_shape_of(node)->record;
    uint32_t count = a3d_stored_count(node), off = r->piece->off, end = off + r->piece->size;
    uint32_t stride = a3d_flat_stride(doc, r->piece->node, type);
    for (uint32_t i = 0; i < count && off < end; i++) {
        const uint8_t *data = doc->streams[r->piece->stream].data + off;
        int64_t size = stride != 0 ? stride : a3d_flat_element(doc, r->piece->node, type, data, end - off, NULL, NULL);
        if (size < 0 || size > end - off)
            break;
        if (size > 0 && shown(r, count <= FEW_ELEMENTS || i < HEAD_ELEMENTS || i == count - 1, off, (uint32_t)size))
            cut_element(r, i, off, (uint32_t)size, data);
        off += (uint32_t)size;
    }
    unfold(r);
    a3d_hex_line line = {.piece = r->piece, .off = off};
    cut_run(r, &line, end - off, A3D_HEX_WIDTH, 1);
}

void a3d_hex_cut(const a3d_hex_cutter *cutter, const a3d_piece *piece)
{
    run r = {.cutter = cutter, .piece = piece};
    a3d_hex_line line = {.piece = piece, .off = piece->off};
    unsigned width = 1, step = A3D_HEX_WIDTH;
    if (piece->part == A3D_PART_ELEMENTS) {
        cut_elements(&r);
        return;
    }
    if (piece->part == A3D_PART_VALUES) {
        line.kind = A3D_HEX_VALUES;
        width = a3d_width(a3d_shape_of(a3d_at(cutter->doc, piece->node))->type);
    } else if (piece->part == A3D_PART_CUSTOM && cutter->doc->mask.node == piece->node) {
        line.kind = A3D_HEX_MASK;
        step = 1;
    }
    cut_run(&r, &line, piece->size, step, width);
}
