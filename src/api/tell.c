/* tell.c - the set-up of a match, and events that came as JSON told in words. */
#include "api/api_int.h"
#include "core/setup.h"
#include "core/wire.h"

#include <string.h>

size_t rd_api_setup_json(const rd_session *x, char *buf, size_t cap) {
    rd_out o = rd_out_to(buf, cap);
    rd_put_setup_json(x->match, &x->config, &o);
    return o.len;
}

static int find_event(const rd_game *g, const char *name) {
    for (int i = 0; g->events[i].name; i++)
        if (strcmp(g->events[i].name, name) == 0) return i;
    return -1;
}

/* The value that "name=JSON" gives that argument; false where no text does, or none that fits. */
static bool read_arg(const rd_session *x, const rd_arg_spec *arg, const char *args,
                     int32_t *value) {
    size_t n = strlen(arg->name);
    for (; *args; args += strlen(args) + 1) {
        if (strncmp(args, arg->name, n) != 0 || args[n] != '=') continue;
        rd_scan in = rd_scan_text(args + n + 1, strlen(args + n + 1), 1);
        return rd_scan_value_json(&in, x->match, &x->match->game->types[arg->type], value);
    }
    return false;
}

size_t rd_api_event_words(const rd_session *x, const char *lang, const char *event,
                          const char *args, char *buf, size_t cap) {
    rd_out o = rd_out_to(buf, cap);
    int kind = find_event(x->match->game, event);
    rd_event ev = {.kind = (uint16_t)kind};
    if (kind < 0 || !rd_event_has_words(x->match->game, &ev)) return 0;
    const rd_arg_spec *spec = x->match->game->events[kind].args;
    for (int i = 0; i < RD_MAX_ARGS && spec[i].name; i++)
        if (!read_arg(x, &spec[i], args, &ev.arg[i])) return 0;
    rd_speech how = rd_api_speech(x, lang);
    rd_speak_event(&how, &ev, &o);
    return o.len;
}
