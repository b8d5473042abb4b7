// The kernels of element-wise operations. Each dtype of a family has one group, which contains for each operation `op`:
//   op_u      two arrays (or one), contiguous along the last axis
//   op_s_u    an array and a number on its right, passed by value
//   op_r_u    a number on the left and an array, unless exchanging the operands gives one of the kernels above
// Rarely used operations have only op_u, and not for every dtype (operation.ts). A kernel takes a fifth of a second to compile and a
// kilobyte to ship. So signed and unsigned integers share a kernel if their results have the same bits. The variants for any
// strides (op_x, …) exist only for devices that compile what they need; for other devices arrays are copied first (layouts.ts).

import { type DType, dtypeNames, dtypes } from "../../core/dtype.js";
import { kernelTypes } from "../kernels/c-types.js";
import { type GroupDefinition, type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import type { KernelSource, KernelText } from "../kernels/kernel-definition.js";
import { RowKernel } from "../kernels/launch-rows.js";
import { elementKernels } from "../kernels/row-kernel.js";
import { kernelType, type Operation, type OperationFamily, resultType, widenedType } from "./operation.js";

/** The kernels of one operation for one dtype. */
export interface OperationKernels {
  readonly arrays: RowKernel;
  /** For a number beside an array; undefined where the number must be made an array. */
  readonly scalarRight: RowKernel<"value_in"> | undefined;
  readonly scalarLeft: RowKernel<"value_in"> | undefined;
  readonly result: DType;
}

/** All groups of a family, by the dtype that is computed in. */
export type FamilyGroups = { readonly [D in DType]: () => KernelGroup };

/** The groups of a family. */
export function familyGroups(family: OperationFamily): FamilyGroups {
  return Object.fromEntries(
    dtypeNames.map((dtype) => [dtype, lazyGroup(() => groupOf(family, dtype))]),
  ) as FamilyGroups;
}

/** The groups of a family that have kernels. */
export function shippedGroups(family: OperationFamily, groups: FamilyGroups): readonly (() => KernelGroup)[] {
  const has = (dtype: DType): boolean => family.operations.some((operation) => isOwn(operation, dtype));
  return dtypeNames.filter(has).map((dtype) => groups[dtype]);
}

/** The kernels of an operation in a dtype for which it has an expression. */
export function operationKernels(operation: Operation, dtype: DType, groups: FamilyGroups): OperationKernels {
  const group = groups[kernelType(operation, dtype)];
  const { name, arity, isCommutative, mirror, hasNoScalars } = operation;
  const arrays = new RowKernel(group, name, 1 + arity, {});
  const result = resultType(operation, dtype);
  if (hasNoScalars) return { arrays, scalarRight: undefined, scalarLeft: undefined, result };
  const scalars = { value_in: kernelTypes[kernelType(operation, dtype)].parameter } as const;
  const scalarRight = new RowKernel(group, `${name}_s`, 2, scalars);
  const left = mirror === undefined ? `${name}_r` : `${mirror}_s`;
  const scalarLeft = isCommutative ? scalarRight : new RowKernel(group, left, 2, scalars);
  return { arrays, scalarRight, scalarLeft, result };
}

function isOwn(operation: Operation, dtype: DType): boolean {
  const own = kernelType(operation, widenedType(operation, dtype));
  return operation.expressions[dtypes[dtype].kind] !== undefined && own === dtype;
}

function groupOf(family: OperationFamily, dtype: DType): GroupDefinition {
  return {
    name: `${family.name}.${dtype}`,
    // By name: the text must not depend on which file was loaded first.
    kernels: [...family.operations]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((operation) => kernelsOf(family.source, operation, dtype)),
  };
}

function kernelsOf(source: KernelSource, operation: Operation, dtype: DType): readonly KernelText[] {
  const { name, arity, isCommutative, mirror, hasNoScalars, expressions } = operation;
  const expression = expressions[dtypes[dtype].kind];
  if (expression === undefined || !isOwn(operation, dtype)) return [];
  const { stored, computed, parameter } = kernelTypes[dtype];
  const { stored: result } = kernelTypes[resultType(operation, dtype)];
  const output = { name: "z", stored: result };
  const input = (own: string) => ({ name: `${own}_in`, stored });
  const load = (own: string): string => `const ${computed} ${own} = cuts_load(${own}_in);`;
  const store = `z = cuts_store<${result}>(${expression});`;
  if (arity === 1) {
    return elementKernels({ name, output, inputs: [input("a")], source, statement: `${load("a")} ${store}` });
  }
  const withScalar = (variant: string, array: string, scalar: string): readonly KernelText[] =>
    elementKernels({
      name: `${name}_${variant}`,
      output,
      source,
      inputs: [input(array)],
      scalars: { value_in: parameter },
      statement: `${load(array)} const ${computed} ${scalar} = (${computed})value_in; ${store}`,
    });
  const arrays = elementKernels({
    name,
    output,
    source,
    inputs: [input("a"), input("b")],
    statement: `${load("a")} ${load("b")} ${store}`,
  });
  if (hasNoScalars) return arrays;
  return [
    ...arrays,
    ...withScalar("s", "a", "b"),
    ...(isCommutative || mirror !== undefined ? [] : withScalar("r", "b", "a")),
  ];
}
