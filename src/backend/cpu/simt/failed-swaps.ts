// The ways in a loop that are taken when a compare-and-swap has failed although the value it compared with had just been
// read: another thread has changed it meanwhile, so somebody makes progress. It is how `atomicAdd` of doubles and
// lock-free stacks are written. A swap that compares with a constant is none of these: it takes a lock.

import type { Cfg } from "../../../compiler/ir/cfg.js";
import type { Instruction } from "./ir.js";
import { incoming, terminator, localsOf, opcodeOf, textOf } from "./ir.js";

interface Swap {
  readonly result: string;
  readonly address: string;
  readonly expected: string;
}

/** Edges `from to` of a loop, cut out of its function, that are taken only after such a failure. */
export function failedSwaps(loop: Cfg): ReadonlySet<string> {
  const definitions = new Map<string, Instruction>();
  for (const i of loop.blocks.flatMap((b) => b.instructions)) if (i.result) definitions.set(i.result, i);
  const swaps = [...definitions.values()].flatMap((i): Swap[] => {
    const swap = readSwap(i);
    return swap && isFresh(swap.expected, swap, definitions, loop, new Set()) ? [swap] : [];
  });
  const edges = new Set<string>();
  if (swaps.length === 0) return edges;
  loop.blocks.forEach((block, at) => {
    const match = /^br i1 (\S+), label ([^,\s]+), label ([^,\s]+)/.exec(textOf(terminator(block)));
    if (!match) return;
    const [, condition, yes, no] = match as unknown as [string, string, string, string];
    for (const [when, label] of [
      [true, yes],
      [false, no],
    ] as const) {
      if (meansFailure(condition, when, swaps, definitions)) edges.add(`${at} ${loop.index.get(label)}`);
    }
  });
  return edges;
}

function readSwap(i: Instruction): Swap | undefined {
  const match = /^cmpxchg(?: weak| volatile)* ptr (%\S+), \S+ (%\S+), /.exec(textOf(i));
  if (!match || !i.result) return undefined;
  return { result: i.result, address: match[1] as string, expected: match[2] as string };
}

// Whether a value was read from the swap's address in this turn or by the swap of the last one. What comes from outside
// the loop is used once.
function isFresh(
  name: string,
  swap: Swap,
  definitions: ReadonlyMap<string, Instruction>,
  loop: Cfg,
  seen: ReadonlySet<string>,
): boolean {
  const i = definitions.get(name);
  if (!i || seen.has(name)) return false;
  if (opcodeOf(i) === "bitcast" || opcodeOf(i) === "freeze") {
    return isFresh(localsOf(i)[0] ?? "", swap, definitions, loop, seen);
  }
  if (opcodeOf(i) === "load") return localsOf(i)[0] === swap.address;
  // The address of the last turn must be that of this one.
  if (definitions.has(swap.address)) return false;
  if (opcodeOf(i) === "extractvalue") return textOf(i).endsWith(", 0") && localsOf(i)[0] === swap.result;
  if (opcodeOf(i) !== "phi") return false;
  const before = new Set([...seen, name]);
  return incoming(i).every(
    ({ value, label }) => !loop.index.has(label) || isFresh(value, swap, definitions, loop, before),
  );
}

/** Whether a condition that is `when` says that one of the swaps has failed. */
function meansFailure(
  name: string,
  when: boolean,
  swaps: readonly Swap[],
  definitions: ReadonlyMap<string, Instruction>,
): boolean {
  const i = definitions.get(name);
  if (!i) return false;
  const either = (): boolean => localsOf(i).some((o) => meansFailure(o, when, swaps, definitions));
  if (opcodeOf(i) === "extractvalue") {
    return !when && textOf(i).endsWith(", 1") && swaps.some((s) => s.result === localsOf(i)[0]);
  }
  if (/^xor i1 \S+, true$/.test(textOf(i)))
    return meansFailure(localsOf(i)[0] ?? "", !when, swaps, definitions);
  if (/^or (?:disjoint )?i1 |^select i1 \S+, i1 true, i1 /.test(textOf(i))) return !when && either();
  if (/^and i1 |^select i1 \S+, i1 \S+, i1 false/.test(textOf(i))) return when && either();
  const isEqual = /^icmp (?:samesign )?(eq|ne) /.exec(textOf(i))?.[1];
  if (isEqual === undefined || (isEqual === "ne") !== when) return false;
  return swaps.some((s) => {
    const others = localsOf(i).filter((o) => o !== s.expected);
    const old = definitions.get(others[0] ?? "");
    if (localsOf(i).length !== 2 || others.length !== 1 || old?.op !== "extractvalue") return false;
    return old.path.length === 1 && old.path[0] === 0 && localsOf(old)[0] === s.result;
  });
}
