"""Rounds of Robo Rally 2023 without upgrades and Haywires, written from the rulebook a second time.

It knows nothing of the program.  Where the rulebook is open it keeps to docs/rules/rulings.md; two push
panels that act on the same cells are left to the scenarios (Unsure).
"""
from floor import beside


class Unsure(Exception):
    """The model does not say what happens here."""


class Robot:
    def __init__(self, cell, facing, energy, checkpoints, down, home):
        self.cell, self.facing, self.energy, self.checkpoints = cell, facing, energy, checkpoints
        self.down, self.home = down, home  # home: cell and arrow where it returns, while off the floor
        self.spam, self.before, self.new_facing = 0, None, 0

    def told(self):
        return (self.cell, self.facing if self.cell else None, self.energy, self.checkpoints, self.spam)


class Race:
    def __init__(self, floor, robots, first, checkpoints, reboot_damage, spam_deck):
        self.floor, self.robots, self.checkpoints = floor, robots, checkpoints
        self.order = [(first + i) % len(robots) for i in range(len(robots))]
        self.reboot_damage, self.spam_deck, self.over = reboot_damage, spam_deck, False

    def in_order(self):
        return [self.robots[i] for i in self.order]

    def robot_on(self, cell):
        return next((r for r in self.robots if r.cell == cell), None)

    # ---- damage and falls ----

    def hurt(self, robot, points):
        if points > self.spam_deck:
            raise Unsure("Haywires would be drawn")
        self.spam_deck -= points
        robot.spam += points

    def drop(self, robots):
        """Those who are over a pit or beyond the edge reboot."""
        for robot in self.in_order():
            if robot in robots and not self.floor.solid(robot.cell):
                robot.cell, robot.home = None, None  # not back before the next round
                self.hurt(robot, self.reboot_damage)

    # ---- moves ----

    def step(self, robot, side):
        """One cell, pushing a row; False when a wall stops it."""
        row = [robot]
        while True:
            if self.floor.shut(row[-1].cell, side):
                return False
            ahead = self.robot_on(beside(row[-1].cell, side))
            if not ahead:
                break
            row.append(ahead)
        for pushed in row:
            pushed.cell = beside(pushed.cell, side)
        self.drop(row)
        return True

    def come_back(self, robot):
        cell, arrow = robot.home
        there = self.robot_on(cell)
        if there and not any(self.step(there, (arrow + k) % 4) for k in range(4)):
            return
        robot.cell, robot.facing = cell, robot.new_facing

    def run(self, robot, card):
        if card == "again":
            card = robot.before
        robot.before = card
        if card == "move_back":
            self.step(robot, (robot.facing + 2) % 4)
        elif card.startswith("move"):
            for _ in range(int(card[4])):
                if not robot.cell or not self.step(robot, robot.facing):
                    break
        elif card == "power_up":
            robot.energy = min(10, robot.energy + 1)
        else:
            quarters = {"rotate_right": 1, "u_turn": 2, "rotate_left": 3}[card]
            robot.facing = (robot.facing + quarters) % 4

    # ---- the floor ----

    def belts(self, blue):
        floor, way = self.floor, {}
        for robot in self.robots:
            cell = robot.cell and floor.cells[robot.cell]
            if cell and cell.belt is not None and cell.blue == blue and floor.works(robot.cell):
                if not floor.shut(robot.cell, cell.belt):
                    way[robot] = beside(robot.cell, cell.belt)
        met = {r for r in way for o in way if r is not o and floor.solid(way[r]) and
               (way[r] == way[o] or (way[r] == o.cell and way[o] == r.cell))}
        going = {r: to for r, to in way.items() if r not in met}
        while True:
            held = [r for r, to in going.items() if floor.solid(to) and
                    self.robot_on(to) and self.robot_on(to) not in going]
            if not held:
                break
            for robot in held:
                del going[robot]
        for robot, to in going.items():
            came = floor.cells[robot.cell].belt
            robot.cell = to
            cell = floor.cells.get(to)
            if cell and cell.belt is not None and floor.works(to):
                if (came + 2) % 4 in cell.ways_in and came != cell.belt:
                    robot.facing = (robot.facing + cell.belt - came) % 4
        self.drop(list(going))

    def panels(self, register):
        pushed = [(r, self.floor.pushers[r.cell][0]) for r in self.robots
                  if r.cell in self.floor.pushers and self.floor.works(r.cell) and
                  register in self.floor.pushers[r.cell][1]]
        taken = set()
        for robot, side in pushed:
            cell, row = robot.cell, set()
            while self.robot_on(cell):
                row |= {cell, beside(cell, side)}
                cell = beside(cell, side)
            if taken & row:
                raise Unsure("two panels for the same cells")
            taken |= row
        for robot, side in pushed:
            self.step(robot, side)

    def gears(self):
        for robot in self.robots:
            if robot.cell and self.floor.works(robot.cell):
                robot.facing = (robot.facing + self.floor.cells[robot.cell].gear) % 4

    # ---- shots ----

    def target(self, cell, side):
        """The first robot from that cell on; walls and the edge end the shot."""
        while cell in self.floor.cells:
            if self.robot_on(cell):
                return self.robot_on(cell)
            if (cell, side) in self.floor.walls:
                return None
            cell = beside(cell, side)
        return None

    def lasers(self):
        beams = {}
        for cell, side, number in self.floor.lasers:
            hit = self.target(cell, side)
            if hit:
                beams[hit] = beams.get(hit, 0) + number
        for robot in self.in_order():
            self.hurt(robot, beams.get(robot, 0))

    def fire(self):
        for robot in self.in_order():
            if robot.cell and not robot.down and (robot.cell, robot.facing) not in self.floor.walls:
                hit = self.target(beside(robot.cell, robot.facing), robot.facing)
                if hit:
                    self.hurt(hit, 1)

    # ---- a register ----

    def register(self, number, programs):
        for i in self.order:
            robot = self.robots[i]
            if number == 1 and robot.home:
                self.come_back(robot)
            if robot.cell and not robot.down:
                self.run(robot, programs[i][number - 1])
        self.belts(True)
        self.belts(True)
        self.belts(False)
        self.panels(number)
        self.gears()
        self.lasers()
        self.fire()
        for robot in self.robots:
            if not robot.cell or robot.down:
                continue
            if self.floor.cells[robot.cell].battery and self.floor.works(robot.cell):
                robot.energy = min(10, robot.energy + 1)
            if self.checkpoints[robot.checkpoints] == robot.cell:
                robot.checkpoints += 1
                self.over = self.over or robot.checkpoints == len(self.checkpoints)
