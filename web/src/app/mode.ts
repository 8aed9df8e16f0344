// mode.ts - what this device shows of a table: all of it, the board for everybody, or one hand alone.
import { computed } from "@preact/signals";
import { query } from "./router";

export type Mode = "whole" | "screen" | "hand";

export const mode = computed<Mode>(() =>
  query.value.has("screen") ? "screen" : query.value.has("hand") ? "hand" : "whole",
);
