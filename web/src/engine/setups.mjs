// setups.mjs - a course as the engine sets it up for each number of players; also for the build, which has no types.

/** Its set-ups, one for each number of players that can start on it. */
export function setupsOf(engine, course) {
  const { fewest, most } = engine.about;
  return Array.from({ length: most - fewest + 1 }, (_, i) => fewest + i).flatMap((seats) => {
    try {
      const match = engine.open(seats, { course });
      const setup = match.setup();
      match.close();
      return [setup];
    } catch {
      return []; // not for that many
    }
  });
}

/** For each number of players who form teams: the team of each seat. */
export function teamsOf(setups) {
  const teams = setups.map(({ seats, actors }) => [seats, Array.from({ length: seats }, (_, seat) => actors.find((a) => a.seat === seat).team)]);
  return Object.fromEntries(teams.filter(([seats, of]) => new Set(of).size < seats));
}
