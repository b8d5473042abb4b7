import { expect, test } from "vitest";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { printModule } from "../../../compiler/ir/print.js";
import { keepCalls as keepIn } from "./keep-calls.js";

const body = (lines: number): string =>
  Array.from({ length: lines }, (_, i) => `  %v${i} = add i32 1, ${i}`).join("\n");
const calls = (name: string, count: number): string =>
  Array.from(
    { length: count },
    (_, i) => `  %c${name}${i} = call noundef i32 @${name}(i32 noundef ${i}) #2, !dbg !3`,
  ).join("\n");
const f = (name: string, text: string, group = "#1"): string =>
  `define internal noundef i32 @${name}(i32 noundef %x) ${group} !dbg !2 {\n${text}\n  ret i32 0\n}`;

const keepCalls = (text: string, budget: number): string => printModule(keepIn(parseModule(text), budget));

const module = (...functions: readonly string[]): string =>
  printModule(
    parseModule(
      [
        ...functions,
        'attributes #0 = { convergent "uniform-work-group-size"="true" }',
        "attributes #1 = { alwaysinline convergent nounwind }",
        "attributes #2 = { nounwind }",
        "",
      ].join("\n"),
    ),
  );
const kernel = (text: string): string => `define void @kernel(ptr %a) #0 {\n${text}\n  ret void\n}`;
const kept = (ir: string): string[] =>
  [...ir.matchAll(/^define .*@(\w+)\(.* (#\d+)/gm)]
    .filter(([, , group]) => group === "#3")
    .map(([, name = ""]) => name);

test("what fits is left as it is", () => {
  const ir = module(kernel(calls("long", 5)), f("long", body(200)));
  expect(keepCalls(ir, 1200)).toBe(ir);
});

test("a long function that is called from many places stays a function", () => {
  const ir = module(kernel(calls("long", 50)), f("long", body(200)), f("short", body(10)));
  const changed = keepCalls(ir, 1200);
  expect(kept(changed)).toEqual(["long"]);
  expect(changed).toContain("attributes #3 = { noinline convergent nounwind }");
  expect(changed).toContain("@long(i32 noundef %x) #3 !dbg !2 {");
});

test("of functions that call each other the one that costs most stays, until the rest is small enough", () => {
  const ir = module(
    kernel(calls("outer", 3)),
    f("outer", calls("middle", 10)),
    f("middle", `${body(160)}\n${calls("inner", 10)}`),
    f("inner", body(160)),
  );
  expect(kept(keepCalls(ir, 6000))).toEqual(["middle"]);
  expect(kept(keepCalls(ir, 1000))).toEqual(["middle", "inner"]);
});

test("short functions are inlined however often", () => {
  const ir = module(kernel(calls("short", 500)), f("short", body(20)));
  expect(keepCalls(ir, 1000)).toBe(ir);
});

test("functions in which threads wait, or look at what others write, are left alone", () => {
  const ir = module(
    kernel([calls("waits", 20), calls("polls", 20), calls("calls_it", 20)].join("\n")),
    f("waits", `${body(200)}\n  call void @__cuts_barrier() #2`),
    f("polls", `${body(200)}\n  %p = load volatile i32, ptr %x`),
    f("calls_it", `${body(200)}\n${calls("waits", 1)}`),
  );
  expect(keepCalls(ir, 1000)).toBe(ir);
});

test("functions that call themselves do not stop it", () => {
  const ir = module(kernel(calls("again", 30)), f("again", `${body(200)}\n${calls("again", 2)}`));
  expect(kept(keepCalls(ir, 1000))).toEqual(["again"]);
});
