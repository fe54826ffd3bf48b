/* loader_main.c - runs an example loader on files and says what it makes of each. */
#include "loader.h"

#include <stdio.h>
#include <stdlib.h>

/* The file in a block of exactly its size, so that a sanitizer sees a read beyond its end. */
static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    long n = file != NULL && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    uint8_t *data = n >= 0 ? malloc((size_t)n) : NULL;
    *size = n > 0 ? (size_t)n : 0;
    if (data != NULL && *size > 0 && (fseek(file, 0, SEEK_SET) != 0 || fread(data, 1, *size, file) != *size)) {
        free(data);
        data = NULL;
    }
    if (file != NULL)
        fclose(file);
    return data;
}

int main(int argc, char **argv)
{
    int status = 0;
    if (argc < 2) {
        fprintf(stderr, "usage: %s FILE...\n", argv[0]);
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        size_t size;
        uint8_t *data = read_file(argv[i], &size);
        if (data == NULL) {
            perror(argv[i]);
            return 2;
        }
        fault_run();
        bool ok = load(data, size) == 0;
        printf("%s %s\n", ok ? "loaded" : "refused", argv[i]);
        fflush(stdout);
        status |= !ok;
        free(data);
    }
    return status;
}
