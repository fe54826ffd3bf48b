/* fingerprint.c - see fingerprint.h */
#include "report/fingerprint.h"
#include "engine/path.h"
#include "report/report.h"

#include <string.h>

enum { FEW = 16 };

/* FNV-1a of 64 bits, and at the end what spreads its last bytes over all digits. */
static uint64_t mix(uint64_t hash, const void *data, size_t n)
{
    const uint8_t *p = data;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ p[i]) * UINT64_C(0x100000001b3);
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
    return mix(hash, text, strlen(text) + 1);
}

void a3d_put_stable_place(a3d_text *out, const a3d_doc *doc, const a3d_place *place)
{
    a3d_text path;
    bool inside = false;
    a3d_text_init(&path, out->arena);
    a3d_put_place(&path, doc, place);
    for (size_t i = 0; i < path.size; i++) {
        char c = path.data[i];
        if (inside && c >= '0' && c <= '9')
            continue;
        inside = c == '[';
        a3d_putc(out, c);
        if (inside)
            a3d_putc(out, '*');
    }
    out->failed |= path.failed;
    a3d_text_free(&path);
}

static uint64_t mix_content(uint64_t hash, const a3d_doc *doc, const a3d_finding *f)
{
    if (f->actual.kind != A3D_Q_NONE) {
        a3d_text value;
        a3d_text_init(&value, doc->arena);
        a3d_put_quantity(&value, &f->actual);
        hash = mix(mix_text(hash, "value"), value.data, value.size);
        a3d_text_free(&value);
        return hash;
    }
    const a3d_stream *s = &doc->streams[f->stream];
    if (f->size == 0 || f->size > FEW || f->off > s->size || f->size > s->size - f->off)
        return hash;
    return mix(mix_text(hash, "bytes"), s->data + f->off, f->size);
}

void a3d_fingerprint(const a3d_doc *doc, const a3d_finding *f, char text[A3D_FINGERPRINT_ROOM])
{
    a3d_text path;
    a3d_text_init(&path, doc->arena);
    a3d_put_stable_place(&path, doc, &f->place);
    a3d_putc(&path, '\0');
    uint64_t hash = mix_text(UINT64_C(0xcbf29ce484222325), A3D_FINGERPRINT);
    hash = mix_text(hash, f->rule->id);
    hash = mix(hash, path.data, path.size);
    hash = mix_content(hash, doc, f);
    a3d_text_free(&path);
    hash = spread(hash);
    for (unsigned i = 16; i-- > 0; hash >>= 4)
        text[i] = "0123456789abcdef"[hash & 15];
    text[16] = '\0';
}
