"""The factory floor as data/boards has it, read and laid out apart from the program's own reader.

A cell is (column, row); directions are 0 north, 1 east, 2 south, 3 west.
"""
import pathlib
import re

DATA = pathlib.Path(__file__).resolve().parents[2] / "data"
SIDES = "NESW"
STEP = ((0, -1), (1, 0), (0, 1), (-1, 0))


def beside(cell, side):
    return cell[0] + STEP[side][0], cell[1] + STEP[side][1]


def place(text):
    column, row = text.split(",")
    return int(column), int(row)


class Board:
    """One board as it is printed."""

    def __init__(self, name, game):
        self.words, self.walls, self.lasers, self.pushers = [], set(), [], []
        self.dock = self.back = None
        in_grid = False
        for line in (DATA / f"boards/{game}/{name}.txt").read_text().splitlines():
            if in_grid and line.startswith((" ", "|")):
                self._row(line.split())
                continue
            in_grid = line == "grid"
            word, *rest = line.split()
            if word == "back":
                self.back = rest[0]
            elif word == "kind":
                self.dock = rest[0] == "dock"
            elif word == "laser":
                self.lasers.append((place(rest[0]), SIDES.index(rest[1]), int(rest[2])))
            elif word == "pusher":
                numbers = {int(n) for n in rest[2].split(",")}
                self.pushers.append((place(rest[0]), SIDES.index(rest[1]), numbers))
        self.size = len(self.words[0]), len(self.words)

    def _row(self, words):
        above = len(self.words) - 1
        if all(re.fullmatch(r"\+|-+", w) for w in words):
            for column, word in enumerate(words):
                if word != "+":
                    self.walls.add(((column, max(above, 0)), 2 if above >= 0 else 0))
            return
        row = []
        for word in words:
            if word == "|":
                self.walls.add(((max(len(row) - 1, 0), above + 1), 1 if row else 3))
            else:
                row.append(word)
        self.words.append(row)


class Course:
    """A course, from its text."""

    def __init__(self, text):
        self.text, self.pieces, self.tokens, self.rules, self.words, flags = text, [], {}, {}, {}, {}
        for line in text.splitlines():
            word, *rest = line.split()
            if word == "piece":
                self.pieces.append((rest[0], int(rest[1]), place(rest[2])))
            elif word == "flag":
                flags[int(rest[0])] = place(rest[1])
            elif word == "token":
                self.tokens[place(rest[0])] = SIDES.index(rest[1])
            elif word == "rule":
                self.rules[rest[0]] = int(rest[1]) if rest[1:] else True
            else:
                self.words[word] = rest
        self.checkpoints = [flags[n] for n in sorted(flags)]


class Cell:
    """What is printed on a cell of a board that was turned by some quarters."""

    def __init__(self, word, quarters):
        self.pit, self.battery, self.start = word == "O", word == "B", word.startswith("D")
        self.repair, self.hammer = word in ("R1", "R2"), word == "R2"
        self.gear = {"GL": 3, "GR": 1}.get(word, 0)
        belt = re.fullmatch(r"([nesw])(?:<([nesw]+))?", word, re.I)
        self.belt = belt and (SIDES.index(belt[1].upper()) + quarters) % 4
        self.blue = bool(belt) and belt[1].isupper()
        self.ways_in = {(SIDES.index(s.upper()) + quarters) % 4 for s in (belt and belt[2]) or ""}


class Floor:
    """Boards laid side by side.  What lies under a checkpoint or a token is out of use."""

    def __init__(self, pieces, covered=(), fenced=False, game="rally2023"):
        self.cells, self.piece_at, self.walls = {}, {}, set()
        self.lasers, self.pushers, self.covered, self.fenced = [], {}, set(covered), fenced
        for number, (name, degrees, corner) in enumerate(pieces):
            board, quarters = Board(name, game), degrees // 90 % 4

            def lay(cell):
                (x, y), (w, h) = cell, board.size
                for _ in range(quarters):
                    x, y, w, h = h - 1 - y, x, h, w
                return x + corner[0], y + corner[1]

            for y, row in enumerate(board.words):
                for x, word in enumerate(row):
                    self.cells[lay((x, y))] = Cell(word, quarters)
                    self.piece_at[lay((x, y))] = number
            for cell, side in board.walls:
                side = (side + quarters) % 4
                self.walls.add((lay(cell), side))
                self.walls.add((beside(lay(cell), side), (side + 2) % 4))
            for cell, side, beams in board.lasers:
                self.lasers.append((lay(cell), (side + quarters) % 4, beams))
            for cell, side, numbers in board.pushers:
                self.pushers[lay(cell)] = (side + quarters + 2) % 4, numbers

    def solid(self, cell):
        return cell in self.cells and not self.cells[cell].pit

    def works(self, cell):
        return cell not in self.covered

    def shut(self, cell, side):
        """Can nobody go out there?"""
        return (cell, side) in self.walls or (self.fenced and beside(cell, side) not in self.cells)
