/* transmissions.c - Transmissions behind the game interface: settings, who is asked, answers,
** result.  The rules are in the files beside it, one for each part of the game. */
#include "games/transmissions/transmissions.h"

#include <string.h>

#include "core/plain.h"
#include "games/transmissions/transmissions_int.h"

/* ---- settings ---- */

/* "lot", or exactly as many different letters as the game uses. */
static bool read_sets(const char *text, const char *letters, bool all, int want, uint8_t *sets,
                      rd_fault *f) {
    uint32_t set = 0;
    if (strcmp(text, "lot") == 0) {
        *sets = (uint8_t)((1u << (all ? TX_SETS : TX_SETS - 1)) - 1);
        return true;
    }
    for (const char *at = text; *at; at++) {
        const char *found = strchr(letters, *at);
        if (!found || set >> (found - letters) & 1)
            return rd_fault_set(f, 0, 0, "'%s' is not lot or different letters of %s", text,
                                letters);
        set |= 1u << (found - letters);
    }
    *sets = (uint8_t)set;
    return rd_bit_count(set) == want ||
           rd_fault_set(f, 0, 0, "this game uses %d stacks, not '%s'", want, text);
}

/* TX-SOLO-14: how many of each location card Harvey keeps, as 330; and the two usual choices, to
** leave out the cards of the places that serve him best, or all location cards. */
static bool read_harvey(const char *level, const char *digits, tx_match *own, rd_fault *f) {
    enum { BEST = 1 << TX_TOWN | 1 << TX_JUNKYARD | 1 << TX_PIPELINE, EACH = 3 };
    bool easier = strcmp(level, "easier") == 0, easiest = strcmp(level, "easiest") == 0;
    const char *at = digits;
    for (int card = 0; card < TX_CARDS; card++) {
        int places = tx_cards[card].places;
        own->harvey_cards[card] = EACH;
        if (!places) continue;
        if (*at < '0' || *at > '0' + EACH)
            return rd_fault_set(f, 0, 0,
                                "harvey_cards is a digit up to %d a location card, not '%s'", EACH,
                                digits);
        own->harvey_cards[card] = (uint8_t)(*at++ - '0');
        if (easiest || (easier && places & BEST)) own->harvey_cards[card] = 0;
    }
    return !*at || rd_fault_set(f, 0, 0, "too many digits in '%s'", digits);
}

static bool read_first(const char *text, tx_match *own, rd_fault *f) {
    own->first = TX_BY_LOT;
    if (strcmp(text, "random") == 0) return true;
    own->first = (uint8_t)(strcmp(text, "harvey") == 0 ? own->head.n_seats : text[0] - '0');
    if (own->first < own->players && (text[0] != 'h' || own->solo)) return true;
    return rd_fault_set(f, 0, 0, "there is no player '%s' to begin", text);
}

static rd_err match_init(rd_match *m, const rd_config *c, rd_fault *f) {
    rd_err e = rd_match_head(m, &rd_transmissions, c, f);
    if (e) return e;
    const rd_game *g = m->game;
    tx_match *own = (tx_match *)m;
    own->solo = m->n_seats == 1;
    own->players = (uint8_t)(m->n_seats + own->solo);
    own->sets = own->solo ? 3 : m->n_seats;    /* TX-SETUP-4, TX-SOLO-1 */
    own->per_stack = (uint8_t)(3 + own->sets); /* TX-SETUP-6 */
    own->solo_engrams = (uint8_t)(rd_config_get(g, c, "solo_engrams")[0] - '0');
    own->chain_counts_start = strcmp(rd_config_get(g, c, "chain"), "with_start") == 0;
    memcpy(own->robot, tx_robot_start, sizeof own->robot);
    tx_set_uses(own);
    switch (rd_config_get(g, c, "robots")[0]) {
    case 'r': own->robots = TX_ROBOTS_LOT; break;
    case 'c': own->robots = TX_ROBOTS_CHOSEN; break;
    default: own->robots = TX_ROBOTS_GIVEN; break;
    }
    bool all = strcmp(rd_config_get(g, c, "stacks"), "all") == 0;
    if (!read_first(rd_config_get(g, c, "first"), own, f) ||
        !read_sets(rd_config_get(g, c, "ideas"), tx_idea_letters, all, own->sets, &own->idea_sets,
                   f) ||
        !read_sets(rd_config_get(g, c, "items"), tx_item_letters, all, own->sets, &own->item_sets,
                   f) ||
        !read_harvey(rd_config_get(g, c, "harvey"), rd_config_get(g, c, "harvey_cards"), own, f))
        return RD_E_CONFIG;
    return RD_E_OK;
}

static void start(const rd_match *m, const rd_key *key, rd_state *s, rd_sink *to) {
    tx_run r = {.m = tx_match_of(m), .p = (tx_state *)s, .to = to};
    tx_setup(&r, key);
}

/* ---- who is asked ---- */

static uint32_t pending(const rd_match *m, const rd_state *s) {
    const tx_state *p = tx_state_of(s);
    if (p->phase == TX_PLAYING) return 1u << tx_top(p)->who;
    switch (p->phase) {
    case TX_PLACING_ROBOTS: return 1u << (p->active < m->n_seats ? p->active : 0);
    case TX_PLACING_IDEAS: return ((1u << m->n_seats) - 1) & ~(uint32_t)p->answered;
    default: return 0;
    }
}

/* ---- answers ---- */

/* The absent player does the least: ends the turn where that is possible, else takes the first
** option at every pick. */
static void fallback(const rd_match *m, const rd_state *s, int actor, rd_action *a) {
    rd_decision d;
    *a = (rd_action){.actor = (uint8_t)actor};
    for (;;) {
        tx_decision(m, s, actor, a->pick, a->n, &d);
        if (d.may_stop) return;
        a->pick[a->n++] = d.option[0];
    }
}

static rd_err check(const rd_match *m, const rd_state *s, const rd_action *a, uint16_t *rule) {
    const tx_state *p = tx_state_of(s);
    if (rule) *rule = TX_TURN_2;
    if (p->phase == TX_OVER) return RD_E_OVER;
    if (a->actor >= m->n_actors || !(pending(m, s) >> a->actor & 1)) return RD_E_NOT_ASKED;
    if (a->kind != RD_ANSWER || a->n > RD_MAX_PICKS) return RD_E_MALFORMED;
    int wrong = tx_first_wrong(m, s, a);
    if (wrong < 0) return RD_E_OK;
    int broken = tx_broken_rule(tx_match_of(m), p, a, wrong);
    if (broken < 0) return RD_E_MALFORMED;
    if (rule) *rule = (uint16_t)broken;
    return RD_E_ILLEGAL;
}

static RD_APART void place_robots(tx_run *r, const rd_action *a) {
    for (int i = 0; i < TX_ROBOTS; i++) r->p->robot[i] = (uint8_t)a->pick[i];
    tx_deal_ideas(r);
}

/* Kept until all have placed their ideas: TX-SETUP-3. */
static RD_APART void place_ideas(tx_run *r, const rd_action *a) {
    tx_state *p = r->p;
    p->start_robot[a->actor] =
        (uint8_t)(1 + (a->pick[0] - TX_O_ROBOT) * TX_ROBOTS + a->pick[1] - TX_O_ROBOT);
    p->answered |= (uint8_t)(1 << a->actor);
    TX_TELL(r, TX_EV_ANSWERED, TX_SETUP_3, a->actor);
    TX_TELL_TO(r, tx_only(r, a->actor), TX_EV_CHOSE, TX_SETUP_3, a->actor, a->pick[0] - TX_O_ROBOT,
               a->pick[1] - TX_O_ROBOT);
    if (rd_bit_count(p->answered) < r->m->head.n_seats)
        r->effects |= RD_STORED;
    else
        tx_lay_out(r);
}

RD_INLINE uint32_t carry_out(tx_run *r, const rd_action *a) {
    switch (r->p->phase) {
    case TX_PLACING_ROBOTS: place_robots(r, a); break;
    case TX_PLACING_IDEAS: place_ideas(r, a); break;
    default: tx_answer(r, a); break;
    }
    tx_go_on(r);
    return r->effects;
}

static RD_APART uint32_t commit_aloud(tx_run *r, const rd_action *a) {
    tx_sheet told[TX_PLAYERS];
    tx_score(r->m, r->p, told);
    r->told = told;
    uint32_t effects = carry_out(r, a);
    tx_tell_points(r);
    return effects;
}

static uint32_t commit(const rd_match *m, rd_state *s, const rd_action *a, rd_sink *to) {
    tx_run r = {.m = tx_match_of(m), .p = (tx_state *)s, .to = to};
    return to ? commit_aloud(&r, a) : carry_out(&r, a);
}

static bool outcome(const rd_match *m, const rd_state *s, rd_outcome *o) {
    const tx_state *p = tx_state_of(s);
    if (o) {
        tx_sheet sheet[TX_PLAYERS];
        int8_t place[TX_PLAYERS];
        tx_score(tx_match_of(m), p, sheet);
        tx_places(tx_match_of(m), sheet, place);
        *o = (rd_outcome){0};
        for (int seat = 0; seat < m->n_seats; seat++) {
            o->place[seat] = place[seat];
            o->score[seat] = tx_match_of(m)->solo ? sheet[seat].total : sheet[seat].total / 2;
        }
    }
    return p->phase == TX_OVER;
}

/* ---- the table of the game ---- */

static const char *const FIRST[] = {"random", "0", "1", "2", "3", "harvey", NULL};
static const char *const ROBOTS[] = {"default", "random", "choose", NULL};
static const char *const STACKS[] = {"basic", "all", NULL};
static const char *const HARVEY[] = {"full", "easier", "easiest", NULL};
static const char *const ENGRAMS[] = {"0", "1", NULL};
static const char *const CHAIN[] = {"without_start", "with_start", NULL};
static const rd_switch SWITCHES[] = {
    {"first", "random", FIRST},     {"robots", "default", ROBOTS},
    {"stacks", "basic", STACKS},    {"ideas", "lot", NULL},
    {"items", "lot", NULL},         {"chain", "without_start", CHAIN},
    {"harvey", "full", HARVEY},     {"harvey_cards", "333", NULL},
    {"solo_engrams", "0", ENGRAMS}, {0},
};
/* What effects of ideas and forest cards ask beside the pick that uses them. */
#define LEAF   (RD_IS(TX_T_FOREST) | RD_IS(TX_T_ENGRAM) | RD_IS(TX_T_ROBOT) | RD_IS(TX_T_CHOICE))
#define EFFECT (LEAF | RD_IS(TX_T_IDEA))
static const rd_ask_spec ASKS[] = {
    {"robots", 0, RD_IS(TX_T_CELL), RD_SAYS("where the robots begin: yellow, blue, green, red")},
    {"ideas", 0, RD_IS(TX_T_ROBOT), RD_SAYS("a robot for each starting idea")},
    {"card", 0, RD_IS(TX_T_CARD) | LEAF, RD_SAYS("a movement card, or a forest card")},
    {"move", TX_T_ROBOT, EFFECT | RD_IS(TX_T_CELL),
     RD_SAYS("where the robot goes, or an idea or forest card")},
    {"act", TX_T_ROBOT,
     EFFECT | RD_IS(TX_T_ITEM) | RD_IS(TX_T_STACK) | RD_IS(TX_T_SPOT) | RD_IS(TX_T_TURN),
     RD_SAYS("what to do there, or an idea or forest card")},
    {"after", TX_T_ROBOT, EFFECT, RD_SAYS("end the turn, or an idea or forest card")},
    {"keep", 0, RD_IS(TX_T_FOREST), RD_SAYS("which of the drawn forest cards is kept")},
    {"limit", 0, RD_IS(TX_T_ENGRAM) | RD_IS(TX_T_CHOICE),
     RD_SAYS("engrams above the limit: discarded")},
    {0},
};
static const rd_event_spec EVENTS[] = {
#define X(name, word, level, says, effects, ...) {word, level, says, effects, {__VA_ARGS__}},
    TX_EVENTS(X)
#undef X
        {0},
};
static const char *const RULES[] = {TX_RULES(RD_RULE_ID) NULL};

_Static_assert(sizeof(tx_state) <= 2048, "the state must stay small");

const rd_game rd_transmissions = {
    .id = "transmissions",
    .rules_version = RD_RULES(2),
    .min_seats = 1,
    .max_seats = TX_PLAYERS,
    .match_size = sizeof(tx_match),
    .state_size = sizeof(tx_state),
    .hidden = true,
    .switches = SWITCHES,
    .rules = RULES,
    .types = tx_types,
    .fields = tx_fields,
    .options = tx_option_ranges,
    .asks = ASKS,
    .events = EVENTS,
    .confidence = tx_confidence,
    .match_init = match_init,
    .start = start,
    .pending = pending,
    .decision = tx_decision,
    .count = rd_count_plain,
    .nth = rd_nth_by_decision,
    .each = rd_each_by_decision,
    .sample = tx_sample,
    .sample_whole = rd_sample_whole_plain,
    .check = check,
    .commit = commit,
    .apply = tx_apply,
    .fallback = fallback,
    .outcome = outcome,
    .redact = tx_redact,
    .determinize = tx_determinize,
    .valid = tx_valid,
    .print_state = tx_print_state,
    .parse_state = tx_parse_state,
    .print_action = tx_print_action,
    .parse_action = tx_parse_action,
    .describe = tx_describe,
    .describe_setup = tx_describe_setup,
    .arrange = tx_arrange,
    .settle = tx_settle,
    .prompt = tx_prompt,
    .option_words = tx_option_words,
    .noun = tx_noun,
    .actor_word = NULL,
    .status = tx_status,
    .picture = tx_picture,
};
