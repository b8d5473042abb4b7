// Where the parameters of a kernel lie in the block that a launch hands over: in order, each at a multiple of its
// alignment, as a CUDA parameter block is laid out on a GPU.

import type { Layout } from "../../../../compiler/ir/layout.js";
import type { Parameter } from "../../../../compiler/ir/module.js";
import { typeOf } from "../../../../compiler/ir/parse-type.js";
import { i64, type Type } from "../../../../compiler/ir/type.js";

export interface ParameterLayout {
  readonly parameters: readonly {
    readonly offset: number;
    readonly size: number;
    readonly isPointer?: boolean;
  }[];
  readonly byteLength: number;
}

/** Lays out the parameters of a kernel. */
export function layOutParameters(
  parameters: readonly Parameter[],
  layout: Layout,
  hasWidePointers: boolean,
): ParameterLayout {
  let end = 0;
  const out = parameters.map((p) => {
    const struct = byvalType(p);
    const isPointer = struct === undefined && p.type.kind === "pointer";
    const type = struct ?? (hasWidePointers && isPointer ? i64 : p.type);
    const align = Math.max(layout.alignOf(type), (struct && alignmentOf(p)) ?? 1);
    const size = layout.sizeOf(type);
    const offset = Math.ceil(end / align) * align;
    end = offset + size;
    return isPointer ? { offset, size, isPointer } : { offset, size };
  });
  return { parameters: out, byteLength: end };
}

/** The type of a struct that is passed by value; undefined for other parameters. */
export function byvalType(p: Parameter): Type | undefined {
  const attribute = p.attributes.find((text) => text.startsWith("byval("));
  return attribute === undefined ? undefined : typeOf(attribute.slice("byval(".length, -1));
}

/** The alignment that a parameter's attributes ask for. */
function alignmentOf(p: Parameter): number | undefined {
  const attribute = p.attributes.find((text) => text.startsWith("align "));
  return attribute === undefined ? undefined : Number(attribute.slice("align ".length));
}
