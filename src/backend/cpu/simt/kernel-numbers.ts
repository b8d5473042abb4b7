// Kernels as values of device code, which launches them: there a kernel is a number, its place among the kernels of the
// module plus 1. Its function is gone after the pass, and the entry point in its place has other parameters.

import { GLOBAL_NAME, type IrFunction, type IrModule, instruction } from "./ir.js";

/** What device code calls to launch a kernel (include/cuts/cuda/detail/device_runtime.h). */
export const LAUNCH = "@__cuts_launch";

/** clang's list of kernels that only device code mentions. */
const USED_LIST = "@__clang_gpu_used_external";

/** The module with a number wherever one of its kernels, given in order, is mentioned. */
export function numberKernels(module: IrModule, kernels: readonly IrFunction[]): IrModule {
  const globals = module.globals.filter(({ name }) => name !== USED_LIST);
  const numbers = new Map(kernels.map(({ name }, index) => [name, index + 1]));
  const replaced = (text: string): string =>
    text.replaceAll(GLOBAL_NAME, (name) => {
      const number = numbers.get(name);
      return number === undefined ? name : `inttoptr (i32 ${number} to ptr)`;
    });
  const mentions = (text: string): boolean =>
    (text.match(GLOBAL_NAME) ?? []).some((name) => numbers.has(name));
  return {
    ...module,
    globals: globals.map((g) => (mentions(g.text) ? { ...g, text: replaced(g.text) } : g)),
    functions: module.functions.map((f) => ({
      ...f,
      blocks: f.blocks.map((block) => ({
        ...block,
        instructions: block.instructions.map((i) =>
          mentions(i.text) ? instruction(i.result, replaced(i.text), module.types) : i,
        ),
      })),
    })),
  };
}
