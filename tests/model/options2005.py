"""RoboRally 2005 with option cards, written from their texts a second time: 18 of the 26.

Left to the scenarios are those that look into the decks or at unused cards (Abort Switch, Conditional Program,
Extra Memory, Flywheel, Recompile, Scrambler), Circuit Breaker, and Fire Control.
"""
from floor import beside
from moving import Unsure
from rally2005 import TURNS, Race, kind

WEAPONS = ["mini_howitzer", "pressor_beam", "radio_control", "tractor_beam"]
OPTIONS = WEAPONS + [
    "ablative_coat", "brakes", "crab_legs", "double_barreled_laser", "dual_processor", "fourth_gear",
    "gyroscopic_stabilizer", "high_power_laser", "mechanical_arm", "power_down_shield", "ramming_gear",
    "rear_firing_laser", "reverse_gear", "superior_archive"]
COAT_POINTS, HOWITZER_SHOTS = 3, 5


def equip(robot, options, tokens):
    """Tokens lie on its Ablative Coat and its Mini Howitzer."""
    robot.options, robot.coat, robot.fired = set(options), tokens, tokens
    robot.master, robot.steady = None, False


def move_card(cards):
    """Of two cards in a register the one that moves the robot; it gives the priority."""
    return next((c for c in cards if kind(c) not in TURNS), cards[0])


class OptionRace(Race):
    def __init__(self, course, robots, first, chance, option_deck):
        super().__init__(course, robots, first, chance)
        self.option_deck = option_deck
        self.weapons = {}  # in this register: weapon and target of those who do not fire their main laser

    # ---- damage and destruction ----

    def destroy(self, robots):
        """Each loses an option of its player's choice, or all if it is out of the game; control over others ends."""
        super().destroy(robots)
        for robot in robots:
            for other in self.robots:
                if other is robot or other.master is robot:
                    other.master = None
        for robot in robots:
            if robot.lives and len(robot.options) > 1:
                robot.options.remove(self.ask(robot, *sorted(robot.options)))
            else:
                robot.options.clear()

    def suffer(self, robot):
        """The coat works by itself; then an option may be discarded instead."""
        if "ablative_coat" in robot.options:
            robot.coat += 1
            if robot.coat == COAT_POINTS:
                robot.options.remove("ablative_coat")
            return
        if robot.options:
            answer = self.ask(robot, "take", "take", *sorted(robot.options))
            if answer != "take":
                robot.options.remove(answer)
                return
        super().suffer(robot)

    # ---- the cards ----

    def announce(self):
        super().announce()
        for robot in self.order:
            if "gyroscopic_stabilizer" in robot.options and not robot.down:
                robot.steady = self.ask(robot, "yes", "no") == "yes"

    def turned_by_floor(self, robot, quarters):
        if not robot.steady:
            super().turned_by_floor(robot, quarters)

    def priority(self, robot, number):
        return move_card(robot.program[number - 1])

    def run_cards(self, number):
        """Robots under radio control act right after their master, with the master's cards."""
        for robot in self.movers(number):
            if not robot.cell or robot.master:
                continue
            controlled = [r for r in self.order if r.master is robot]
            self.run(robot, robot.program[number - 1])
            for other in controlled:
                if other.cell and other.master is robot:
                    self.run(other, robot.program[number - 1], own=False)

    def cells(self, robot, card, less, own):
        """How far a move card goes, `less` of which a second card takes away; some options offer another number."""
        word = kind(card)
        usual = 1 if word == "back_up" else int(word[-1])
        option, other = {"move_1": ("brakes", 0), "move_3": ("fourth_gear", 4),
                         "back_up": ("reverse_gear", 2)}.get(word, (None, usual))
        usual, other = max(0, usual - less), max(0, other - less)
        if own and option in robot.options and usual != other and self.ask(robot, "yes", "no") == "yes":
            return other
        return usual

    def run(self, robot, cards, own=True):
        """`own`: its own cards, not a master's; only for these the player may use options."""
        if len(cards) == 1 and kind(cards[0]) in TURNS:
            super().run(robot, cards)
        elif kind(cards[0]) in TURNS:  # crab legs: a step to the side
            cells = self.cells(robot, cards[1], 0, own)
            self.move(robot, (robot.facing + TURNS[kind(cards[0])]) % 4, cells)
        else:
            turn = kind(cards[1]) if len(cards) > 1 else None  # dual processor
            cells = self.cells(robot, cards[0], {None: 0, "u_turn": 2}.get(turn, 1), own)
            back = 2 if kind(cards[0]) == "back_up" else 0
            self.move(robot, (robot.facing + back) % 4, cells)
            if turn and robot.cell:
                robot.facing = (robot.facing + TURNS[turn]) % 4

    def move(self, robot, side, cells):
        """Ramming gear hurts whoever is directly in front, once for a card, even if a wall holds it."""
        rammed = set()
        for _ in range(cells):
            if not robot.cell:
                break
            front = None if self.floor.shut(robot.cell, side) else self.robot_on(beside(robot.cell, side))
            went = self.step(robot, side)
            if front and front.cell and front not in rammed and "ramming_gear" in robot.options:
                rammed.add(front)
                self.suffer(front)
            if not went:
                break

    # ---- shots ----

    def usable(self, robot, target, number):
        """Weapons that can take the place of the main laser."""
        near = beside(robot.cell, robot.facing) == target.cell
        useless = {"tractor_beam": near, "radio_control": number == 5 or target.down}
        return [w for w in WEAPONS if w in robot.options and not useless.get(w)]

    def choose_weapons(self, number):
        self.weapons = {}
        for robot in self.on_floor():
            target = not robot.down and self.ahead(robot, robot.facing)
            weapons = target and self.usable(robot, target, number)
            if weapons:
                answer = self.ask(robot, "laser", *weapons)
                if answer != "laser":
                    self.weapons[robot] = answer, target

    def line(self, robot):
        """Whom the main laser hits; one of high power passes one wall and one robot."""
        passes = 1 if "high_power_laser" in robot.options else 0
        cell, walls, hit = robot.cell, 0, []
        while len(hit) <= passes:
            walls += (cell, robot.facing) in self.floor.walls
            cell = beside(cell, robot.facing)
            if walls > passes or cell not in self.floor.cells:
                break
            if self.robot_on(cell):
                hit.append(self.robot_on(cell))
        return hit

    def shoot(self, robot, hits):
        weapon, target = self.weapons.get(robot, (None, None))
        if weapon == "mini_howitzer":
            hits[target].append((robot.facing, 1))
        elif not weapon:
            shots = 2 if "double_barreled_laser" in robot.options else 1
            for hit in self.line(robot):
                hits[hit].append((robot.facing, shots * self.laser_points()))
        back = (robot.facing + 2) % 4
        behind = "rear_firing_laser" in robot.options and self.ahead(robot, back)
        if behind:
            hits[behind].append((back, self.laser_points()))

    def fire(self, number):
        """Choices first, then all damage, then beams move robots."""
        self.choose_weapons(number)
        hits = self.shots()
        for robot, (weapon, target) in self.weapons.items():
            if weapon == "radio_control":
                target.master = robot
        for robot in self.order:
            shielded = set()  # the shield stops one point from each side
            for side, points in hits[robot]:
                for _ in range(points):
                    if robot.down and "power_down_shield" in robot.options and side not in shielded:
                        shielded.add(side)
                    elif robot.cell:
                        self.suffer(robot)
        for robot, (weapon, target) in self.weapons.items():
            self.move_target(robot, weapon, target)

    def move_target(self, robot, weapon, target):
        if weapon == "mini_howitzer" and weapon in robot.options:
            robot.fired += 1
            if robot.fired == HOWITZER_SHOTS:
                robot.options.remove(weapon)
        if not target.cell or weapon == "radio_control":
            return
        side = (robot.facing + 2) % 4 if weapon == "tractor_beam" else robot.facing
        if weapon != "tractor_beam" or beside(target.cell, side) != robot.cell:
            self.step(target, side)

    # ---- flags, repair, return ----

    def reach(self, robot):
        """At the end of the round the mechanical arm reaches the cells around, clockwise from north, but not through walls."""
        def passes(cell, side):
            return not self.floor.shut(cell, side) and beside(cell, side) in self.floor.cells

        cells = [robot.cell]
        for side in range(4) if "mechanical_arm" in robot.options and self.now == 5 else ():
            right = (side + 1) % 4
            if passes(robot.cell, side):
                cells.append(beside(robot.cell, side))
            for one, two in ((side, right), (right, side)):
                corner = beside(robot.cell, one)
                if passes(robot.cell, one) and passes(corner, two):
                    cells.append(beside(corner, two))
                    break
        return cells

    def repair(self):
        super().repair()
        for robot in self.on_floor():
            if any(self.floor.cells[c].hammer for c in self.reach(robot)):
                if not self.option_deck:
                    raise Unsure("an option that is not known here")
                robot.options.add(self.option_deck.pop(0))

    def return_damage(self, robot):
        return 0 if "superior_archive" in robot.options else 2
