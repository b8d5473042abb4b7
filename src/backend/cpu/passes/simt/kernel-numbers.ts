// Before: device code that launches a kernel mentions its function. After: it has a number instead, the kernel's place among the kernels of the
// module plus 1. The function itself will be gone after lowering, and the entry point in its place has other parameters.

import { type IrFunction, type IrModule, mapInstructions } from "../../../../compiler/ir/module.js";
import { mapOperands } from "../../../../compiler/ir/operands.js";
import { int32, mapValue, type Value } from "../../../../compiler/ir/value.js";

/** What device code calls to launch a kernel (include/cuts/cuda/detail/device_runtime.h). */
export const LAUNCH = "@__cuts_launch";

/** clang's list of kernels that only device code mentions. */
const USED_LIST = "@__clang_gpu_used_external";

/** The module with a number wherever one of its kernels, given in order, is mentioned. */
export function numberKernels(module: IrModule, kernels: readonly IrFunction[]): IrModule {
  const numbers = new Map(kernels.map(({ name }, index) => [name, index + 1]));
  const numbered = (value: Value): Value => {
    const number = value.kind === "global" ? numbers.get(value.name) : undefined;
    if (number === undefined) return value;
    return { kind: "expression", type: value.type, op: "inttoptr", flags: [], operands: [int32(number)] };
  };
  return {
    ...module,
    globals: module.globals
      .filter(({ name }) => name !== USED_LIST)
      .map((g) => ({ ...g, value: g.value && mapValue(g.value, numbered) })),
    functions: module.functions.map((f) => mapInstructions(f, (i) => mapOperands(i, numbered))),
  };
}
