"""A small hall drawn at random: walls, pits, gears, batteries, wall lasers, one push panel."""

SIZE = 7
SIDES = ["north", "east", "south", "west"]
STEP = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


def turned(side, quarters):
    return SIDES[(SIDES.index(side) + quarters) % 4]


def beyond(cell, side):
    return cell[0] + STEP[side][0], cell[1] + STEP[side][1]


def is_floor(cell):
    return 0 <= cell[0] < SIZE and 0 <= cell[1] < SIZE


class Hall:
    def __init__(self, lot):
        cells = [(x, y) for y in range(SIZE) for x in range(SIZE)]
        last = SIZE - 1
        self.flags = [(0, 0), (last, last), (last, 0)]
        self.starts = [(x, last) for x in range(6)]
        inner = [c for c in cells if c not in self.flags and c not in self.starts]
        self.pits = {c for c in inner if lot.random() < 0.13}
        self.walls = {frozenset((c, beyond(c, s))) for c in cells for s in ("east", "south")
                      if is_floor(beyond(c, s)) and lot.random() < 0.1}
        self.open = [c for c in cells if c not in self.pits]
        plain = [c for c in inner if c not in self.pits]
        lot.shuffle(plain)
        self.gears = {plain.pop(): lot.choice([1, -1]) for _ in range(5)}
        self.batteries = {plain.pop() for _ in range(4)}
        self.token = lot.choice([*plain, *self.gears, *self.batteries])
        mounts = [(c, s) for c in self.open for s in SIDES if self.has_wall(c, turned(s, 2))]
        lot.shuffle(mounts)
        self.lasers = [(c, s, lot.randint(1, 2)) for c, s in mounts[:lot.randint(0, 3)]]
        self.panels = [(c, s, lot.choice([(2, 4), (1, 3, 5)]))
                       for c, s in mounts[3:] if c in plain][:1]

    def is_covered(self, cell):
        """Gears, batteries and panels under a flag or token are out of use."""
        return cell in self.flags or cell == self.token

    def has_wall(self, cell, side):
        return frozenset((cell, beyond(cell, side))) in self.walls

    def _word(self, cell):
        if cell in self.starts:
            return f"D{self.starts.index(cell) + 1}"
        if cell in self.gears:
            return "GR" if self.gears[cell] > 0 else "GL"
        return "O" if cell in self.pits else "B" if cell in self.batteries else "."

    def text(self):
        """As docs/boards.md has it."""
        lines = ["board hall", "grid"]
        for y in range(SIZE):
            lines.append("  " + " ".join(
                self._word((x, y)) + (" |" if self.has_wall((x, y), "east") else "")
                for x in range(SIZE)))
            lines.append("  " + " ".join(
                "---" if self.has_wall((x, y), "south") else "+" for x in range(SIZE)))
        for (x, y), side, beams in self.lasers:
            lines.append(f"laser {x},{y} {side[0].upper()} {beams}")
        for (x, y), side, registers in self.panels:
            wall = turned(side, 2)[0].upper()
            lines.append(f"pusher {x},{y} {wall} {','.join(map(str, registers))}")
        lines.append("end")
        lines += [f"flag {i + 1} {x},{y}" for i, (x, y) in enumerate(self.flags)]
        lines.append("token %d,%d N" % self.token)
        return lines
