/* api_house.c - the server itself over HTTP: health, metrics, games, the local network, QR codes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <qrencode.h>

#include "core/doc_json.h"
#include "games/registry.h"
#include "hall/messages.h"
#include "server/page.h"
#include "server/server_int.h"

static void reply_text(rd_request *q, const char *text) {
    rd_request_answer(q, &(rd_answer){.status = 200,
                                      .type = "text/plain; charset=utf-8",
                                      .body = text,
                                      .n = strlen(text)});
}

static void get_health(rd_server *s, rd_request *q, const char *rest) {
    (void)s, (void)rest;
    reply_text(q, "ok\n");
}

static void get_about(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    char room[300];
    rd_out o = rd_out_to(room, sizeof room);
    rd_doc_json j = rd_doc_json_to(&o);
    rd_doc_object(&j.doc, NULL);
    rd_doc_text(&j.doc, "server", RD_VERSION);
    rd_doc_int(&j.doc, "proto", RD_MSG_PROTOCOL);
    rd_doc_bool(&j.doc, "page", rd_page_count > 0);
    rd_doc_int(&j.doc, "since", s->began);
    rd_doc_object_end(&j.doc);
    rd_reply_json(q, 200, room, o.len);
}

/* ---- metrics, as Prometheus reads them ---- */

static void metric(rd_out *o, const rd_figure *m) {
    size_t n = strlen(m->name);
    bool counter = n > 6 && strcmp(m->name + n - 6, "_total") == 0;
    rd_put_text(o, "# TYPE robodrome_");
    rd_put_text(o, m->name);
    rd_put_text(o, counter ? " counter\nrobodrome_" : " gauge\nrobodrome_");
    rd_put_text(o, m->name);
    rd_put_char(o, ' ');
    rd_put_int(o, m->value);
    rd_put_char(o, '\n');
}

static void get_metrics(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    if (!rd_api_is_local(q)) {
        rd_reply_problem(q, 403, RD_MSG_REFUSAL_NOT_HOST, "only on the machine of the server");
        return;
    }
    rd_figure all[RD_FIGURES];
    int n = rd_server_figures(s, all);
    char room[8192];
    rd_out o = rd_out_to(room, sizeof room);
    for (int i = 0; i < n; i++) metric(&o, &all[i]);
    reply_text(q, room);
}

/* ---- games ---- */

static void put_game(rd_doc *d, const rd_game *g) {
    rd_doc_object(d, NULL);
    rd_doc_text(d, "game", g->id);
    rd_doc_int(d, "rules", g->rules_version);
    rd_doc_int(d, "min_seats", g->min_seats);
    rd_doc_int(d, "max_seats", g->max_seats);
    rd_doc_list(d, "settings");
    for (const rd_switch *w = g->switches; w && w->key; w++) {
        rd_doc_object(d, NULL);
        rd_doc_text(d, "key", w->key);
        if (w->fallback) rd_doc_text(d, "usual", w->fallback);
        rd_doc_list(d, "values");
        for (const char *const *v = w->values; v && *v; v++) rd_doc_text(d, NULL, *v);
        rd_doc_list_end(d);
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
    rd_doc_object_end(d);
}

static void get_games(rd_server *s, rd_request *q, const char *rest) {
    (void)s, (void)rest;
    enum { ROOM = 32768 };
    char *room = malloc(ROOM);
    if (!room) {
        rd_reply_problem(q, 503, RD_MSG_REFUSAL_BUSY, "no memory left");
        return;
    }
    rd_out o = rd_out_to(room, ROOM);
    rd_doc_json j = rd_doc_json_to(&o);
    rd_doc_object(&j.doc, NULL);
    rd_doc_list(&j.doc, "games");
    for (const rd_game *const *g = rd_games; *g; g++) put_game(&j.doc, *g);
    rd_doc_list_end(&j.doc);
    rd_doc_object_end(&j.doc);
    rd_reply_json(q, 200, room, o.len);
    free(room);
}

/* ---- the local network ---- */

static void reply_lan(rd_server *s, rd_request *q, bool open) {
    char text[RD_LAN_MAX][96], room[1200];
    rd_web_lan l = {.open = open};
    for (int i = 0; open && i < 8 && rd_net_lan_address(s->net, i); i++) {
        snprintf(text[i], sizeof text[i], "http://%s:%d/", rd_net_lan_address(s->net, i),
                 rd_net_port(s->net));
        l.addresses[l.n_addresses++] = text[i];
    }
    rd_out o = rd_out_to(room, sizeof room);
    if (rd_web_lan_write(&l, &o)) rd_reply_json(q, 200, room, o.len);
}

static bool from_here(rd_request *q) {
    if (rd_api_is_local(q)) return true;
    rd_reply_problem(q, 403, RD_MSG_REFUSAL_NOT_HOST, "only on the machine of the server");
    return false;
}

static void get_lan(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    if (from_here(q)) reply_lan(s, q, rd_net_lan_is_open(s->net));
}

static void post_lan(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    const rd_asked_for *asked = rd_request_of(q);
    rd_web_lan_wish wish = {0};
    json_t *root = NULL;
    rd_fault f = {0};
    if (!from_here(q)) return;
    if (s->config->testing)
        rd_reply_problem(q, 403, RD_MSG_REFUSAL_NOT_HOST, "not while tests set positions");
    else if (!rd_web_lan_wish_read(&wish, asked->body, asked->n_body, &root, &f))
        rd_reply_problem(q, 400, RD_MSG_REFUSAL_MALFORMED, f.text);
    else if (rd_net_lan(s->net, wish.open) == 0 && wish.open)
        rd_reply_problem(q, 409, RD_MSG_REFUSAL_GONE, "this machine is in no local network");
    else
        reply_lan(s, q, wish.open);
    json_decref(root);
}

/* ---- QR codes: dots by rows, so that the page draws them itself ---- */

static void post_qr(rd_server *s, rd_request *q, const char *rest) {
    (void)s, (void)rest;
    const rd_asked_for *asked = rd_request_of(q);
    rd_web_qr_of wish = {0};
    json_t *root = NULL;
    rd_fault f = {0};
    enum { ROOM = 36000 };
    bool read = rd_web_qr_of_read(&wish, asked->body, asked->n_body, &root, &f);
    if (!read || !wish.text[0]) {
        rd_reply_problem(q, 400, RD_MSG_REFUSAL_MALFORMED, read ? "qr_of.text: is empty" : f.text);
        json_decref(root);
        return;
    }
    QRcode *code = QRcode_encodeString8bit(wish.text, 0, QR_ECLEVEL_M);
    size_t n = code ? (size_t)code->width * (size_t)code->width : 0;
    char *dots = malloc(n + 1), *room = malloc(ROOM);
    rd_out o = rd_out_to(room, room ? ROOM : 0);
    if (code && dots && room) {
        for (size_t i = 0; i < n; i++) dots[i] = code->data[i] & 1 ? '1' : '0';
        dots[n] = 0;
    }
    rd_web_qr answer = {.size = code ? code->width : 0, .dots = dots};
    if (code && dots && room && rd_web_qr_write(&answer, &o))
        rd_reply_json(q, 200, room, o.len);
    else
        rd_reply_problem(q, 503, RD_MSG_REFUSAL_BUSY, "no memory left");
    free(dots);
    free(room);
    QRcode_free(code);
    json_decref(root);
}

const rd_route rd_routes_house[] = {
    {RD_GET, "/health", get_health}, {RD_GET, "/metrics", get_metrics},
    {RD_GET, "about", get_about},    {RD_GET, "games", get_games},
    {RD_GET, "lan", get_lan},        {RD_POST, "lan", post_lan},
    {RD_POST, "qr", post_qr},        {0},
};
