/* bare_echo.c - libwebsockets and nothing else: every text frame goes back.  The measure for what a
** server adds to it; tools/measure/load runs both in turns. */
#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct frame {
    struct frame *next;
    size_t n;
    unsigned char room[];
} frame;

typedef struct session {
    frame *first, **last;
} session;

static int on_event(struct lws *wsi, enum lws_callback_reasons why, void *user, void *in,
                    size_t n) {
    session *s = user;
    frame *f;
    switch (why) {
    case LWS_CALLBACK_ESTABLISHED:
        s->first = NULL;
        s->last = &s->first;
        return 0;
    case LWS_CALLBACK_RECEIVE:
        f = malloc(sizeof *f + LWS_PRE + n);
        if (!f) return -1;
        f->next = NULL;
        f->n = n;
        memcpy(f->room + LWS_PRE, in, n);
        *s->last = f;
        s->last = &f->next;
        lws_callback_on_writable(wsi);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        if (!(f = s->first)) return 0;
        s->first = f->next;
        if (!s->first) s->last = &s->first;
        int sent = lws_write(wsi, f->room + LWS_PRE, f->n, LWS_WRITE_TEXT);
        free(f);
        if (s->first) lws_callback_on_writable(wsi);
        return sent < 0 ? -1 : 0;
    case LWS_CALLBACK_CLOSED:
        while ((f = s->first)) {
            s->first = f->next;
            free(f);
        }
        return 0;
    default: return 0;
    }
}

int main(void) {
    static const struct lws_protocols protocols[] = {
        {"echo", on_event, sizeof(session), 16384, 0, NULL, 0}, {NULL, NULL, 0, 0, 0, NULL, 0}};
    struct lws_context_creation_info info = {.port = 0,
                                             .iface = "127.0.0.1",
                                             .protocols = protocols,
                                             .pt_serv_buf_size = 16384, /* a frame comes whole */
                                             .gid = -1,
                                             .uid = -1,
                                             .options = LWS_SERVER_OPTION_VALIDATE_UTF8 |
                                                        LWS_SERVER_OPTION_DISABLE_IPV6 |
                                                        LWS_SERVER_OPTION_EXPLICIT_VHOSTS};
    lws_set_log_level(0, NULL);
    struct lws_context *context = lws_create_context(&info);
    struct lws_vhost *host = context ? lws_create_vhost(context, &info) : NULL;
    if (!host) return 1;
    printf("%d\n", lws_get_vhost_listen_port(host));
    fflush(stdout);
    while (lws_service(context, 0) >= 0) continue;
    lws_context_destroy(context);
    return 0;
}
