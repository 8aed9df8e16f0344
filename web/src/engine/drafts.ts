// drafts.ts - half-made answers of a table.  A server keeps them for every device; this tab keeps its
// last one too, so that neither a lost connection nor a reload at the wrong moment takes a card away.

interface Kept {
  match: number;
  key: string;
  picks: number[];
}

const keyOf = (actor: number, question: number) => `${actor}.${question}`;

export class Drafts {
  private readonly by = new Map<string, readonly number[]>();
  private readonly shelf: string;

  constructor(table: string, private readonly storage: Storage | null = tabStorage()) {
    this.shelf = `robodrome.draft.${table}`;
  }

  clear(): void {
    this.by.clear();
  }

  /** Nothing stays for after a reload. */
  forget(): void {
    try {
      this.storage?.removeItem(this.shelf);
    } catch {
      // Nothing was kept.
    }
  }

  /** `match` null: not for the tab, which several people share. */
  set(actor: number, question: number, picks: readonly number[], match: number | null = null): void {
    const key = keyOf(actor, question);
    this.by.set(key, [...picks]);
    if (match === null) return;
    try {
      this.storage?.setItem(this.shelf, JSON.stringify({ match, key, picks: [...picks] } satisfies Kept));
    } catch {
      // The browser's room is full: the draft lasts as long as the page.
    }
  }

  get(actor: number, question: number): readonly number[] {
    return this.by.get(keyOf(actor, question)) ?? [];
  }

  /** The server's draft counts, unless this tab knows more: then that is to be told again. */
  meet(actor: number, question: number, server: readonly number[] | undefined, match: number): readonly number[] | null {
    const key = keyOf(actor, question);
    const mine = this.by.get(key) ?? this.shelved(key, match);
    if (mine.length > (server?.length ?? 0)) {
      this.by.set(key, mine);
      return mine;
    }
    if (server) this.by.set(key, server);
    return null;
  }

  private shelved(key: string, match: number): readonly number[] {
    try {
      const kept = JSON.parse(this.storage?.getItem(this.shelf) ?? "null") as Kept | null;
      return kept?.key === key && kept.match === match ? kept.picks : [];
    } catch {
      return [];
    }
  }
}

/** A browser may refuse to store anything. */
function tabStorage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
