// Sizes, alignments and offsets of C types. They depend on the data model of the code that runs, not on this machine: the same
// kernel has 8-byte pointers on a GPU and 4-byte ones in 32-bit WebAssembly.

import type { IntegerDType } from "../core/dtype-value.js";
import { UnsupportedError } from "../core/errors.js";
import { architecture, platform } from "../host/environment.js";
import type { CType, Parameter, ScalarName, StructDeclaration, TypeTable } from "./ast.js";
import { formatType } from "./format.js";
import { noTypes } from "./reader.js";
import { type IntegerScalar, isIntegerScalar, scalars } from "./scalars.js";
import { vectorAlignment } from "./vectors.js";

/**
 * How wide `long` and pointers are: LP64 on 64-bit Linux and macOS and in CUDA device code there, LLP64 on 64-bit
 * Windows and in CUDA device code there, ILP32 in WebAssembly. 64-bit scalars are aligned to 8 bytes in all three.
 */
export type DataModel = "LP64" | "LLP64" | "ILP32";

/** The size and alignment of a type, in bytes. */
export interface TypeLayout {
  readonly byteLength: number;
  readonly alignment: number;
}

/** The layout and offset of one field or parameter, in bytes. */
interface PlacedLayout extends TypeLayout {
  readonly byteOffset: number;
}

/** A struct, or a kernel's parameter block: the whole, and each part in order. */
export interface BlockLayout extends TypeLayout {
  readonly parts: readonly PlacedLayout[];
}

/** The data model of the process this runs in. */
export function hostDataModel(): DataModel {
  if (["ia32", "arm", "mipsel"].includes(architecture)) return "ILP32";
  return platform === "win32" ? "LLP64" : "LP64";
}

/** The size of a pointer, in bytes. */
export function pointerSize(model: DataModel): 4 | 8 {
  return model === "ILP32" ? 4 : 8;
}

/** The size of a scalar, in bytes. */
export function scalarSize(name: ScalarName, model: DataModel): number {
  const { byteLength } = scalars[name];
  if (byteLength === "pointer") return pointerSize(model);
  if (byteLength === "long") return model === "LP64" ? 8 : 4;
  return byteLength;
}

/** The dtype with the range of an integer type; undefined for a scalar that is not an integer. */
export function integerDType(name: IntegerScalar, model: DataModel): IntegerDType;
export function integerDType(name: ScalarName, model: DataModel): IntegerDType | undefined;
export function integerDType(name: ScalarName, model: DataModel): IntegerDType | undefined {
  if (!isIntegerScalar(name)) return undefined;
  return `${scalars[name].kind}${scalarSize(name, model) * 8}` as IntegerDType;
}

/**
 * The size and alignment of a type; `types` declares the structs and enums it names. Throws an UnsupportedError for types without a
 * known size: void, an undeclared struct, a type that only the compiler knows.
 */
export function layoutOf(type: CType, model: DataModel, types: TypeTable = noTypes): TypeLayout {
  switch (type.kind) {
    case "scalar": {
      const byteLength = scalarSize(type.name, model);
      const isComplex = type.name === "complex64" || type.name === "complex128";
      return { byteLength, alignment: isComplex ? byteLength / 2 : byteLength };
    }
    case "vector": {
      const size = scalarSize(type.element, model);
      const alignment = vectorAlignment(type, size);
      // `long4_32a` has 32 bytes even where `long` has 4.
      return { byteLength: alignUp(size * type.lanes, alignment), alignment };
    }
    case "enum": {
      const underlying = types.enums.get(type.name)?.underlying ?? "int32";
      return layoutOf({ kind: "scalar", name: underlying }, model);
    }
    case "struct": {
      const declared = types.structs.get(type.name);
      if (declared === undefined) throw noLayout(type, "it is not declared");
      return structLayout(declared, model, types);
    }
    case "void":
      throw noLayout(type, "void has no values");
    case "opaque":
      throw noLayout(type, "only the compiler knows it");
    default: {
      const size = pointerSize(model);
      return { byteLength: size, alignment: size };
    }
  }
}

/** The size of a type, in bytes; see layoutOf. */
export function sizeOf(type: CType, model: DataModel, types?: TypeTable): number {
  return layoutOf(type, model, types).byteLength;
}

/** The alignment of a type, in bytes; see layoutOf. */
export function alignOf(type: CType, model: DataModel, types?: TypeTable): number {
  return layoutOf(type, model, types).alignment;
}

/** The offsets of a struct's fields; the size includes the padding at the end. */
export function structLayout(
  struct: StructDeclaration,
  model: DataModel,
  types: TypeTable = noTypes,
): BlockLayout {
  const cached = structLayouts.get(struct)?.[model];
  if (cached !== undefined) return cached;
  const block = place(
    struct.fields.map(({ type, count = 1 }) => {
      const { byteLength, alignment } = layoutOf(type, model, types);
      return { byteLength: byteLength * count, alignment };
    }),
  );
  const layout = { ...block, byteLength: alignUp(block.byteLength, block.alignment) };
  structLayouts.set(struct, { ...structLayouts.get(struct), [model]: layout });
  return layout;
}

// A struct of structs of structs would otherwise be laid out again for each of its fields.
const structLayouts = new WeakMap<StructDeclaration, Partial<Record<DataModel, BlockLayout>>>();

/** The offsets of a kernel's parameters in its parameter block; the size has no padding at the end. */
export function parameterLayout(
  parameters: readonly Parameter[],
  model: DataModel,
  types: TypeTable = noTypes,
): BlockLayout {
  return place(parameters.map(({ type }) => layoutOf(type, model, types)));
}

/** The next multiple of `alignment`. */
export function alignUp(offset: number, alignment: number): number {
  return Math.ceil(offset / alignment) * alignment;
}

function place(layouts: readonly TypeLayout[]): BlockLayout {
  let byteLength = 0;
  let alignment = 1;
  const parts = layouts.map((layout) => {
    const byteOffset = alignUp(byteLength, layout.alignment);
    byteLength = byteOffset + layout.byteLength;
    alignment = Math.max(alignment, layout.alignment);
    return { ...layout, byteOffset };
  });
  return { byteLength, alignment, parts };
}

function noLayout(type: CType, reason: string): UnsupportedError {
  return new UnsupportedError("CUTS_LAYOUT_UNKNOWN", `Cannot lay out \`${formatType(type)}\`: ${reason}`);
}
