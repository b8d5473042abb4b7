// The tables of instructions of fused kernels: what is in none of them is an error, and never another operation.
import { expect, it } from "vitest";
import { Code } from "../../../src/backend/cpu/fused/instructions.js";
import {
  directQuestion,
  directValue,
  hasMaskOperation,
  isWrittenDirectly,
  maskOperation,
} from "../../../src/backend/cpu/fused/operations.js";

it.each(["arctan2", "constructor", "divide", "isnan"])("%s of int32 has no instruction", (name) => {
  expect(isWrittenDirectly(name, "int32")).toBe(false);
  expect(hasMaskOperation(name)).toBe(false);
  const code = new Code(2);
  const message = `have no instruction for ${name} of i32`;
  expect(() => directValue(code, name, "i32", 0, 1)).toThrow(message);
  expect(() => directQuestion(code, name, "i32", [0], [1])).toThrow(message);
  expect(() => maskOperation(code, name, 0, 1)).toThrow(`bool has no operation ${name}`);
});

it("a question is no value, and a value no question", () => {
  const code = new Code(2);
  expect(() => directValue(code, "less", "f32", 0, 1)).toThrow("have no instruction for less of f32");
  expect(() => directQuestion(code, "add", "f32", [0], [1])).toThrow("have no instruction for add of f32");
});
