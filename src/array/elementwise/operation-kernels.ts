// The kernels of element-wise operations: for each dtype of a family a group with, for each operation `op`,
//   op_u, op_x     arrays with arrays (or one array), side by side or with any strides
//   op_s_u         an array and a number on its right, passed by value
//   op_r_u         a number on the left and an array

import { type DType, dtypeNames, dtypes } from "../../core/dtype.js";
import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelTypes } from "../kernels/c-types.js";
import {
  type GroupDefinition,
  type KernelGroup,
  type KernelText,
  lazyGroup,
} from "../kernels/kernel-group.js";
import { RowKernel } from "../kernels/launch-rows.js";
import { rowKernels, unitKernel } from "../kernels/row-kernel.js";
import { type Operation, type OperationFamily, resultType } from "./operation.js";

/** The kernels of one operation for one dtype. */
export interface OperationKernels {
  readonly rows: RowKernel;
  readonly scalarRight: BuiltinKernel;
  readonly scalarLeft: BuiltinKernel;
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
  const has = (dtype: DType): boolean =>
    family.operations.some((operation) => operation.expressions[dtypes[dtype].kind] !== undefined);
  return dtypeNames.filter(has).map((dtype) => groups[dtype]);
}

/** The kernels of an operation in a dtype for which it has an expression. */
export function operationKernels(operation: Operation, dtype: DType, groups: FamilyGroups): OperationKernels {
  const group = groups[dtype];
  const { name, isCommutative } = operation;
  const scalarRight = new BuiltinKernel(group, `${name}_s_u`);
  return {
    rows: new RowKernel(group, name),
    scalarRight,
    scalarLeft: isCommutative ? scalarRight : new BuiltinKernel(group, `${name}_r_u`),
    result: resultType(operation, dtype),
  };
}

function groupOf(family: OperationFamily, dtype: DType): GroupDefinition {
  return {
    name: `${family.name}.${dtype}`,
    helpers: family.helpers,
    kernels: family.operations.flatMap((operation) => kernelsOf(operation, dtype)),
  };
}

function kernelsOf(operation: Operation, dtype: DType): readonly KernelText[] {
  const { name, arity, isCommutative, expressions } = operation;
  const expression = expressions[dtypes[dtype].kind];
  if (expression === undefined) return [];
  const { stored, computed, parameter } = kernelTypes[dtype];
  const { stored: result } = kernelTypes[resultType(operation, dtype)];
  const output = { name: "z", stored: result };
  const input = (own: string) => ({ name: `${own}_in`, stored });
  const load = (own: string): string => `const ${computed} ${own} = cuts_load(${own}_in);`;
  const store = `z = cuts_store<${result}>(${expression});`;
  if (arity === 1) {
    return rowKernels({ name, output, inputs: [input("a")], statement: `${load("a")} ${store}` });
  }
  const withScalar = (variant: string, array: string, scalar: string): KernelText =>
    unitKernel({
      name: `${name}_${variant}`,
      output,
      inputs: [input(array)],
      scalars: [{ name: `${scalar}_value`, kind: parameter }],
      statement: `${load(array)} const ${computed} ${scalar} = (${computed})${scalar}_value; ${store}`,
    });
  return [
    ...rowKernels({
      name,
      output,
      inputs: [input("a"), input("b")],
      statement: `${load("a")} ${load("b")} ${store}`,
    }),
    withScalar("s", "a", "b"),
    ...(isCommutative ? [] : [withScalar("r", "b", "a")]),
  ];
}
