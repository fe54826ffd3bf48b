/* transfer_other.c - what is in the place of a file, or has the name of another. */
#include "transfer.h"
#include "codec/codec.h"

#include <zlib.h>
#include <stdio.h>

bool make_page(maker *m)
{
    static const char *const pages[][2] = {
        [HTML] = {"<!DOCTYPE html>\n<html lang=\"en\"><head><title>404 Not Found</title></head>\n"
                  "<body><h1>Not Found</h1></body></html>\n",
                  "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center>"
                  "<h1>502 Bad Gateway</h1></center>\r\n<hr>\r\n</body>\r\n</html>\r\n"},
        [XML] = {"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>NoSuchKey</Code></Error>",
                 "<?xml version='1.0'?><scene><node name=\"a\"/></scene>\n"},
        [TEXT] = {"Access denied.\n", "#!/bin/sh\n# fetch the models\nset -eu\ncurl -O \"$1\"\n"},
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

/* The first bytes of files of some other kinds; random bytes follow. */
bool make_other_kind(maker *m)
{
    static const struct {
        const char *bytes;
        size_t size;
    } heads[] = {
        {"GIF89a\x10\0\x10\0", 10}, {"DDS \x7c\0\0\0", 8}, {"OggS\0\2", 6}, {"%PDF-1.7\n", 9},
        {"7z\xbc\xaf\x27\x1c\0\4", 8}, {"Rar!\x1a\7\1\0", 8}, {"SQLite format 3\0", 16},
        {"\x7f" "ELF\2\1\1\0", 8}, {"\xca\xfe\xba\xbe\0\0\0\x34", 8}, {"CWS\x0a\0\x20\0\0\x78\xda", 10},
        {"glTF\2\0\0\0", 8}, {"Kaydara FBX Binary  \0\x1a\0", 23}, {"BLENDER-v293", 12}, {"ID3\3\0\0", 6},
        {"wOFF\0\1\0\0", 8}, {"\xabKTX 11\xbb\r\n\x1a\n", 12}, {"\0asm\1\0\0\0", 8},
        {"RIFF\x20\x10\0\0WEBPVP8 ", 16}, {"RIFF\x20\x10\0\0WAVEfmt ", 16}, {"MLOD\1\1\0\0", 8},
    };
    size_t i = draw() % (sizeof heads / sizeof *heads);
    a3d_put(m->out, heads[i].bytes, heads[i].size);
    for (size_t n = 4136 - heads[i].size; n > 0; n--)
        a3d_putc(m->out, (char)draw());
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
