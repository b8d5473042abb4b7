// A metadata node as data: a list such as `!{!1, !"text"}`, or a record with named fields such as `!DILocation(line: 4, scope: !5)`.
// Items and fields are texts: a reference (`!5`), a word, a number, or the text between quotes.

import { Cursor } from "./cursor.js";

export type MetadataNode = MetadataList | MetadataRecord;

export interface MetadataList {
  readonly kind: "list";
  readonly isDistinct: boolean;
  readonly items: readonly string[];
}

export interface MetadataRecord {
  readonly kind: "record";
  /** Such as `DILocation`. */
  readonly name: string;
  readonly isDistinct: boolean;
  readonly fields: ReadonlyMap<string, string>;
}

/** The node that a text is. */
export function parseNode(text: string): MetadataNode {
  const c = new Cursor(text);
  const isDistinct = c.takeWord("distinct");
  c.expect("!");
  if (c.take("{")) return { kind: "list", isDistinct, items: readItems(c, "}") };
  const name = c.word();
  c.expect("(");
  const fields = new Map<string, string>();
  // Operations of a DIExpression have no names.
  while (!c.take(")")) {
    const before = c.at;
    const key = c.peekWord();
    c.at += key.length;
    if (key !== "" && c.take(":")) fields.set(key, readItem(c));
    else {
      c.at = before;
      readItem(c);
    }
    c.take(",");
  }
  return { kind: "record", name, isDistinct, fields };
}

/** The text of a list. */
export function listText(items: readonly string[], isDistinct: boolean): string {
  return `${isDistinct ? "distinct " : ""}!{${items.join(", ")}}`;
}

function readItems(c: Cursor, close: string): string[] {
  const items: string[] = [];
  while (!c.take(close)) {
    items.push(itemWithQuotes(c));
    c.take(",");
  }
  return items;
}

/** The value of a field, without quotes. */
function readItem(c: Cursor): string {
  return c.peek() === '"' ? c.quoted() : itemWithQuotes(c);
}

/** Up to the comma or bracket that ends it. */
function itemWithQuotes(c: Cursor): string {
  c.skipSpaces();
  const start = c.at;
  for (;;) {
    const next = c.text[c.at];
    if (next === undefined) return c.fail("the end of a metadata node");
    if (next === "," || next === ")" || next === "}") return c.text.slice(start, c.at).trimEnd();
    if (next === '"') c.quoted();
    else if (next === "(" || next === "{") c.bracket();
    else c.at++;
  }
}
