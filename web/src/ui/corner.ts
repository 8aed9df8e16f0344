// corner.ts - what stands below the players: how many watch, and on a table screen how to join.
import { createContext, type ComponentChildren } from "preact";

export const Corner = createContext<ComponentChildren>(null);
