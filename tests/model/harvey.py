"""Harvey's turn in a solo game of Transmissions, written from the rulebook a second time.

A table is a dict: `robots` (cells), `shop` and `pile` (pairs of item and idea, None where a slot is empty),
`stacks`, `discard` and `forest` (tops first), `board` (engrams and E), `held` (the player's engrams), `tiles`
(on each robot of Harvey), `pipes`, `cards` (his forest cards), `end` (who brought it and why).
"""
from transmissions import BOX, CELLS, ROBOTS

SUPPLY = 15
CARDS = {"lake_meadow": ["lake", "meadow"], "power_plant_forest": ["power_plant", "forest"],
         "town_junkyard_pipeline": ["town", "junkyard", "pipeline"]}


def bring_end(table, why):
    table["end"] = table["end"] or ("harvey", why)


def free(table, robot):
    used = sum(2 if BOX.is_a(tile, "item") else 1 for tile in table["tiles"][robot])
    return BOX.column[robot]["slots"] - used


def take_tile(table, slot, which):
    tile = table["shop"][slot][which] if table["shop"][slot] else None
    if not tile:
        return
    del table["shop"][slot]  # its neighbour goes with it, the rest slides to the right
    table["shop"].insert(0, table["pile"].pop(0) if table["pile"] else None)
    if not table["shop"][0]:
        bring_end(table, "shop")
    size = 2 if BOX.is_a(tile, "item") else 1
    fitting = [r for r in ROBOTS if free(table, r) >= size]
    if fitting:
        table["tiles"][fitting[0]].append(tile)
        if not any(free(table, r) for r in ROBOTS):
            bring_end(table, "robots")


def act(table, robot):
    cell, rank = table["robots"][robot], ROBOTS.index(robot)
    place, far = BOX.ring[cell // 2], cell % 2 == 1
    if place in ("lake", "meadow"):
        near = "W" if place == "lake" else "Y"
        colour, number = ({"W": "B", "Y": "G"}[near], 1) if far else (near, 2)
        box = SUPPLY - table["board"][colour] - table["held"][colour]
        table["board"][colour] += min(number, box)
    elif place == "power_plant":
        table["board"]["E"] += 2 if far else 1
    elif place in ("town", "junkyard"):
        take_tile(table, rank, 0 if place == "town" else 1)
    elif place == "forest" and table["discard"]:
        table["cards"].append(table["discard"].pop(0))
        table["discard"].insert(0, table["forest"].pop(0))
    elif place == "pipeline" and table["stacks"][rank]:
        table["pipes"].append(table["stacks"][rank].pop(0))
        if not table["stacks"][rank]:
            bring_end(table, "pipes")


def move(table, robot):
    left, cell = BOX.column[robot]["move"], table["robots"][robot]
    while left:
        cell = (cell + 1) % CELLS
        left -= cell not in table["robots"].values()
    table["robots"][robot] = cell
    act(table, robot)


def turn(table, card):
    if card in ROBOTS:
        move(table, card)
        return
    for place in CARDS[card]:
        here = [r for r in ROBOTS if BOX.ring[table["robots"][r] // 2] == place]
        for robot in sorted(here, key=lambda r: -table["robots"][r]):  # the one in front first
            move(table, robot)
