// Finds the edges in a loop that are taken when a compare-and-swap has failed although the value that it compared with had just been read. Then
// another thread has changed the value meanwhile, so somebody makes progress: `atomicAdd` of doubles and lock-free stacks are written in this way. A
// swap that compares with a constant is none of these, because it takes a lock.

import type { Cfg } from "../../../../compiler/ir/cfg.js";
import { definitionOf, type Definitions, definitionsIn } from "../../../../compiler/ir/definitions.js";
import type { ExtractValue, Instruction } from "../../../../compiler/ir/instruction.js";
import { terminator } from "../../../../compiler/ir/module.js";
import { isSameValue, operandsOf } from "../../../../compiler/ir/operands.js";
import { i1, ptr } from "../../../../compiler/ir/type.js";
import { type Local, localOf, numberOf, type Value } from "../../../../compiler/ir/value.js";

interface Swap {
  readonly result: string;
  readonly address: Local;
  readonly expected: Local;
}

/** Edges `from to` of a loop, cut out of its function, that are taken only after such a failure. */
export function failedSwaps(loop: Cfg): ReadonlySet<string> {
  const definitions = definitionsIn(loop);
  const swaps = [...definitions.values()].flatMap((i): Swap[] => {
    const swap = readSwap(i);
    return swap && isFresh(swap.expected, swap, definitions, loop, new Set()) ? [swap] : [];
  });
  const edges = new Set<string>();
  if (swaps.length === 0) return edges;
  loop.blocks.forEach((block, at) => {
    const last = terminator(block);
    if (last.op !== "branch") return;
    for (const [when, label] of [
      [true, last.ifTrue],
      [false, last.ifFalse],
    ] as const) {
      if (meansFailure(last.condition, when, swaps, definitions)) edges.add(`${at} ${loop.index.get(label)}`);
    }
  });
  return edges;
}

function readSwap(i: Instruction): Swap | undefined {
  if (i.op !== "cmpxchg" || i.result === undefined) return undefined;
  const { pointer, expected } = i;
  if (pointer.kind !== "local" || pointer.type !== ptr || expected.kind !== "local") return undefined;
  return { result: i.result, address: pointer, expected };
}

// Whether a value was read from the swap's address in this iteration or by the swap of the last one. What comes from outside
// the loop is used once.
function isFresh(
  value: Value,
  swap: Swap,
  definitions: Definitions,
  loop: Cfg,
  seen: ReadonlySet<Instruction>,
): boolean {
  const i = definitionOf(value, definitions);
  if (!i || seen.has(i)) return false;
  if (i.op === "bitcast" || i.op === "freeze") return isFresh(i.value, swap, definitions, loop, seen);
  if (i.op === "load") return isSameValue(i.pointer, swap.address);
  // The address of the last iteration must be that of this one.
  if (definitions.has(swap.address.name)) return false;
  if (i.op === "extractvalue") return isPartOf(i, 0, swap);
  if (i.op !== "phi") return false;
  const before = new Set([...seen, i]);
  return i.incoming.every(
    (way) => !loop.index.has(way.from) || isFresh(way.value, swap, definitions, loop, before),
  );
}

/** Whether a condition that is `when` says that one of the swaps has failed. */
function meansFailure(
  condition: Value,
  when: boolean,
  swaps: readonly Swap[],
  definitions: Definitions,
): boolean {
  const i = definitionOf(condition, definitions);
  if (!i) return false;
  const either = (): boolean => operandsOf(i).some((o) => meansFailure(o, when, swaps, definitions));
  switch (i.op) {
    case "extractvalue":
      return !when && swaps.some((s) => isPartOf(i, 1, s));
    case "xor":
      return isTruth(i.right, true) && meansFailure(i.left, !when, swaps, definitions);
    case "or":
      return i.left.type === i1 && !when && either();
    case "and":
      return i.left.type === i1 && when && either();
    case "select":
      if (isTruth(i.ifTrue, true)) return !when && either();
      return isTruth(i.ifFalse, false) && when && either();
    case "icmp":
      if (i.predicate !== (when ? "ne" : "eq")) return false;
      return swaps.some((s) => {
        const others = [i.left, i.right].filter((o) => !isSameValue(o, s.expected));
        const old = others.length === 1 ? definitionOf(others[0], definitions) : undefined;
        return old?.op === "extractvalue" && isPartOf(old, 0, s);
      });
    default:
      return false;
  }
}

/** Whether it is what a swap found (0), or whether that one succeeded (1). */
function isPartOf({ aggregate, path }: ExtractValue, part: number, swap: Swap): boolean {
  return path.length === 1 && path[0] === part && localOf(aggregate) === swap.result;
}

function isTruth(value: Value, truth: boolean): boolean {
  return value.type === i1 && numberOf(value) === Number(truth);
}
