/* packed.c - parts of the page as zlib streams in base64, which the page unpacks when somebody looks at them; see
 * parts.h */
#include "codec/codec.h"
#include "report/triage/parts.h"

enum { LEVEL = 6 };

static void put_base64(a3d_text *out, const uint8_t *p, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        uint32_t three = (uint32_t)p[i] << 16 | (i + 1 < n ? (uint32_t)p[i + 1] << 8 : 0) | (i + 2 < n ? p[i + 2] : 0u);
        a3d_putc(out, digits[three >> 18]);
        a3d_putc(out, digits[three >> 12 & 63]);
        a3d_putc(out, i + 1 < n ? digits[three >> 6 & 63] : '=');
        a3d_putc(out, i + 2 < n ? digits[three & 63] : '=');
    }
}

void a3d_put_packed_part(a3d_text *out, const a3d_text *content)
{
    a3d_text packed;
    a3d_text_init(&packed, out->arena);
    size_t size = a3d_deflate_bound(content->size);
    uint8_t *to = content->failed ? NULL : a3d_extend(&packed, size);
    if (to == NULL || a3d_deflate(out->arena, (const uint8_t *)content->data, content->size, LEVEL, to, &size) != 0)
        out->failed = true;
    else
        put_base64(out, to, size);
    a3d_text_free(&packed);
}
