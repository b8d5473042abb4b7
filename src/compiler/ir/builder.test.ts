import { describe, expect, it } from "vitest";
import { FreshNames, FunctionBuilder, functionHead, zeroOf } from "./builder.js";
import { Layout } from "./layout.js";
import { parseModule } from "./parse-module.js";
import { printFunction } from "./print.js";
import { floatType, i32, ptr, type Type } from "./type.js";
import { int32, local } from "./value.js";

const layout = new Layout(new Map(), 4);
const float = floatType("float") as Type;

describe("FunctionBuilder", () => {
  it("makes a function that LLVM's text also gives", () => {
    const n = local("%n", i32);
    const data = local("%data", ptr);
    const f = new FunctionBuilder(functionHead("@sum", float, [data, n]), layout);
    const entry = f.block("%entry");
    const body = f.block("%body");
    const end = f.block("%end");
    entry.branch(entry.icmp("sgt", n, int32(0), "%any"), body.label, end.label);
    const i = body.phi(
      i32,
      [
        { value: int32(0), from: entry.label },
        { value: local("%next", i32), from: body.label },
      ],
      "%i",
    );
    const address = body.elementPtr(float, data, [i], ["inbounds"], "%address");
    const value = body.load(float, address, { align: 4 }, "%value");
    body.store(body.binary("fadd", value, value, [], "%value"), address, { align: 4 });
    const next = body.binary("add", i, int32(1), ["nuw", "nsw"], "%next");
    body.branch(body.icmp("slt", next, n, "%more"), body.label, end.label);
    end.ret(zeroOf(float));
    const text = printFunction(f.finish());
    expect(text.trim().split("\n")).toEqual([
      "define float @sum(ptr %data, i32 %n) {",
      "entry:",
      "  %any = icmp sgt i32 %n, 0",
      "  br i1 %any, label %body, label %end",
      "body:",
      "  %i = phi i32 [ 0, %entry ], [ %next, %body ]",
      "  %address = getelementptr inbounds float, ptr %data, i32 %i",
      "  %value = load float, ptr %address, align 4",
      "  %value.1 = fadd float %value, %value",
      "  store float %value.1, ptr %address, align 4",
      "  %next = add nuw nsw i32 %i, 1",
      "  %more = icmp slt i32 %next, %n",
      "  br i1 %more, label %body, label %end",
      "end:",
      "  ret float 0.000000e+00",
      "}",
    ]);
    expect(parseModule(text).functions).toEqual([f.finish()]);
  });
});

describe("FreshNames", () => {
  it("avoids the parameters, blocks and results of a function", () => {
    const [f] = parseModule(
      'define i32 @f(i32 %a) {\nb:\n  %"c d" = add i32 %a, 1\n  ret i32 %a\n}',
    ).functions;
    const names = FreshNames.of(f as NonNullable<typeof f>);
    expect(["%a", "%b", '%"c d"', "%e", "%e", "%e"].map((name) => names.name(name))).toEqual([
      "%a.1",
      "%b.1",
      '%"c d.1"',
      "%e",
      "%e.1",
      "%e.2",
    ]);
  });
});
