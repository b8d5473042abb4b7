// Reads types.

import type { Cursor } from "./cursor.js";
import { Cursor as Text } from "./cursor.js";
import {
  arrayType,
  floatType,
  intType,
  namedType,
  otherType,
  pointerType,
  ptr,
  structType,
  type Type,
  vectorType,
  voidType,
} from "./type.js";

/** The type that a text is. */
export function typeOf(text: string): Type {
  const known = read.get(text);
  if (known !== undefined) return known;
  const cursor = new Text(text);
  const type = parseType(cursor);
  if (cursor.peek() !== "") cursor.fail("the end of a type");
  read.set(text, type);
  return type;
}

const read = new Map<string, Type>();

/** The types of the parameters that a call of a function with any number of arguments names: `(ptr, i32, ...)`. */
export function fixedTypes(variadic: string): readonly Type[] {
  const c = new Text(variadic);
  const types: Type[] = [];
  c.expect("(");
  while (!c.take("...")) {
    types.push(parseType(c));
    c.expect(",");
  }
  return types;
}

/** The type that comes next, with what follows it where it is that of a function. */
export function parseType(c: Cursor): Type {
  switch (c.peek()) {
    case "%":
      return namedType(c.name("%"));
    case "[":
      c.at++;
      return arrayType(...counted(c, "]"));
    case "{":
      c.at++;
      return structType(members(c, "}"));
    case "<":
      c.at++;
      if (c.take("{")) {
        const packed = structType(members(c, "}"), true);
        c.expect(">");
        return packed;
      }
      return vectorType(...counted(c, ">"));
    default:
      return simple(c);
  }
}

function simple(c: Cursor): Type {
  const word = c.peekWord();
  const known = SIMPLE.get(word) ?? floatType(word);
  if (known === undefined && !/^i\d+$/.test(word)) return c.fail("a type");
  c.at += word.length;
  if (known === undefined) return intType(Number(word.slice(1)));
  if (word !== "ptr" || !c.takeWord("addrspace")) return known;
  c.expect("(");
  const space = c.number();
  c.expect(")");
  return pointerType(space);
}

const SIMPLE: ReadonlyMap<string, Type> = new Map(
  [voidType, ptr, ...["label", "metadata", "token", "x86_amx"].map(otherType)].map((type) => [
    type.text,
    type,
  ]),
);

function counted(c: Cursor, close: string): [number, Type] {
  const count = c.number();
  c.expect("x");
  const element = parseType(c);
  c.expect(close);
  return [count, element];
}

function members(c: Cursor, close: string): Type[] {
  const types: Type[] = [];
  if (c.take(close)) return types;
  do types.push(parseType(c));
  while (c.take(","));
  c.expect(close);
  return types;
}
