/* feed.c - the texts of the Atom feed and of the calendar; see feed.h. */
#include "server/feed.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* ---- what both have ---- */

static const char *text_of(const json_t *card, const char *name) {
    const char *text = json_string_value(json_object_get(card, name));
    return text ? text : "";
}

static int64_t number_of(const json_t *card, const char *name) {
    return json_integer_value(json_object_get(card, name));
}

/* 2026-01-31T12:00:00Z, or without the signs between. */
static void put_time(rd_out *o, int64_t ms, bool signs) {
    char text[32];
    time_t seconds = (time_t)(ms / 1000);
    struct tm at;
    gmtime_r(&seconds, &at);
    if (signs)
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &at);
    else
        strftime(text, sizeof text, "%Y%m%dT%H%M%SZ", &at);
    rd_put_text(o, text);
}

/* "Your turn: RoboRally (2005), Friday's table" */
static void say(const rd_feed *f, const char *key, const json_t *card, char *out, size_t cap) {
    char name[200], title[48];
    rd_out n = rd_out_to(name, sizeof name), o = rd_out_to(out, cap);
    snprintf(title, sizeof title, "%s.title", text_of(card, "game"));
    rd_put_text(&n, rd_string(f->lang, title));
    if (text_of(card, "title")[0]) {
        rd_put_text(&n, ", ");
        rd_put_text(&n, text_of(card, "title"));
    }
    rd_speech how = {.lang = f->lang, .text = {name}};
    rd_speak(&how, &(rd_phrase){key, {0}}, &o);
}

/* ---- Atom ---- */

static void put_xml(rd_out *o, const char *text) {
    for (; *text; text++) {
        switch (*text) {
        case '<': rd_put_text(o, "&lt;"); break;
        case '>': rd_put_text(o, "&gt;"); break;
        case '&': rd_put_text(o, "&amp;"); break;
        case '"': rd_put_text(o, "&quot;"); break;
        default: rd_put_char(o, *text);
        }
    }
}

static void put_element(rd_out *o, const char *name, const char *text) {
    rd_put_char(o, '<');
    rd_put_text(o, name);
    rd_put_char(o, '>');
    put_xml(o, text);
    rd_put_text(o, "</");
    rd_put_text(o, name);
    rd_put_text(o, ">\n");
}

static void put_updated(rd_out *o, int64_t at) {
    rd_put_text(o, "<updated>");
    put_time(o, at, true);
    rd_put_text(o, "</updated>\n");
}

static void put_link(rd_out *o, const rd_feed *f, const char *path, const char *last) {
    rd_put_text(o, "<link href=\"");
    put_xml(o, f->origin);
    rd_put_text(o, path);
    put_xml(o, last);
    rd_put_text(o, "\"/>\n");
}

/* Each turn is an entry of its own: whoever reads feeds is told of it once. */
static void put_entry(const rd_feed *f, const char *key, const char *path, const json_t *card,
                      rd_out *o) {
    char words[400];
    say(f, key, card, words, sizeof words);
    rd_put_text(o, "<entry>\n<id>urn:robodrome:");
    put_xml(o, text_of(card, "table"));
    rd_put_char(o, ':');
    rd_put_int(o, number_of(card, "at"));
    rd_put_text(o, "</id>\n");
    put_element(o, "title", words);
    put_updated(o, number_of(card, "at"));
    put_link(o, f, path, text_of(card, "table"));
    rd_put_text(o, "</entry>\n");
}

void rd_feed_atom(const rd_feed *f, rd_out *o) {
    size_t i;
    json_t *card;
    int64_t last = 0;
    json_array_foreach(f->mine, i, card) {
        if (number_of(card, "at") > last) last = number_of(card, "at");
    }
    rd_put_text(o, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                   "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<id>urn:robodrome:person:");
    rd_put_int(o, f->person);
    rd_put_text(o, "</id>\n");
    put_element(o, "title", rd_string(f->lang, "server.feed.title"));
    rd_put_text(o, "<author><name>Robodrome</name></author>\n");
    put_updated(o, last ? last : f->now);
    put_link(o, f, "/mine", "");
    json_array_foreach(f->mine, i, card) {
        if (json_is_true(json_object_get(card, "your_turn")))
            put_entry(f, "server.feed.turn", "/table/", card, o);
    }
    json_array_foreach(f->finished, i, card) {
        put_entry(f, "server.feed.over", "/replay/", card, o);
    }
    rd_put_text(o, "</feed>\n");
}

/* ---- iCalendar ---- */

enum { FOLD = 73 }; /* bytes of a line, with room for the end of a letter */

/* One line: long ones are folded, never within a letter. */
static void put_line(rd_out *o, const char *name, const char *text, bool escape) {
    size_t n = strlen(name);
    rd_put_text(o, name);
    for (; *text; text++) {
        bool letter = ((unsigned char)*text & 0xc0) != 0x80;
        if (n >= FOLD - 2 && letter) {
            rd_put_text(o, "\r\n ");
            n = 1;
        }
        if (escape && strchr(",;\\", *text)) {
            rd_put_char(o, '\\');
            n++;
        }
        rd_put_char(o, *text);
        n++;
    }
    rd_put_text(o, "\r\n");
}

static void put_moment(rd_out *o, const char *name, int64_t ms) {
    rd_put_text(o, name);
    put_time(o, ms, false);
    rd_put_text(o, "\r\n");
}

static void put_event(const rd_feed *f, const json_t *card, rd_out *o) {
    char words[400], text[300];
    put_line(o, "BEGIN:VEVENT", "", false);
    snprintf(text, sizeof text, "%s@robodrome", text_of(card, "table"));
    put_line(o, "UID:", text, true);
    put_moment(o, "DTSTAMP:", number_of(card, "at"));
    put_moment(o, "DTSTART:", number_of(card, "due"));
    say(f, "server.feed.due", card, words, sizeof words);
    put_line(o, "SUMMARY:", words, true);
    snprintf(text, sizeof text, "%s/table/%s", f->origin, text_of(card, "table"));
    put_line(o, "URL:", text, false);
    put_line(o, "END:VEVENT", "", false);
}

void rd_feed_calendar(const rd_feed *f, rd_out *o) {
    size_t i;
    json_t *card;
    put_line(o, "BEGIN:VCALENDAR", "", false);
    put_line(o, "VERSION:2.0", "", false);
    put_line(o, "PRODID:-//Robodrome//games//EN", "", false);
    put_line(o, "X-WR-CALNAME:", rd_string(f->lang, "server.feed.title"), true);
    put_line(o, "REFRESH-INTERVAL;VALUE=DURATION:PT1H", "", false);
    json_array_foreach(f->mine, i, card) {
        if (number_of(card, "due")) put_event(f, card, o);
    }
    put_line(o, "END:VCALENDAR", "", false);
}
