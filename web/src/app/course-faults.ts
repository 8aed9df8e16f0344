// course-faults.ts - what is wrong with a custom course, in the reader's language.  The engine says it in
// English, so that its modules stay small; a unit test holds this list against the engine's source.
import { tr } from "./words";

/** As the engine writes them: %d a number, %s a text. */
export const FAULTS: Readonly<Record<string, string>> = {
  the_line_has_cells_the_first_one: "the line has %d cells, the first one %d",
  two_lines_of_walls_follow_each_other: "two lines of walls follow each other",
  a_board_is_at_most_24_cells_wide: "a board is at most 24 cells wide",
  a_board_is_at_most_24_cells_high: "a board is at most 24 cells high",
  the_same_wall_is_drawn_twice: "the same wall is drawn twice",
  start_d_is_in_the_grid_twice: "start D%d is in the grid twice",
  the_grid_is_given_twice: "the grid is given twice",
  the_grid_has_no_rows: "the grid has no rows",
  the_grid_must_come_first: "the grid must come first",
  the_board_is_only_x: "the board is only %d x %d",
  nothing_can_stand_on_a_pit_or_a_hole: "nothing can stand on a pit or a hole",
  there_is_no_wall_behind_the_laser: "there is no wall behind the laser",
  the_walls_let_the_beam_cross_cells: "the walls let the beam cross %d cells",
  too_many_lasers: "too many lasers",
  this_laser_is_given_twice: "this laser is given twice",
  expected_registers_such_as_2_4_or_1_3_5: "expected registers such as 2,4 or 1,3,5",
  the_cell_has_a_pusher_already: "the cell has a pusher already",
  the_back_is_given_twice: "the back is given twice",
  expected_a_kind_of_board_factory_or_dock: "expected a kind of board, factory or dock",
  the_board_has_no_grid: "the board has no grid",
  the_text_is_empty: "the text is empty",
  a_board_begins_with_board_id: "a board begins with 'board ID'",
  the_board_has_no_id: "the board has no id",
  nothing_may_follow_end: "nothing may follow 'end'",
  there_is_no_board_in_the_set: "there is no board '%s' in the set '%s'",
  there_is_no_board_and_no_set_is_named: "there is no board '%s', and no set is named",
  a_course_of_x_cells_is_too_large: "a course of %d x %d cells is too large",
  lies_on_another_piece_at: "'%s' lies on another piece at %d,%d",
  the_course_has_too_many_starts: "the course has too many starts",
  the_course_has_too_many_lasers: "the course has too many lasers",
  is_not_on_the_floor: "%d,%d is not on the floor",
  is_a_pit: "%d,%d is a pit",
  flag_is_missing: "flag %d is missing",
  flags_and_are_on_one_cell: "flags %d and %d are on one cell",
  this_piece_has_a_token_already: "this piece has a token already",
  is_not_a_start: "%d,%d is not a start",
  two_docking_bays_have_the_same_starts: "two docking bays have the same starts",
  this_is_given_twice: "this is given twice",
  the_numbers_must_grow: "the numbers must grow",
  a_direction_is_given_twice: "a direction is given twice",
  too_many_pieces: "too many pieces",
  a_piece_is_turned_by_0_90_180_or_270: "a piece is turned by 0, 90, 180 or 270",
  this_flag_is_given_twice: "this flag is given twice",
  too_many_tokens: "too many tokens",
  too_many_closed_starts: "too many closed starts",
  too_many_rules: "too many rules",
  a_rule_is_given_twice: "a rule is given twice",
  too_many_boards: "too many boards",
  the_board_is_not_closed_by_end: "the board is not closed by 'end'",
  the_board_is_given_twice: "the board '%s' is given twice",
  the_course_has_no_piece: "the course has no piece",
  the_text_is_too_long: "the text is too long",
  a_course_begins_with_course_id_or_with_a_board: "a course begins with 'course ID' or with a board",
  there_is_no_course: "there is no course '%s'",
  expected_a_language_en_ru_or_uk: "expected a language, en ru or uk",
  the_confidence_of_this_part_is_given_twice: "the confidence of this part is given twice",
  too_many_parts: "too many parts",
  expected_a_confidence_verified_agreed_single_source_reconstructed_unknown: "expected a confidence: verified agreed single-source reconstructed unknown",
  too_many_notes: "too many notes",
  expected_to: "expected %s, %d to %d",
  texts_are_utf_8_without_control_characters: "texts are UTF-8 without control characters",
  the_text_is_longer_than_bytes: "the text is longer than %d bytes",
  a_control_character: "a control character",
  expected_a_cell_of_the_floor_as_column_row: "expected a cell of the floor as column,row",
  expected_north_east_south_or_west: "expected north, east, south or west",
  a_board_has_no_statement: "a board has no statement '%s'",
  a_course_has_no_statement: "a course has no statement '%s'",
  a_line_of_walls_has_only_and_is_neither: "a line of walls has only + and ---; '%s' is neither",
  a_name_has_only_a_z_0_9_has_more: "a name has only a-z 0-9 - _;  '%s' has more",
  in_a_belt_that_only_comes_in_straight_needs_no: "in '%s' a belt that only comes in straight needs no '<'",
  in_a_side_is_named_twice: "in '%s' a side is named twice",
  in_a_side_must_follow: "in '%s' a side must follow '<'",
  in_a_start_is_d1_to_d24: "in '%s' a start is D1 to D24",
  in_the_belt_comes_in_where_it_leads_to: "in '%s' the belt comes in where it leads to",
  in_the_sides_behind_are_n_e_s_w: "in '%s' the sides behind '<' are n e s w",
  nothing_else_can_be_on_a_pit_or_a_hole: "nothing else can be on a pit or a hole: '%s'",
  nothing_is_expected_here_but_follows: "nothing is expected here, but '%s' follows",
  the_cell_has_a_mark_twice: "the cell '%s' has a mark twice",
  the_cell_has_two_starts: "the cell '%s' has two starts",
  the_cell_is_two_things_at_once: "the cell '%s' is two things at once",
  the_name_in_is_given_twice: "the name in '%s' is given twice",
  the_name_is_too_long: "the name '%s' is too long",
  unknown_cell: "unknown cell '%s'",
  expected: "expected %s",
};

const PATTERNS = Object.entries(FAULTS).map(([key, text]) => {
  const plain = text.split(/%[ds]/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const kinds = text.match(/%[ds]/g) ?? [];
  const source = plain.map((part, i) => part + (kinds[i] === "%d" ? "(-?\\d+)" : kinds[i] ? "(.*)" : "")).join("");
  return { key, kinds, pattern: new RegExp(`^${source}$`) };
});

/** Which of them it is, with its values; null: none. */
export function faultOf(what: string): { key: string; values: (string | number)[] } | null {
  for (const { key, kinds, pattern } of PATTERNS) {
    const found = pattern.exec(what);
    if (found) return { key: `web.fault.${key}`, values: found.slice(1).map((text, i) => (kinds[i] === "%d" ? Number(text) : text)) };
  }
  return null;
}

/** The same in the reader's language; what is not in the list stays as it is. */
export function faultWords(what: string): string {
  const found = faultOf(what);
  return found ? tr(found.key, ...found.values) : what;
}
