"""Rounds of Robo Rally 2023 without upgrades and Haywires, written from the rulebook a second time.

It knows nothing of the program.  Where the rulebook is open it keeps to docs/rules/rulings.md; two push
panels that act on the same cells are left to the scenarios (Unsure).
"""
from moving import Moving, Unsure


class Robot:
    def __init__(self, cell, facing, energy, checkpoints, down, home):
        self.cell, self.facing, self.energy, self.checkpoints = cell, facing, energy, checkpoints
        self.down, self.home = down, home  # home: cell and arrow where it returns, while off the floor
        self.spam, self.before, self.new_facing = 0, None, 0

    def told(self):
        return (self.cell, self.facing if self.cell else None, self.energy, self.checkpoints, self.spam)


class Race(Moving):
    def __init__(self, floor, robots, first, checkpoints, reboot_damage, spam_deck):
        super().__init__(floor, robots)
        self.checkpoints = checkpoints
        self.order = [(first + i) % len(robots) for i in range(len(robots))]
        self.reboot_damage, self.spam_deck, self.over = reboot_damage, spam_deck, False

    def in_order(self):
        return [self.robots[i] for i in self.order]

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

    # ---- shots ----

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
            if robot.cell and not robot.down:
                hit = self.ahead(robot, robot.facing)
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
        self.belts(lambda cell: cell.blue)
        self.belts(lambda cell: cell.blue)
        self.belts(lambda cell: not cell.blue)
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
