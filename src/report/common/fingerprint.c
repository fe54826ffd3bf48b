/* fingerprint.c - see fingerprint.h */
#include "report/common/fingerprint.h"
#include "base/numbers.h"
#include "engine/document/path.h"

#include <string.h>

enum { FEW = 16 };

/* The state of 64-bit FNV-1a after hashing A3D_FINGERPRINT with its NUL. spread() mixes the last bytes into all
 * digits. */
#define BEGUN UINT64_C(0x242411ff3ef1a98e)

static uint64_t mix_byte(uint64_t hash, uint8_t byte)
{
    return (hash ^ byte) * UINT64_C(0x100000001b3);
}

static uint64_t mix(uint64_t hash, const void *data, size_t n)
{
    const uint8_t *p = data;
    for (size_t i = 0; i < n; i++)
        hash = mix_byte(hash, p[i]);
    return hash;
}

static uint64_t spread(uint64_t hash)
{
    hash = (hash ^ hash >> 33) * UINT64_C(0xff51afd7ed558ccd);
    hash = (hash ^ hash >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return hash ^ hash >> 33;
}

static uint64_t mix_text(uint64_t hash, const char *text)
{
    for (; *text != '\0'; text++)
        hash = mix_byte(hash, (uint8_t)*text);
    return mix_byte(hash, 0);
}

/* Where the element number that begins at i ends. */
static size_t end_of_number(const char *path, size_t n, size_t i)
{
    while (i < n && path[i] >= '0' && path[i] <= '9')
        i++;
    return i;
}

void a3d_put_stable_place(a3d_text *out, const a3d_doc *doc, const a3d_place *place)
{
    a3d_text path;
    a3d_text_init(&path, out->arena);
    a3d_put_place(&path, doc, place);
    for (size_t i = 0; i < path.size;) {
        char c = path.data[i++];
        a3d_putc(out, c);
        if (c != '[')
            continue;
        a3d_putc(out, '*');
        i = end_of_number(path.data, path.size, i);
    }
    out->failed |= path.failed;
    a3d_text_free(&path);
}

/* Hashes a path with * for every element number, and a NUL after it. */
static uint64_t mix_place(uint64_t hash, const char *path, size_t n)
{
    for (size_t i = 0; i < n;) {
        char c = path[i++];
        hash = mix_byte(hash, (uint8_t)c);
        if (c != '[')
            continue;
        hash = mix_byte(hash, '*');
        i = end_of_number(path, n, i);
    }
    return mix_byte(hash, 0);
}

static uint64_t mix_value(uint64_t hash, const a3d_quantity *q)
{
    char text[A3D_NUMBER_ROOM], *end = text;
    switch (q->kind) {
    case A3D_Q_INT: end = a3d_write_int(text, q->i); break;
    case A3D_Q_UINT: end = a3d_write_uint(text, q->u); break;
    default: end = a3d_write_float(text, (uint32_t)q->i); break;
    }
    return mix(hash, text, (size_t)(end - text));
}

static uint64_t mix_content(uint64_t hash, const a3d_doc *doc, const a3d_finding *f)
{
    if (f->actual.kind != A3D_Q_NONE)
        return mix_value(mix_text(hash, "value"), &f->actual);
    const a3d_stream *s = &doc->streams[f->stream];
    if (f->size == 0 || f->size > FEW || f->off > s->size || f->size > s->size - f->off)
        return hash;
    return mix(mix_text(hash, "bytes"), a3d_bytes_near(doc, f, f->off), f->size);
}

void a3d_fingerprint_at(const a3d_doc *doc, const a3d_finding *f, const char *path, size_t n,
                        char text[A3D_FINGERPRINT_ROOM])
{
    uint64_t hash = mix_text(BEGUN, f->rule->id);
    hash = mix_place(hash, path, n);
    hash = spread(mix_content(hash, doc, f));
    a3d_write_digits(text, hash, 16);
    text[16] = '\0';
}

void a3d_fingerprint(const a3d_doc *doc, const a3d_finding *f, char text[A3D_FINGERPRINT_ROOM])
{
    a3d_text path;
    a3d_text_init(&path, doc->arena);
    a3d_put_place(&path, doc, &f->place);
    a3d_fingerprint_at(doc, f, path.data, path.size, text);
    a3d_text_free(&path);
}
