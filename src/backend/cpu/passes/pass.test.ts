import { expect, it } from "vitest";
import { mapInstructions } from "../../../compiler/ir/module.js";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { IrDump } from "./dump-ir.js";
import { makeFacts, type Pass, runPasses } from "./pass.js";

it("a pass that breaks the module is named, with the function and the instruction", () => {
  const module = parseModule(
    "define i32 @f(i32 %a) {\nentry:\n  %r = add i32 %a, 1\n  %s = add i32 %r, 1\n  ret i32 %s\n}",
  );
  const broken: Pass = {
    name: "forgetful",
    run: (given) => {
      const functions = given.functions.map((f) => mapInstructions(f, (i) => (i.result === "%r" ? [] : i)));
      return { ...given, functions };
    },
  };
  // The configuration of the tests sets CUTS_VERIFY_IR.
  expect(() =>
    runPasses([broken], module, makeFacts("kernel.cu", String), new IrDump("kernel.cu", "")),
  ).toThrow("internal: after forgetful, %r is not defined in @f:\n  %s = add i32 %r, 1");
});
