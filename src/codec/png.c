/* png.c - see png.h */
#include "codec/png.h"

#include <string.h>
#include <zlib.h>

enum { SIGNATURE = 8, FRAME = 12, HEADER_SIZE = 13, PALETTE_MOST = 256, MOST_SIDE = 0x7FFFFFFF, FILTERS = 5 };
enum { GRAY = 0, TRUECOLOR = 2, INDEXED = 3, GRAY_ALPHA = 4, TRUECOLOR_ALPHA = 6 };

typedef struct image {
    const uint8_t *data;
    size_t size, at;      /* `at` is the first byte of the current chunk */
    uint32_t length;      /* of its content */
    uint8_t *window;      /* for unpacking */
    uint8_t *packed;      /* the contents of all IDAT chunks, joined */
    size_t n_packed;
    bool interlaced, palette, pixels, pixels_over;
    a3d_png *png;
} image;

static uint32_t load_big32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static bool report(image *m, const char *why)
{
    m->png->why = why;
    m->png->at = m->at;
    return false;
}

bool a3d_png_signed(const uint8_t *data, size_t size)
{
    return size >= SIGNATURE && memcmp(data, "\x89PNG\r\n\x1A\n", SIGNATURE) == 0;
}

/* ---- chunks ---- */

static bool is(const image *m, const char *type)
{
    return memcmp(m->data + m->at + 4, type, 4) == 0;
}

static bool open_chunk(image *m)
{
    if (m->size - m->at < FRAME)
        return report(m, "the image ends before its IEND chunk");
    m->length = load_big32(m->data + m->at);
    if (m->length > MOST_SIDE || m->length > m->size - m->at - FRAME)
        return report(m, "a chunk is longer than what is left of the file");
    for (unsigned i = 4; i < 8; i++)
        if ((m->data[m->at + i] | 0x20) < 'a' || (m->data[m->at + i] | 0x20) > 'z')
            return report(m, "the type of a chunk is not made of letters");
    uLong sum = crc32(0, m->data + m->at + 4, (uInt)m->length + 4);
    if (sum != load_big32(m->data + m->at + 8 + m->length))
        return report(m, "the checksum of a chunk is wrong");
    return true;
}

static bool depth_fits(unsigned depth, unsigned color)
{
    switch (color) {
    case GRAY: return depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
    case INDEXED: return depth == 1 || depth == 2 || depth == 4 || depth == 8;
    case TRUECOLOR:
    case GRAY_ALPHA:
    case TRUECOLOR_ALPHA: return depth == 8 || depth == 16;
    default: return false;
    }
}

static bool take_header(image *m)
{
    const uint8_t *p = m->data + m->at + 8;
    if (!is(m, "IHDR") || m->length != HEADER_SIZE)
        return report(m, "the first chunk is not an IHDR of 13 bytes");
    m->png->width = load_big32(p);
    m->png->height = load_big32(p + 4);
    m->png->depth = p[8];
    m->png->color = p[9];
    m->interlaced = p[12] == 1;
    if (m->png->width == 0 || m->png->height == 0 || m->png->width > MOST_SIDE || m->png->height > MOST_SIDE)
        return report(m, "a side of the image is 0 or more than 2147483647");
    if (!depth_fits(p[8], p[9]))
        return report(m, "bit depth and colour type do not go together");
    if (p[10] != 0 || p[11] != 0 || p[12] > 1)
        return report(m, "the compression, filter or interlace method is not known");
    return true;
}

static bool take_palette(image *m)
{
    unsigned color = m->png->color;
    uint32_t most = color == INDEXED ? 1u << m->png->depth : PALETTE_MOST;
    if (m->palette || m->pixels || color == GRAY || color == GRAY_ALPHA)
        return report(m, "a palette is where none is allowed");
    if (m->length == 0 || m->length % 3 != 0 || m->length / 3 > most)
        return report(m, "the palette has no size that it may have");
    m->palette = true;
    return true;
}

static bool take_pixels(image *m)
{
    if (m->pixels_over)
        return report(m, "the IDAT chunks do not follow each other");
    if (m->png->color == INDEXED && !m->palette)
        return report(m, "the palette is missing");
    m->pixels = true;
    if (m->length > 0)
        memcpy(m->packed + m->n_packed, m->data + m->at + 8, m->length);
    m->n_packed += m->length;
    return true;
}

static bool take_chunk(image *m, bool *last)
{
    if (is(m, "IDAT"))
        return take_pixels(m);
    m->pixels_over = m->pixels;
    if (is(m, "PLTE"))
        return take_palette(m);
    if (is(m, "IEND")) {
        *last = true;
        if (!m->pixels)
            return report(m, "there is no IDAT chunk");
        return m->length == 0 ? true : report(m, "the IEND chunk is not empty");
    }
    bool may_be_skipped = (m->data[m->at + 4] & 0x20) != 0;
    return may_be_skipped ? true : report(m, "a chunk that no reader may skip is of no known type, or comes twice");
}

/* ---- pixels ---- */

/* The row size and row count of one pass; an interlaced image has seven passes, any other has one. */
static void pass_of(const image *m, unsigned pass, uint64_t *row, uint64_t *rows)
{
    static const uint8_t x0[] = {0, 4, 0, 2, 0, 1, 0}, dx[] = {8, 8, 4, 4, 2, 2, 1};
    static const uint8_t y0[] = {0, 0, 4, 0, 2, 0, 1}, dy[] = {8, 8, 8, 4, 4, 2, 2};
    static const uint8_t channels[] = {1, 0, 3, 1, 2, 0, 4};
    uint64_t w = m->png->width, h = m->png->height;
    if (m->interlaced) {
        w = w > x0[pass] ? (w - x0[pass] + dx[pass] - 1) / dx[pass] : 0;
        h = h > y0[pass] ? (h - y0[pass] + dy[pass] - 1) / dy[pass] : 0;
    }
    *row = 1 + (w * m->png->depth * channels[m->png->color] + 7) / 8;
    *rows = w > 0 ? h : 0;
}

/* The position in the rows that the unpacked bytes have reached. */
typedef struct walk {
    unsigned pass;
    uint64_t row, rows, left; /* size of a row; remaining rows; remaining bytes of this row */
} walk;

static void next_row(const image *m, walk *w)
{
    if (w->rows > 0)
        w->rows--;
    while (w->rows == 0 && m->interlaced && w->pass < 6)
        pass_of(m, ++w->pass, &w->row, &w->rows);
    w->left = w->rows > 0 ? w->row : 0;
}

/* Checks unpacked bytes. False if a row has an unknown filter or if there is more than all rows. */
static bool take_bytes(image *m, walk *w, const uint8_t *p, size_t n)
{
    while (n > 0) {
        if (w->left == 0)
            return report(m, "the data unpack to more than all rows");
        if (w->left == w->row && p[0] >= FILTERS)
            return report(m, "a row has a filter that is not known");
        size_t part = w->left < n ? (size_t)w->left : n;
        w->left -= part;
        p += part;
        n -= part;
        if (w->left == 0)
            next_row(m, w);
    }
    return true;
}

static bool unpack(image *m)
{
    a3d_inflate z;
    a3d_codec_result r;
    walk w = {0};
    const uint8_t *piece;
    size_t made = 0;
    int more = 1;
    pass_of(m, 0, &w.row, &w.rows);
    w.left = w.row;
    bool good = a3d_inflate_begin(&z, m->packed, m->n_packed, &r) == A3D_CODEC_OK;
    if (!good)
        more = 0;
    while (good && more) {
        more = a3d_inflate_piece(&z, m->window, &piece, &made, &r);
        good = take_bytes(m, &w, piece, made);
    }
    if (m->png->why != NULL)
        return false;
    if (r.status != A3D_CODEC_OK)
        return report(m, "the data do not unpack");
    if (w.left > 0)
        return report(m, "the data unpack to less than all rows");
    return r.used == m->n_packed ? true : report(m, "bytes follow the packed data");
}

static bool too_large(const image *m, uint64_t most)
{
    uint64_t row, rows, sum = 0;
    for (unsigned pass = 0; pass < (m->interlaced ? 7u : 1u); pass++) {
        pass_of(m, pass, &row, &rows);
        if (rows > 0 && row > (most - sum) / rows)
            return true;
        sum += row * rows;
    }
    return false;
}

bool a3d_png_check(const uint8_t *data, size_t size, uint8_t *scratch, uint64_t most, a3d_png *png)
{
    image m = {.data = data, .size = size, .window = scratch, .packed = scratch + A3D_INFLATE_WINDOW, .png = png};
    bool last = false;
    memset(png, 0, sizeof *png);
    if (!a3d_png_signed(data, size))
        return report(&m, "the signature is not that of PNG");
    m.at = SIGNATURE;
    if (!open_chunk(&m) || !take_header(&m))
        return false;
    size_t pixels = 0;
    while (!last) {
        m.at += FRAME + (size_t)m.length;
        if (!open_chunk(&m) || !take_chunk(&m, &last))
            return false;
        if (m.pixels && pixels == 0)
            pixels = m.at;
    }
    png->too_large = too_large(&m, most);
    m.at = pixels;
    return png->too_large || unpack(&m);
}
