"""A round of RoboRally 2005 without option cards, written from the rulebook a second time.

It knows nothing of the program.  Where the rulebook is open it keeps to docs/rules/rulings.md; two pushers
that act on the same cells are left to the scenarios (Unsure).  The players' decisions are drawn at random and
kept in `script`, as the statements of a scenario.
"""
from floor import Floor, beside
from moving import Moving

FACING = ["north", "east", "south", "west"]
TURNS = {"rotate_right": 1, "u_turn": 2, "rotate_left": 3}
DECK = range(10, 850, 10)


def kind(card):
    """Cards are told apart by their priority."""
    if card <= 60:
        return "u_turn"
    if card <= 420:
        return "rotate_left" if card % 20 else "rotate_right"
    for last, name in ((480, "back_up"), (660, "move_1"), (780, "move_2")):
        if card <= last:
            return name
    return "move_3"


def locked(damage):
    """The fifth token locks register 5, the ninth register 1."""
    return [number for number in range(1, 6) if number > 9 - damage]


class Robot:
    def __init__(self, name, cell, facing):
        self.name, self.cell, self.facing = name, cell, facing
        self.damage, self.lives, self.flags, self.archive = 0, 3, 0, None
        self.down = self.stays_down = False
        self.program = []    # five registers, each a list of one card or, with some options, two
        self.marked = None   # the flag on which its archive marker lies
        self.options = set()

    def told(self):
        alive = self.cell is not None
        return (self.cell, self.facing if alive else None, self.damage if alive else None, self.flags,
                self.archive, self.lives, sorted(self.options))


class Flag:
    def __init__(self, cell):
        self.cell = self.home = cell


class Race(Moving):
    """Robots are in the order of seats; `first` has dock 1."""

    def __init__(self, course, robots, first, chance):
        super().__init__(Floor(course.pieces, game="rally2005"), robots)
        self.course, self.rules, self.chance, self.script = course, course.rules, chance, []
        self.order = robots[first:] + robots[:first]
        self.flags = [Flag(cell) for cell in course.checkpoints]
        self.destroyed = []  # in this round, in order
        self.over = False

    def ask(self, robot, *answers):
        """One of the answers, at random."""
        answer = self.chance.choice(answers)
        self.script.append(f"do {robot.name}: {answer}")
        return answer

    def on_floor(self):
        return [r for r in self.order if r.cell]

    def team(self, robot):
        """Two teams sit by turns; of teams of two each has every second, third or fourth seat."""
        seats, words = len(self.robots), self.course.words
        teams = seats // 2 if "team_size" in words else 2 if "teams" in words else seats
        seat = self.robots.index(robot)
        return [r for i, r in enumerate(self.robots) if i % teams == seat % teams]

    # ---- damage and destruction ----

    def destroy(self, robots):
        """They leave the floor at the same moment.  Only damage got while powered down is kept."""
        for robot in robots:
            robot.cell, robot.stays_down = None, False
            robot.lives -= 1
            if not robot.down or robot.damage > 9:
                robot.damage = 0
            self.destroyed.append(robot)

    def drop(self, robots):
        self.destroy([r for r in self.order if r in robots and not self.floor.solid(r.cell)])

    def suffer(self, robot):
        """One point of damage."""
        robot.damage += 1
        if robot.damage > 9:
            self.destroy([robot])

    # ---- the cards ----

    def announce(self):
        """Those with damage may say that they will be powered down in the next round."""
        for robot in self.order:
            if not robot.down and robot.damage and "no_power_down" not in self.rules:
                robot.stays_down = self.ask(robot, "yes", "no", "no") == "yes"

    def priority(self, robot, number):
        return robot.program[number - 1][0]

    def move(self, robot, side, cells):
        for _ in range(cells):
            if not robot.cell or not self.step(robot, side):
                break

    def run(self, robot, cards):
        word = kind(cards[0])
        if word in TURNS:
            robot.facing = (robot.facing + TURNS[word]) % 4
        elif word == "back_up":
            self.move(robot, (robot.facing + 2) % 4, 1)
        else:
            self.move(robot, robot.facing, int(word[-1]))

    def movers(self, number):
        up = [r for r in self.on_floor() if not r.down]
        return sorted(up, key=lambda r: -self.priority(r, number))

    def run_cards(self, number):
        for robot in self.movers(number):
            if robot.cell:
                self.run(robot, robot.program[number - 1])

    # ---- the floor ----

    def move_floor(self, number):
        """Express belts, then all belts, then pushers, then gears."""
        for runs in (lambda cell: cell.blue, lambda cell: True):
            self.belts(runs)
            if "flags_move_on_belts" in self.rules:
                self.carry_flags(runs)
        self.panels(number)
        self.gears()

    def carry_flags(self, runs):
        """Archive markers go with their flag; those of a lost flag wait where it will come back."""
        for flag in self.carry(self.flags, runs):
            if not self.floor.solid(flag.cell):
                flag.cell = None
            for robot in self.robots:
                if robot.marked is flag:
                    robot.archive = flag.cell or flag.home

    def bring_flags_back(self):
        for flag in self.flags:
            if not flag.cell and all(f.cell != flag.home for f in self.flags):
                flag.cell = flag.home

    # ---- lasers ----

    def shots(self):
        """What hits each robot: the side where the shot goes, and its points.  All fire at once."""
        hits = {r: [] for r in self.robots}
        for cell, side, beams in self.floor.lasers:
            hit = self.target(cell, side)
            if hit:
                hits[hit].append((side, beams))
        for robot in self.on_floor():
            if not robot.down:
                self.shoot(robot, hits)
        return hits

    def laser_points(self):
        return 2 if "robot_lasers_double" in self.rules else 1

    def shoot(self, robot, hits):
        hit = self.ahead(robot, robot.facing)
        if hit:
            hits[hit].append((robot.facing, self.laser_points()))

    def fire(self, number):
        hits = self.shots()
        for robot in self.order:
            for _, points in hits[robot]:
                for _ in range(points):
                    if robot.cell:
                        self.suffer(robot)

    # ---- flags and repair sites ----

    def reach(self, robot):
        """The cells that count as the robot's, the weightiest first."""
        return [robot.cell]

    def flag_on(self, cell):
        return next((f for f in self.flags if f.cell == cell), None)

    def is_site(self, cell):
        return bool(self.flag_on(cell)) or self.floor.cells[cell].repair

    def touch(self):
        """Archive markers are put down, and each robot touches only the flag that was due before."""
        due = {r: r.flags for r in self.robots}
        for robot in self.on_floor():
            sites = [c for c in self.reach(robot) if self.is_site(c)]
            if sites:
                robot.archive, robot.marked = sites[0], self.flag_on(sites[0])
            flag = self.flags[due[robot]]
            if flag.cell in sites:
                for mate in self.team(robot) if "team_shared_flags" in self.rules else [robot]:
                    mate.flags = due[robot] + 1

    def turn_boards(self, quarters):
        """Frenetic Factory; the coins are the program's."""
        pieces = [(name, degrees + 90 * turned, corner)
                  for (name, degrees, corner), turned in zip(self.course.pieces, quarters)]
        self.floor = Floor(pieces, game="rally2005")
        self.drop(self.on_floor())

    def is_over(self):
        """Somebody has all flags, or only one side still has robots."""
        alive = [r for r in self.robots if r.lives]
        return (any(r.flags == len(self.flags) for r in self.robots) or
                not alive or all(r in self.team(alive[0]) for r in alive))

    def can_meet(self, cell):
        """A pit is a cell too: belts do not bring two there."""
        return cell in self.floor.cells

    def register(self, number, quarters=None):
        self.now = number
        self.bring_flags_back()
        self.run_cards(number)
        self.move_floor(number)
        self.fire(number)
        self.touch()
        if quarters:
            self.turn_boards(quarters)
        self.over = self.is_over()

    # ---- the end of the round ----

    def repair(self):
        for robot in self.on_floor():
            if robot.damage and any(self.is_site(c) for c in self.reach(robot)):
                robot.damage -= "repair_gives_options" not in self.rules

    def stay_down(self):
        for robot in self.on_floor():
            if robot.down:
                robot.stays_down = self.ask(robot, "yes", "no") == "yes"

    def is_free(self, cell):
        return self.floor.solid(cell) and not self.robot_on(cell)

    def sees_somebody(self, cell, side):
        for _ in range(3):
            if (cell, side) in self.floor.walls:
                return False
            cell = beside(cell, side)
            if self.robot_on(cell):
                return True
            if cell not in self.floor.cells:
                return False
        return False

    def places_for(self, robot):
        """Its archive cell; if that is taken the nearest free cells around, with nobody in sight if it can be."""
        (x, y), far = robot.archive, 0
        cells = [robot.archive] if self.is_free(robot.archive) else []
        while not cells:
            far += 1
            cells = [c for c in self.floor.cells
                     if max(abs(c[0] - x), abs(c[1] - y)) == far and self.is_free(c)]
        places = [(cell, side) for cell in cells for side in range(4)]
        hidden = [p for p in places if not self.sees_somebody(*p)]
        return hidden if far and hidden else places

    def reenter(self, robot):
        """Two damage tokens, and the player chooses the facing and whether the robot is powered down."""
        choices = [(place, down) for place in self.places_for(robot)
                   for down in ([False] if "no_power_down" in self.rules else [False, True])]
        words = {c: f"{c[0][0][0]},{c[0][0][1]} {FACING[c[0][1]][0]} {'down' if c[1] else 'up'}" for c in choices}
        self.script += [f"asked {robot.name} reenter", f"count {robot.name} = {len(choices)}", "offered"]
        self.script += [f"  {robot.name}: {word}" for word in words.values()]
        chosen = self.chance.choice(choices)
        self.script.append(f"do {robot.name}: {words[chosen]}")
        (robot.cell, robot.facing), robot.stays_down = chosen
        robot.damage = min(9, robot.damage + self.return_damage(robot))

    def return_damage(self, robot):
        return 2

    def end_round(self):
        self.repair()
        self.stay_down()
        for robot in self.destroyed:
            if robot.lives:
                self.reenter(robot)
