// Kernels that read or write elements at places which other arrays name, without looking at the elements: one for each
// size, whatever the dtype. Places are 64-bit integers. A wrong one is written to the stream's fault report and counts as
// 0, so that nothing outside the array is ever touched.

import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { copyWords } from "../kernels/copy-kernels.js";
import { type KernelGroup, type KernelText, lazyGroup, type ParameterKind } from "../kernels/kernel-group.js";

/** What becomes of an index outside the axis. `sure` is for places that need no look. */
export const indexModes = { raise: 0, wrap: 1, clip: 2, sure: 3 } as const;

const helpers = `
// An index as a place of an axis, counted from the front.
CUTS_INLINE long long cuts_place(long long index, long long size, int mode, long long* report, int axis) {
  if (mode == 3) return index;
  if (mode == 2) return index < 0 ? 0 : index >= size ? size - 1 : index;
  if (index >= 0 && index < size) return index;
  if (mode == 1) { const long long rest = index % size; return rest < 0 ? rest + size : rest; }
  if (index < 0 && index >= -size) return index + size;
  // Threads that come here together may all write: any of their indices will do, and the rest is the same.
  if (report[0] == 0) { report[1] = index; report[2] = size; report[3] = axis; report[0] = 1; }
  return 0;
}
`;

const place = "cuts_place(*i_p, size, mode, report, axis)";
const placeKinds = ["int64", "int64", "int32", "pointer", "int32"] as const;
const placeParameters = "long long size, long long step, int mode, long long* report, int axis";

const strideKinds = (operands: number): readonly ParameterKind[] =>
  Array.from({ length: 3 * operands }, () => "stride" as const);
const strideParameters = (names: readonly string[]): string =>
  names.flatMap((name) => ["x", "y", "z"].map((axis) => `cuts_stride ${name}_${axis}`)).join(", ");
const advance = (name: string): string =>
  `${name}_p += (cuts_stride)y * ${name}_y + (cuts_stride)blockIdx.z * ${name}_z;`;
// Blocks have several rows where rows are short.
const position = `const cuts_size x = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x, y = (cuts_size)blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= rows) return;`;
const alongX = (name: string): string => `${name}_p += (cuts_stride)x * ${name}_x;`;

// Where one thread has a whole row, whose elements lie side by side in both arrays.
const rowCopy = (stored: string): string =>
  `${stored}* __restrict__ to = v_p; const ${stored}* __restrict__ from = a_p; for (cuts_size k = 0; k < length; k++) to[k] = from[k];`;

/** `take` and `put` between `v`, which has the shape of the launch, and `a` at the places `i`. */
function elementKernel(name: string, stored: string, isTake: boolean, isRow: boolean): KernelText {
  const [v, a] = isTake
    ? [`${stored}* v_p`, `const ${stored}* a_p`]
    : [`const ${stored}* v_p`, `${stored}* a_p`];
  const operands = ["v", "i", "a"];
  return {
    name,
    parameters: [
      "pointer",
      "pointer",
      "pointer",
      "size",
      "size",
      ...strideKinds(3),
      ...placeKinds,
      ...(isRow ? (["size"] as const) : []),
    ],
    text: `extern "C" __global__ void ${name}(${v}, const long long* i_p, ${a}, cuts_size n, cuts_size rows, ${strideParameters(operands)}, ${placeParameters}${isRow ? ", cuts_size length" : ""}) {
  ${position}
  ${operands.map(advance).join(" ")} ${operands.map(alongX).join(" ")}
  a_p += (cuts_stride)(${place} * step);
  ${isRow ? rowCopy(stored) : isTake ? "*v_p = *a_p;" : "*a_p = *v_p;"}
}`,
  };
}

const offsetsKernelText: KernelText = {
  name: "offsets",
  parameters: ["pointer", "pointer", "size", "size", ...strideKinds(2), ...placeKinds, "int32"],
  // What several index arrays mean together: the offset in elements, one array at a time.
  text: `extern "C" __global__ void offsets(long long* v_p, const long long* i_p, cuts_size n, cuts_size rows, ${strideParameters(["v", "i"])}, ${placeParameters}, int isFirst) {
  ${position}
  ${["v", "i"].map(advance).join(" ")} ${["v", "i"].map(alongX).join(" ")}
  *v_p = (isFirst ? 0 : *v_p) + ${place} * step;
}`,
};

/** Kernels of indexing by arrays. */
export const indexGroup: () => KernelGroup = lazyGroup(() => ({
  name: "indexing",
  helpers,
  kernels: [
    offsetsKernelText,
    ...copyWords.flatMap(([bytes, stored]) => [
      elementKernel(`take${bytes}`, stored, true, false),
      elementKernel(`take_rows${bytes}`, stored, true, true),
      elementKernel(`put${bytes}`, stored, false, false),
    ]),
  ],
}));

/** The kernels of elements of one size. */
export interface ElementKernels {
  readonly take: BuiltinKernel;
  /** Where a place is that of a whole row, whose elements lie side by side: a thread has a row. */
  readonly takeRows: BuiltinKernel;
  readonly put: BuiltinKernel;
}

/** By bytes of an element. */
export const elementKernels: ReadonlyMap<number, ElementKernels> = new Map(
  copyWords.map(([bytes]) => [
    bytes,
    {
      take: new BuiltinKernel(indexGroup, `take${bytes}`),
      takeRows: new BuiltinKernel(indexGroup, `take_rows${bytes}`),
      put: new BuiltinKernel(indexGroup, `put${bytes}`),
    },
  ]),
);

/** Sums up offsets of several index arrays. */
export const offsetsKernel: BuiltinKernel = new BuiltinKernel(indexGroup, "offsets");
