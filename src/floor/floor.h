/* floor.h - the factory floor: a compiled map, the bodies on it, and how the floor moves them.
**
** The floor moves bodies one simultaneous sub-step at a time and reports facts.  It knows cells,
** walls as edges, belts, pushers, gears and beams; it does not know cards, damage, flags, whose
** turn it is, or what follows from a fall or a hit.
**
**   rd_floor   the map.  Flat, pointer-free, built once (build.h), never changed afterwards.
**   rd_bodies  what stands on it.  Flat, 32 bytes, lives in the state of a game.
**   rd_facts   what one operation did, for log and consequences; NULL costs nothing.
**
** The number of a body never decides anything: renumbering the bodies renumbers the result.
*/
#ifndef RD_FLOOR_FLOOR_H
#define RD_FLOOR_FLOOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/lanes.h"
#include "floor/forget.h"

enum {
    RD_FLOOR_CELLS = 1600, /* (cols + 1) * (rows + 2) + 1 must not exceed this: 38 x 38 fits   */
    RD_FLOOR_SIDE = 60,    /* no course is wider or higher                                     */
    RD_MAX_PIECES = 12,
    RD_MAX_LASERS = 96,
    RD_MAX_STARTS = 24,
    RD_MAX_BODIES = 8,
    RD_REGISTERS = 5,
};

enum {
    RD_NOWHERE = 0,  /* the cell of a body that is not on the floor; no cell of the map */
    RD_NOBODY = 255, /* where a body number is expected                                 */
    RD_NO_PIECE = 255,
};

/* ---- directions: a facing, a side of a cell, a way to go.  Turns are quarters, clockwise. ---- */

typedef enum rd_dir { RD_NORTH, RD_EAST, RD_SOUTH, RD_WEST } rd_dir;
enum { RD_NO_DIR = 4 };

static inline uint8_t rd_dir_turn(int d, int quarters) { return (uint8_t)((d + quarters) & 3); }
static inline uint8_t rd_dir_back(int d) { return (uint8_t)(d ^ 2); }

/* ---- the map ---- */

/* What a cell is.  RD_BELT and RD_EXPRESS also name the belts that rd_floor_belts runs. */
enum {
    RD_OFF = 1, /* no piece lies here: beyond the edge */
    RD_PIT = 2,
    RD_BELT = 4,
    RD_EXPRESS = 8,
    RD_GEAR_LEFT = 16,
    RD_GEAR_RIGHT = 32,
};

/* Marks printed on cells.  The floor carries them and gives them no meaning. */
enum {
    RD_MARK_REPAIR = 1,
    RD_MARK_OPTION = 2,
    RD_MARK_BATTERY = 4,
    RD_MARK_START = 8,
};

/* One cell.  wall: bit d = a wall on side d, of this cell or of its neighbour; bit 4 + d = a wall
** that this cell's own piece has there.  belt: bits 0-1 where it leads, bit 2 a straight way in is
** drawn beside the curves, bit 4 + d a body that a belt carries in travelling d is turned towards
** where it leads.  push: bits 0-1 where its pusher pushes, bit 2 + r that is active in register r
** (1-5); 0 = no pusher. */
typedef struct rd_cell {
    uint8_t wall, what, belt, push, mark;
    uint8_t piece; /* index into rd_floor.piece, or RD_NO_PIECE */
    int8_t col, row;
} rd_cell;

static inline uint8_t rd_cell_belt_dir(const rd_cell *c) { return c->belt & 3; }
static inline uint8_t rd_cell_push_dir(const rd_cell *c) { return c->push & 3; }

typedef struct rd_placed { /* a board or docking bay as it lies */
    uint8_t col, row, cols, rows;
    uint8_t turn; /* quarters that the printed piece is turned by */
    bool dock;
} rd_placed;

typedef struct rd_laser {
    uint16_t cell; /* the first cell of its beam; it stands on the wall behind it */
    uint16_t end;  /* the last one while nobody stands in it and no piece is turned */
    uint8_t dir;   /* where it shoots   */
    uint8_t beams; /* 1 to 3            */
} rd_laser;

typedef struct rd_start {
    uint16_t cell;
    uint8_t number; /* as printed, from 1 */
    uint8_t dir;
} rd_start;

/* What the belt of a cell does with a body that nothing hinders. */
typedef struct rd_carry {
    uint16_t to;
    uint8_t
        what; /* RD_BELT, RD_EXPRESS; RD_OFF = a wall holds the body, or it falls; 0 = no belt */
    uint8_t turn; /* quarters */
} rd_carry;

/* Cells are numbered row by row, a ring of RD_OFF cells around them; delta[d] leads one step on.
** down[c] numbers them column by column.
** beam[c][d]: 1 + the laser whose beam crosses c travelling d, 0 = none.  reach[c][d]: how many
** cells are in sight from c towards d, bodies not regarded.  These two and `carry` hold while no
** piece is turned in play. */
typedef struct rd_floor {
    uint16_t n_cells;
    uint8_t cols, rows;
    int16_t delta[4];
    bool fenced;       /* a wall stands wherever the floor ends          */
    bool pushers_hide; /* a pusher stops a line of sight as a wall does  */
    bool pits_part;    /* belts bring no two bodies to the same pit      */
    bool covered;      /* some cells are covered: no piece may be turned */
    uint8_t n_pieces, n_lasers, n_starts;
    rd_placed piece[RD_MAX_PIECES];
    rd_laser laser[RD_MAX_LASERS];
    rd_start start[RD_MAX_STARTS]; /* by number */
    rd_cell cell[RD_FLOOR_CELLS];
    uint8_t beam[RD_FLOOR_CELLS][4];
    uint8_t reach[RD_FLOOR_CELLS][4];
    uint16_t down[RD_FLOOR_CELLS];
    rd_carry carry[RD_FLOOR_CELLS];
#ifdef RD_MUTANTS
    rd_forget forgot;
#endif
} rd_floor;

/* ---- bodies ---- */

/* What stands on the floor and how its pieces are turned.  Bodies of one set are solid to each
** other; two sets (robots; flags that belts carry) do not touch.  Invariant: no two bodies share a
** cell other than RD_NOWHERE; cell[i] is RD_NOWHERE for i >= n. */
typedef struct rd_bodies {
    _Alignas(8) uint16_t cell[RD_MAX_BODIES];
    uint8_t dir[RD_MAX_BODIES];
    uint32_t turns; /* bits 2p and 2p + 1: quarters that piece p was turned in play */
    uint8_t n;
    uint8_t steady; /* bit i = body i is not turned by belts and gears */
    uint8_t hover;  /* bit i = body i does not fall into pits now       */
    uint8_t zero;
} rd_bodies;

/* The body that stands on `cell` (not RD_NOWHERE), or RD_NOBODY. */
static inline int rd_body_at(const rd_bodies *b, uint16_t cell) {
    return rd_lanes_find(b->cell, cell, RD_NOBODY);
}

/* The set of bodies that are on the floor. */
static inline unsigned rd_bodies_present(const rd_bodies *b) {
    return 0xff & ~rd_lanes_equal(b->cell, RD_NOWHERE);
}

/* Turns piece p by one more quarter, clockwise; bodies stay where they are. */
static inline void rd_bodies_turn_piece(rd_bodies *b, int p) {
    uint32_t now = b->turns >> (2 * p) & 3;
    b->turns = (b->turns & ~(3u << (2 * p))) | ((now + 1) & 3) << (2 * p);
}

/* ---- facts ---- */

typedef enum rd_fact_kind {
    RD_MOVED,   /* `from` -> `to`, by itself or carried                             */
    RD_PUSHED,  /* the same, pushed by body `other`, or by a pusher if RD_NOBODY    */
    RD_TURNED,  /* `turn` quarters; `dir` is the new facing                         */
    RD_BLOCKED, /* could not go `from` -> `to`, for the reason `why`                */
    RD_FELL,    /* `from` -> `to`, a pit or beyond the edge; it is RD_NOWHERE now   */
} rd_fact_kind;

typedef enum rd_why {
    RD_WHY_NONE,
    RD_WHY_WALL,
    RD_WHY_BODY, /* `other` stands in the way and does not leave          */
    RD_WHY_MEET, /* another body is carried to the same cell              */
    RD_WHY_SWAP, /* `other` is carried the opposite way                   */
    RD_WHY_TORN, /* pushed in two directions at once                      */
    RD_WHY_PUSH, /* what pushes it, `other`, could not move               */
} rd_why;

typedef struct rd_fact {
    uint8_t kind, body, other, why;
    uint8_t dir; /* where it went or could not go; of RD_TURNED the new facing; or RD_NO_DIR */
    int8_t turn;
    uint16_t from, to;
} rd_fact;

enum { RD_MAX_FACTS = 2 * RD_MAX_BODIES };

/* The facts of one operation, which begins by emptying it.  All of them are simultaneous. */
typedef struct rd_facts {
    int n;
    rd_fact fact[RD_MAX_FACTS];
} rd_facts;

/* What one operation did, as sets of bodies.  A body that fell did not move. */
typedef struct rd_effect {
    uint8_t moved, turned, fell, blocked;
} rd_effect;

/* ---- looking ---- */

/* The cell at that place of the course, or RD_NOWHERE where no piece lies. */
uint16_t rd_floor_at(const rd_floor *f, int col, int row);

/* The cell as it is with the pieces turned as `turns` says. */
rd_cell rd_floor_cell(const rd_floor *f, uint32_t turns, uint16_t cell);

/* What all cells with a body on them have, taken together: where a bit is missing nobody stands on
** such a cell, and an operation that concerns only those need not be called.  Holds while no piece
** is turned in play. */
typedef struct rd_glance {
    uint8_t what, push, mark;
    uint32_t beams; /* 0 = nobody stands in a beam */
} rd_glance;

static inline rd_glance rd_floor_glance(const rd_floor *f, const rd_bodies *b) {
    uint64_t all = 0, cell;
    uint32_t beams = 0, beam;
    for (int i = 0; i < (b->n > 4 ? 8 : 4); i++) { /* RD_NOWHERE has nothing of it */
        memcpy(&cell, &f->cell[b->cell[i]], sizeof cell);
        memcpy(&beam, f->beam[b->cell[i]], sizeof beam);
        all |= cell;
        beams |= beam;
    }
    rd_cell any;
    memcpy(&any, &all, sizeof any);
    return (rd_glance){any.what, any.push, any.mark, beams};
}

/* Is there a wall on that side?  Walls are edges: both cells beside one have it. */
bool rd_floor_wall(const rd_floor *f, uint32_t turns, uint16_t cell, int d);

/* The neighbour on that side; RD_NOWHERE behind a wall or beyond the edge. */
uint16_t rd_floor_next(const rd_floor *f, uint32_t turns, uint16_t cell, int d);

/* A piece can be turned in play if it is square and nothing covers its cells. */
bool rd_floor_can_turn(const rd_floor *f, int piece);

/* ---- moving: each is one simultaneous sub-step ---- */

/* Body `who` goes one space towards d and pushes what stands there, any number in a row.  Where
** the last of the row cannot go, nobody moves, and all of them are reported as blocked. */
rd_effect rd_floor_step(const rd_floor *f, rd_bodies *b, int who, int d, rd_facts *facts);

/* The same, if no piece is turned and the step leads onto a free cell of open floor, as most do;
** otherwise false, and nothing is done. */
static inline bool rd_floor_step_free(const rd_floor *f, rd_bodies *b, int who, int d) {
    int at = b->cell[who], to = at + f->delta[d];
    if (f->cell[at].wall >> d & 1 || f->cell[to].what & (RD_OFF | RD_PIT) ||
        rd_body_at(b, (uint16_t)to) != RD_NOBODY)
        return false;
    b->cell[who] = (uint16_t)to;
    return true;
}

/* Belts of the kinds RD_BELT | RD_EXPRESS carry the bodies of the set `only` by one space. */
rd_effect rd_floor_belts(const rd_floor *f, rd_bodies *b, int kinds, unsigned only,
                         rd_facts *facts);

/* Pushers that are active in that register (1-5) push by one space, rows too. */
rd_effect rd_floor_pushers(const rd_floor *f, rd_bodies *b, int reg, rd_facts *facts);

/* Gears turn what stands on them. */
rd_effect rd_floor_gears(const rd_floor *f, rd_bodies *b, rd_facts *facts);

/* Bodies of the set `who` that stand on a pit fall: after hovering, or when a piece was turned. */
rd_effect rd_floor_drop(const rd_floor *f, rd_bodies *b, unsigned who, rd_facts *facts);

/* ---- beams: nothing moves ---- */

typedef struct rd_hit {
    uint8_t body;
    uint8_t dir;      /* the way the beam travels */
    uint8_t beams;    /* of a laser 1 to 3, of a ray 1 */
    uint8_t laser;    /* index into rd_floor.laser; of a ray RD_NOBODY */
    uint8_t distance; /* cells from where a ray began; of a laser 0 = its first cell */
} rd_hit;

enum { RD_MAX_HITS = 4 * RD_MAX_BODIES };

/* Every laser hits the first body in its beam.  Returns how many hits; their order means nothing.
 */
int rd_floor_lasers(const rd_floor *f, const rd_bodies *b, rd_hit hit[RD_MAX_HITS]);

/* The way of a beam, for telling: the cells `from` and `to` and all between them are lit.  `body`
** is the one that it ends at, or RD_NOBODY. */
typedef struct rd_beam {
    uint16_t from, to;
    uint8_t dir, beams, body;
} rd_beam;
/* The beams of all lasers, of which rd_floor_lasers has found these hits. */
void rd_floor_shine(const rd_floor *f, const rd_bodies *b, const rd_hit *hit, int hits,
                    rd_beam way[RD_MAX_LASERS]);

/* The same of a ray as below; `to` is `cell` itself where a wall stands before it. */
rd_beam rd_floor_ray_way(const rd_floor *f, const rd_bodies *b, uint16_t cell, int d, int walls,
                         int bodies);
/* The same of the line of fire of a body whose target rd_floor_aim has found. */
static inline rd_beam rd_floor_aimed_way(const rd_floor *f, const rd_bodies *b, int body,
                                         int target) {
    uint16_t cell = b->cell[body];
    int d = b->dir[body];
    if (b->turns) return rd_floor_ray_way(f, b, cell, d, 0, 1);
    int to = target == RD_NOBODY ? cell + f->reach[cell][d] * f->delta[d] : b->cell[target];
    return (rd_beam){
        .from = cell, .to = (uint16_t)to, .dir = (uint8_t)d, .beams = 1, .body = (uint8_t)target};
}

/* What of the floor is at work in some register: a set of what cells are (RD_BELT ...), and the
** registers in which some pusher is, as in rd_cell.push. */
typedef struct rd_at_work {
    uint8_t what, push;
} rd_at_work;
rd_at_work rd_floor_at_work(const rd_floor *f);

/* The first body in sight from `cell` towards d and how far away it is; RD_NOBODY and 0 if none. */
typedef struct rd_sight {
    uint8_t body, distance;
} rd_sight;
rd_sight rd_floor_sight(const rd_floor *f, const rd_bodies *b, uint16_t cell, int d);

/* For every body the first one it sees straight ahead, RD_NOBODY if none or if it is nowhere.
** Returns the set of those that see one. */
unsigned rd_floor_aim(const rd_floor *f, const rd_bodies *b, uint8_t target[RD_MAX_BODIES]);

/* A ray from `cell` towards d that passes through up to `walls` walls and hits up to `bodies`
** bodies, nearest first.  It ends where the floor ends. */
int rd_floor_ray(const rd_floor *f, const rd_bodies *b, uint16_t cell, int d, int walls, int bodies,
                 rd_hit hit[RD_MAX_BODIES]);

#endif
