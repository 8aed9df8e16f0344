/* random_bot.c - a whole bot for RBP/2 (docs/protocol.md) in C: a random legal answer each time.
**
**     cc random_bot.c -o random_bot -ljansson
**     robodrome bot-check ./random_bot
**
** It keeps nothing, and plays every game.
*/
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE_MAX_BYTES = 256 * 1024 };

/* Prints a message with the id of the one it replies to; takes the reference. */
static void reply(json_t *message, json_t *to) {
    json_object_set(message, "id", json_object_get(to, "id"));
    json_dumpf(message, stdout, JSON_COMPACT);
    putchar('\n');
    fflush(stdout);
    json_decref(message);
}

static json_t *answer(json_t *ask) {
    json_t *legal = json_object_get(ask, "legal");
    size_t n = json_array_size(legal);
    json_t *action = json_array_get(legal, n ? (size_t)rand() % n : 0);
    return json_pack("{s:s, s:O}", "t", "act", "action", action);
}

int main(void) {
    static char line[LINE_MAX_BYTES + 1];
    int bye = 0;
    srand((unsigned)time(NULL));
    while (!bye && fgets(line, sizeof line, stdin)) {
        json_t *m = json_loads(line, 0, NULL);
        const char *type = json_string_value(json_object_get(m, "t"));
        if (!type) {
            fprintf(stderr, "not a message: %s", line);
        } else if (strcmp(type, "hello") == 0) {
            reply(json_pack("{s:s, s:s, s:s}", "t", "hello", "proto", "RBP/2", "name", "random C"),
                  m);
        } else if (strcmp(type, "ready?") == 0) {
            reply(json_pack("{s:s}", "t", "ready"), m);
        } else if (strcmp(type, "ask") == 0) {
            reply(answer(m), m);
        } else if (strcmp(type, "bye") == 0) {
            bye = 1;
        }
        json_decref(m);
    }
    return 0;
}
