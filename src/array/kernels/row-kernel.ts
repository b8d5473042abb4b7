// The form of most built-in kernels: each output element is computed from the input elements at the same index. Each kernel has
// two variants. In `u` (unit) elements are contiguous along the grid's x axis; in `x` they have any stride. The y and z axes of
// the grid are two more axes of the arrays. If a thread takes several elements (CUTS_PER_THREAD; twice as many for narrow types),
// it loads all of them before it stores the first. Otherwise the compiler, which cannot rule out aliasing, would wait for memory
// once for each element.

import { parameterTypes } from "./c-types.js";
import type { KernelSignature, KernelSource, KernelText } from "./kernel-definition.js";
import type { Pointer } from "./pointer.js";
import type { ParameterKind } from "../../compiler/elements/parameters.js";
import type { ParameterValue } from "./trusted-writer.js";

/** An array that a row kernel uses; the output comes first. */
export interface RowOperand {
  /** The name of the current element in the statement: a reference of type `stored`. */
  readonly name: string;
  /** The C++ type of an element in memory. */
  readonly stored: string;
  /** For inputs whose element is elsewhere: how many bytes from its place, by the element of another input. */
  readonly moved?: { readonly by: string; readonly bytes: (by: string) => string };
}

/** The definition of a row kernel. */
export interface RowDefinition {
  readonly name: string;
  readonly output: RowOperand;
  /** More outputs, which lie as the first one does. */
  readonly others?: readonly RowOperand[];
  readonly inputs: readonly RowOperand[];
  /** Parameters after the strides, the same for all elements. */
  readonly scalars?: Readonly<Record<string, Exclude<ParameterKind, "pointer">>>;
  /** The .cuh file that the statement uses. */
  readonly source?: KernelSource;
  /** What is done for one element: `z = cuts_store<float>(cuts_load(a) + cuts_load(b));` */
  readonly statement: string;
}

/** The parameters of a row kernel. */
export interface RowValues<Scalars extends string = never> {
  readonly n: number;
  readonly operands: readonly NonNullable<Pointer>[];
  /** For each operand its strides along x, y and z; without them they are 0 along y and z, and 1 along x. */
  readonly steps: readonly number[] | undefined;
  /** How many rows there are, and how far the elements of a thread are apart along x; 0 where they are in rows. */
  readonly rows: number;
  readonly apart: number;
  readonly scalars: { readonly [S in Scalars]: ParameterValue };
}

/** How the elements along x lie: side by side, or with any strides. */
type RowVariant = "u" | "x";

/** The signature of row kernels with this many operands, including the output, and some scalars. */
export function rowSignature<Scalars extends string = never>(
  variant: RowVariant,
  operands: number,
  scalars: { readonly [S in Scalars]: ParameterKind },
): KernelSignature<RowValues<Scalars>> {
  const kinds = Object.entries<ParameterKind>(scalars);
  const firstAxis = variant === "u" ? 1 : 0;
  return {
    parameters: [
      ...Array.from({ length: operands }, () => "pointer" as const),
      "size",
      ...(variant === "x" ? (["size", "size"] as const) : []),
      ...Array.from({ length: operands * (3 - firstAxis) }, () => "stride" as const),
      ...kinds.map(([, kind]) => kind),
    ],
    write: (block, values) => {
      const { steps } = values;
      for (let k = 0; k < operands; k++) block.setArray(k, values.operands[k]);
      block.setSize(operands, values.n);
      let index = operands + 1;
      if (variant === "x") {
        block.setSize(index++, values.rows);
        block.setSize(index++, values.apart);
      }
      for (let k = 0; k < operands; k++) {
        for (let axis = firstAxis; axis < 3; axis++)
          block.setStride(index++, steps === undefined ? 0 : (steps[3 * k + axis] as number));
      }
      const given: Readonly<Record<string, ParameterValue>> = values.scalars;
      for (const [name, kind] of kinds) block.setValue(index++, kind, given[name]);
    },
  };
}

/** Both variants of a row kernel: `<name>_u` and `<name>_x`. */
export function rowKernels(row: RowDefinition): readonly KernelText[] {
  return [unitKernel(row), stridedKernel(row)];
}

/** The same, with the strided variant only for GPUs; elsewhere, arrays with other strides are copied first. */
export function elementKernels(row: RowDefinition): readonly KernelText[] {
  return [unitKernel(row), { ...stridedKernel(row), isForTeams: true }];
}

/** The variant for contiguous elements: `<name>_u`. */
export function unitKernel(row: RowDefinition): KernelText {
  const { operands, outputs, pointers, scalars, kinds } = parts(row);
  const strides = operands.flatMap(({ name }) => [`cuts_stride ${name}_y`, `cuts_stride ${name}_z`]);
  const place = (name: string): string => `${name}_p[cuts_i]`;
  const references = operands.map((own, k) =>
    k < outputs.length
      ? `${own.stored}& ${own.name} = ${place(own.name)};`
      : `const ${own.stored} ${own.name} = ${elementOf(own, place)};`,
  );
  return {
    name: `${row.name}_u`,
    signature: rowSignature("u", operands.length, kinds),
    ...(row.source && { source: row.source }),
    text: `extern "C" __global__ void ${row.name}_u(${[...pointers, "cuts_size cuts_n", ...strides, ...scalars].join(", ")}) {
  ${operands.map(({ name }) => advance(name)).join(" ")}
${row.inputs.some(({ moved }) => moved) ? ownElements(operands.map(({ stored }) => stored)) : loadsFirst(row)}
  CUTS_EACH_OF(cuts_own, cuts_i, cuts_n, ${references.join(" ")} ${row.statement})
}`,
  };
}

// Full blocks. Where all arrays start at whole vectors, a thread has `cuts_side` elements side by side, in few accesses, once
// or twice; the vectors of a block lie side by side too.
function loadsFirst(row: RowDefinition): string {
  const { inputs, statement } = row;
  const { operands: all, outputs } = parts(row);
  const loop = '_Pragma("unroll") for (int cuts_k = 0; cuts_k < cuts_own; cuts_k++)';
  const vectors = '_Pragma("unroll") for (int cuts_w = 0; cuts_w < cuts_own / cuts_side; cuts_w++)';
  const isWhole = all.map(({ name }) => `cuts_is_whole<cuts_side>(${name}_p)`).join(" && ");
  const at = "CUTS_X_OF(cuts_own, cuts_k)";
  const vector = "CUTS_X_OF(cuts_own / cuts_side, cuts_w)";
  const element = (name: string): string => `${name}_v[cuts_k / cuts_side].own[cuts_k % cuts_side]`;
  return `${ownElements(all.map(({ stored }) => stored))}
#if CUTS_PER_THREAD > 1
  const bool cuts_is_full = ((cuts_size)blockIdx.x + 1) * (cuts_own * blockDim.x) <= cuts_n;
  if (cuts_is_full && ${isWhole}) {
    ${all.map(({ name, stored }) => `cuts_vector<${stored}, cuts_side> ${name}_v[cuts_own / cuts_side];`).join(" ")}
    ${vectors} { ${inputs.map(({ name, stored }) => `${name}_v[cuts_w] = cuts_read<cuts_once>((const cuts_vector<${stored}, cuts_side>*)${name}_p + ${vector});`).join(" ")} }
    ${loop} {
      ${outputs.map(({ name, stored }) => `${stored}& ${name} = ${element(name)};`).join(" ")}
      ${inputs.map(({ name, stored }) => `const ${stored} ${name} = ${element(name)};`).join(" ")}
      ${statement};
    }
    ${vectors} { ${outputs.map(({ name, stored }) => `cuts_write<cuts_once>((cuts_vector<${stored}, cuts_side>*)${name}_p + ${vector}, ${name}_v[cuts_w]);`).join(" ")} }
    return;
  }
  if (cuts_is_full) {
    ${inputs.map(({ name, stored }) => `${stored} ${name}_v[cuts_own];`).join(" ")}
    ${loop} { ${inputs.map(({ name }) => `${name}_v[cuts_k] = cuts_read<cuts_once>(${name}_p + ${at});`).join(" ")} }
    ${loop} {
      ${outputs.map(({ name, stored }) => `${stored}& ${name} = ${name}_p[${at}];`).join(" ")}
      ${inputs.map(({ name, stored }) => `const ${stored} ${name} = ${name}_v[cuts_k];`).join(" ")}
      ${statement};
    }
    return;
  }
#endif`;
}

/**
 * The start of a `u` variant: the number of elements that a thread takes (`cuts_own`), and how many of them are contiguous. Both
 * depend on the types of its arrays, the output's first. Launches compute with the same numbers.
 */
export function ownElements(stored: readonly string[]): string {
  return `#if CUTS_PER_THREAD > 1
  constexpr int cuts_side = cuts_together<${stored.join(", ")}>();
  constexpr int cuts_own = cuts_side > CUTS_PER_THREAD ? cuts_side : CUTS_PER_THREAD;
  constexpr bool cuts_once = cuts_says_once<${stored.join(", ")}>();
#else
  constexpr int cuts_own = 1;
#endif`;
}

/** The variant for any strides: `<name>_x`. */
function stridedKernel(row: RowDefinition): KernelText {
  const { operands, outputs, pointers, scalars, kinds } = parts(row);
  const { inputs, statement } = row;
  const strides = operands.flatMap(({ name }) =>
    ["x", "y", "z"].map((axis) => `cuts_stride ${name}_${axis}`),
  );
  const place = (name: string): string =>
    `${name}_p[(cuts_stride)cuts_i * ${name}_x + (cuts_stride)cuts_j * ${name}_y]`;
  const each = (body: string): string =>
    `CUTS_EACH_PLACE(cuts_i, cuts_j, cuts_n, cuts_rows, cuts_apart, ${body})`;
  const write = outputs.map(({ name, stored }) => `${stored}& ${name} = ${place(name)};`).join(" ");
  const read = (from: (own: RowOperand) => string): string =>
    inputs.map((own) => `const ${own.stored} ${own.name} = ${from(own)};`).join(" ");
  const element = (own: RowOperand): string => elementOf(own, place);
  return {
    name: `${row.name}_x`,
    signature: rowSignature("x", operands.length, kinds),
    ...(row.source && { source: row.source }),
    text: `extern "C" __global__ void ${row.name}_x(${[...pointers, ...stridedSizes, ...strides, ...scalars].join(", ")}) {
  ${operands.map(({ name }) => `${name}_p += (cuts_stride)blockIdx.z * ${name}_z;`).join(" ")}
#if CUTS_PER_THREAD > 1
  ${inputs.map(({ name, stored }) => `${stored} ${name}_v[CUTS_PER_THREAD];`).join(" ")}
  ${each(inputs.map((own) => `${own.name}_v[cuts_k] = ${element(own)};`).join(" "))}
  ${each(`${read(({ name }) => `${name}_v[cuts_k]`)} ${write} ${statement}`)}
#else
  ${each(`${read(element)} ${write} ${statement}`)}
#endif
}`,
  };
}

/** The parameters of `x` variants that the macro CUTS_EACH_PLACE uses. */
export const stridedSizes: readonly string[] = [
  "cuts_size cuts_n",
  "cuts_size cuts_rows",
  "cuts_size cuts_apart",
];

function parts({ output, others = [], inputs, scalars = {} }: RowDefinition): {
  readonly operands: readonly RowOperand[];
  readonly outputs: readonly RowOperand[];
  readonly pointers: readonly string[];
  readonly scalars: readonly string[];
  readonly kinds: Readonly<Record<string, ParameterKind>>;
} {
  const outputs = [output, ...others];
  return {
    operands: [...outputs, ...inputs],
    outputs,
    pointers: [
      ...outputs.map(({ name, stored }) => `${stored}* ${name}_p`),
      ...inputs.map(({ name, stored }) => `const ${stored}* ${name}_p`),
    ],
    scalars: Object.entries(scalars).map(([name, kind]) => `${parameterTypes[kind]} ${name}`),
    kinds: scalars,
  };
}

function advance(name: string): string {
  return `${name}_p += (cuts_stride)blockIdx.y * ${name}_y + (cuts_stride)blockIdx.z * ${name}_z;`;
}

/** The expression for the element of an input. */
export function elementOf({ name, stored, moved }: RowOperand, place: (name: string) => string): string {
  if (moved === undefined) return place(name);
  return `*(const ${stored}*)((const char*)&${place(name)} + ${moved.bytes(place(moved.by))})`;
}
