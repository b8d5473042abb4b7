// The kernels of sorting: conversions between elements and keys for six dtypes (other real dtypes are cast to one of them), the
// two keys of complex numbers, and for keys of 32 and 64 bits radix sort, the sort of short rows, and marking where a new value
// begins.

import type { DType } from "../../core/dtype.js";
import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelTypes } from "../kernels/c-types.js";
import { kernelText, type KernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { type UnitKernel, unitKernelOf } from "../kernels/launch-rows.js";
import { unitKernel } from "../kernels/row-kernel.js";
import * as cuda from "./kernels.gen.js";

/** The dtype of keys. */
export type KeyType = "uint32" | "uint64";

const keyTypes: { readonly [D in DType]?: KeyType } = {
  int32: "uint32",
  uint32: "uint32",
  float32: "uint32",
  int64: "uint64",
  uint64: "uint64",
  float64: "uint64",
};

/** The dtype with keys that can represent all values of a dtype; undefined for complex numbers. */
export function sortedAs(dtype: DType): DType | undefined {
  if (keyTypes[dtype] !== undefined) return dtype;
  if (dtype === "float16" || dtype === "bfloat16") return "float32";
  return dtype === "complex64" || dtype === "complex128" ? undefined : "int32";
}

/** The dtype of the keys for a dtype that has keys. */
export function keyTypeOf(dtype: DType): KeyType {
  return keyTypes[dtype] as KeyType;
}

const keysGroup: () => KernelGroup = lazyGroup(() => ({
  name: "keys",
  kernels: [...realKeys(), ...complexKeys()],
}));

/** Conversions between elements and keys. */
export const keyKernels = new Map(
  (Object.keys(keyTypes) as DType[]).map((dtype) => [
    dtype,
    {
      encode: unitKernelOf(keysGroup, `encode_${dtype}`, 2, { how: "int32" }),
      decode: unitKernelOf(keysGroup, `decode_${dtype}`, 2, { how: "int32" }),
    },
  ]),
);

/** The two keys of complex numbers, the more significant first. */
export const complexKeyKernels: ReadonlyMap<DType, readonly UnitKernel<"how">[]> = new Map(
  (["complex64", "complex128"] as const).map((dtype) => [
    dtype,
    ["high", "low"].map((part) => unitKernelOf(keysGroup, `encode_${part}_${dtype}`, 2, { how: "int32" })),
  ]),
);

/** The key dtype of complex numbers. */
export const complexKeyTypes = {
  complex64: "uint32",
  complex128: "uint64",
} as const satisfies { readonly [D in DType]?: KeyType };

/** The sort kernels, by key width. */
export const sortKernels = { uint32: kernelsOf("uint32"), uint64: kernelsOf("uint64") } as const;

/** Scans the counts. */
export const placesKernel = new BuiltinKernel(() => sortGroup("uint32"), "radix_places", cuda.radixPlaces);
/** For each element, the index of its unique value. */
export const inverseKernel = new BuiltinKernel(
  () => sortGroup("uint32"),
  "unique_inverse",
  cuda.uniqueInverse,
);

/** All groups, for the catalogue. */
export function sortGroups(): readonly (() => KernelGroup)[] {
  return [keysGroup, () => sortGroup("uint32"), () => sortGroup("uint64")];
}

function kernelsOf(key: KeyType) {
  const group = (): KernelGroup => sortGroup(key);
  return {
    count: new BuiltinKernel(group, "radix_count", cuda.radixCount),
    scatter: new BuiltinKernel(group, "radix_scatter", cuda.radixScatter),
    short: new BuiltinKernel(group, "sort_short", cuda.sortShort),
    marks: new BuiltinKernel(group, "unique_marks", cuda.uniqueMarks),
    /** The same as a mask. */
    heads: new BuiltinKernel(group, "unique_heads", cuda.uniqueMarks),
    compact: new BuiltinKernel(group, "unique_compact", cuda.uniqueCompact),
  } as const;
}

function realKeys(): readonly KernelText[] {
  return (Object.keys(keyTypes) as DType[]).flatMap((dtype) => {
    const value = kernelTypes[dtype].stored;
    const key = kernelTypes[keyTypeOf(dtype)].stored;
    const scalars = { how: "int32" } as const;
    const source = cuda.keysSource;
    return [
      unitKernel({
        name: `encode_${dtype}`,
        output: { name: "z", stored: key },
        inputs: [{ name: "a", stored: value }],
        scalars,
        source,
        statement: "z = cuts_key_of(a, how);",
      }),
      unitKernel({
        name: `decode_${dtype}`,
        output: { name: "z", stored: value },
        inputs: [{ name: "a", stored: key }],
        scalars,
        source,
        statement: `${value} own; cuts_value_of(a, how, own); z = own;`,
      }),
    ];
  });
}

function complexKeys(): readonly KernelText[] {
  return (["complex64", "complex128"] as const).flatMap((dtype) =>
    ["high", "low"].map((part) =>
      unitKernel({
        name: `encode_${part}_${dtype}`,
        output: { name: "z", stored: kernelTypes[complexKeyTypes[dtype]].stored },
        inputs: [{ name: "a", stored: kernelTypes[dtype].stored }],
        scalars: { how: "int32" },
        source: cuda.keysSource,
        statement: `z = cuts_${part}_key(a, how);`,
      }),
    ),
  );
}

const groups = new Map<KeyType, () => KernelGroup>();
function sortGroup(key: KeyType): KernelGroup {
  let group = groups.get(key);
  if (group === undefined) {
    group = lazyGroup(() => ({ name: `sort.${key}`, kernels: kernelTexts(key) }));
    groups.set(key, group);
  }
  return group();
}

function kernelTexts(key: KeyType): readonly KernelText[] {
  const K = kernelTypes[key].stored;
  const common = [
    kernelText(cuda.radixCount, "radix_count", { K }),
    kernelText(cuda.radixScatter, "radix_scatter", { K }),
    kernelText(cuda.sortShort, "sort_short", { K }),
    kernelText(cuda.uniqueMarks, "unique_marks", { K, M: "long long" }),
    kernelText(cuda.uniqueMarks, "unique_heads", { K, M: "bool" }),
    kernelText(cuda.uniqueCompact, "unique_compact", { K }),
  ];
  if (key === "uint64") return common;
  return [
    ...common,
    kernelText(cuda.radixPlaces, "radix_places", {}),
    kernelText(cuda.uniqueInverse, "unique_inverse", {}),
  ];
}
