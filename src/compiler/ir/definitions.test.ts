import { expect, it } from "vitest";
import { definitionOf, definitionsIn, usesIn } from "./definitions.js";
import type { IrFunction } from "./module.js";
import { parseModule } from "./parse-module.js";
import { i32 } from "./type.js";
import { int32, local } from "./value.js";

const f = parseModule(`define i32 @f(i32 %n) {
a:
  %x = add i32 %n, %n
  br label %b
b:
  %y = mul i32 %x, %n
  ret i32 %y
}`).functions[0] as IrFunction;

it("finds what makes a value; parameters and constants have no definition", () => {
  const definitions = definitionsIn(f);
  expect([...definitions.keys()]).toEqual(["%x", "%y"]);
  expect(definitionOf(local("%y", i32), definitions)?.op).toBe("mul");
  expect(definitionOf(local("%n", i32), definitions)).toBeUndefined();
  expect(definitionOf(int32(1), definitions)).toBeUndefined();
});

it("finds where a value is read", () => {
  const uses = usesIn(f);
  const of = (name: string): unknown =>
    uses.get(name)?.map(({ instruction, block }) => [instruction.op, block]);
  expect(of("%n")).toEqual([
    ["add", 0],
    ["add", 0],
    ["mul", 1],
  ]);
  expect(of("%x")).toEqual([["mul", 1]]);
  expect(of("%z")).toBeUndefined();
});
