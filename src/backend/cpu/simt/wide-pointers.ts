// Types and constants in memory whose pointers have 8 bytes where those of the target have 4: a pointer that is not known yet is an
// i64, and one that the linker fills in is itself with 4 bytes of zero behind it.

import type { Layout } from "../../../compiler/ir/layout.js";
import { splitTop } from "./text-parts.js";
import { alignOf, leadingType, sizeOf } from "./value-type.js";

type Types = ReadonlyMap<string, string>;

/** A named type, or a pointer: `ptr` may be part of a name. */
const NAME_OR_POINTER = /%(?:"[^"]*"|[-\w$.]+)|\bptr\b(?: addrspace\(\d+\))?/g;

const isPointer = (type: string): boolean => /^ptr(?: addrspace\(\d+\))?$/.test(type);

/** A type with i64 for pointers. */
export function wideType(text: string): string {
  return text.replace(NAME_OR_POINTER, (found) => (isPointer(found) ? "i64" : found));
}

/** Whether values of a type have pointers in them. */
export function containsPointer(type: string, types: Types): boolean {
  return (type.match(NAME_OR_POINTER) ?? []).some(
    (found) => isPointer(found) || containsPointer(types.get(found) ?? "", types),
  );
}

/** A constant as it is in memory. */
export function wideConstant(
  type: string,
  value: string,
  types: Types,
  layout: Layout,
): { type: string; value: string } {
  if (/^(?:zeroinitializer|undef|poison|null)$/.test(value))
    return { type: wideType(type), value: value === "null" ? "0" : value };
  const filled = fill(type, value, types, layout);
  return { type: leadingType(filled), value: filled.slice(leadingType(filled).length).trim() };
}

// Structs are packed, with what is between their members written out: `{ ptr, i32 }` is aligned to 4 bytes only.
function fill(type: string, value: string, types: Types, layout: Layout): string {
  if (!containsPointer(type, types)) return `${type} ${value}`;
  const filledType = typeOf(type, types, layout);
  if (/^(?:zeroinitializer|undef|poison)$/.test(value)) return `${filledType} zeroinitializer`;
  if (isPointer(type)) return `${filledType} { ${type} ${value}, i32 0 }`;
  const parts = splitTop(inner(value)).map((part) => {
    const own = leadingType(part);
    return fill(own, part.slice(own.length).trim(), types, layout);
  });
  if (type.startsWith("[")) return `${filledType} [${parts.join(", ")}]`;
  return `${filledType} <{ ${withGaps(type, types, layout, parts, (size) => `[${size} x i8] zeroinitializer`).join(", ")} }>`;
}

function typeOf(type: string, types: Types, layout: Layout): string {
  if (!containsPointer(type, types)) return type;
  if (isPointer(type)) return `{ ${type}, i32 }`;
  const array = /^\[(\d+) x (.*)\]$/.exec(type);
  if (array) return `[${array[1]} x ${typeOf(array[2] as string, types, layout)}]`;
  const parts = membersOf(type, types).map((member) => typeOf(member, types, layout));
  return `<{ ${withGaps(type, types, layout, parts, (size) => `[${size} x i8]`).join(", ")} }>`;
}

function withGaps(
  type: string,
  types: Types,
  layout: Layout,
  parts: readonly string[],
  gap: (size: number) => string,
): string[] {
  const isPacked = (types.get(type) ?? type).startsWith("<{");
  let end = 0;
  const out = membersOf(type, types).flatMap((member, i) => {
    const align = isPacked ? 1 : alignOf(member, layout);
    const start = Math.ceil(end / align) * align;
    const before = start > end ? [gap(start - end)] : [];
    end = start + sizeOf(member, layout);
    return [...before, parts[i] as string];
  });
  const rest = sizeOf(type, layout) - end;
  return rest > 0 ? [...out, gap(rest)] : out;
}

function membersOf(type: string, types: Types): string[] {
  return splitTop(inner(types.get(type) ?? type));
}

function inner(text: string): string {
  return text.replace(/^<?[{[]|[}\]]>?$/g, "").trim();
}
