import { describe, expect, it } from "vitest";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { printModule } from "../../../compiler/ir/print.js";
import { fixBlockSize } from "./fix-block-size.js";

const IR = `define void @scan(ptr %p) local_unnamed_addr #1 {
entry:
  %t = tail call noundef i32 @__cuts_tid_x() #3
  %u = call i32 @__cuts_tid_y()
  %w = tail call noundef i32 @__cuts_bdim_x() #3, !srcloc !5
  %g = tail call noundef i32 @__cuts_gdim_x() #3
  ret void
}
define void @"other.kernel"(ptr %p) #1 {
entry:
  %h = tail call noundef i32 @__cuts_bdim_z() #3
  ret void
}
define i32 @helper() #2 {
entry:
  %h = tail call noundef i32 @__cuts_bdim_z() #3
  ret i32 %h
}
attributes #1 = { convergent "uniform-work-group-size"="true" }
attributes #2 = { convergent }
attributes #3 = { nounwind }
`;

describe("fixBlockSize", () => {
  const fixed = printModule(fixBlockSize(parseModule(IR), { symbol: "scan", block: [256, 4, 1] }));

  it("makes the size of blocks a constant, in functions too", () => {
    expect(fixed).toContain("%w = add i32 0, 256\n");
    expect(fixed).toContain("%h = add i32 0, 1\n");
    expect(fixed).not.toContain("@__cuts_bdim");
  });

  it("limits the index of a thread", () => {
    expect(fixed).toContain("%t = call range(i32 0, 256) i32 @__cuts_tid_x() #3");
    expect(fixed).toContain("%u = call range(i32 0, 4) i32 @__cuts_tid_y()");
  });

  it("leaves everything else of the kernel and its functions", () => {
    expect(fixed).toContain("%g = tail call noundef i32 @__cuts_gdim_x() #3");
    expect(fixed).toContain("define i32 @helper()");
  });

  it("drops the other kernels", () => {
    expect(fixed).not.toContain("other.kernel");
  });
});
