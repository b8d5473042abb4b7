// Metadata of a module: its nodes as LLVM prints them.

/** The nodes by number, and the named lists such as `llvm.dbg.cu`. */
export class Metadata {
  readonly nodes: ReadonlyMap<number, string>;
  readonly named: ReadonlyMap<string, string>;

  constructor(nodes: ReadonlyMap<number, string>, named: ReadonlyMap<string, string>) {
    this.nodes = nodes;
    this.named = named;
  }

  /** With other nodes. */
  with(nodes: ReadonlyMap<number, string>, named: ReadonlyMap<string, string> = this.named): Metadata {
    return new Metadata(nodes, named);
  }
}

/** Adds nodes to those of a module. */
export class MetadataWriter {
  readonly #nodes: Map<number, string>;
  readonly #base: Metadata;
  #next: number;

  constructor(base: Metadata) {
    this.#base = base;
    this.#nodes = new Map(base.nodes);
    let last = -1;
    for (const number of base.nodes.keys()) last = Math.max(last, number);
    this.#next = last + 1;
  }

  /** Adds a node and gives its name, `!n`. In `text`, `!SELF` stands for it. */
  add(text: string): string {
    const name = `!${this.#next}`;
    this.#nodes.set(this.#next++, text.replace("!SELF", name));
    return name;
  }

  get metadata(): Metadata {
    return this.#base.with(this.#nodes);
  }
}
