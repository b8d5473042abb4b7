import { describe, expect, it } from "vitest";
import { i32 } from "../../../compiler/ir/type.js";
import { translatePtx } from "./translate-ptx.js";

/** The C++ statements of a text whose results and inputs are numbers of 32 bits. */
function statements(text: string): string[] {
  const translated = translatePtx(
    {
      text,
      outputs: [i32, i32],
      inputs: [
        { type: i32, starts: undefined },
        { type: i32, starts: 0 },
      ],
    },
    "f",
  );
  if (!("code" in translated)) return [`refused: ${translated.refused}`];
  return translated.code
    .split("\n")
    .slice(8, -4)
    .map((line) => line.trim());
}

describe("translatePtx", () => {
  it.each(["constructor", "toString", "__proto__"])("knows no instruction and no type %s", (name) => {
    expect(statements(`${name}.u32 $0, $1;`)).toEqual([expect.stringMatching(/^refused: /)]);
    expect(statements(`cvt.${name}.u32 $0, $1;`)).toEqual([expect.stringMatching(/^refused: /)]);
  });

  it("makes a variable of each register, and a statement of each instruction", () => {
    expect(
      statements("{ .reg .pred p; .reg .b32 %t<2>; @!p add.u32 %t1, $2, 0x10; mov.b32 $0, %t1 }"),
    ).toEqual([
      "{",
      "bool v_p;",
      "unsigned v__t0, v__t1;",
      "if (!v_p) { put(v__t1, op_add<unsigned>(as<unsigned>(r2), unsigned(0x10ll))); }",
      "put(r0, as<unsigned>(v__t1));",
      "}",
    ]);
  });

  it.each([
    [
      "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, 0;",
      "tcgen05.mma.cta_group::1.kind::f16 [$0], $1, $2, 0",
    ],
    ["add.u32 $0, $1, $2; wgmma.fence.sync.aligned;", "wgmma.fence.sync.aligned"],
    [
      "mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32 {$0}, {$1}, {$2}, {$0};",
      "mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32 {$0}, {$1}, {$2}, {$0}",
    ],
    ["bar.sync 1, 64;", "bar.sync 1, 64"],
    ["vadd4.u32.u32.u32 $0.b10, $1, $2, 0;", "vadd4.u32.u32.u32 $0.b10, $1, $2, 0"],
    ["vset4.u32.u32.lt $0, $1, $2, 0;", "vset4.u32.u32.lt $0, $1, $2, 0"],
    ["cp.async.bulk.commit_group;", undefined],
    ["constructor.u32 $0, $1;", "constructor.u32 $0, $1"],
  ])("%s: what is not known is handed back", (text, refused) => {
    expect(statements(text)).toEqual(refused === undefined ? [";"] : [`refused: ${refused}`]);
  });
});
