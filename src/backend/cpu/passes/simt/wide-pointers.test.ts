import { expect, it } from "vitest";
import { parseModule } from "../../../../compiler/ir/parse-module.js";
import { typeOf } from "../../../../compiler/ir/parse-type.js";
import { containsPointer, wideType } from "./wide-pointers.js";

it("a name with `ptr` in it is no pointer", () => {
  const { layout } = parseModule(`%struct.node.ptr = type { i32 }
%"class.my::ptr" = type opaque
%struct.list = type { ptr }
`);
  const wide = wideType(typeOf('{ ptr, %"class.my::ptr", [2 x ptr] }'));
  expect(wide.text).toBe('{ i64, %"class.my::ptr", [2 x i64] }');
  expect(containsPointer(typeOf("[2 x %struct.node.ptr]"), layout)).toBe(false);
  expect(containsPointer(typeOf('%"class.my::ptr"'), layout)).toBe(false);
  expect(containsPointer(typeOf("[2 x %struct.list]"), layout)).toBe(true);
});
