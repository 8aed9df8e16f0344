/* replay.c - runs a fuzzer over kept inputs without a fuzzing engine: every compiler can.
**
** Usage: fuzz_TARGET FILE-OR-FOLDER...
*/
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz.h"

static int replayed;

static void replay_file(const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f) {
        perror(path);
        exit(1);
    }
    fseek(f, 0, SEEK_END);
    long size = ftell(f);
    rewind(f);
    uint8_t *data = malloc(size > 0 ? (size_t)size : 1); /* exact, so that sanitizers see the end */
    size_t n = fread(data, 1, size > 0 ? (size_t)size : 0, f);
    fclose(f);
    fprintf(stderr, "%s\n", path);
    LLVMFuzzerTestOneInput(data, n);
    free(data);
    replayed++;
}

static void replay(const char *path) {
    struct stat st;
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
        struct dirent **entry;
        int n = scandir(path, &entry, NULL, alphasort);
        for (int i = 0; i < n; i++) {
            char inner[4096];
            snprintf(inner, sizeof inner, "%s/%s", path, entry[i]->d_name);
            if (entry[i]->d_name[0] != '.') replay(inner);
            free(entry[i]);
        }
        free(entry);
    } else {
        replay_file(path);
    }
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) replay(argv[i]);
    if (!replayed) {
        fprintf(stderr, "%s: no input was replayed\n", argv[0]);
        return 1;
    }
    printf("%d inputs replayed\n", replayed);
    return 0;
}
