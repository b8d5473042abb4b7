// Finds loops that may wait for another thread: those whose end depends on memory that others write while the loop runs. That is memory read by
// volatile or atomic loads and by atomic operations, and by any load where a fence in the loop makes the compiler read again. A loop in which every
// iteration has failed to swap a value that it had just read is none of them: it fails because another thread got through. Nor is one in which every
// iteration passes a barrier of the block.

import { localsOf, mapLabels } from "../../../../compiler/ir/operands.js";
import { BARRIER, BARRIER_REDUCE, GRID_BARRIER } from "./abi.js";
import type { Cfg } from "../../../../compiler/ir/cfg.js";
import { buildCfg, reachable } from "../../../../compiler/ir/cfg.js";
import { failedSwaps } from "./failed-swaps.js";
import { beforeJoin, influenceOf } from "./influence.js";
import { ret } from "../../../../compiler/ir/builder.js";
import { calleeOf, type Instruction, isOrdered } from "../../../../compiler/ir/instruction.js";
import {
  type Block,
  hasInstruction,
  instructionsOf,
  type IrFunction,
} from "../../../../compiler/ir/module.js";
import type { Loop } from "../../../../compiler/ir/loops.js";
import { findLoops } from "../../../../compiler/ir/loops.js";

const BLOCK_BARRIERS: ReadonlySet<string> = new Set([BARRIER, BARRIER_REDUCE, GRID_BARRIER]);

/** Tells of functions that are not inlined whether they look at what other threads write; undefined: any function. */
export type ReadsOthers = (callee: string | undefined) => boolean;

/** The loops of a function in which a thread may wait for another one; the graph is that of all its blocks. */
export function findWaitingLoops(cfg: Cfg, readsOthers: ReadsOthers): Loop[] {
  const { blocks } = cfg;
  if (!hasInstruction(cfg, (i) => looksAtOthers(i, readsOthers))) return [];
  const isPrivate = privateAddresses(blocks);
  const passing = new Set(
    blocks.flatMap((b, at) =>
      b.instructions.some((i) => BLOCK_BARRIERS.has(calleeOf(i) ?? "")) ? [] : [at],
    ),
  );
  return findLoops(cfg, passing).filter((loop) => mayWait(cfg, loop, readsOthers, isPrivate));
}

/** Finds the functions that look at what other threads write, themselves or through what they mention. */
export function readersOf(functions: readonly IrFunction[]): ReadsOthers {
  const readers = new Set<string>();
  const isReader: ReadsOthers = (callee) => (callee === undefined ? readers.size > 0 : readers.has(callee));
  for (let size = -1; size !== readers.size; ) {
    size = readers.size;
    for (const f of functions) if (hasInstruction(f, (i) => looksAtOthers(i, isReader))) readers.add(f.name);
  }
  return isReader;
}

function looksAtOthers(i: Instruction, readsOthers: ReadsOthers): boolean {
  return isFence(i) || isOrderedRead(i) || callsReader(i, readsOthers);
}

function mayWait(
  cfg: Cfg,
  loop: Loop,
  readsOthers: ReadsOthers,
  isPrivate: (i: Instruction) => boolean,
): boolean {
  const own = cutOut(cfg, loop.members);
  const instructions = [...instructionsOf(own)];
  const isFenced = instructions.some(isFence);
  const seeds = instructions.filter(
    (i) =>
      i.result !== undefined &&
      (callsReader(i, readsOthers) || ((isOrderedRead(i) || (isFenced && i.op === "load")) && !isPrivate(i))),
  );
  const { branches } = influenceOf(
    own,
    seeds.map((i) => i.result as string),
    () => false,
  );
  const headers = new Set(
    [...loop.headers].map((h) => own.index.get((cfg.blocks[h] as Block).label) as number),
  );
  // Such a branch decides whether there is another iteration if a way from it leads back before all its ways have met.
  const decidesIteration = (b: number): boolean =>
    [...beforeJoin(own, b)].some((h) => headers.has(h) && h !== own.postDominator[b]);
  if (![...branches].some(decidesIteration)) return false;
  const failures = failedSwaps(own);
  const next = own.successors.map((targets, b) => targets.filter((t) => !failures.has(`${b} ${t}`)));
  const isRepeated = (h: number): boolean => reachable(next, next[h] ?? []).has(h);
  return [...headers].some(isRepeated);
}

// The loop as a function of its own: everything outside it is one block.
function cutOut(cfg: Cfg, members: ReadonlySet<number>): Cfg {
  const outside = "%cuts.outside";
  const labels = new Set([...members].map((m) => (cfg.blocks[m] as Block).label));
  const inside = [...members].map((m) => {
    const { label, instructions } = cfg.blocks[m] as Block;
    const last = instructions.at(-1) as Instruction;
    const within = mapLabels(last, (target) => (labels.has(target) ? target : outside));
    return { label, instructions: [...instructions.slice(0, -1), within] };
  });
  return buildCfg([...inside, { label: outside, instructions: [ret()] }]);
}

function isOrderedRead(i: Instruction): boolean {
  return i.op === "atomicrmw" || i.op === "cmpxchg" || (i.op === "load" && isOrdered(i));
}

function isFence(i: Instruction): boolean {
  if (i.op === "fence") return true;
  if (i.op !== "call" || i.callee.kind !== "asm") return false;
  return i.callee.flags.includes("sideeffect") && i.callee.constraints.includes("~{memory}");
}

function callsReader(i: Instruction, readsOthers: ReadsOthers): boolean {
  if (i.op !== "call" || i.callee.kind === "asm") return false;
  const callee = calleeOf(i);
  return !callee?.startsWith("@llvm.") && readsOthers(callee);
}

// Nobody else writes to a thread's own variables, whatever they are declared.
function privateAddresses(blocks: readonly Block[]): (i: Instruction) => boolean {
  const own = new Set<string>();
  for (const i of instructionsOf({ blocks })) {
    if (!i.result) continue;
    const isMoved = i.op === "getelementptr" || i.op === "bitcast";
    if (i.op === "alloca" || (isMoved && own.has(localsOf(i)[0] ?? ""))) {
      own.add(i.result);
    }
  }
  return (i) => own.has(localsOf(i)[0] ?? "");
}
