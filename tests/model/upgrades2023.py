"""One round of Robo Rally 2023 with upgrades and Haywires, as plainly as the rulebook tells it.

A Race deals hands, upgrades and damage at random, plays the five registers, answers every question by
lot, and notes down as a scenario what it answered and how things must stand after each register.
It knows no belts, no hand upgrades and nothing of the other phases; for belts and courses see rally2023.py.
"""
from hall import Hall, SIDES, beyond, is_floor, turned

NAMES = ["smashbot", "hulk", "hammerbot", "twonky"]
PERMANENT = """brakes double_barrel_laser drifting firewall crab_legs laser_kata hover_unit
    scrambler mini_howitzer modular_chassis energy_conversion pressor_beam rail_gun
    self_diagnostics deflector_shield power_slide ramming_gear rear_laser tractor_beam
    chaos_theory spiky""".split()
TEMPORARY = """abort_switch boink piercing_drill displacing_blast zoop magnetic switch overclocked
    pressure_release""".split()
DECK = (["move1"] * 4 + ["move2"] * 3 + ["move3"] + ["rotate_right"] * 4 + ["rotate_left"] * 4 +
        ["u_turn", "move_back", "power_up", "again"])
HAYWIRES = ["hw%02d" % i for i in range(1, 18)]
SPAM_CARDS, MOST_ENERGY, LIMIT, REGISTERS = 23, 10, 3, 5

# What each card does, part by part.
SCRIPT = {
    "move1": [("move", 1)], "move2": [("move", 2)], "move3": [("move", 3)],
    "move_back": [("move", -1)], "rotate_right": [("turn", 1)], "rotate_left": [("turn", -1)],
    "u_turn": [("spin",)], "power_up": [("charge",)],
    "hw01": [("move", 2), ("turn", 1)], "hw02": [("turn_side",)],
    "hw03": [("move", 1), ("turn", -1), ("move", 1)], "hw04": [("face",), ("move", 1)],
    "hw05": [("lend",)], "hw06": [("move", 1), ("token",)], "hw07": [("pay",)],
    "hw08": [("move", -3)], "hw09": [("move", -1), ("spin",)],
    "hw10": [("move", 1), ("turn", 1), ("move", 1)], "hw11": [("sidestep",)],
    "hw12": [("move", -1), ("drop",)], "hw13": [("move", 2), ("turn", -1)],
    "hw14": [("crash", 5)], "hw15": [("move", 1), ("boost",)], "hw16": [("two_cards",)],
    "hw17": [("move", 3), ("spin",)],
}


class Untold(Exception):
    """Something came up that this telling leaves open, such as a deck that must be shuffled."""


class Robot:
    def __init__(self, name):
        self.name = name
        self.cell = self.start = self.facing = None
        self.energy = self.checkpoints = self.spam = 0
        self.upgrades, self.spare = [], []
        self.registers = [None] * REGISTERS  # each None or a list: a card, and its second
        self.waiting = [None] * REGISTERS
        self.deck, self.discard, self.extra = [], [], []
        self.down = self.returns = False
        self.before = self.did = None  # what Again would repeat, what this register ran
        self.new_register()

    def new_register(self):
        self.before, self.did = self.did, None
        self.spun = self.boosted = self.shielded = self.hovers = False
        self.fresh = self.follows = None

    def has(self, upgrade):
        return upgrade in self.upgrades

    def reacts(self, upgrade):
        """What came by an exchange does not react to pushes in the same register."""
        return self.has(upgrade) and self.fresh != upgrade


class Race:
    def __init__(self, lot):
        self.lot = lot
        self.hall = Hall(lot)
        self.robots = [Robot(name) for name in NAMES]
        self.first = self.robots[0]
        self.register = 0
        self.lent = set()  # upgrades that Haywire 5 installed
        self.lines = []
        self._place()
        self._deal_upgrades()
        self._deal_cards()
        self._set_up()

    # ---- dealing ----

    def _place(self):
        lot, middle = self.lot, self.lot.choice(self.hall.open)
        near = sorted(self.hall.open, key=lambda c: abs(c[0] - middle[0]) + abs(c[1] - middle[1]) +
                      2 * lot.random())[:len(NAMES)]
        lot.shuffle(near)
        for robot, cell in zip(self.robots, near):
            robot.facing, robot.energy = lot.choice(SIDES), lot.choice([0, 1, 2, 3, 10])
            fate = lot.random()
            robot.down, robot.returns = fate < 0.1, fate > 0.9
            robot.start = robot.cell = None if robot.returns else cell

    def _deal_upgrades(self):
        lot = self.lot
        for kind in (PERMANENT, TEMPORARY):
            for upgrade in lot.sample(kind, lot.randint(2, len(kind) * 2 // 3)):
                robot = lot.choice(self.robots)
                if kind is PERMANENT and lot.random() < 0.2:
                    robot.spare.append(upgrade)
                elif len([u for u in robot.upgrades if u in kind]) < LIMIT:
                    robot.upgrades.append(upgrade)

    def _program(self, robot, haywires):
        """Fills the registers; notes which cards are in hand and how the program is written."""
        lot = self.lot
        robot.deck = DECK[:]
        lot.shuffle(robot.deck)
        robot.hand, robot.program = [], []
        if robot.down:
            return
        for i in range(REGISTERS):
            kind, turns = lot.random(), [c for c in robot.deck if c.startswith("rotate")]
            if kind < 0.2 and len(haywires) > 9:
                robot.registers[i] = [haywires.pop()]
                continue
            if kind < 0.32 and self.spam_left > SPAM_CARDS - 6:
                self.spam_left -= 1
                robot.spam += 1
                cards = ["spam"]
            elif kind < 0.5 and robot.has("crab_legs") and turns and "move1" in robot.deck:
                cards = [turns[0], "move1"]
            else:
                cards = [robot.deck[0]]
            for card in cards:
                if card != "spam":
                    robot.deck.remove(card)
            robot.registers[i] = cards
            robot.hand += cards
            robot.program.append("+".join(cards))
        robot.deck = robot.deck[:10]  # more are hardly ever drawn; the rest stays unknown
        for _ in range(lot.randint(0, 2)):
            robot.deck.insert(lot.randint(0, 3), "spam")
            self.spam_left -= 1
            robot.spam += 1
        if not robot.hand:
            raise Untold

    def _deal_cards(self):
        haywires = HAYWIRES[:]
        self.lot.shuffle(haywires)
        self.spam_left = SPAM_CARDS
        for robot in self.robots:
            self._program(robot, haywires)
        if all(r.down for r in self.robots):
            raise Untold
        self.damage = ["spam"] * self.spam_left + haywires
        self.lot.shuffle(self.damage)

    def _set_up(self):
        self.lines += ["game rally2023 first=0", f"seats {len(NAMES)}", "set course"]
        self.lines += ["  " + line for line in self.hall.text()]
        self.lines += ["position", "  damage " + " ".join(self.damage)]
        for r in self.robots:
            words = [r.name, "fallen 1" if r.returns else "%d,%d %s" % (*r.start, r.facing),
                     f"energy {r.energy}"]
            waiting = [f"{i + 1}:{c[0]}" for i, c in enumerate(r.registers)
                       if c and c[0] in HAYWIRES]
            for word, cards in (("upgrades", r.upgrades), ("spare", r.spare), ("hand", r.hand),
                                ("deck", [] if r.down else r.deck), ("haywires", waiting)):
                words += [word, *cards] if cards else []
            self.lines.append("  " + " ".join(words + ["down"] * r.down))
        self.lines.append("do")
        self.lines += [f"  {r.name}: {' '.join(r.program)}" for r in self.robots if not r.down]

    # ---- questions ----

    def ask(self, robot, answers):
        """`answers`: how each is written, and what it means."""
        written = self.lot.choice(list(answers))
        self.lines.append(f"do {robot.name}: {written}")
        return answers[written]

    def agrees(self, robot):
        return self.ask(robot, {"yes": True, "no": False})

    def side_of(self, robot):
        return self.ask(robot, {"left": -1, "right": 1})

    def facing_of(self, robot):
        return self.ask(robot, {side[0]: side for side in SIDES})

    # ---- cards and damage ----

    def gain(self, robot, n):
        robot.energy = min(MOST_ENERGY, robot.energy + n)

    def draw(self, robot):
        if not robot.deck:
            raise Untold
        return robot.deck.pop(0)

    @staticmethod
    def throw(robot, cards):
        """Ordinary cards to its player's discard, damage cards to theirs."""
        for card in cards or []:
            if card == "spam":
                robot.spam -= 1
            elif card not in HAYWIRES:
                robot.discard.append(card)

    def hurt(self, robot, points):
        taken = 0
        for _ in range(points):
            if not self.damage:
                raise Untold
            card = self.damage.pop(0)
            if card == "spam":
                robot.spam += 1
                robot.discard.append(card)
            elif robot.waiting[self.register]:
                continue  # one too many for the register
            else:
                robot.waiting[self.register] = card
            taken += 1
        return taken

    def shoot(self, robot, points):
        """Damage by a laser or a weapon."""
        if robot.cell is None:
            return 0
        if robot.has("deflector_shield") and robot.energy and not robot.shielded:
            robot.shielded = self.agrees(robot)
            robot.energy -= robot.shielded
        return 0 if robot.shielded else self.hurt(robot, points)

    def reboot(self, robot, in_pit):
        robot.cell = None
        robot.hovers, robot.follows = False, None
        for cards in robot.registers + [robot.extra]:
            robot.discard += [c for c in cards or [] if c not in HAYWIRES]
        robot.registers, robot.extra = [None] * REGISTERS, []
        robot.waiting = [None] * REGISTERS
        if not (in_pit and robot.has("firewall")):
            self.hurt(robot, 2)

    # ---- moving ----

    def robot_at(self, cell):
        return next((r for r in self.robots if cell is not None and r.cell == cell), None)

    def row(self, robot, side):
        """The robots before it without a gap, and whether a wall stops them."""
        row, cell = [], robot.cell
        while not self.hall.has_wall(cell, side):
            cell = beyond(cell, side)
            other = self.robot_at(cell)
            if not other:
                return row, False
            row.append(other)
        return row, True

    def shift(self, robot, row, side):
        fallen = []
        for r in reversed([robot] + row):
            cell = beyond(r.cell, side)
            if not is_floor(cell) or cell in self.hall.pits and not r.hovers:
                fallen.append((r, is_floor(cell)))
            else:
                r.cell = cell
        if len(fallen) > 1:
            raise Untold  # who takes damage first?
        for r, in_pit in fallen:
            self.reboot(r, in_pit)

    def touch(self, robot, row, by_card, met):
        if row and by_card and robot.reacts("ramming_gear") and ("ram", row[0]) not in met:
            met.add(("ram", row[0]))
            self.hurt(row[0], 1)
        for mover, other in zip([robot] + row, row):
            if other.reacts("spiky") and (mover, other) not in met:
                met.add((mover, other))
                self.hurt(mover, 1)

    def offer_magnetic(self, robot, side):
        for other in self.robots:
            near = robot.cell and other.cell and any(
                beyond(robot.cell, s) == other.cell and not self.hall.has_wall(robot.cell, s)
                for s in SIDES)
            if other.has("magnetic") and other is not robot and near:
                if not self.row(robot, side)[1] and self.agrees(other):
                    other.upgrades.remove("magnetic")
                    other.follows = robot

    def go_along(self, robot, side, met):
        row, stopped = self.row(robot, side)
        self.touch(robot, row, False, met)
        if stopped:
            robot.follows = None
        else:
            self.shift(robot, row, side)

    def walk(self, robot, side, cells, by_card=False, gentle=False, crash=0):
        """`gentle`: it stops before a push.  `crash`: the damage if a wall stops it."""
        met, pushed = set(), []
        if by_card and cells:
            self.offer_magnetic(robot, side)
        while cells and robot.cell:
            cells -= 1
            row, stopped = self.row(robot, side)
            ahead = row[0] if by_card and row and row[0].follows is robot else None
            if ahead:
                self.go_along(ahead, side, met)
                row, stopped = self.row(robot, side)
            if row and gentle:
                break
            self.touch(robot, row, by_card, met)
            pushed += row[:1]
            if stopped:
                self.hurt(robot, crash)
                break
            self.shift(robot, row, side)
            for other in self.robots:
                if by_card and other.follows is robot and other is not ahead and other.cell:
                    self.go_along(other, side, met)
        if by_card:
            self.after_push(robot, [r for r in self.robots if r in pushed])

    def after_push(self, robot, pushed):
        for other in pushed:
            if robot.reacts("piercing_drill"):
                sides = {s[0]: s for s in SIDES} if other.cell else {"yes": other.facing}
                facing = self.ask(robot, {"no": None, **sides})
                if facing:
                    robot.upgrades.remove("piercing_drill")
                    self.hurt(other, 1)
                    other.facing = facing
        for other in pushed:
            if robot.reacts("modular_chassis"):
                self.offer_exchange(robot, other)

    def within_limits(self, upgrades):
        staying = [u for u in upgrades if u not in self.lent]
        return all(len([u for u in staying if u in kind]) <= LIMIT
                   for kind in (PERMANENT, TEMPORARY))

    def offer_exchange(self, robot, other):
        given = "modular_chassis"
        kept = [u for u in robot.upgrades if u != given]
        can = [u for u in other.upgrades if self.within_limits(kept + [u]) and
               self.within_limits([o for o in other.upgrades if o != u] + [given])]
        taken = self.ask(robot, {"no": None, **{u: u for u in can}}) if can else None
        if taken:
            robot.upgrades = kept + [taken]
            other.upgrades = [u for u in other.upgrades if u != taken] + [given]
            robot.fresh, other.fresh = taken, given

    def put_on_token(self, robot):
        """A robot that stands there is shifted along the arrow, or the next free side clockwise."""
        other = self.robot_at(self.hall.token)
        for side in SIDES if other else []:
            row, stopped = self.row(other, side)
            if not stopped:
                self.shift(other, row, side)
                break
        if self.robot_at(self.hall.token):
            return False
        robot.cell = self.hall.token
        return True

    # ---- running a card ----

    def settle(self, robot, cards):
        """SPAM, and Again in register 1, are replaced by the top of the deck."""
        while cards[0] == "spam" or cards[0] == "again" and self.register == 0:
            old, cards[:] = cards[:], [self.draw(robot)]
            self.throw(robot, old)

    def run(self, robot, cards, drawn=False):
        """`drawn`: it is one of the two cards of Haywire 16, which are parts of one card."""
        card, sideways = cards[0], len(cards) > 1
        repeated = card == "again"
        if repeated:
            card = robot.before
        if not card:
            return
        robot.did = "move1" if sideways else None if card == "hw16" else card
        robot.hovers = robot.has("hover_unit")
        if sideways:
            side = turned(robot.facing, 1 if card == "rotate_right" else -1)
            self.walk(robot, side, 1, by_card=True)
        elif not (card == "move1" and not repeated and robot.has("brakes") and self.agrees(robot)):
            for deed in SCRIPT[card]:
                if robot.cell:
                    getattr(self, "do_" + deed[0])(robot, *deed[1:])
        upgrade = {"rotate_left": "drifting", "rotate_right": "power_slide"}.get(card)
        slides = upgrade and not sideways and robot.has(upgrade)
        if slides or not drawn:
            robot.hovers = False
            if robot.cell in self.hall.pits:
                self.reboot(robot, True)
        if slides:
            self.slide(robot, drawn)

    def slide(self, robot, drawn):
        """Not against a wall; movement upgrades may come first, but not between two cards of Haywire 16."""
        while robot.cell:
            uses = {} if drawn else self.movement_uses(robot)
            ahead = {} if self.hall.has_wall(robot.cell, robot.facing) else {"yes": ("slide", None)}
            if not uses and not ahead:
                return
            upgrade, what = self.ask(robot, {"no": (None, None), **ahead, **uses})
            if upgrade == "slide":
                self.walk(robot, robot.facing, 1)
            if upgrade in (None, "slide"):
                return
            self.use(robot, upgrade, what)

    def do_move(self, robot, cells):
        side = robot.facing if cells > 0 else turned(robot.facing, 2)
        self.walk(robot, side, abs(cells), by_card=True)

    def do_crash(self, robot, cells):
        self.walk(robot, robot.facing, cells, by_card=True, crash=1)

    def do_turn(self, robot, quarters):
        robot.facing = turned(robot.facing, quarters)

    def do_turn_side(self, robot):
        self.do_turn(robot, self.side_of(robot))

    def do_spin(self, robot):
        self.do_turn(robot, 2)
        robot.spun = True

    def do_charge(self, robot):
        self.gain(robot, 1)

    def do_face(self, robot):
        robot.facing = self.facing_of(robot)

    def do_sidestep(self, robot):
        side = turned(robot.facing, self.side_of(robot))
        self.walk(robot, side, 2, by_card=True)

    def do_token(self, robot):
        self.first = robot

    def do_boost(self, robot):
        robot.boosted = True

    def do_pay(self, robot):
        if robot.energy:
            paid = self.ask(robot, {f"pay {n}": n for n in range(min(8, robot.energy) + 1)})
            robot.energy -= paid
            self.walk(robot, robot.facing, 2 * paid, by_card=True)

    def do_lend(self, robot):
        if robot.spare:
            several = len(robot.spare) > 1
            one = self.ask(robot, {u: u for u in robot.spare}) if several else robot.spare[0]
            robot.spare.remove(one)
            robot.upgrades.append(one)
            self.lent.add(one)

    def do_drop(self, robot):
        kinds = sorted(set(robot.discard))
        if kinds:
            several = len(kinds) > 1
            self.remove(robot, self.ask(robot, {"discard " + c: c for c in kinds}) if several
                        else kinds[0])

    def do_two_cards(self, robot):
        robot.extra = [self.draw(robot), self.draw(robot)]
        order = [0, 1]
        if robot.extra[0] != robot.extra[1]:
            first = self.ask(robot, {c: c for c in robot.extra})
            order.sort(key=lambda i: robot.extra[i] != first)
        for i in order:
            if robot.cell:
                cards = [robot.extra[i]]
                self.settle(robot, cards)
                robot.extra[i] = cards[0]
                self.run(robot, cards, drawn=True)

    def remove(self, robot, card):
        robot.discard.remove(card)
        robot.spam -= card == "spam"

    # ---- upgrades used before and after the robot's own card ----

    def around(self, robot, taken):
        return [s for s in SIDES if not self.hall.has_wall(robot.cell, s) and
                is_floor(beyond(robot.cell, s)) and
                bool(self.robot_at(beyond(robot.cell, s))) == taken]

    def movement_uses(self, robot):
        uses = {}
        if robot.has("zoop"):
            uses.update({f"use zoop {s[0]}": ("zoop", s) for s in SIDES})
        if robot.has("boink"):
            uses.update({"use boink %d,%d" % beyond(robot.cell, s): ("boink", s)
                         for s in self.around(robot, False)})
        if robot.has("switch"):
            others = [self.robot_at(beyond(robot.cell, s)) for s in self.around(robot, True)]
            uses.update({f"use switch {o.name}": ("switch", o) for o in others})
        for upgrade in ("overclocked", "pressure_release"):
            if robot.has(upgrade):
                uses[f"use {upgrade}"] = (upgrade, None)
        return uses

    def window(self, robot):
        while robot.cell and (uses := self.movement_uses(robot)):
            upgrade, what = self.ask(robot, {"pass": (None, None), **uses})
            if not upgrade:
                return
            self.use(robot, upgrade, what)

    def use(self, robot, upgrade, what):
        robot.upgrades.remove(upgrade)
        if upgrade == "zoop":
            robot.facing = what
        elif upgrade == "boink":
            self.shift(robot, [], what)
        elif upgrade == "switch":
            robot.cell, what.cell = what.cell, robot.cell
        elif upgrade == "overclocked":
            self.walk(robot, robot.facing, 2)
        else:
            self.walk(robot, turned(robot.facing, 2), 5, gentle=True)

    # ---- weapons ----

    def line(self, robot, side, through=False):
        """The robots that a shot meets, each with its distance."""
        hits, cell, distance = [], robot.cell, 0
        while (through or not self.hall.has_wall(cell, side)) and (through or not hits):
            cell, distance = beyond(cell, side), distance + 1
            if not is_floor(cell):
                break
            other = self.robot_at(cell)
            hits += [(other, distance)] if other else []
        return hits

    def weapons(self, robot, target, distance):
        i = self.register + 1
        can = {"scrambler": i < REGISTERS and target.registers[min(i, REGISTERS - 1)],
               "mini_howitzer": robot.energy, "pressor_beam": True,
               "tractor_beam": distance > 1, "displacing_blast": target.cell != self.hall.token}
        return [w for w in can if can[w] and robot.has(w)]

    def fire(self, robot):
        seen = self.line(robot, robot.facing)
        target, distance = seen[0] if seen else (None, 0)
        weapons = self.weapons(robot, target, distance) if seen else []
        weapon = self.ask(robot, {w: w for w in ["laser", *weapons]}) if weapons else "laser"
        getattr(self, "fire_" + weapon)(robot, target)
        if robot.cell and robot.has("rear_laser"):
            for other, _ in self.line(robot, turned(robot.facing, 2)):
                self.shoot(other, 1)

    def fire_laser(self, robot, _):
        points = 1 + robot.has("double_barrel_laser") + robot.boosted
        quarters = range(4) if robot.spun and robot.has("laser_kata") else [0]
        hits = [hit for q in quarters
                for hit in self.line(robot, turned(robot.facing, q), robot.has("rail_gun"))]
        for other, _ in hits:
            self.shoot(other, points)

    def fire_scrambler(self, _, target):
        i = self.register + 1
        old, target.registers[i] = target.registers[i], [self.draw(target)]
        self.throw(target, old)

    def fire_mini_howitzer(self, robot, target):
        robot.energy -= 1
        self.shoot(target, 2)
        self.walk(target, robot.facing, 1)

    def fire_pressor_beam(self, robot, target):
        self.walk(target, robot.facing, 1)

    def fire_tractor_beam(self, robot, target):
        self.walk(target, turned(robot.facing, 2), 1)

    def fire_displacing_blast(self, robot, target):
        robot.upgrades.remove("displacing_blast")
        here, target.cell = target.cell, None
        if not self.put_on_token(target):
            target.cell = here

    # ---- a register ----

    def order(self):
        i = self.robots.index(self.first)
        return self.robots[i:] + self.robots[:i]

    def reveal(self, order):
        i = self.register
        shown = [r for r in order if r.registers[i]]
        for robot in shown:
            if robot.registers[i] == ["spam"] and i < 3 and robot.has("chaos_theory"):
                self.gain(robot, 1)
        for robot in shown:
            if robot.has("abort_switch"):
                if self.ask(robot, {"pass": False, "use abort_switch": True}):
                    robot.upgrades.remove("abort_switch")
                    old, robot.registers[i] = robot.registers[i], [self.draw(robot)]
                    self.throw(robot, old)
                break  # there is only one such card
        for robot in shown:
            self.settle(robot, robot.registers[i])

    def act(self, robot):
        if robot.returns and self.register == 0:
            facing = self.facing_of(robot)
            if self.put_on_token(robot):
                robot.facing = facing
        for part in (self.window, lambda r: self.run(r, r.registers[self.register]), self.window):
            if robot.cell and robot.registers[self.register]:
                part(robot)
        for other in self.robots:
            other.follows = None

    def run_floor(self):
        for cell, side, registers in self.hall.panels:
            robot = self.robot_at(cell)
            if robot and self.register + 1 in registers and not self.hall.is_covered(cell):
                row, stopped = self.row(robot, side)
                self.touch(robot, row, False, set())
                if not stopped:
                    self.shift(robot, row, side)
        for robot in self.robots:
            if robot.cell in self.hall.gears and not self.hall.is_covered(robot.cell):
                robot.facing = turned(robot.facing, self.hall.gears[robot.cell])

    def wall_lasers(self, order):
        beams = dict.fromkeys(order, 0)
        for cell, side, n in self.hall.lasers:
            while is_floor(cell) and not self.robot_at(cell):
                cell = (-1, -1) if self.hall.has_wall(cell, side) else beyond(cell, side)
            if is_floor(cell):
                beams[self.robot_at(cell)] += n
        burnt = [r for r in order if beams[r] and self.shoot(r, beams[r])]
        for robot in burnt:
            if robot.has("energy_conversion") and not robot.down:
                quarters = self.ask(robot, {"no": None, "forward": 0, "backward": 2})
                if quarters is not None:
                    self.walk(robot, turned(robot.facing, quarters), 1)

    def finish(self, order):
        on = [r for r in order if r.cell and not r.down]
        for robot in on:
            if robot.cell in self.hall.batteries and not self.hall.is_covered(robot.cell):
                self.gain(robot, 1)
        for robot in on:
            if robot.cell != self.hall.flags[robot.checkpoints]:
                continue
            robot.checkpoints += 1
            if robot.checkpoints == len(self.hall.flags):
                raise Untold  # the race is over
            if robot.has("self_diagnostics") and robot.discard:
                kinds = {"discard " + c: c for c in robot.discard}
                card = self.ask(robot, {"no": None, **kinds})
                if card:
                    self.remove(robot, card)

    def note(self):
        self.lines.append(f"at register_end {self.register + 1}")
        for r in self.robots:
            cell = "[%d, %d]" % r.cell if r.cell else "null"
            fields = {"cell": cell, "spam": r.spam, "energy": r.energy,
                      "checkpoints": r.checkpoints, "upgrades.size": len(r.upgrades),
                      "waiting": "[%s]" % ", ".join(c or "null" for c in r.waiting)}
            if r.cell:
                fields["facing"] = r.facing
            if not r.down:
                fields["discard.size"] = len(r.discard)
            self.lines += [f"  robots.{r.name}.{key} = {fields[key]}" for key in fields]
            if r.upgrades:
                self.lines.append(f"  robots.{r.name}.upgrades contains [{', '.join(r.upgrades)}]")

    def run_round(self):
        for self.register in range(REGISTERS):
            order = self.order()
            self.reveal(order)
            for robot in order:
                self.act(robot)
            self.run_floor()
            self.wall_lasers(order)
            for robot in order:
                if robot.cell and not robot.down:
                    self.fire(robot)
            self.finish(order)
            self.note()
            for robot in self.robots:
                robot.new_register()
        return self.lines
