/* transfer_wrap.c - what is put around a file, before it, after it or in its place. */
#define _XOPEN_SOURCE 700
#include "transfer.h"
#include "codec/codec.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- compression ---- */

static void put_packed(a3d_text *out, const uint8_t *data, size_t size, int bits)
{
    z_stream z;
    memset(&z, 0, sizeof z);
    if (deflateInit2(&z, 6, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        exit(3);
    size_t room = deflateBound(&z, (uLong)size), from = out->size;
    z.next_out = a3d_extend(out, room);
    z.avail_out = (uInt)room;
    z.next_in = data;
    z.avail_in = (uInt)size;
    if (z.next_out == NULL || deflate(&z, Z_FINISH) != Z_STREAM_END)
        exit(3);
    out->size = from + z.total_out;
    deflateEnd(&z);
}

bool make_packed(maker *m)
{
    put_packed(m->out, m->data, m->size, (int)m->arg);
    return true;
}

bool make_packed_base64(maker *m)
{
    a3d_text packed;
    a3d_text_init(&packed, m->arena);
    put_packed(&packed, m->data, m->size, GZIP);
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

static bool put_file(maker *m)
{
    a3d_put(m->out, m->data, m->size);
    return true;
}

bool make_marked(maker *m)
{
    a3d_puts(m->out, "\xef\xbb\xbf");
    return put_file(m);
}

bool make_http(maker *m)
{
    static const char *const servers[] = {"nginx/1.24.0", "Apache/2.4.57 (Debian)", "cloudflare"};
    a3d_printf(m->out, "HTTP/1.1 200 OK\r\nDate: Sat, 14 Mar 2026 09:26:53 GMT\r\nServer: %s\r\n", servers[draw() % 3]);
    if (draw() % 2 == 0)
        a3d_puts(m->out, "Last-Modified: Fri, 13 Mar 2026 11:00:00 GMT\r\nETag: \"5e6b-1f4\"\r\n");
    a3d_printf(m->out, "Content-Length: %zu\r\nContent-Type: application/octet-stream\r\n\r\n", m->size);
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

bool make_twice(maker *m)
{
    put_file(m);
    return put_file(m);
}

bool make_two(maker *m)
{
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
static void put_png(a3d_text *out, a3d_arena *arena)
{
    static const uint8_t header[] = {0, 0, 0, 16, 0, 0, 0, 16, 8, 0, 0, 0, 0};
    uint8_t rows[16 * 17];
    a3d_text packed;
    a3d_text_init(&packed, arena);
    for (size_t i = 0; i < sizeof rows; i++)
        rows[i] = i % 17 == 0 ? 0 : (uint8_t)draw();
    put_packed(&packed, rows, sizeof rows, ZLIB);
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

/* ---- in its place ---- */

bool make_page(maker *m)
{
    static const char *const pages[][2] = {
        [HTML] = {"<!DOCTYPE html>\n<html lang=\"en\"><head><title>404 Not Found</title></head>\n"
                  "<body><h1>Not Found</h1></body></html>\n",
                  "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center>"
                  "<h1>502 Bad Gateway</h1></center>\r\n<hr>\r\n</body>\r\n</html>\r\n"},
        [JSON] = {"{\"message\":\"Not Found\",\"status\":\"404\"}", "[\n  {\"id\": 1, \"name\": \"a\"}\n]\n"},
    };
    a3d_puts(m->out, pages[m->arg][draw() % 2]);
    return true;
}

bool make_pointer(maker *m)
{
    a3d_puts(m->out, "version https://git-lfs.github.com/spec/v1\noid sha256:");
    for (int i = 0; i < 4; i++)
        a3d_put_digits(m->out, draw(), 16);
    a3d_printf(m->out, "\nsize %zu\n", m->size);
    return true;
}

bool make_image(maker *m)
{
    if (m->arg == PNG) {
        put_png(m->out, m->arena);
        return true;
    }
    a3d_put(m->out, "\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0", 20);
    for (size_t n = 200 + draw() % 2000; n > 0; n--)
        a3d_putc(m->out, (char)(draw() % 255));
    a3d_put(m->out, "\xff\xd9", 2);
    return true;
}

static void put_words(a3d_text *out, const char *mark, const uint32_t *words, const uint8_t *widths, size_t n)
{
    uint8_t word[4];
    a3d_put(out, mark, 4);
    for (size_t i = 0; i < n; i++) {
        a3d_store(word, widths[i], words[i], false);
        a3d_put(out, word, widths[i]);
    }
}

/* An archive with the model as its one member, stored. Strictly its bytes could be taken out again; nobody asks the
 * measure for that, since `check` reads archives. */
bool make_zip(maker *m)
{
    uint32_t sum = (uint32_t)crc32(0, m->data, (uInt)m->size), n = (uint32_t)m->size;
    put_words(m->out, "PK\3\4", (uint32_t[]){20, 0, 0, 0x6000, 0x5c6e, sum, n, n, 5, 0},
              (uint8_t[]){2, 2, 2, 2, 2, 4, 4, 4, 2, 2}, 10);
    a3d_puts(m->out, "model");
    put_file(m);
    uint32_t at = (uint32_t)m->out->size;
    put_words(m->out, "PK\1\2", (uint32_t[]){20, 20, 0, 0, 0x6000, 0x5c6e, sum, n, n, 5, 0, 0, 0, 0, 0, 0},
              (uint8_t[]){2, 2, 2, 2, 2, 2, 4, 4, 4, 2, 2, 2, 2, 2, 4, 4}, 16);
    a3d_puts(m->out, "model");
    put_words(m->out, "PK\5\6", (uint32_t[]){0, 0, 1, 1, (uint32_t)m->out->size - at, at, 0},
              (uint8_t[]){2, 2, 2, 2, 4, 4, 2}, 7);
    return true;
}

/* The name of another family. */
bool make_renamed(maker *m)
{
    const a3d_format *others[A3D_FORMATS];
    size_t n = 0;
    char name[20];
    for (size_t i = 0; a3d_formats()[i] != NULL; i++) {
        snprintf(name, sizeof name, "x.%.10s", first_extension(a3d_formats()[i]));
        if (!a3d_claims(m->format, name))
            others[n++] = a3d_formats()[i];
    }
    m->extension = n > 0 ? first_extension(others[draw() % n]) : NULL;
    put_file(m);
    return n > 0;
}
