import { describe, expect, it } from "vitest";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { printModule } from "../../../compiler/ir/print.js";
import { verify } from "../../../compiler/ir/verify.js";
import { lowerInlinePtx, type LoweredPtx } from "./inline-ptx.js";
import { locationOf } from "./source-places.js";

function lowered(ir: string): { readonly ir: string; readonly refused: LoweredPtx["refused"] } {
  const { module, refused } = lowerInlinePtx(parseModule(ir));
  if (refused === undefined) verify(module, "inline-ptx");
  return { ir: printModule(module), refused };
}

const module = (...instructions: string[]): string =>
  ["define void @k() {", "entry:", ...instructions.map((text) => `  ${text}`), "  ret void", "}", ""].join(
    "\n",
  );

describe("inline PTX", () => {
  it("becomes IR, with the declarations that it needs", () => {
    const { ir, refused } = lowered(
      module(
        'tail call void asm sideeffect "membar.gl;", "~{memory}"() #2, !srcloc !7',
        'tail call void asm sideeffect "\\09bar.sync  0;\\0A", ""() #2',
        '%0 = tail call noundef i32 asm "mov.u32 $0, %ctaid.y;", "=r"() #1',
        '%1 = tail call i32 asm sideeffect "bfind.u32 $0, $1;", "=r,r"(i32 %0) #2',
      ),
    );
    expect(refused).toBeUndefined();
    expect(ir).toContain("  fence seq_cst\n  call void @__cuts_barrier() convergent nounwind\n");
    expect(ir).toContain("  %num.0 = call i32 @__cuts_bid_y()\n");
    expect(ir).toMatch(
      /(%ptx\.\d+) = call i32 @llvm\.ctlz\.i32\(i32 %num\.0, i1 false\)\n {2}%num\.1 = sub i32 31, \1\n/,
    );
    expect(ir).toContain("\ndeclare void @__cuts_barrier()");
    expect(ir).toContain("\ndeclare i32 @llvm.ctlz.i32(i32, i1)\n");
    expect(ir).not.toContain(" asm ");
  });

  it("declares nothing twice, and leaves what only orders code", () => {
    const text = `${module(
      '%0 = call i32 asm "mov.u32 $0, %tid.x;", "=r"()',
      'call void asm sideeffect "", "~{memory}"()',
    )}declare i32 @__cuts_tid_x() #1\n`;
    const { ir, refused } = lowered(text);
    expect(refused).toBeUndefined();
    expect(ir.match(/declare .*@__cuts_tid_x/g)).toHaveLength(1);
    expect(ir).toContain('asm sideeffect "", "~{memory}"()');
  });

  it.each(["constructor", "__proto__"])("does not know %s", (name) => {
    const ir = module(`%0 = call i32 asm "mov.u32 $0, %${name};", "=r"()`);
    expect(lowered(ir).refused?.text).toBe(`mov.u32 %0, %${name}`);
  });

  it("names the first that is not known, and its place", () => {
    const ir = `${module(
      '%0 = call i32 asm "mov.u32 $0, %laneid;", "=r"()',
      '%1 = call i32 asm "add.s32 $0, $1, 1;", "=r,0"(i32 %0), !dbg !4, !srcloc !9',
      '%2 = call i32 asm "mov.u32 $0, %nowhere;", "=r"(), !dbg !5',
    )}!4 = !DILocation(line: 12, column: 5, scope: !2)
!2 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 10)
!1 = !DIFile(filename: "/a/b.cuh", directory: "")
`;
    expect(lowered(ir).refused).toEqual({ text: "add.s32 %0, %1, 1", place: "!4" });
    expect(locationOf("!4", parseModule(ir).metadata)).toEqual({ file: "/a/b.cuh", line: 12, column: 5 });
  });
});
