// Where the parameters of a kernel lie in the block that a launch hands over: in order, each at a multiple of its
// alignment, as a CUDA parameter block is laid out on a GPU.

import type { IrParameter } from "./ir.js";
import { alignOf, leadingType, sizeOf } from "./value-type.js";

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
  parameters: readonly IrParameter[],
  types: ReadonlyMap<string, string>,
  hasWidePointers: boolean,
): ParameterLayout {
  let end = 0;
  const out = parameters.map((p) => {
    const struct = byvalType(p);
    const type = struct ?? (hasWidePointers && p.type === "ptr" ? "i64" : p.type);
    const align = struct
      ? Math.max(alignOf(struct, types), Number(/align (\d+)/.exec(p.attributes)?.[1] ?? 1))
      : alignOf(type, types);
    const size = sizeOf(type, types);
    const offset = Math.ceil(end / align) * align;
    end = offset + size;
    return struct === undefined && p.type === "ptr" ? { offset, size, isPointer: true } : { offset, size };
  });
  return { parameters: out, byteLength: end };
}

/** The type of a struct that is passed by value; undefined for other parameters. */
export function byvalType(p: IrParameter): string | undefined {
  const at = p.attributes.indexOf("byval(");
  return at < 0 ? undefined : leadingType(p.attributes.slice(at + 6).replace(/\).*$/, ""));
}
