/* transfer_bytes.c - bytes that are lost, swapped, changed or filled up with zeros. */
#include "transfer.h"
#include "engine/encode/encode.h"

static uint8_t *copy_out(maker *m, size_t size)
{
    a3d_put(m->out, m->data, size);
    return (uint8_t *)m->out->data;
}

bool make_padded(maker *m)
{
    size_t n = (m->arg - m->size % m->arg) % m->arg;
    copy_out(m, m->size);
    uint8_t *zeros = a3d_extend(m->out, n);
    if (zeros != NULL)
        memset(zeros, 0, n);
    return true;
}

static bool has_content(const uint8_t *p, size_t n)
{
    size_t some = 0;
    for (size_t i = 0; i < n; i++)
        some += p[i] != 0;
    return some > n / 8;
}

/* One to eight blocks beside each other, neither the first nor the last, that were not nearly zeros before. */
bool make_zero_blocks(maker *m)
{
    size_t block = m->arg, blocks = m->size / block;
    if (blocks < 3)
        return false;
    size_t most = blocks - 2 < 8 ? blocks - 2 : 8, n = 1 + draw() % most, at = 1 + draw() % (blocks - 1 - n);
    for (size_t i = at; i < at + n; i++)
        if (!has_content(m->data + i * block, block))
            return false;
    memset(copy_out(m, m->size) + at * block, 0, n * block);
    return true;
}

/* From the start of a block to the end, as of a download that reserved its space. */
bool make_zero_end(maker *m)
{
    size_t blocks = m->size / m->arg, at = blocks > 1 ? (1 + draw() % (blocks - 1)) * m->arg : 0;
    if (at == 0 || !has_content(m->data + at, m->size - at))
        return false;
    memset(copy_out(m, m->size) + at, 0, m->size - at);
    return true;
}

bool make_zeros(maker *m)
{
    memset(copy_out(m, m->size), 0, m->size);
    return true;
}

bool make_zero_head(maker *m)
{
    memset(copy_out(m, m->size), 0, m->size < m->arg ? m->size : m->arg);
    return true;
}

bool make_swapped(maker *m)
{
    uint8_t *p = copy_out(m, m->size);
    for (size_t i = 0; i + m->arg <= m->size; i += m->arg)
        for (size_t k = 0; k < m->arg; k++)
            p[i + k] = m->data[i + m->arg - 1 - k];
    return true;
}

/* Whether what is left of a cut is more than zeros: nobody could know them for the start of a model. */
static bool cut_to(maker *m, size_t size)
{
    copy_out(m, size);
    for (size_t i = 0; i < size; i++)
        if (m->data[i] != 0)
            return true;
    return false;
}

bool make_cut(maker *m)
{
    size_t cut = m->size * m->arg / 100;
    return cut > 1 && cut_to(m, m->size - cut);
}

bool make_cut_anywhere(maker *m)
{
    return cut_to(m, 1 + draw() % (m->size - 1));
}

bool make_cut_end(maker *m)
{
    return cut_to(m, m->size - m->arg);
}

/* To a whole number of blocks. */
bool make_cut_block(maker *m)
{
    size_t blocks = (m->size - 1) / m->arg;
    return blocks > 0 && cut_to(m, (1 + draw() % blocks) * m->arg);
}

bool make_empty(maker *m)
{
    (void)m;
    return true;
}

/* ---- the head ---- */

static uint8_t other_byte(uint8_t byte)
{
    uint8_t other = draw() % 2 == 0 ? (uint8_t)(byte ^ 1u << draw() % 8) : (uint8_t)draw();
    return other != byte ? other : byte ^ 1;
}

static const a3d_doc *read_doc(const maker *m)
{
    a3d_options options = {.format = m->format};
    const a3d_result *r = a3d_lint(m->arena, m->data, m->size, &options);
    return r != NULL ? r->doc : NULL;
}

/* A byte of the first field: a magic, a package header, or a version where nothing is before it. */
bool make_head_flip(maker *m)
{
    const a3d_doc *doc = read_doc(m);
    const a3d_node *field = doc != NULL ? a3d_at(doc, a3d_field(doc, doc->root, 0)) : NULL;
    if (field == NULL || field->stream != 0 || field->size == 0)
        return false;
    m->at = field->off + (uint32_t)(draw() % field->size);
    uint8_t *p = copy_out(m, m->size);
    p[m->at] = other_byte(p[m->at]);
    return true;
}

/* A byte of the version, packed again where it is packed. */
bool make_version_flip(maker *m)
{
    a3d_doc *doc = (a3d_doc *)read_doc(m);
    uint8_t byte;
    for (uint32_t i = 0; doc != NULL && i < doc->n_nodes; i++) {
        const a3d_node *node = a3d_at(doc, i);
        if (node->state != A3D_PRESENT || node->size == 0 || strncmp(node->row->name, "version", 7) != 0)
            continue;
        uint32_t owner = doc->streams[node->stream].owner;
        m->at = node->off + (uint32_t)(draw() % node->size);
        byte = other_byte(doc->streams[node->stream].data[m->at]);
        a3d_patch patch = {.owner = owner == A3D_NO_NODE ? doc->root : owner, .off = m->at, .size = 1, .bytes = &byte};
        return a3d_encode(doc, A3D_FAITHFUL, m->out, &patch, 1) == NULL;
    }
    return false;
}

bool make_first_lost(maker *m)
{
    a3d_put(m->out, m->data + 1, m->size - 1);
    return true;
}
