import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Interpreter } from "../../../../../test/ir/interpret.js";
import { buildCfg } from "../../../../compiler/ir/cfg.js";
import { Cursor } from "../../../../compiler/ir/cursor.js";
import { ret } from "../../../../compiler/ir/builder.js";
import type { IrFunction, IrModule } from "../../../../compiler/ir/module.js";
import { parseInstruction } from "../../../../compiler/ir/parse-instruction.js";
import { parseModule } from "../../../../compiler/ir/parse-module.js";
import { i32 } from "../../../../compiler/ir/type.js";
import { local } from "../../../../compiler/ir/value.js";
import { verify } from "../../../../compiler/ir/verify.js";
import { computationOf, isPure, rematerialisable } from "./rematerialise.js";

describe("isPure", () => {
  it.each([
    ["add nsw i32 %a, %b", true],
    ["fdiv float %a, %b", true],
    ["getelementptr inbounds i32, ptr %p, i32 %i", true],
    ["select i1 %c, i32 %a, i32 %b", true],
    ["sdiv i32 %a, 3", true],
    ["urem i32 %a, 16", true],
    ["sdiv i32 %a, %b", false],
    ["urem i32 %a, %b", false],
    ["sdiv i32 7, %b", false],
    ["udiv i32 %a, 0", false],
    ["sdiv i32 %a, -1", false],
    ["tail call i32 @llvm.umin.i32(i32 %a, i32 %b)", true],
    ["call float @llvm.sqrt.f32(float %a)", true],
    ["call i32 @f(i32 %a)", false],
    ["load i32, ptr %p", false],
    ["phi i32 [ 0, %a ], [ 1, %b ]", false],
    ["alloca i32", false],
  ])("%s", (text, pure) => {
    expect(isPure(parseInstruction(new Cursor(`%x = ${text}`)))).toBe(pure);
  });
});

describe("rematerialisable", () => {
  const f = parseModule(`define void @k(i32 %n, ptr %p) {
a:
  %i = add i32 %n, %cuts.tid.x
  %j = mul i32 %i, 3
  %l = load i32, ptr %p
  %m = add i32 %l, %j
  %q = sdiv i32 %j, %n
  %r = add i32 %q, 1
  ret void
}
`).functions[0] as IrFunction;
  const found = rematerialisable(buildCfg(f.blocks), new Set(["%n", "%p"]));

  it("is what comes from parameters and coordinates alone", () => {
    expect([...found.keys()]).toEqual(["%i", "%j"]);
  });

  it("lists operands before their users, each once", () => {
    expect(computationOf(["%j", "%i", "%m"], found).map((i) => i.result)).toEqual(["%i", "%j"]);
  });
});

describe("computationOf", () => {
  const OPERATIONS = [
    ...["add", "sub", "mul", "and", "or", "xor"].map(
      (op) => (a: string, b: string) => `${op} i32 ${a}, ${b}`,
    ),
    (a: string) => `udiv i32 ${a}, 7`,
    (a: string) => `srem i32 ${a}, 5`,
    (a: string, b: string) => `call i32 @llvm.smin.i32(i32 ${a}, i32 ${b})`,
    (a: string, b: string) => `call i32 @llvm.fshl.i32(i32 ${a}, i32 ${b}, i32 3)`,
    // A load is none of these, nor is what is computed from one.
    () => "load i32, ptr %p",
  ];

  /** A function of random instructions, each of the results before it, with the result that it gives. */
  const FUNCTIONS = fc
    .array(fc.tuple(fc.constantFrom(...OPERATIONS), fc.nat(), fc.nat()), { minLength: 3, maxLength: 12 })
    .map((steps) => {
      const names = ["%n", "%cuts.tid.x"];
      const lines = steps.map(([operation, a, b]) => {
        const line = operation(names[a % names.length] as string, names[b % names.length] as string);
        names.push(`%v${names.length}`);
        return `  ${names.at(-1)} = ${line}`;
      });
      const head = "define i32 @f(i32 %n, i32 %cuts.tid.x, ptr %p) {\nentry:\n";
      const intrinsics = "declare i32 @llvm.smin.i32(i32, i32)\ndeclare i32 @llvm.fshl.i32(i32, i32, i32)\n";
      return { text: `${intrinsics}${head}${lines.join("\n")}\n  ret i32 ${names.at(-1)}\n}\n`, names };
    });

  it("computes each value again from parameters and coordinates", () => {
    fc.assert(
      fc.property(FUNCTIONS, fc.nat(), fc.nat(), ({ text, names }, n, x) => {
        const before = parseModule(text);
        const whole = before.functions[0] as IrFunction;
        const pure = rematerialisable(buildCfg(whole.blocks), new Set(["%n", "%p"]));
        for (const name of names.filter((one) => pure.has(one))) {
          const returning = (instructions: IrFunction["blocks"][number]["instructions"]): IrModule => ({
            ...before,
            functions: [
              {
                ...whole,
                blocks: [{ label: "%entry", instructions: [...instructions, ret(local(name, i32))] }],
              },
            ],
          });
          const after = returning(computationOf([name], pure));
          verify(after, "rematerialise");
          const result = (module: IrModule): unknown =>
            new Interpreter(module).call("@f", [BigInt(n), BigInt(x), 64n]);
          const all = whole.blocks.flatMap(({ instructions }) => instructions.slice(0, -1));
          expect(result(after)).toBe(result(returning(all)));
        }
      }),
      { seed: 6, numRuns: 60 },
    );
  });
});
