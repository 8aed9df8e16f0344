"""What both RoboRally games have alike: pushes, belts, push panels, gears and lines of fire.

A game says in `drop` what becomes of robots over a pit or beyond the edge.
"""
from floor import beside


class Unsure(Exception):
    """The model does not say what happens here."""


def standing_on(things, cell):
    return next((t for t in things if t.cell == cell), None)


class Moving:
    def __init__(self, floor, robots):
        self.floor, self.robots = floor, robots

    def robot_on(self, cell):
        return standing_on(self.robots, cell)

    def drop(self, robots):
        """Those of these robots who are over a pit or beyond the edge are lost."""
        raise NotImplementedError

    def turned_by_floor(self, robot, quarters):
        robot.facing = (robot.facing + quarters) % 4

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

    # ---- the floor ----

    def carry(self, things, runs):
        """Belts for which `runs` holds carry things one cell; those that were carried, with the side they went to.

        Belts never bring two together: all who would meet stay, and so do those behind them.
        What counts as a cell where two can meet is the game's to say.
        """
        floor, way = self.floor, {}
        for thing in things:
            cell = thing.cell and floor.cells[thing.cell]
            if cell and cell.belt is not None and runs(cell) and floor.works(thing.cell):
                if not floor.shut(thing.cell, cell.belt):
                    way[thing] = beside(thing.cell, cell.belt)
        met = {t for t in way for o in way if t is not o and self.can_meet(way[t]) and
               (way[t] == way[o] or (way[t] == o.cell and way[o] == t.cell))}
        going = {t: to for t, to in way.items() if t not in met}
        while True:
            held = [t for t, to in going.items() if floor.solid(to) and
                    standing_on(things, to) and standing_on(things, to) not in going]
            if not held:
                break
            for thing in held:
                del going[thing]
        came = {thing: floor.cells[thing.cell].belt for thing in going}
        for thing, to in going.items():
            thing.cell = to
        return came

    def can_meet(self, cell):
        return self.floor.solid(cell)

    def belts(self, runs):
        """Robots turn with a curve that is drawn as coming from where they came from."""
        came = self.carry(self.robots, runs)
        for robot, side in came.items():
            cell = self.floor.cells.get(robot.cell)
            if cell and cell.belt is not None and self.floor.works(robot.cell):
                if (side + 2) % 4 in cell.ways_in and side != cell.belt:
                    self.turned_by_floor(robot, cell.belt - side)
        self.drop(list(came))

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
            if robot.cell and self.floor.works(robot.cell) and self.floor.cells[robot.cell].gear:
                self.turned_by_floor(robot, self.floor.cells[robot.cell].gear)

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

    def ahead(self, robot, side):
        """The first robot that this one would hit on that side."""
        if (robot.cell, side) in self.floor.walls:
            return None
        return self.target(beside(robot.cell, side), side)
