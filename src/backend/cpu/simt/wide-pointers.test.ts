import { expect, it } from "vitest";
import { containsPointer, wideType } from "./wide-pointers.js";

it("a name with `ptr` in it is no pointer", () => {
  const types = new Map([
    ["%struct.node.ptr", "{ i32 }"],
    ["%struct.list", "{ ptr }"],
  ]);
  expect(wideType('{ ptr, %"class.my::ptr", [2 x ptr] }')).toBe('{ i64, %"class.my::ptr", [2 x i64] }');
  expect(containsPointer("[2 x %struct.node.ptr]", types)).toBe(false);
  expect(containsPointer('%"class.my::ptr"', types)).toBe(false);
  expect(containsPointer("[2 x %struct.list]", types)).toBe(true);
});
