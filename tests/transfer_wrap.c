/* transfer_wrap.c - what is put around a file, before it or after it. */
#define _XOPEN_SOURCE 700
#include "transfer.h"
#include "codec/codec.h"
#include "lint/generate.h"

#include <zlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

bool put_file(maker *m)
{
    a3d_put(m->out, m->data, m->size);
    return true;
}

/* ---- compression ---- */

/* With a name in the header of gzip, as the program writes it, unless that is NULL. */
static void put_packed(a3d_text *out, const uint8_t *data, size_t size, int bits, const char *name)
{
    z_stream z;
    gz_header header = {.name = (Bytef *)name, .time = 1773480413, .os = 3};
    memset(&z, 0, sizeof z);
    if (deflateInit2(&z, 6, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        exit(3);
    if (name != NULL)
        deflateSetHeader(&z, &header);
    size_t room = deflateBound(&z, (uLong)size), from = out->size;
    z.next_out = a3d_extend(out, room);
    z.avail_out = (uInt)room;
    z.next_in = (Bytef *)(uintptr_t)data;
    z.avail_in = (uInt)size;
    if (z.next_out == NULL || deflate(&z, Z_FINISH) != Z_STREAM_END)
        exit(3);
    out->size = from + z.total_out;
    deflateEnd(&z);
}

bool make_packed(maker *m)
{
    put_packed(m->out, m->data, m->size, (int)m->arg, m->arg == GZIP && draw() % 2 == 0 ? "model.bin" : NULL);
    return true;
}

bool make_packed_base64(maker *m)
{
    a3d_text packed;
    a3d_text_init(&packed, m->arena);
    put_packed(&packed, m->data, m->size, GZIP, NULL);
    maker outer = *m;
    outer.data = (const uint8_t *)packed.data;
    outer.size = packed.size;
    outer.arg = MIME;
    return make_base64(&outer);
}

/* Appends what a command makes of the file; false when it fails. */
static bool put_output(a3d_text *out, const char *program, const uint8_t *data, size_t size)
{
    char path[] = "/tmp/transfer-XXXXXX", command[100], piece[4096];
    int fd = mkstemp(path);
    FILE *file = fd >= 0 ? fdopen(fd, "wb") : NULL;
    if (file == NULL || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        exit(3);
    snprintf(command, sizeof command, "%s -q -c %s 2>/dev/null", program, path);
    FILE *pipe = popen(command, "r");
    for (size_t n; pipe != NULL && (n = fread(piece, 1, sizeof piece, pipe)) > 0;)
        a3d_put(out, piece, n);
    bool done = pipe != NULL && pclose(pipe) == 0 && out->size > 0;
    remove(path);
    return done;
}

bool make_packed_by(maker *m)
{
    static const char *const programs[] = {[XZ] = "xz", [ZSTD] = "zstd"};
    static const char *const magics[] = {[XZ] = "\xfd" "7zXZ\0\0\4", [ZSTD] = "\x28\xb5\x2f\xfd"};
    if (put_output(m->out, programs[m->arg], m->data, m->size))
        return true;
    m->out->size = 0; /* without the program: what shows at once */
    a3d_put(m->out, magics[m->arg], m->arg == XZ ? 8 : 4);
    a3d_put(m->out, m->data, m->size);
    return true;
}

/* ---- before ---- */

bool make_marked(maker *m)
{
    a3d_puts(m->out, "\xef\xbb\xbf");
    return m->arg == RAW ? put_file(m) : make_utf8(m);
}

bool make_http(maker *m)
{
    static const char *const servers[] = {"nginx/1.24.0", "Apache/2.4.57 (Debian)", "cloudflare"};
    a3d_printf(m->out, "HTTP/1.1 200 OK\r\nDate: Sat, 14 Mar 2026 09:26:53 GMT\r\nServer: %s\r\n", servers[draw() % 3]);
    if (draw() % 2 == 0)
        a3d_puts(m->out, "Last-Modified: Fri, 13 Mar 2026 11:00:00 GMT\r\nETag: \"5e6b-1f4\"\r\n");
    a3d_printf(m->out, "Content-Length: %zu\r\nContent-Type: application/octet-stream\r\n\r\n", m->size);
    if (m->arg == LF_ONLY) { /* as a script prints them */
        m->out->size = 0;
        a3d_puts(m->out, "Content-type: model/x-a3d\nCache-Control: no-cache\n\n");
    }
    return put_file(m);
}

bool make_text_before(maker *m)
{
    static const char *const texts[] = {
        "<br />\n<b>Warning</b>:  filesize(): stat failed in <b>/var/www/get.php</b> on line <b>12</b><br />\n",
        "\n\n",
        "# exported 2026-03-14\n",
        "Content of the model:\r\n\r\n",
    };
    a3d_puts(m->out, texts[draw() % 4]);
    return put_file(m);
}

/* ---- after ---- */

/* A random model of another family. */
static bool put_model(maker *m)
{
    const a3d_format *format;
    a3d_text made;
    do
        format = a3d_formats()[draw() % A3D_FORMATS];
    while (format == m->format);
    const a3d_version *version = format->versions;
    while (!version->generated)
        version++;
    a3d_wish random = {.format = format, .version = version, .seed = draw(), .size = 2000};
    a3d_text_init(&made, m->arena);
    if (a3d_generate_random(m->arena, &random, &made) != NULL)
        return false;
    a3d_put(m->out, made.data, made.size);
    return true;
}

bool make_twice(maker *m)
{
    put_file(m);
    return put_file(m);
}

bool make_two(maker *m)
{
    if (m->arg == OF_ANOTHER_FAMILY)
        return put_file(m) && put_model(m);
    put_file(m);
    a3d_put(m->out, m->other, m->other_size);
    return m->other_size != m->size || memcmp(m->data, m->other, m->size) != 0;
}

static void put_chunk(a3d_text *out, const char *type, const uint8_t *data, size_t size)
{
    uint8_t word[4];
    uint32_t sum = (uint32_t)crc32(crc32(0, (const Bytef *)type, 4), data, (uInt)size);
    a3d_store(word, 4, size, true);
    a3d_put(out, word, 4);
    a3d_puts(out, type);
    a3d_put(out, data, size);
    a3d_store(word, 4, sum, true);
    a3d_put(out, word, 4);
}

/* A gray picture of 16 by 16 points by chance. */
void put_png(a3d_text *out, a3d_arena *arena)
{
    static const uint8_t header[] = {0, 0, 0, 16, 0, 0, 0, 16, 8, 0, 0, 0, 0};
    uint8_t rows[16 * 17];
    a3d_text packed;
    a3d_text_init(&packed, arena);
    for (size_t i = 0; i < sizeof rows; i++)
        rows[i] = i % 17 == 0 ? 0 : (uint8_t)draw();
    put_packed(&packed, rows, sizeof rows, ZLIB, NULL);
    a3d_put(out, "\x89PNG\r\n\x1a\n", 8);
    put_chunk(out, "IHDR", header, sizeof header);
    put_chunk(out, "IDAT", (const uint8_t *)packed.data, packed.size);
    put_chunk(out, "IEND", (const uint8_t *)"", 0);
}

bool make_image_after(maker *m)
{
    put_file(m);
    put_png(m->out, m->arena);
    return true;
}
