// Shuffles whose value is only used under a condition, as in `t = __shfl_down_sync(mask, v, 4); if (lane + 4 < n) v += t;`. Such a
// lane may read from one that is not there: nobody looks at what it got. It must see optimised IR, where such a condition is a
// `select` or a block of its own.

import { WARP_OP } from "./abi.js";
import { WATCH_FUNCTIONS } from "./watch-calls.js";

const WAIT = new RegExp(`${WATCH_FUNCTIONS.wait.name}\\(i32 [1-4], `);
const NAMES = /%(?:"[^"]*"|[-\w$.]+)/g;
const DEFINED = /^ {2}(%(?:"[^"]*"|[-\w$.]+)) = (.*)$/;
const LABEL = /^(?:"[^"]*"|[-\w$.]+):/;
/** What a value ends in that is not merely another value. */
const END = /^(?:phi|store|br|ret|switch|invoke|cmpxchg|atomicrmw|(?:tail |notail )?call (?!.*@llvm\.))/;

/** Indices of the lines that tell of such a shuffle. */
export function guardedShuffles(ir: string): ReadonlySet<number> {
  const lines = ir.split("\n");
  const found = new Set<number>();
  let start = 0;
  lines.forEach((line, at) => {
    if (line.startsWith("define ")) start = at + 1;
    if (line !== "}") return;
    for (const guarded of guardedIn(lines.slice(start, at))) found.add(start + guarded);
  });
  return found;
}

function guardedIn(lines: readonly string[]): readonly number[] {
  const waits = lines.flatMap((line, at) => (WAIT.test(line) ? [at] : []));
  if (waits.length === 0) return [];
  const uses = new Uses(lines);
  return waits.filter((at) => {
    const shuffle = lines.slice(at + 1).find((line) => line.includes(`${WARP_OP}(`));
    const result = DEFINED.exec(shuffle ?? "")?.[1];
    return result !== undefined && uses.areGuarded(result);
  });
}

class Uses {
  readonly #lines: readonly string[];
  /** The number of the block that each line is in. */
  readonly #blocks: readonly number[];
  readonly #usedAt = new Map<string, number[]>();
  readonly #definedAt = new Map<string, number>();

  constructor(lines: readonly string[]) {
    this.#lines = lines;
    let block = 0;
    this.#blocks = lines.map((line) => (LABEL.test(line) ? ++block : block));
    lines.forEach((line, at) => {
      const name = DEFINED.exec(line)?.[1];
      if (name !== undefined) this.#definedAt.set(name, at);
      for (const [used] of line.matchAll(NAMES)) {
        if (used === name) continue;
        const places = this.#usedAt.get(used);
        if (places === undefined) this.#usedAt.set(used, [at]);
        else places.push(at);
      }
    });
  }

  /** Whether a value, and what is computed of it, is only used in other blocks or chosen by something else. */
  areGuarded(value: string): boolean {
    const block = this.#blocks[this.#definedAt.get(value) ?? 0];
    const derived = new Set([value]);
    for (const name of derived) {
      for (const at of this.#usedAt.get(name) ?? []) {
        const [, result, text = ""] = DEFINED.exec(this.#lines[at] as string) ?? [];
        const isPhi = text.startsWith("phi ");
        if (this.#blocks[at] !== block && !isPhi) continue;
        if (result === undefined || END.test(text)) return false;
        const chosenBy = /^select i1 (%\S+),/.exec(text)?.[1];
        if (chosenBy === undefined || derived.has(chosenBy) || this.#isOf(chosenBy, derived))
          derived.add(result);
      }
    }
    return true;
  }

  // A condition may be looked at before it is known that it is one of the values.
  #isOf(name: string, derived: ReadonlySet<string>): boolean {
    const line = this.#lines[this.#definedAt.get(name) ?? -1] ?? "";
    return (line.match(NAMES) ?? []).some((used) => used !== name && derived.has(used));
  }
}
