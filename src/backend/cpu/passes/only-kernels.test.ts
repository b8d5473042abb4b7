import { expect, test } from "vitest";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { printModule } from "../../../compiler/ir/print.js";
import { onlyKernels } from "./only-kernels.js";

const IR = `define dso_local void @kernel(ptr %a) #0 !dbg !1 {
  ret void
}
define hidden noundef i32 @helper(i32 %x) #1 !dbg !2 {
  ret i32 %x
}
define linkonce_odr noundef i32 @"of a template"(i32 %x) #1 comdat !dbg !2 {
  ret i32 %x
}
define linkonce_odr void @constructor(i32 %x) unnamed_addr #1 comdat($group) align 2 {
  ret void
}
define internal void @own() #1 {
  ret void
}
attributes #0 = { convergent "uniform-work-group-size"="true" }
attributes #1 = { convergent nounwind }
`;

test("functions that are no kernels are the module's own", () => {
  const text = printModule(onlyKernels(parseModule(IR)));
  expect(text.split("\n").filter((line) => line.startsWith("define"))).toEqual([
    "define dso_local void @kernel(ptr %a) #0 !dbg !1 {",
    "define internal noundef i32 @helper(i32 %x) #1 !dbg !2 {",
    'define internal noundef i32 @"of a template"(i32 %x) #1 !dbg !2 {',
    "define internal void @constructor(i32 %x) unnamed_addr #1 align 2 {",
    "define internal void @own() #1 {",
  ]);
});
