// Types of the engine's loader, src/wasm/robodrome.mjs.
declare module "*/wasm/robodrome.mjs" {
  export const SPECTATOR: -1;
  export class EngineError extends Error {
    code: number;
  }
  export type State = Uint8Array & { readonly state?: never };
  export type Action = Uint8Array & { readonly action?: never };
  export interface Random {
    state: bigint;
  }
  export interface Engine {
    games(): string[];
    bots(game: string): string[];
    seats(game: string): { fewest: number; most: number };
    string(lang: string, key: string): string | null;
    open(game: string, seats: number, settings?: Record<string, string>): Match;
  }
  export interface Match {
    readonly seats: number;
    readonly actors: number;
    close(): void;
    seatOf(actor: number): number;
    start(seed: bigint): State;
    pending(state: State): number[];
    fallback(state: State, actor: number): Action;
    check(state: State, action: Action): void;
    apply(state: State, action: Action, as: { seat: number; lang: string }): { state: State; events: unknown[] };
    outcome(state: State): { over: boolean; places: number[]; scores: number[] };
    view(state: State, seat: number): State;
    stateText(state: State): string;
    parseState(text: string): State;
    actionText(state: State, action: Action): string;
    parseAction(state: State, actor: number, text: string): Action;
    describe(state: State): unknown;
    question(state: State, actor: number, picks: readonly number[], lang: string): unknown;
    picture(state: State, unicode?: boolean): string;
    status(state: State, lang: string): string[];
    think(view: State, actor: number, bot: string, nodes: number, random: Random): { action: Action; value: number };
  }
  export function load(source: ArrayBuffer | WebAssembly.Module): Promise<Engine>;
}
