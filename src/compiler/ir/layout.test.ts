import { describe, expect, it } from "vitest";
import { Layout } from "./layout.js";
import { typeOf } from "./parse-type.js";

const TYPES = new Layout(
  new Map([
    ["%struct.S", typeOf("{ i8, i32, double }")],
    ["%struct.P", typeOf("<{ i8, i32 }>")],
    ['%"struct.a b"', typeOf("{ %struct.S, [3 x i16] }")],
    ["%struct.E", typeOf("{}")],
  ]),
  4,
);

describe("Layout", () => {
  it.each([
    ["i1", 1, 1],
    ["i8", 1, 1],
    ["i16", 2, 2],
    ["i24", 4, 4],
    ["i32", 4, 4],
    ["i64", 8, 8],
    ["i128", 16, 16],
    ["half", 2, 2],
    ["bfloat", 2, 2],
    ["float", 4, 4],
    ["double", 8, 8],
    ["ptr", 4, 4],
    ["<4 x float>", 16, 16],
    ["<3 x float>", 16, 16],
    ["<2 x half>", 4, 4],
    ["<4 x i1>", 1, 1],
    ["<16 x i1>", 2, 2],
    ["<8 x double>", 64, 16],
    ["[3 x i16]", 6, 2],
    ["[2 x [3 x double]]", 48, 8],
    ["{ i32, i1 }", 8, 4],
    ["{ i8, double, i8 }", 24, 8],
    ["<{ i8, double, i8 }>", 10, 1],
    ["%struct.S", 16, 8],
    ["%struct.P", 5, 1],
    ["%struct.E", 0, 1],
    ['%"struct.a b"', 24, 8],
    ["[4 x %struct.S]", 64, 8],
  ])("%s is %d bytes, aligned to %d", (type, size, align) => {
    expect(TYPES.sizeOf(typeOf(type))).toBe(size);
    expect(TYPES.alignOf(typeOf(type))).toBe(align);
  });

  it("says which type it does not know", () => {
    expect(() => TYPES.sizeOf(typeOf("%struct.unknown"))).toThrow("the IR type %struct.unknown has no body");
  });
});
