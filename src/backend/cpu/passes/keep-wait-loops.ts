// Before: the source may ask to unroll loops in which threads wait for each other many times, as in the three nested loops of a product of tensor
// cores. After: loops that would become many waits are marked to stay loops, from the inside out; a loop that shuffles five times is unrolled as the
// source says. Each wait cuts the kernel in two and keeps the values that live across it in memory, so that code with a thousand waits takes minutes
// to compile.
//
// It must run on clang's first IR, where the blocks of a loop stand between its head and the jump back to it.

import { calleeOf, type Instruction } from "../../../compiler/ir/instruction.js";
import { type Metadata, MetadataWriter } from "../../../compiler/ir/metadata.js";
import { listText } from "../../../compiler/ir/metadata-node.js";
import { type Block, type IrFunction, type IrModule, mapInstructions } from "../../../compiler/ir/module.js";
import { SYNC_FUNCTIONS } from "./simt/abi.js";

/** Waits that a loop may have once it is unrolled. */
const MOST_WAITS = 48;
/** How many iterations a loop makes of which the IR does not tell. */
const SOME_ITERATIONS = 8;
const LOOP = "llvm.loop";

interface Loop {
  /** Numbers of the blocks: where it starts, and the one whose jump goes back there. */
  readonly head: number;
  readonly latch: number;
  readonly jump: Instruction;
  readonly node: string;
}

/** The module without unrolling where it multiplies waits. */
export function keepWaitLoops(module: IrModule): IrModule {
  const unrolled = unrolledLoops(module.metadata);
  if (unrolled.size === 0) return module;
  const bodies = new Map(module.functions.map((f) => [f.name, f]));
  const waits = new Map<string, number>();
  const kept = new Set<Instruction>();
  const waitsOf = (name: string): number => {
    if (SYNC_FUNCTIONS.has(name)) return 1;
    const f = bodies.get(name);
    if (f === undefined) return 0;
    const known = waits.get(name);
    if (known !== undefined) return known;
    waits.set(name, 0);
    const count = waitsIn(f, { unrolled, kept, waitsOf });
    waits.set(name, count);
    return count;
  };
  for (const name of bodies.keys()) waitsOf(name);
  return kept.size === 0 ? module : withKept(module, kept);
}

/** Nodes of loops that are to be unrolled. */
function unrolledLoops(metadata: Metadata): ReadonlySet<string> {
  const asking = new Set<string>();
  for (const [number, text] of metadata.nodes) if (ASKING.has(text)) asking.add(`!${number}`);
  const unrolled = new Set<string>();
  if (asking.size === 0) return unrolled;
  for (const number of metadata.nodes.keys()) {
    const node = metadata.node(`!${number}`);
    if (node?.kind === "list" && node.isDistinct && node.items.some((item) => asking.has(item)))
      unrolled.add(`!${number}`);
  }
  return unrolled;
}

const ASKING: ReadonlySet<string> = new Set(
  ["full", "enable"].map((how) => listText([`!"llvm.loop.unroll.${how}"`], false)),
);

interface Counting {
  readonly unrolled: ReadonlySet<string>;
  /** The jumps back of the loops that stay loops. */
  readonly kept: Set<Instruction>;
  readonly waitsOf: (name: string) => number;
}

function waitsIn({ blocks }: IrFunction, { unrolled, kept, waitsOf }: Counting): number {
  const own = blocks.map(({ instructions }) => sum(instructions.map((i) => waitsOf(calleeOf(i) ?? ""))));
  if (sum(own) === 0) return 0;
  for (const { head, latch, jump, node } of loopsOf(blocks)) {
    if (!unrolled.has(node)) continue;
    const count = sum(own.slice(head, latch + 1));
    if (count === 0) continue;
    const iterations = iterationsOf(blocks[head] as Block);
    if (count * iterations > MOST_WAITS) kept.add(jump);
    else for (let at = head; at <= latch; at++) own[at] = (own[at] as number) * iterations;
  }
  return sum(own);
}

/** Inner loops first. */
function loopsOf(blocks: readonly Block[]): Loop[] {
  const heads = new Map<string, number>();
  return blocks.flatMap(({ label, instructions }, latch): Loop[] => {
    heads.set(label, latch);
    const jump = instructions.at(-1);
    if (jump?.op !== "jump") return [];
    const head = heads.get(jump.to);
    const node = jump.metadata.find(({ kind }) => kind === LOOP)?.node;
    return head === undefined || node === undefined ? [] : [{ head, latch, jump, node }];
  });
}

/** How many iterations a loop makes, by the first comparison with a number at its head. */
function iterationsOf({ instructions }: Block): number {
  for (const i of instructions) {
    if (i.op === "icmp" && i.left.kind === "local" && i.right.kind === "int" && i.right.value >= 0n)
      return Math.max(1, Number(i.right.value));
  }
  return SOME_ITERATIONS;
}

function withKept(module: IrModule, kept: ReadonlySet<Instruction>): IrModule {
  const writer = new MetadataWriter(module.metadata);
  const disabled = writer.add(listText(['!"llvm.loop.unroll.disable"'], false));
  const change = (i: Instruction): Instruction => {
    if (!kept.has(i)) return i;
    const node = writer.add(listText(["!SELF", disabled], true));
    return { ...i, metadata: i.metadata.map((one) => (one.kind === LOOP ? { kind: LOOP, node } : one)) };
  };
  const functions = module.functions.map((f) => mapInstructions(f, change));
  return { ...module, functions, metadata: writer.metadata };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}
