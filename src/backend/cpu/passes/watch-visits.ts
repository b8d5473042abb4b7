// Before: code that is to be profiled does not tell which lines it runs. After: a call tells of each line of each block, with how many instructions
// it has there; another one of each iteration of a loop, and one of leaving it, so that the profiler knows which iteration of which loops a thread is
// in. The code is the same otherwise.
//
// It must run on clang's first IR, whose blocks are in the order of the source, so that a jump backwards ends an iteration.

import { type Call, calleeOf, type Instruction } from "../../../compiler/ir/instruction.js";
import type { Metadata } from "../../../compiler/ir/metadata.js";
import {
  type Block,
  instructionsOf,
  type IrFunction,
  type IrModule,
  terminator,
} from "../../../compiler/ir/module.js";
import { successorsOf } from "../../../compiler/ir/operands.js";
import { COORDINATES } from "./simt/abi.js";
import { debugOf } from "./source-places.js";
import { WATCH_PREFIX, watchCall } from "./watch-calls.js";
import { FactNumbers, type VisitFact } from "./watch-facts.js";

type MakeCall = (fact: VisitFact, debug: string) => Call;

/** Puts the calls into all functions of a module; facts are numbered from `firstFact` on. */
export function watchVisits(
  module: IrModule,
  firstFact: number,
): { readonly module: IrModule; readonly facts: readonly VisitFact[] } {
  const facts = new FactNumbers<VisitFact>(firstFact);
  const call: MakeCall = (fact, debug) => watchCall("visit", [], facts.of(fact), debug);
  let loops = 0;
  const functions = module.functions.map((f): IrFunction => {
    const told = tellLines(f, module.metadata, call);
    const found = loopsOf(f.blocks);
    const blocks = told.map((block, at) => tellLoops(block, at, found, loops, call));
    loops += found.length;
    return { ...f, blocks };
  });
  return { module: { ...module, functions }, facts: facts.all };
}

function tellLines(f: IrFunction, metadata: Metadata, call: MakeCall): readonly Block[] {
  const variables = new Set<string | undefined>();
  for (const i of instructionsOf(f)) if (i.op === "alloca") variables.add(i.result);
  return f.blocks.map(({ label, instructions }) => {
    const first = new Map<
      string,
      { readonly instruction: Instruction; readonly debug: string; count: number }
    >();
    for (const instruction of instructions) {
      const debug = debugOf(instruction);
      if (debug === undefined || !isCounted(instruction, variables)) continue;
      const line = `${metadata.field(debug, "line")} ${metadata.field(debug, "scope")}`;
      const known = first.get(line);
      if (known === undefined) first.set(line, { instruction, debug, count: 1 });
      else known.count++;
    }
    const calls = new Map(
      [...first.values()].map(({ instruction, debug, count }) => [
        instruction,
        call({ is: "visit", instructions: count }, debug),
      ]),
    );
    return { label, instructions: instructions.flatMap((i) => [calls.get(i) ?? [], i].flat()) };
  });
}

// Variables are registers of a GPU: what clang writes to move them is nothing there. Neither is what only names a type.
function isCounted(i: Instruction, variables: ReadonlySet<string | undefined>): boolean {
  switch (i.op) {
    case "ret":
    case "unreachable":
    case "jump":
    case "switch":
    case "alloca":
    case "phi":
    case "inttoptr":
    case "ptrtoint":
    case "addrspacecast":
    case "freeze":
    case "bitcast":
      return false;
    case "load":
    case "store":
      return i.atomic !== undefined || i.pointer.kind !== "local" || !variables.has(i.pointer.name);
    case "call": {
      const callee = calleeOf(i) ?? "";
      return !COORDINATES.has(callee) && !UNCOUNTED.some((prefix) => callee.startsWith(prefix));
    }
    default:
      return true;
  }
}

const UNCOUNTED: readonly string[] = [WATCH_PREFIX, "@llvm.dbg", "@llvm.lifetime", "@llvm.assume"];

/** The numbers of the blocks at whose ends a loop has an iteration, and of those that come behind it. */
interface SourceLoop {
  readonly iterations: ReadonlySet<number>;
  readonly leaves: ReadonlySet<number>;
}

/** A loop goes from the block that a jump backwards leads to, to the last one that has such a jump. */
function loopsOf(blocks: readonly Block[]): readonly SourceLoop[] {
  const numbers = new Map(blocks.map(({ label }, at) => [label, at]));
  const targets = blocks.map((block) =>
    successorsOf(terminator(block)).flatMap((label) => numbers.get(label) ?? []),
  );
  const latches = new Map<number, number>();
  targets.forEach((found, at) => {
    for (const target of found) if (target <= at) latches.set(target, at);
  });
  return Array.from(latches, ([header, latch]) => {
    const iterations = new Set<number>();
    const leaves = new Set<number>();
    for (let at = header; at <= latch; at++) {
      for (const target of targets[at] ?? []) {
        if (target === header) iterations.add(at);
        else if (target > latch || target < header) leaves.add(target);
      }
    }
    return { iterations, leaves };
  });
}

function tellLoops(
  { label, instructions }: Block,
  at: number,
  loops: readonly SourceLoop[],
  firstLoop: number,
  call: MakeCall,
): Block {
  const debug = instructions.map(debugOf).find((node) => node !== undefined);
  if (debug === undefined) return { label, instructions };
  const tell = (is: "iteration" | "leave", where: "iterations" | "leaves"): readonly Call[] =>
    loops.flatMap((loop, n) => (loop[where].has(at) ? [call({ is, loop: firstLoop + n }, debug)] : []));
  const iterations = tell("iteration", "iterations");
  const leaves = tell("leave", "leaves");
  const start = instructions.findIndex(({ op }) => op !== "phi");
  return {
    label,
    instructions: [
      ...instructions.slice(0, start),
      ...leaves,
      ...instructions.slice(start, -1),
      ...iterations,
      ...instructions.slice(-1),
    ],
  };
}
