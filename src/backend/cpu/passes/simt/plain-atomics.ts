// Before: atomic operations on shared memory are atomic. After: each is a load, the operation and a store. One thread of the machine runs all threads
// of a block, one after the other up to where each waits, so nothing comes between the load and the store. It runs after all decisions about a
// kernel: a loop over threads must keep its order where it has such operations, and hasOrder (kernel-facts.ts) knows that only from the atomic ones.

import { type AccessOptions, insertValue, load, store, zeroOf } from "../../../../compiler/ir/builder.js";
import { Code } from "../../../../compiler/ir/code.js";
import { FreshNames } from "../../../../compiler/ir/fresh-names.js";
import type { AtomicRmw, CompareExchange, Instruction } from "../../../../compiler/ir/instruction.js";
import { type Block, hasInstruction, type IrFunction } from "../../../../compiler/ir/module.js";
import { i1, structType } from "../../../../compiler/ir/type.js";
import { literal, type Local, local, type Value } from "../../../../compiler/ir/value.js";
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
): readonly Block[] {
  const isShared = (i: Instruction): i is AtomicRmw | CompareExchange =>
    (i.op === "atomicrmw" || i.op === "cmpxchg") && i.pointer.kind === "local" && shared.has(i.pointer.name);
  if (!hasInstruction({ blocks }, isShared)) return blocks;
  const names = FreshNames.of({ parameters, blocks });
  return blocks.map(({ label, instructions }) => {
    if (!instructions.some(isShared)) return { label, instructions };
    const code = new Code(label);
    const fresh = (what: string): string => names.name(`%atomic.${what}`);
    for (const i of instructions) {
      if (!isShared(i)) code.push(i);
      else if (i.op === "cmpxchg") exchange(i, code, fresh);
      else update(i, code, fresh);
    }
    return { label, instructions: code.instructions };
  });
}

/** A name that the function does not have yet. */
type Fresh = (what: string) => string;

function update(i: AtomicRmw, code: Code, fresh: Fresh): void {
  const resultOf = RESULTS.get(i.operation);
  if (resultOf === undefined) {
    code.push(i);
    return;
  }
  const before = local(i.result as string, i.value.type);
  code.push({ ...load(before.name, before.type, i.pointer, accessOf(i)), metadata: i.metadata });
  const after = resultOf(code, before, i.value, fresh);
  code.push({ ...store(after, i.pointer, accessOf(i)), metadata: i.metadata });
}

function exchange(i: CompareExchange, code: Code, fresh: Fresh): void {
  const before = local(fresh("before"), i.expected.type);
  code.push({ ...load(before.name, before.type, i.pointer, accessOf(i)), metadata: i.metadata });
  const isReplaced = code.icmp(fresh("same"), "eq", before, i.expected);
  const next = code.select(fresh("next"), isReplaced, i.replacement, before);
  code.push({ ...store(next, i.pointer, accessOf(i)), metadata: i.metadata });
  const pair = structType([before.type, i1]);
  const half = local(fresh("pair"), pair);
  code.push(insertValue(half.name, literal(pair, "poison"), before, [0]));
  code.push(insertValue(i.result as string, half, isReplaced, [1]));
}

function accessOf({ isVolatile, align }: AtomicRmw | CompareExchange): AccessOptions {
  return { isVolatile, ...(align === undefined ? {} : { align }) };
}

/** What is stored, from what was there and the operand. */
type ResultOf = (code: Code, before: Local, operand: Value, fresh: Fresh) => Value;

const chosen =
  (predicate: string): ResultOf =>
  (code, before, operand, fresh) =>
    code.select(fresh("next"), code.icmp(fresh("keeps"), predicate, before, operand), before, operand);

const RESULTS: ReadonlyMap<string, ResultOf> = new Map<string, ResultOf>([
  ["xchg", (_, __, operand) => operand],
  ...(["add", "sub", "and", "or", "xor", "fadd", "fsub"] as const).map((op): [string, ResultOf] => [
    op,
    (code, before, operand, fresh) => code.binary(fresh("next"), op, before, operand),
  ]),
  ["max", chosen("sgt")],
  ["min", chosen("slt")],
  ["umax", chosen("ugt")],
  ["umin", chosen("ult")],
  [
    "uinc_wrap",
    (code, before, operand, fresh) => {
      const more = code.add(fresh("more"), before, 1);
      return code.select(
        fresh("next"),
        code.icmp(fresh("wraps"), "uge", before, operand),
        zeroOf(before.type),
        more,
      );
    },
  ],
  [
    "udec_wrap",
    (code, before, operand, fresh) => {
      // Below zero is above all that there is.
      const less = code.binary(fresh("less"), "sub", before, 1);
      return code.select(fresh("next"), code.icmp(fresh("wraps"), "uge", less, operand), operand, less);
    },
  ],
]);
