// The shape that most built-in kernels have: one value of the output from one value of each input, at the same index. Each
// comes in two variants. `u` (unit) walks the x axis of the grid through elements that lie side by side in all arrays;
// `x` walks it with any strides. The y and z axes of the grid are two more axes of the arrays in both.

import { parameterTypes } from "./c-types.js";
import type { KernelText, ParameterKind } from "./kernel-group.js";

/** An array that a row kernel uses; the output comes first. */
export interface RowOperand {
  /** The name of the current element in the statement: a reference of type `stored`. */
  readonly name: string;
  /** The C++ type of an element in memory. */
  readonly stored: string;
}

/** A row kernel to be written. */
export interface RowDefinition {
  readonly name: string;
  readonly output: RowOperand;
  readonly inputs: readonly RowOperand[];
  /** Parameters after the strides, the same for all elements. */
  readonly scalars?: readonly { readonly name: string; readonly kind: Exclude<ParameterKind, "pointer"> }[];
  /** What is done for one element: `z = cuts_store<float>(cuts_load(a) + cuts_load(b));` */
  readonly statement: string;
}

/** Both variants of a row kernel: `<name>_u` and `<name>_x`. */
export function rowKernels(row: RowDefinition): readonly KernelText[] {
  return [unitKernel(row), stridedKernel(row)];
}

/** The variant for elements side by side: `<name>_u`. */
export function unitKernel(row: RowDefinition): KernelText {
  const { operands, pointers, scalars, scalarKinds } = parts(row);
  const strides = operands.flatMap(({ name }) => [`cuts_stride ${name}_y`, `cuts_stride ${name}_z`]);
  const references = operands.map(({ name, stored }, k) => reference(name, stored, k > 0, "cuts_i"));
  return {
    name: `${row.name}_u`,
    parameters: [
      ...operands.map(() => "pointer" as const),
      "size",
      ...strides.map(() => "stride" as const),
      ...scalarKinds,
    ],
    text: `extern "C" __global__ void ${row.name}_u(${[...pointers, "cuts_size cuts_n", ...strides, ...scalars].join(", ")}) {
  ${operands.map(({ name }) => advance(name)).join(" ")}
${loadsFirst(row)}
  CUTS_EACH(cuts_i, cuts_n, ${references.join(" ")} ${row.statement})
}`,
  };
}

// Where a thread has several elements, it asks for all of them before it writes the first: a compiler that cannot tell the
// arrays apart would have it wait for memory once for each.
function loadsFirst({ output, inputs, statement }: RowDefinition): string {
  const at = "[cuts_at + (cuts_size)cuts_k * blockDim.x]";
  const loop = '_Pragma("unroll") for (int cuts_k = 0; cuts_k < CUTS_PER_THREAD; cuts_k++)';
  return `#if CUTS_PER_THREAD > 1
  const cuts_size cuts_at = CUTS_X(0);
  if (cuts_at + (cuts_size)(CUTS_PER_THREAD - 1) * blockDim.x < cuts_n) {
    ${inputs.map(({ name, stored }) => `${stored} ${name}_v[CUTS_PER_THREAD];`).join(" ")}
    ${loop} { ${inputs.map(({ name }) => `${name}_v[cuts_k] = ${name}_p${at};`).join(" ")} }
    ${loop} {
      ${output.stored}& ${output.name} = ${output.name}_p${at};
      ${inputs.map(({ name, stored }) => `const ${stored} ${name} = ${name}_v[cuts_k];`).join(" ")}
      ${statement};
    }
    return;
  }
#endif`;
}

/** The variant for any strides: `<name>_x`. */
function stridedKernel(row: RowDefinition): KernelText {
  const { operands, pointers, scalars, scalarKinds } = parts(row);
  const strides = operands.flatMap(({ name }) =>
    ["x", "y", "z"].map((axis) => `cuts_stride ${name}_${axis}`),
  );
  const references = operands.map(({ name, stored }, k) =>
    reference(name, stored, k > 0, `(cuts_stride)cuts_i * ${name}_x`),
  );
  return {
    name: `${row.name}_x`,
    parameters: [
      ...operands.map(() => "pointer" as const),
      "size",
      ...strides.map(() => "stride" as const),
      ...scalarKinds,
    ],
    text: `extern "C" __global__ void ${row.name}_x(${[...pointers, "cuts_size cuts_n", ...strides, ...scalars].join(", ")}) {
  ${operands.map(({ name }) => advance(name)).join(" ")}
  const cuts_size cuts_i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (cuts_i < cuts_n) { ${references.join(" ")} ${row.statement} }
}`,
  };
}

function parts({ output, inputs, scalars = [] }: RowDefinition): {
  readonly operands: readonly RowOperand[];
  readonly pointers: readonly string[];
  readonly scalars: readonly string[];
  readonly scalarKinds: readonly ParameterKind[];
} {
  return {
    operands: [output, ...inputs],
    pointers: [
      `${output.stored}* ${output.name}_p`,
      ...inputs.map(({ name, stored }) => `const ${stored}* ${name}_p`),
    ],
    scalars: scalars.map(({ name, kind }) => `${parameterTypes[kind]} ${name}`),
    scalarKinds: scalars.map(({ kind }) => kind),
  };
}

function advance(name: string): string {
  return `${name}_p += (cuts_stride)blockIdx.y * ${name}_y + (cuts_stride)blockIdx.z * ${name}_z;`;
}

function reference(name: string, stored: string, isInput: boolean, at: string): string {
  return isInput ? `const ${stored} ${name} = ${name}_p[${at}];` : `${stored}& ${name} = ${name}_p[${at}];`;
}
