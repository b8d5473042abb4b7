import { describe, expect, it } from "vitest";
import { leadingType } from "./value-type.js";

describe("leadingType", () => {
  it.each([
    ["i32 noundef %x", "i32"],
    ["{ i32, { i8 } } %x", "{ i32, { i8 } }"],
    ["ptr addrspace(1) %x", "ptr addrspace(1)"],
    ['%"a, b" %x', '%"a, b"'],
    ["[2 x i32] zeroinitializer", "[2 x i32]"],
  ])("%s", (text, type) => {
    expect(leadingType(text)).toBe(type);
  });
});
