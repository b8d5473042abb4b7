// The kernels of sorting: keys of elements and back for six dtypes (others are cast to one of them), and radix sort, short
// sort, search and marks of new values for keys of 32 and 64 bits.

import type { DType } from "../../core/dtype.js";
import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelTypes } from "../kernels/c-types.js";
import { type KernelGroup, type KernelText, lazyGroup } from "../kernels/kernel-group.js";
import { unitKernel } from "../kernels/row-kernel.js";
import { sortSource } from "./sort-source.js";

/** The dtype of the keys of a dtype. */
export type KeyType = "uint32" | "uint64";

const keyTypes: { readonly [D in DType]?: KeyType } = {
  int32: "uint32",
  uint32: "uint32",
  float32: "uint32",
  int64: "uint64",
  uint64: "uint64",
  float64: "uint64",
};

/** The dtype with keys that holds all values of a dtype; undefined for complex numbers. */
export function sortedAs(dtype: DType): DType | undefined {
  if (keyTypes[dtype] !== undefined) return dtype;
  if (dtype === "float16" || dtype === "bfloat16") return "float32";
  return dtype === "complex64" || dtype === "complex128" ? undefined : "int32";
}

/** The dtype of the keys of a dtype that has keys. */
export function keyTypeOf(dtype: DType): KeyType {
  return keyTypes[dtype] as KeyType;
}

/** How keys are made and read. */
export const keyKernels = new Map(
  (Object.keys(keyTypes) as DType[]).map((dtype) => [
    dtype,
    {
      encode: new BuiltinKernel(keysGroup, `encode_${dtype}_u`),
      decode: new BuiltinKernel(keysGroup, `decode_${dtype}_u`),
    },
  ]),
);

/** The kernels for keys of a width. */
export const sortKernels: {
  readonly [K in KeyType]: Readonly<
    Record<"count" | "scatter" | "short" | "search" | "marks" | "compact", BuiltinKernel>
  >;
} = { uint32: kernelsOf("uint32"), uint64: kernelsOf("uint64") };

/** The scan of counts. */
export const placesKernel: BuiltinKernel = new BuiltinKernel(() => sortGroup("uint32"), "radix_places");
/** Indices of unique values for all elements. */
export const inverseKernel: BuiltinKernel = new BuiltinKernel(() => sortGroup("uint32"), "unique_inverse");

/** All groups, for the catalogue. */
export function sortGroups(): readonly (() => KernelGroup)[] {
  return [keysGroup, () => sortGroup("uint32"), () => sortGroup("uint64")];
}

function kernelsOf(key: KeyType): (typeof sortKernels)[KeyType] {
  const kernel = (name: string): BuiltinKernel => new BuiltinKernel(() => sortGroup(key), name);
  return {
    count: kernel("radix_count"),
    scatter: kernel("radix_scatter"),
    short: kernel("sort_short"),
    search: kernel("search"),
    marks: kernel("unique_marks"),
    compact: kernel("unique_compact"),
  };
}

let keys: (() => KernelGroup) | undefined;
function keysGroup(): KernelGroup {
  keys ??= lazyGroup(() => ({
    name: "keys",
    helpers: sortSource,
    kernels: (Object.keys(keyTypes) as DType[]).flatMap((dtype) => {
      const value = kernelTypes[dtype].stored;
      const key = kernelTypes[keyTypeOf(dtype)].stored;
      const scalars = [{ name: "how", kind: "int32" }] as const;
      return [
        unitKernel({
          name: `encode_${dtype}`,
          output: { name: "z", stored: key },
          inputs: [{ name: "a", stored: value }],
          scalars,
          statement: "z = cuts_key_of(a, how);",
        }),
        unitKernel({
          name: `decode_${dtype}`,
          output: { name: "z", stored: value },
          inputs: [{ name: "a", stored: key }],
          scalars,
          statement: `${value} own; cuts_value_of(a, how, own); z = own;`,
        }),
      ];
    }),
  }));
  return keys();
}

const groups = new Map<KeyType, () => KernelGroup>();
function sortGroup(key: KeyType): KernelGroup {
  let group = groups.get(key);
  if (group === undefined) {
    group = lazyGroup(() => ({ name: `sort.${key}`, helpers: sortSource, kernels: kernelTexts(key) }));
    groups.set(key, group);
  }
  return group();
}

function kernelTexts(key: KeyType): readonly KernelText[] {
  const K = kernelTypes[key].stored;
  const common: readonly KernelText[] = [
    {
      name: "radix_count",
      parameters: ["pointer", "pointer", "size", "size", "int32"],
      text: `extern "C" __global__ void radix_count(unsigned* counts, const ${K}* keys, cuts_size n, cuts_size chunk, int shift) {
  cuts_radix_count<${K}>(counts, keys, n, chunk, shift);
}`,
    },
    {
      name: "radix_scatter",
      parameters: ["pointer", "pointer", "pointer", "pointer", "pointer", "size", "size", "int32"],
      text: `extern "C" __global__ void radix_scatter(${K}* out, const ${K}* keys, unsigned* outIndex, const unsigned* index, const unsigned* places, cuts_size n, cuts_size chunk, int shift) {
  cuts_radix_scatter<${K}>(out, keys, outIndex, index, places, n, chunk, shift);
}`,
    },
    {
      name: "sort_short",
      parameters: ["pointer", "pointer", "size", "size"],
      text: `extern "C" __global__ void sort_short(${K}* keys, unsigned* index, cuts_size n, cuts_size rows) {
  cuts_sort_short<${K}>(keys, index, n, rows);
}`,
    },
    {
      name: "search",
      parameters: ["pointer", "pointer", "pointer", "size", "size", "int32"],
      text: `extern "C" __global__ void search(long long* out, const ${K}* sorted, const ${K}* values, cuts_size n, cuts_size count, int isRight) {
  cuts_search<${K}>(out, sorted, values, n, count, isRight);
}`,
    },
    {
      name: "unique_marks",
      parameters: ["pointer", "pointer", "size"],
      text: `extern "C" __global__ void unique_marks(long long* marks, const ${K}* sorted, cuts_size n) {
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) marks[i] = i == 0 || sorted[i] != sorted[i - 1];
}`,
    },
    {
      name: "unique_compact",
      parameters: ["pointer", "pointer", "pointer", "pointer", "size"],
      text: `extern "C" __global__ void unique_compact(${K}* out, long long* starts, const ${K}* sorted, const long long* ranks, cuts_size n) {
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || (i > 0 && ranks[i] == ranks[i - 1])) return;
  out[ranks[i] - 1] = sorted[i];
  starts[ranks[i] - 1] = (long long)i;
}`,
    },
  ];
  if (key === "uint64") return common;
  return [
    ...common,
    {
      name: "radix_places",
      parameters: ["pointer", "size"],
      text: `extern "C" __global__ void radix_places(unsigned* counts, cuts_size size) { cuts_radix_places(counts, size); }`,
    },
    {
      name: "unique_inverse",
      parameters: ["pointer", "pointer", "pointer", "pointer", "pointer", "size", "size"],
      text: `extern "C" __global__ void unique_inverse(long long* inverse, long long* first, const unsigned* order, const long long* ranks, const long long* starts, cuts_size n, cuts_size count) {
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && inverse) inverse[order[i]] = ranks[i] - 1;
  if (i < count && first) first[i] = order[starts[i]];
}`,
    },
  ];
}
