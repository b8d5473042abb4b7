// Before: `__shared__` variables are globals (address-spaces.ts tells which). After: each is an offset from a base that a worker has for the block
// that it runs. All `extern __shared__` arrays are one address, behind the static variables, as in CUDA.

import { binary, cast, elementPtr } from "../../../../compiler/ir/builder.js";
import { CAST_OPS, type Instruction } from "../../../../compiler/ir/instruction.js";
import {
  type Block,
  type IrModule,
  mapBlocks,
  plainName,
  withPrologue,
} from "../../../../compiler/ir/module.js";
import { globalsOf, mapOperands } from "../../../../compiler/ir/operands.js";
import { operandText } from "../../../../compiler/ir/print-value.js";
import { i8, ptr, type Type } from "../../../../compiler/ir/type.js";
import {
  type Expression,
  int32,
  type Local,
  local,
  mapEach,
  type Value,
} from "../../../../compiler/ir/value.js";

export interface SharedLayout {
  /** Offset of each static variable, by `@name`. */
  readonly offsets: ReadonlyMap<string, number>;
  /** Names of `extern __shared__` arrays. */
  readonly dynamic: ReadonlySet<string>;
  /** Bytes of all static variables, a multiple of 16. */
  readonly byteLength: number;
  /** How many of them are only there to keep variables apart. */
  readonly gapBytes: number;
  /** The static variables with their sizes. */
  readonly variables: readonly SharedVariable[];
}

export interface SharedVariable {
  readonly name: string;
  readonly offset: number;
  readonly byteLength: number;
}

/** Between variables of code that is watched, so that one past the end of one is not the start of the next. */
const GAP_BYTES = 16;

/** Name of the base address of the block's shared memory in a kernel. */
export const SHARED_BASE = "%cuts.shared";
/** Name of the address where dynamic shared memory starts. */
export const DYNAMIC_BASE = "%cuts.dynamic";

/** Lays out the `__shared__` variables in `used`; each kernel gets its own layout. */
export function layOutShared(module: IrModule, used: ReadonlySet<string>, isApart = false): SharedLayout {
  const offsets = new Map<string, number>();
  const dynamic = new Set<string>();
  const variables: SharedVariable[] = [];
  let end = 0;
  /** Where it would end without gaps. */
  let plainEnd = 0;
  for (const global of module.globals) {
    if (!used.has(global.name)) continue;
    if (global.linkage === "external") {
      dynamic.add(global.name);
      continue;
    }
    const align = global.align ?? module.layout.alignOf(global.type);
    end = Math.ceil(end / align) * align;
    offsets.set(global.name, end);
    const byteLength = module.layout.sizeOf(global.type);
    variables.push({ name: plainName(global.name), offset: end, byteLength });
    end += byteLength + (isApart ? GAP_BYTES : 0);
    plainEnd = Math.ceil(plainEnd / align) * align + byteLength;
  }
  const whole = (bytes: number): number => Math.ceil(bytes / 16) * 16;
  return { offsets, dynamic, byteLength: whole(end), gapBytes: whole(end) - whole(plainEnd), variables };
}

/** Replaces references to shared variables by values computed in the first block. */
export function replaceSharedReferences(blocks: readonly Block[], shared: SharedLayout): readonly Block[] {
  if (shared.offsets.size === 0 && shared.dynamic.size === 0) return blocks;
  const isShared = (name: string): boolean => shared.offsets.has(name) || shared.dynamic.has(name);
  const made = new Map<string, Local>();
  const prologue: Instruction[] = [];
  const make = (key: string, type: Type, of: (result: string) => Instruction): Local => {
    const known = made.get(key);
    if (known) return known;
    const result = local(`%cuts.sm.${made.size}`, type);
    made.set(key, result);
    prologue.push(of(result.name));
    return result;
  };
  const address = (value: Value): Value => {
    if (value.kind !== "global" || !isShared(value.name)) return value;
    const offset = shared.offsets.get(value.name);
    if (offset === undefined) return local(DYNAMIC_BASE, ptr);
    return make(value.name, ptr, (result) =>
      elementPtr(result, i8, local(SHARED_BASE, ptr), [int32(offset)], ["inbounds"]),
    );
  };
  // A constant that is computed from an address of shared memory becomes an instruction of its own.
  const computed = (value: Value): Value => {
    if (value.kind !== "expression") return value;
    const operands = mapEach(value.operands, address);
    if (operands === value.operands && !operands.some(({ kind }) => kind === "local")) return value;
    return make(operandText(value), value.type, (result) => asInstruction(result, { ...value, operands }));
  };
  const out = mapBlocks(blocks, (i) =>
    globalsOf(i).some(isShared) ? mapOperands(mapOperands(i, computed), address) : i,
  );
  return withPrologue(out, prologue);
}

function asInstruction(result: string, { op, flags, source, operands, type }: Expression): Instruction {
  const [first, ...others] = operands as readonly [Value, ...Value[]];
  const [second] = others;
  if (op === "getelementptr" && source) return elementPtr(result, source, first, others, flags);
  if ((op === "add" || op === "sub") && second) return binary(result, op, first, second, flags);
  const conversion = CAST_OPS.find((known) => known === op);
  if (conversion === undefined) throw new Error(`internal: shared memory in the IR constant ${op}`);
  return cast(result, conversion, first, type, flags);
}
