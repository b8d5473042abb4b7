// Before: a region runs for one thread of a row. After: it runs for the threads at the same x of several rows in step: each instruction for all of
// them, then the next one. What does not depend on the row is loaded once for the group, as where threads of all rows read the same values in a
// product of tiles. It applies to regions without branches, in code for a known size of blocks.

import { extractElement, load } from "../../../../compiler/ir/builder.js";
import { type Instruction, intrinsicOf, isOrdered, type Load } from "../../../../compiler/ir/instruction.js";
import { type Block, terminator } from "../../../../compiler/ir/module.js";
import { localsOf, mapOperands, renameLocals } from "../../../../compiler/ir/operands.js";
import { floatType, i32, i8, ptr, type Type, vectorType } from "../../../../compiler/ir/type.js";
import { int32, type Local, local, numberOf, type Value } from "../../../../compiler/ir/value.js";
import { THREAD } from "./abi.js";
import { Code, NEVER_WRAPS } from "../../../../compiler/ir/code.js";

/** Loads that rows must share for a group to pay. */
const MIN_SHARED_LOADS = 4;
const MAX_INSTRUCTIONS = 400;
const LANES = 4;
const LANE_BYTES = 4;

/** How many rows of a block go together. */
export function rowsInGroup(block: readonly [number, number, number] | undefined): number {
  const rows = block?.[1] ?? 1;
  return rows % 4 === 0 ? 4 : rows % 2 === 0 ? 2 : 1;
}

/**
 * The body of a region as a function of `rows` threads, `width` apart, of which tid.y and the thread index name the
 * first. Undefined where the region has branches or nothing that rows share.
 */
export function groupRows(body: readonly Block[], rows: number, width: number): readonly Block[] | undefined {
  const straight = straighten(body);
  if (!straight || rows < 2 || straight.length > MAX_INSTRUCTIONS) return undefined;
  const perRow = dependents(straight, ["%cuts.tid.y", THREAD]);
  const perColumn = dependents(straight, ["%cuts.tid.x", THREAD]);
  const shared = straight.filter(
    (i) => i.op === "load" && i.result !== undefined && !perRow.has(i.result) && perColumn.has(i.result),
  );
  if (shared.length < MIN_SHARED_LOADS) return undefined;
  const instructions = withVectorLoads(straight, perColumn);
  // Names of the vectors are new, and as different between rows as their addresses.
  const different = dependents(instructions, ["%cuts.tid.y", THREAD]);
  const inRow = (i: Instruction, row: number): Instruction =>
    renameLocals(i, (name) => (different.has(name) ? `${name}.row${row}` : name));
  const code = new Code("%cuts.begin");
  for (let row = 0; row < rows; row++) {
    code.add(`%cuts.tid.y.row${row}`, local("%cuts.tid.y", i32), row, NEVER_WRAPS);
    code.add(`${THREAD}.row${row}`, local(THREAD, i32), row * width, NEVER_WRAPS);
  }
  for (const i of instructions) {
    const isSame = ![i.result, ...localsOf(i)].some((name) => name !== undefined && different.has(name));
    if (isSame || i.op === "ret") code.push(inRow(i, rows - 1));
    else code.push(...Array.from({ length: rows }, (_, row) => inRow(i, row)));
  }
  return code.blocks;
}

// The instructions of blocks that follow each other; undefined where control can go two ways.
function straighten(body: readonly Block[]): readonly Instruction[] | undefined {
  const out: Instruction[] = [];
  const copies = new Map<string, Value>();
  const copied = (value: Value): Value =>
    value.kind === "local" ? (copies.get(value.name) ?? value) : value;
  for (const [at, block] of body.entries()) {
    const last = terminator(block);
    if (last.op === "jump" && body[at + 1]?.label !== last.to) return undefined;
    for (const i of block.instructions) {
      if (i.op === "jump") continue;
      if (i.op === "phi") {
        const [only, ...others] = i.incoming;
        if (i.result === undefined || only === undefined || others.length > 0) return undefined;
        copies.set(i.result, copied(only.value));
      } else if (isStraight(i)) out.push(mapOperands(i, copied));
      else return undefined;
    }
  }
  return out.at(-1)?.op === "ret" ? out : undefined;
}

const BENT: ReadonlySet<string> = new Set([
  ...(["branch", "switch", "unreachable", "alloca", "fence", "atomicrmw", "cmpxchg"] as const),
] satisfies Instruction["op"][]);

/** Whether it can run for several rows one after the other, and be moved between what other instructions do for them. */
function isStraight(i: Instruction): boolean {
  if (i.op === "load" || i.op === "store") return !isOrdered(i);
  if (i.op !== "call") return !BENT.has(i.op);
  const intrinsic = intrinsicOf(i);
  return intrinsic !== undefined && !intrinsic.startsWith("mem");
}

// Names whose value depends on one of the roots, the roots included.
function dependents(instructions: readonly Instruction[], roots: readonly string[]): Set<string> {
  const found = new Set(roots);
  for (const i of instructions) {
    if (i.result !== undefined && localsOf(i).some((name) => found.has(name))) found.add(i.result);
  }
  return found;
}

// Loads of four values in a row that all threads of a row read become one load of a vector. LLVM takes it out of the
// loop over x, and multiplying by one lane of it needs no further instruction. Only where nothing but the context is
// written: a vector that stayed in the loop would keep it from being vectorised.
function withVectorLoads(
  instructions: readonly Instruction[],
  perColumn: ReadonlySet<string>,
): readonly Instruction[] {
  if (instructions.some((i) => i.op === "store" && !isSave(i.pointer))) return instructions;
  const steps = stepsOf(instructions);
  const loads = new Map<string, ScalarLoad>();
  instructions.forEach((i, at) => {
    if (i.op !== "load" || (i.type !== float && i.type !== i32)) return;
    const { result, type, pointer: address } = i;
    if (result === undefined || address.kind !== "local" || address.type !== ptr) return;
    if (perColumn.has(address.name)) return;
    const { base, offset } = steps.get(address.name) ?? { base: address.name, offset: 0 };
    const key = `${type.text} ${base} ${offset}`;
    if (!loads.has(key)) loads.set(key, { at, load: i, result, type, address, base, offset });
  });
  const replaced = new Map<number, readonly Instruction[]>();
  for (const first of loads.values()) {
    const lanes = Array.from({ length: LANES }, (_, i) =>
      loads.get(`${first.type.text} ${first.base} ${first.offset + i * LANE_BYTES}`),
    ).filter((lane) => lane !== undefined);
    if (lanes.length < LANES || lanes.some((lane) => lane.at < first.at || replaced.has(lane.at))) continue;
    const vector = local(`${first.result}.lanes`, vectorType(LANES, first.type));
    lanes.forEach((lane, i) => {
      const extract = extractElement(lane.result, vector, int32(i));
      replaced.set(lane.at, i === 0 ? [vectorLoad(vector, first), extract] : [extract]);
    });
  }
  return instructions.flatMap((i, at) => replaced.get(at) ?? [i]);
}

function vectorLoad(vector: Local, { load: scalar, address }: ScalarLoad): Load {
  const metadata = scalar.metadata.filter(({ kind }) => kind === "llvm.access.group" || kind === "dbg");
  return { ...load(vector.name, vector.type, address, { align: LANE_BYTES }), metadata };
}

/** Whether it is the address of a value that is kept across a wait. */
function isSave(pointer: Value): boolean {
  return pointer.kind === "local" && pointer.name.startsWith("%cuts.save");
}

interface Step {
  readonly base: string;
  readonly offset: number;
}

/** Addresses that are a constant distance from another one. */
function stepsOf(instructions: readonly Instruction[]): ReadonlyMap<string, Step> {
  const steps = new Map<string, Step>();
  for (const i of instructions) {
    if (i.op !== "getelementptr" || i.result === undefined || i.source !== i8) continue;
    const [index, ...others] = i.indices;
    const offset = index && numberOf(index);
    if (i.base.kind !== "local" || others.length > 0 || offset === undefined || offset < 0) continue;
    const before = steps.get(i.base.name) ?? { base: i.base.name, offset: 0 };
    steps.set(i.result, { base: before.base, offset: before.offset + offset });
  }
  return steps;
}

const float = floatType("float") as Type;

interface ScalarLoad extends Step {
  readonly at: number;
  readonly load: Load;
  readonly result: string;
  readonly type: Type;
  readonly address: Local;
}
