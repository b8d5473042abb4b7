import { describe, expect, it } from "vitest";
import type { Block, IrFunction } from "../../../../compiler/ir/module.js";
import { parseModule } from "../../../../compiler/ir/parse-module.js";
import { i32, i64 } from "../../../../compiler/ir/type.js";
import { constantShuffle } from "./constant-shuffle.js";

const SYNC = { kind: "warp", from: "%a", to: "%b" } as const;

function blocks(operands: string): readonly Block[] {
  const text = `define void @k() {
a:
  %narrow = zext i32 %x to i64
  %wide = load i64, ptr %p
  call void @__cuts_wait(${operands})
  br label %b
}
`;
  return (parseModule(text).functions[0] as IrFunction).blocks;
}

const argument = (by: number, width = 32): number => (width << 16) | by;
const lanes = Array.from({ length: 32 }, (_, lane) => lane);

describe("constantShuffle", () => {
  it.each([
    ["idx", 1, argument(7), lanes.map(() => 7)],
    ["idx of 8", 1, argument(9, 8), lanes.map((l) => (l & ~7) | 1)],
    ["up", 2, argument(3), lanes.map((l) => (l < 3 ? l : l - 3))],
    ["down", 3, argument(16), lanes.map((l) => (l < 16 ? l + 16 : l))],
    ["down of 16", 3, argument(1, 16), lanes.map((l) => (l % 16 === 15 ? l : l + 1))],
    ["xor", 4, argument(5), lanes.map((l) => l ^ 5)],
    ["xor of 4", 4, argument(6, 4), lanes.map((l) => ((l ^ 6) < (l & ~3) + 4 ? l ^ 6 : l))],
  ])("%s", (_, operation, packed, sources) => {
    const found = constantShuffle(SYNC, blocks(`i32 ${operation}, i32 -1, i64 %wide, i32 ${packed}`));
    expect(found).toEqual({ field: "value", type: i64, sources });
  });

  it("keeps 32 bits apart from 64", () => {
    const found = constantShuffle(SYNC, blocks(`i32 3, i32 -1, i64 %narrow, i32 ${argument(1)}`));
    expect(found).toMatchObject({ field: "argument", type: i32 });
  });

  it.each([
    ["lanes that stay away", `i32 3, i32 65535, i64 %wide, i32 ${argument(1)}`],
    ["a mask of each thread", `i32 3, i32 %m, i64 %wide, i32 ${argument(1)}`],
    ["a distance of each thread", "i32 3, i32 -1, i64 %wide, i32 %d"],
    ["a vote", "i32 5, i32 -1, i64 %wide, i32 0"],
  ])("leaves %s to the exchange", (_, operands) => {
    expect(constantShuffle(SYNC, blocks(operands))).toBeUndefined();
  });

  it("leaves barriers alone", () => {
    expect(constantShuffle({ ...SYNC, kind: "barrier" }, blocks(""))).toBeUndefined();
  });
});
