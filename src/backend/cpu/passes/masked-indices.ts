// Before: an index may count in few bits, as in `table[threadIdx.x & 3]`. In IR for 64-bit addresses LLVM's vectoriser takes such an index for one
// that goes up by 1 at each iteration, also past the end of its bits: it loads table[0] to table[15] for sixteen threads. After: a 0 that LLVM cannot
// know to be 0 is added to each such number on its way to an address, so that the vectoriser does not see where the bits come from.

import { alloca, binary, cast, load, store } from "../../../compiler/ir/builder.js";
import { type Instruction, isBinary } from "../../../compiler/ir/instruction.js";
import {
  hasInstruction,
  instructionsOf,
  type IrFunction,
  type IrModule,
  mapInstructions,
  withPrologue,
} from "../../../compiler/ir/module.js";
import { localsOf } from "../../../compiler/ir/operands.js";
import { i32, i64, type IntType, ptr } from "../../../compiler/ir/type.js";
import { int, local } from "../../../compiler/ir/value.js";

const ZERO = "%cuts.zero";
/** What parts of kernels are given, which the compiler cannot know; a grid has fewer than 2^24 blocks along z. */
const GRID = "%cuts.gdim.z";

/** Hides what indices are made of; for IR that is vectorised afterwards. */
export function hideMaskedIndices(module: IrModule): IrModule {
  return { ...module, functions: module.functions.map(hideIn) };
}

function hideIn(f: IrFunction): IrFunction {
  if (!hasInstruction(f, (i) => maskedType(i) !== undefined)) return f;
  const indices = indicesOf(f);
  const types = new Set<IntType>();
  const hidden = mapInstructions(f, (i) => {
    const type = maskedType(i);
    if (type === undefined || i.result === undefined || !indices.has(i.result)) return i;
    types.add(type);
    const masked = maskedName(i.result);
    const hidden = binary(i.result, "or", local(masked, type), local(`${ZERO}.${type.text}`, type));
    return [
      { ...i, result: masked },
      { ...hidden, metadata: i.metadata.filter(({ kind }) => kind === "dbg") },
    ];
  });
  if (types.size === 0) return f;
  const hasGrid = f.parameters.some(({ name }) => name === GRID);
  return { ...hidden, blocks: withPrologue(hidden.blocks, zerosOf(types, hasGrid)) };
}

function maskedName(name: string): string {
  return name.endsWith('"') ? `${name.slice(0, -1)}.masked"` : `${name}.masked`;
}

/** Zeros of these types that the compiler does not know, of 64 bits first. */
function zerosOf(types: ReadonlySet<IntType>, hasGrid: boolean): readonly Instruction[] {
  const first = local(`${ZERO}.i64`, i64);
  const others = [...types].filter((type) => type !== i64);
  return [
    ...(hasGrid ? zeroOfGrid(first.name) : zeroOfStack(first.name)),
    ...others.map((type) => cast(`${ZERO}.${type.text}`, "trunc", first, type)),
  ];
}

function zeroOfGrid(result: string): readonly Instruction[] {
  const grid = local(`${ZERO}.grid`, i32);
  return [binary(grid.name, "lshr", local(GRID, i32), int(i32, 24)), cast(result, "zext", grid, i64)];
}

/** In functions that are no part of a kernel's loops over threads. */
function zeroOfStack(result: string): readonly Instruction[] {
  const pointer = local(`${ZERO}.at`, ptr);
  const isVolatile = true;
  return [
    alloca(pointer.name, i64),
    store(int(i64, 0), pointer, { isVolatile }),
    load(result, i64, pointer, { isVolatile }),
  ];
}

/** The type of a result that has few bits; undefined for all other instructions. */
function maskedType(i: Instruction): IntType | undefined {
  if (i.op === "and") {
    const { type } = i.left;
    return type.kind === "int" && i.right.kind === "int" && isMask(i.right.value, type.bits)
      ? type
      : undefined;
  }
  if ((i.op !== "zext" && i.op !== "sext") || i.type.kind !== "int") return undefined;
  const from = i.value.type;
  return from.kind === "int" && from.bits >= 2 && from.bits < 32 ? i.type : undefined;
}

/** Whether a mask has its bits side by side, and not all: other masks leave nothing that counts. */
function isMask(value: bigint, bits: number): boolean {
  if (bits > 64) return false;
  const mask = BigInt.asUintN(bits, value);
  if (mask === 0n) return false;
  const low = mask & -mask;
  const run = mask / low;
  return (run & (run + 1n)) === 0n;
}

/** What an address may be computed with, beside arithmetic of integers. */
const PASSED_ON: ReadonlySet<string> = new Set("zext sext trunc select phi freeze".split(" "));

/** The numbers that addresses are computed from. */
function indicesOf(f: IrFunction): ReadonlySet<string> {
  const definitions = new Map<string, readonly string[]>();
  const found = new Set<string>();
  const waiting: string[] = [];
  for (const i of instructionsOf(f)) {
    if (i.result === undefined) continue;
    if (i.op === "getelementptr") waiting.push(...localsOf(i));
    else if (PASSED_ON.has(i.op) || (isBinary(i) && !i.op.startsWith("f"))) {
      definitions.set(i.result, localsOf(i));
    }
  }
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...(definitions.get(name) ?? []));
  }
  return found;
}
