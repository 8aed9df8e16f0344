// look-back.ts - how a screen lets one look back in a game that goes on; null where it cannot be done.
import { createContext } from "preact";

export const LookBack = createContext<((event: number) => void) | null>(null);
