import { describe, expect, it } from "vitest";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { printModule } from "../../../compiler/ir/print.js";
import { inlineWaiting } from "./force-inline.js";

const ir = (callee: string): string =>
  printModule(
    parseModule(`define internal void @helper() unnamed_addr #0 {
  call void ${callee}()
  ret void
}
define internal void @caller() #1 {
  call void @helper()
  ret void
}
define internal void @other() #0 {
  ret void
}
define void @kernel() #2 {
  call void @caller()
  ret void
}
attributes #0 = { noinline nounwind }
attributes #1 = { mustprogress nounwind }
attributes #2 = { noinline nounwind "uniform-work-group-size"="true" }
`),
  );

/** The text after the pass; undefined where it has left the module as it was. */
function inlined(text: string): string | undefined {
  const module = parseModule(text);
  const after = inlineWaiting(module);
  return after === module ? undefined : printModule(after);
}

describe("inlineWaiting", () => {
  it("marks functions that wait and those that call them, whatever they say about inlining", () => {
    expect(inlined(ir("@__cuts_barrier"))).toBe(
      ir("@__cuts_barrier")
        .replaceAll("noinline ", "")
        .replace("@helper() unnamed_addr #0 {", "@helper() unnamed_addr alwaysinline #0 {")
        .replace("@caller() #1 {", "@caller() alwaysinline #1 {"),
    );
  });

  it("has nothing to do for functions that do not wait", () => {
    expect(inlined(ir("@other"))).toBeUndefined();
  });

  it("has nothing to do where only kernels wait", () => {
    expect(inlined(ir("@other").replace("@caller()\n", "@__cuts_barrier()\n"))).toBeUndefined();
  });
});
