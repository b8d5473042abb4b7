// The metadata of a module: its nodes as LLVM prints them, and methods that read single nodes.

import { type MetadataNode, parseNode } from "./metadata-node.js";

/** The nodes by number, and the named lists such as `llvm.dbg.cu`. */
export class Metadata {
  readonly nodes: ReadonlyMap<number, string>;
  readonly named: ReadonlyMap<string, string>;
  readonly #parsed = new Map<string, MetadataNode>();

  constructor(nodes: ReadonlyMap<number, string>, named: ReadonlyMap<string, string>) {
    this.nodes = nodes;
    this.named = named;
  }

  /** With other nodes. */
  with(nodes: ReadonlyMap<number, string>, named: ReadonlyMap<string, string> = this.named): Metadata {
    return new Metadata(nodes, named);
  }

  /** What a reference such as `!7` stands for; undefined for a number that no node has, and for all that is no reference. */
  node(reference: string | undefined): MetadataNode | undefined {
    if (reference?.startsWith("!") !== true) return undefined;
    const known = this.#parsed.get(reference);
    if (known !== undefined) return known;
    const text = this.nodes.get(Number(reference.slice(1)));
    if (text === undefined) return undefined;
    const node = parseNode(text);
    this.#parsed.set(reference, node);
    return node;
  }

  /** The field of a node, such as `line` of a `DILocation`; undefined where there is no such node or field. */
  field(reference: string | undefined, name: string): string | undefined {
    const node = this.node(reference);
    return node?.kind === "record" ? node.fields.get(name) : undefined;
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
