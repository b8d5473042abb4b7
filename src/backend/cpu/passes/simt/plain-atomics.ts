// Before: atomic operations on shared memory are atomic. After: each is a load, the operation and a store. One thread of the machine runs all threads
// of a block, one after the other up to where each waits, so nothing comes between the load and the store. It runs after all decisions about a
// kernel: a loop over threads must keep its order where it has such operations, and hasOrder (kernel-facts.ts) knows that only from the atomic ones.

import { BlockBuilder, FreshNames, insertValue, load, store } from "../../../../compiler/ir/builder.js";
import type { AtomicRmw, CompareExchange, Instruction } from "../../../../compiler/ir/instruction.js";
import type { Layout } from "../../../../compiler/ir/layout.js";
import type { Block, IrFunction } from "../../../../compiler/ir/module.js";
import { i1, intType, structType } from "../../../../compiler/ir/type.js";
import { int, literal, type Value } from "../../../../compiler/ir/value.js";
import { DYNAMIC_BASE, SHARED_BASE } from "./shared-memory.js";

/** The names of the values in a kernel's blocks that are addresses in shared memory whatever happens. */
export function sharedAddresses(blocks: readonly Block[]): ReadonlySet<string> {
  const sources = new Map<string, readonly Value[]>();
  for (const { instructions } of blocks) {
    for (const i of instructions) {
      const from = i.result === undefined ? undefined : addressesBehind(i);
      if (from !== undefined) sources.set(i.result as string, from);
    }
  }
  // All are taken for shared at first, so that a pointer that moves on in a loop is one.
  const found = new Set([SHARED_BASE, DYNAMIC_BASE, ...sources.keys()]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const [name, from] of sources) {
      if (!from.every((value) => value.kind === "local" && found.has(value.name))) found.delete(name);
    }
  }
  return found;
}

/** The addresses that an address is computed from; undefined for what may be any address. */
function addressesBehind(i: Instruction): readonly Value[] | undefined {
  switch (i.op) {
    case "getelementptr":
      return [i.base];
    case "phi":
      return i.type.kind === "pointer" ? i.incoming.map(({ value }) => value) : undefined;
    case "select":
      return i.ifTrue.type.kind === "pointer" ? [i.ifTrue, i.ifFalse] : undefined;
    case "freeze":
      return i.value.type.kind === "pointer" ? [i.value] : undefined;
    default:
      return undefined;
  }
}

/** Blocks of a function whose atomic operations on the addresses of `shared` are plain. */
export function plainAtomics(
  { parameters, blocks }: Pick<IrFunction, "parameters" | "blocks">,
  shared: ReadonlySet<string>,
  layout: Layout,
): readonly Block[] {
  const isShared = (i: Instruction): i is AtomicRmw | CompareExchange =>
    (i.op === "atomicrmw" || i.op === "cmpxchg") && i.pointer.kind === "local" && shared.has(i.pointer.name);
  if (!blocks.some(({ instructions }) => instructions.some(isShared))) return blocks;
  const names = FreshNames.of({ parameters, blocks });
  return blocks.map(({ label, instructions }) => {
    if (!instructions.some(isShared)) return { label, instructions };
    const after = new BlockBuilder(label, names, layout);
    for (const i of instructions) {
      if (!isShared(i)) after.append(i);
      else if (i.op === "cmpxchg") exchange(i, after);
      else if (RESULTS.has(i.operation)) update(i, after);
      else after.append(i);
    }
    return { label, instructions: after.instructions };
  });
}

function update(i: AtomicRmw, b: BlockBuilder): void {
  const before: Value = { kind: "local", name: i.result as string, type: i.value.type };
  const options = { isVolatile: i.isVolatile, ...(i.align === undefined ? {} : { align: i.align }) };
  const resultOf = RESULTS.get(i.operation) as ResultOf;
  b.append({ ...load(before.name, i.value.type, i.pointer, options), metadata: i.metadata });
  b.append({ ...store(resultOf(b, before, i.value), i.pointer, options), metadata: i.metadata });
}

function exchange(i: CompareExchange, b: BlockBuilder): void {
  const { type } = i.expected;
  const options = { isVolatile: i.isVolatile, ...(i.align === undefined ? {} : { align: i.align }) };
  const before = b.push(
    (name) => ({ ...load(name, type, i.pointer, options), metadata: i.metadata }),
    "%atomic.before",
  );
  const isReplaced = b.icmp("eq", before, i.expected, "%atomic.same");
  const next = b.select(isReplaced, i.replacement, before, "%atomic.next");
  b.append({ ...store(next, i.pointer, options), metadata: i.metadata });
  const nothing = literal(structType([type, i1]), "poison");
  const half = b.push((name) => insertValue(name, nothing, before, [0]), "%atomic.pair");
  b.append(insertValue(i.result as string, half, isReplaced, [1]));
}

/** What is stored, from what was there and the operand. */
type ResultOf = (b: BlockBuilder, before: Value, operand: Value) => Value;

const HINT = "%atomic.next";

const chosen =
  (predicate: string): ResultOf =>
  (b, before, operand) =>
    b.select(b.icmp(predicate, before, operand, "%atomic.keeps"), before, operand, HINT);

const RESULTS: ReadonlyMap<string, ResultOf> = new Map<string, ResultOf>([
  ["xchg", (_, __, operand) => operand],
  ...(["add", "sub", "and", "or", "xor", "fadd", "fsub"] as const).map((op): [string, ResultOf] => [
    op,
    (b, before, operand) => b.binary(op, before, operand, [], HINT),
  ]),
  ["max", chosen("sgt")],
  ["min", chosen("slt")],
  ["umax", chosen("ugt")],
  ["umin", chosen("ult")],
  [
    "uinc_wrap",
    (b, before, operand) => {
      const more = b.binary("add", before, constant(before, 1), [], "%atomic.more");
      return b.select(b.icmp("uge", before, operand, "%atomic.wraps"), constant(before, 0), more, HINT);
    },
  ],
  [
    "udec_wrap",
    (b, before, operand) => {
      // Below zero is above all that there is.
      const less = b.binary("sub", before, constant(before, 1), [], "%atomic.less");
      return b.select(b.icmp("uge", less, operand, "%atomic.wraps"), operand, less, HINT);
    },
  ],
]);

function constant({ type }: Value, value: number): Value {
  return int(type.kind === "int" ? type : intType(32), value);
}
