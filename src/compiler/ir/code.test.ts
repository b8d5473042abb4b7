import { expect, it } from "vitest";
import { functionHead, zeroOf } from "./builder.js";
import { Code, NEVER_WRAPS } from "./code.js";
import { parseModule } from "./parse-module.js";
import { printFunction } from "./print.js";
import { floatType, i32, ptr, type Type } from "./type.js";
import { local } from "./value.js";

const float = floatType("float") as Type;

it("writes a function that LLVM's text also gives", () => {
  const n = local("%n", i32);
  const data = local("%data", ptr);
  const code = new Code("%entry");
  code.branch(code.icmp("%any", "sgt", n, 0), "%body", "%end");
  code.block("%body");
  const i = code.phi("%i", i32, [0, "%entry"], [local("%next", i32), "%body"]);
  const address = code.element("%address", float, data, i);
  const value = code.load("%value", float, address, 4);
  code.store(code.binary("%twice", "fadd", value, value), address, 4);
  const next = code.add("%next", i, 1, NEVER_WRAPS);
  code.branch(code.icmp("%more", "slt", next, n), "%body", "%end");
  code.block("%end");
  code.ret(zeroOf(float));
  const f = { ...functionHead("@sum", float, [data, n]), blocks: code.blocks };
  const text = printFunction(f);
  expect(text.trim().split("\n")).toEqual([
    "define float @sum(ptr %data, i32 %n) {",
    "entry:",
    "  %any = icmp sgt i32 %n, 0",
    "  br i1 %any, label %body, label %end",
    "body:",
    "  %i = phi i32 [ 0, %entry ], [ %next, %body ]",
    "  %address = getelementptr inbounds float, ptr %data, i32 %i",
    "  %value = load float, ptr %address, align 4",
    "  %twice = fadd float %value, %value",
    "  store float %twice, ptr %address, align 4",
    "  %next = add nuw nsw i32 %i, 1",
    "  %more = icmp slt i32 %next, %n",
    "  br i1 %more, label %body, label %end",
    "end:",
    "  ret float 0.000000e+00",
    "}",
  ]);
  expect(parseModule(text).functions).toEqual([f]);
});

it("a number as an operand is an integer", () => {
  expect(() => new Code().icmp("%x", "eq", local("%p", ptr), 0)).toThrow(
    "internal: 0 is no constant of the type ptr",
  );
});
