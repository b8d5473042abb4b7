// Types and constants in memory whose pointers have 8 bytes where those of the target have 4: a pointer that is not known yet is an
// i64, and one that the linker fills in is itself with 4 bytes of zero behind it.

import type { Layout } from "../../../../compiler/ir/layout.js";
import {
  arrayType,
  i32,
  i64,
  intType,
  mapType,
  structType,
  type StructType,
  type Type,
} from "../../../../compiler/ir/type.js";
import { int, int32, literal, type Value } from "../../../../compiler/ir/value.js";

/** A type with i64 for pointers; named types keep their names. */
export function wideType(type: Type): Type {
  return mapType(type, (part) => (part.kind === "pointer" ? i64 : part));
}

/** Whether values of a type have pointers in them. */
export function containsPointer(type: Type, layout: Layout): boolean {
  switch (type.kind) {
    case "pointer":
      return true;
    case "array":
    case "vector":
      return containsPointer(type.element, layout);
    case "struct":
      return type.members.some((member) => containsPointer(member, layout));
    case "named":
      return !layout.isOpaque(type) && containsPointer(layout.bodyOf(type), layout);
    default:
      return false;
  }
}

/** A constant as it is in memory. */
export function wideConstant(value: Value, layout: Layout): Value {
  if (!isUniform(value)) return filled(value, layout);
  const type = wideType(value.type);
  return value.text === "null" ? int(i64, 0) : { ...value, type };
}

/** A constant whose bytes are all zero, or all unknown. */
function isUniform(value: Value): value is Value & { readonly kind: "literal" } {
  return value.kind === "literal" && UNIFORM.has(value.text);
}

const UNIFORM: ReadonlySet<string> = new Set(["zeroinitializer", "undef", "poison", "null"]);

// Structs are packed, with what is between their members written out: `{ ptr, i32 }` is aligned to 4 bytes only.
function filled(value: Value, layout: Layout): Value {
  if (!containsPointer(value.type, layout)) return value;
  const type = filledType(value.type, layout);
  if (isUniform(value) && value.text !== "null") return literal(type, "zeroinitializer");
  if (value.type.kind === "pointer") return { kind: "aggregate", type, elements: [value, int32(0)] };
  if (value.kind !== "aggregate")
    throw new Error(`internal: the constant of type ${value.type.text} has pointers and no elements`);
  const parts = value.elements.map((element) => filled(element, layout));
  const body = layout.bodyOf(value.type);
  const elements =
    body.kind === "struct"
      ? withGaps(body, layout, parts, (size) => literal(gapType(size), "zeroinitializer"))
      : parts;
  return { kind: "aggregate", type, elements };
}

function filledType(type: Type, layout: Layout): Type {
  if (!containsPointer(type, layout)) return type;
  if (type.kind === "pointer") return structType([type, i32]);
  if (type.kind === "array") return arrayType(type.count, filledType(type.element, layout));
  const body = layout.bodyOf(type);
  if (body.kind !== "struct") throw new Error(`internal: constants of type ${type.text} are not known`);
  const members = body.members.map((member) => filledType(member, layout));
  return structType(withGaps(body, layout, members, gapType), true);
}

function gapType(size: number): Type {
  return arrayType(size, intType(8));
}

/** The parts of a struct, one for each member, with what stands for the bytes between them. */
function withGaps<T>(
  struct: StructType,
  layout: Layout,
  parts: readonly T[],
  gap: (size: number) => T,
): readonly T[] {
  let end = 0;
  const out = layout.membersOf(struct).flatMap(({ type, offset }, i): T[] => {
    const before = offset > end ? [gap(offset - end)] : [];
    end = offset + layout.sizeOf(type);
    return [...before, parts[i] as T];
  });
  const rest = layout.sizeOf(struct) - end;
  return rest > 0 ? [...out, gap(rest)] : out;
}
