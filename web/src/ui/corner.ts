// corner.ts - what stands below the players of a table screen: how to join.
import { createContext, type ComponentChildren } from "preact";

export const Corner = createContext<ComponentChildren>(null);
