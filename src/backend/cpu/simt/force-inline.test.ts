import { describe, expect, it } from "vitest";
import { allowInlining } from "./force-inline.js";

const ir = (callee: string): string => `define void @helper() #0 {
  call void ${callee}()
  ret void
}
define void @caller() #1 {
  call void @helper()
  ret void
}
attributes #0 = { noinline nounwind }
attributes #1 = { mustprogress noinline nounwind }
`;

describe("allowInlining", () => {
  it("frees functions that wait, and those around them", () => {
    expect(allowInlining(ir("@__cuts_barrier"))).toBe(ir("@__cuts_barrier").replaceAll(/\bnoinline /g, ""));
  });

  it("has nothing to do for functions that do not wait", () => {
    expect(allowInlining(ir("@other"))).toBeUndefined();
  });

  it("has nothing to do for functions that may be inlined already", () => {
    expect(allowInlining(ir("@__cuts_barrier").replace("#0 = { noinline ", "#0 = { "))).toBeUndefined();
  });
});
