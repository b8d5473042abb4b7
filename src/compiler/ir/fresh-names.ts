// Names of values and blocks that a function does not have yet. A name that was given is taken from then on.

import type { IrFunction } from "./module.js";

/** Names of values and blocks that a function does not have yet. */
export class FreshNames {
  readonly #taken: Set<string>;
  readonly #next = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** Those of a function: its parameters, blocks and results are taken. */
  static of(f: Pick<IrFunction, "parameters" | "blocks">): FreshNames {
    const names = new FreshNames(f.parameters.map(({ name }) => name));
    for (const { label, instructions } of f.blocks) {
      names.#taken.add(label);
      for (const { result } of instructions) if (result !== undefined) names.#taken.add(result);
    }
    return names;
  }

  /** `hint` itself where it is free, and with a number behind it elsewhere. */
  name(hint: string): string {
    if (!this.#taken.has(hint)) {
      this.#taken.add(hint);
      return hint;
    }
    for (let n = this.#next.get(hint) ?? 1; ; n++) {
      const name = hint.endsWith('"') ? `${hint.slice(0, -1)}.${n}"` : `${hint}.${n}`;
      if (this.#taken.has(name)) continue;
      this.#taken.add(name);
      this.#next.set(hint, n + 1);
      return name;
    }
  }
}
