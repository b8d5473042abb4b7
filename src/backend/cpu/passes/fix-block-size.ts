// Before: code for all kernels and all sizes of blocks. After: code for one kernel and one size. blockDim is a constant, threadIdx is known to be
// less, and the other kernels are gone. The optimiser runs once more behind it. It then unrolls loops that halve or double up to the size of a block,
// and each step of a reduction becomes a region whose limits are constants.

import { binary } from "../../../compiler/ir/builder.js";
import { calleeOf, type Instruction } from "../../../compiler/ir/instruction.js";
import { type IrModule, mapInstructions, plainName } from "../../../compiler/ir/module.js";
import { int32 } from "../../../compiler/ir/value.js";
import type { Specialisation } from "./simt/lower-module.js";
import { kernelsOf } from "./only-kernels.js";

/** The module for one size of blocks, to be optimised again. */
export function fixBlockSize(module: IrModule, { symbol, block }: Specialisation): IrModule {
  const isKernel = kernelsOf(module);
  const sizes = new Map<string, number>(AXES.map((axis, i) => [`@__cuts_bdim_${axis}`, block[i] as number]));
  const indices = new Map<string, number>(AXES.map((axis, i) => [`@__cuts_tid_${axis}`, block[i] as number]));
  const change = (i: Instruction): Instruction => {
    const callee = calleeOf(i);
    if (i.op !== "call" || callee === undefined || i.result === undefined) return i;
    const size = sizes.get(callee);
    if (size !== undefined) return binary(i.result, "add", int32(0), int32(size));
    const most = indices.get(callee);
    if (most === undefined) return i;
    return { ...i, tail: undefined, resultAttributes: [`range(i32 0, ${most})`] };
  };
  const functions = module.functions
    .filter((f) => !isKernel(f) || plainName(f.name) === symbol)
    .map((f) => mapInstructions(f, change));
  return { ...module, functions };
}

const AXES = ["x", "y", "z"] as const;
