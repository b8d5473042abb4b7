import { expect, it } from "vitest";
import { faultOf } from "./kernel-fault.js";

it.each([
  ["address", "memory access out of bounds", "Out of bounds memory access (evaluating 'f()')"],
  ["trap", "unreachable", "Unreachable code should not be executed (evaluating 'f()')"],
  ["division", "divide by zero", "Division by zero (evaluating 'f()')"],
  ["division", "divide result unrepresentable", "Integer overflow (evaluating 'f()')"],
  [
    "call",
    "null function or function signature mismatch",
    "call_indirect to a signature that does not match",
  ],
  ["call", "table index is out of bounds", "Out of bounds call_indirect (evaluating 'f()')"],
])("a fault of the kind %s is told alike by V8 and JavaScriptCore", (type, v8, javaScriptCore) => {
  const [one, other] = [v8, javaScriptCore].map((text) => faultOf(new WebAssembly.RuntimeError(text)));
  expect(one?.type).toBe(type);
  expect(other).toEqual(one);
});
