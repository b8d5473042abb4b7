// A module that is cut into parts, which are compiled side by side.
import { expect, test } from "vitest";
import { parseModule } from "../../../../compiler/ir/parse-module.js";
import { printModule } from "../../../../compiler/ir/print.js";
import { verify } from "../../../../compiler/ir/verify.js";
import { IrDump } from "../dump-ir.js";
import { lowerModule } from "./lower-module.js";

const IR = parseModule(`target triple = "wasm32-unknown-unknown"
@count = internal addrspace(7) externally_initialized global [4 x i32] zeroinitializer, align 4
@scale = addrspace(8) externally_initialized global float 2.000000e+00, align 4
@functions = private unnamed_addr constant [1 x ptr] [ptr @helper], align 4
define void @first(ptr %a) #0 {
  %f = load ptr, ptr @functions, align 4
  %r = call i32 %f(i32 1)
  store i32 %r, ptr addrspace(7) @count, align 4
  ret void
}
define void @second(ptr %a) #0 {
  %r = call i32 @other(i32 1)
  %s = load float, ptr addrspace(8) @scale, align 4
  store i32 %r, ptr addrspace(7) @count, align 4
  ret void
}
define internal i32 @helper(i32 %x) #1 {
  ret i32 %x
}
define internal i32 @other(i32 %x) #1 {
  ret i32 %x
}
attributes #0 = { convergent "uniform-work-group-size"="true" }
attributes #1 = { noinline convergent }
`);

const definitions = (part: string): string[] =>
  [...part.matchAll(/^define .*?@"?([\w.]+)"?\(/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => !name.includes("."));
const globals = (part: string): string[] =>
  [...part.matchAll(/^@(?!cuts)\w+ = .*$/gm)].map(([line]) => line).toSorted();

test("a short module stays whole", () => {
  expect(lowerModule(IR, new IrDump("kernel.cu"), { mostParts: 4 }).parts).toHaveLength(1);
});

test("each kernel is in one part with what it calls, and all know the variables of the first", () => {
  const whole = lowerModule(IR, new IrDump("kernel.cu"), {});
  const cut = lowerModule(IR, new IrDump("kernel.cu"), { mostParts: 4, partLength: 1 });
  const [one = "", two = ""] = cut.parts
    .map(printModule)
    .toSorted((a) => (a.includes("external hidden") ? 1 : -1));
  expect(cut.parts).toHaveLength(2);
  for (const part of [...whole.parts, ...cut.parts]) verify(part, "the SIMT pass");
  expect(cut.kernels).toEqual(whole.kernels);
  expect(cut.globals).toEqual(whole.globals);
  expect([...definitions(one), ...definitions(two)].filter((name) => name !== "helper").toSorted()).toEqual([
    "first",
    "other",
    "second",
  ]);
  expect(definitions(one)).toContain("helper");
  expect(globals(one)).toMatchInlineSnapshot(`
    [
      "@count = hidden externally_initialized global [4 x i32] zeroinitializer, align 4",
      "@functions = hidden unnamed_addr constant [1 x ptr] [ptr @helper], align 4",
      "@scale = externally_initialized global float 2.000000e+00, align 4",
    ]
  `);
  expect(globals(two)).toMatchInlineSnapshot(`
    [
      "@count = external hidden global [4 x i32]",
      "@functions = external hidden constant [1 x ptr]",
      "@scale = external global float",
    ]
  `);
});
