// Types as text, for passes that do not yet use compiler/ir directly.

import { Cursor } from "../../../compiler/ir/cursor.js";
import { Layout } from "../../../compiler/ir/layout.js";
import { parseType, typeOf } from "../../../compiler/ir/parse-type.js";

/** Size in bytes. */
export function sizeOf(type: string, layout: Layout): number {
  return layout.sizeOf(typeOf(type));
}

/** Alignment in bytes. */
export function alignOf(type: string, layout: Layout): number {
  return layout.alignOf(typeOf(type));
}

/** The type at the start of `type rest…`. */
export function leadingType(text: string): string {
  const trimmed = text.trim();
  const c = new Cursor(trimmed);
  parseType(c);
  return trimmed.slice(0, c.at).trimEnd();
}

/** Sizes of types, given the bodies of those that have a name. */
export function layoutOf(named: ReadonlyMap<string, string>, pointerBytes: number): Layout {
  const bodies = Array.from(
    named,
    ([name, body]) => [name, body === "opaque" ? undefined : typeOf(body)] as const,
  );
  return new Layout(new Map(bodies), pointerBytes);
}
