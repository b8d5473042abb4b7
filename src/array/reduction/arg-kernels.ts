// The kernels of argmin and argmax (arg.cuh), by dtype.

import type { DType } from "../../core/dtype.js";
import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelTypes } from "../kernels/c-types.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { arg, type ArgArguments } from "./kernels.gen.js";

/** The dtypes that have kernels; others are cast to one that holds all their values. */
const argTypes = ["int32", "int64", "uint64", "float32", "float64", "complex128"] as const;

/** The kernel of an operation; undefined if the elements must be cast first. */
export function argKernel(
  operation: "argmin" | "argmax",
  dtype: DType,
): BuiltinKernel<ArgArguments> | undefined {
  return kernels.get(`${operation} ${dtype}`);
}

/** All groups, for the catalogue. */
export function argGroups(): readonly (() => KernelGroup)[] {
  return [...groups.values()];
}

const groups: ReadonlyMap<DType, () => KernelGroup> = new Map(
  argTypes.map((dtype) => [
    dtype,
    lazyGroup(() => ({
      name: `arg.${dtype}`,
      kernels: (["argmin", "argmax"] as const).map((name) => {
        const { stored } = kernelTypes[dtype];
        return kernelText(arg, name, { T: stored, isMax: `${name === "argmax"}` });
      }),
    })),
  ]),
);

const kernels: ReadonlyMap<string, BuiltinKernel<ArgArguments>> = new Map(
  [...groups].flatMap(([dtype, group]) =>
    ["argmin", "argmax"].map((name) => [`${name} ${dtype}`, new BuiltinKernel(group, name, arg)] as const),
  ),
);
