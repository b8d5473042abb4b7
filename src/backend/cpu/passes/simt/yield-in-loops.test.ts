import { expect, it } from "vitest";
import { Interpreter } from "../../../../../test/ir/interpret.js";
import { declaration } from "../../../../compiler/ir/declaration.js";
import type { IrModule } from "../../../../compiler/ir/module.js";
import { parseModule } from "../../../../compiler/ir/parse-module.js";
import { voidType } from "../../../../compiler/ir/type.js";
import { verify } from "../../../../compiler/ir/verify.js";
import { YIELD } from "./abi.js";
import { yieldInLoops } from "./yield-in-loops.js";

/** The module with yield points in its functions. */
function yielding(text: string): IrModule {
  const module = parseModule(`target triple = "wasm32-unknown-unknown"\n${text}`);
  const functions = module.functions.map((f) => ({ ...f, blocks: yieldInLoops(f.blocks, () => false) }));
  const after = { ...module, functions, declarations: [declaration(YIELD, voidType, [])] };
  verify(after, "yield-in-loops");
  return after;
}

const WAITS = yielding(`
define i32 @f(ptr %flag) {
entry:
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %n, 1
  %seen = load volatile i32, ptr %flag
  %is.set = icmp ne i32 %seen, 0
  br i1 %is.set, label %out, label %loop
out:
  ret i32 %next
}`);

/** The iterations that a loop makes until another thread sets its flag, which it does at the `most`th yield. */
function iterations(most: number): number {
  let yields = 0;
  const other = new Map([
    [
      YIELD,
      (_args: unknown, memory: { readonly bytes: Uint8Array }) => {
        if (++yields === most) memory.bytes[flag] = 1;
        return undefined;
      },
    ],
  ]);
  const interpreter = new Interpreter(WAITS, other);
  const flag = interpreter.memory.allocate(4);
  return Number(interpreter.call("@f", [BigInt(flag)]));
}

it("a thread that waits yields after many iterations, and then after few", () => {
  expect(iterations(1)).toBe(64 + 1);
  expect(iterations(2)).toBe(64 + 8 + 1);
  expect(iterations(5)).toBe(64 + 4 * 8 + 1);
});

it("a loop that waits for nobody stays as it is", () => {
  const module = parseModule(`define i32 @f(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  store i32 %i, ptr %p
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %out
out:
  ret i32 %next
}`);
  const [f] = module.functions;
  expect(yieldInLoops(f?.blocks ?? [], () => false)).toBe(f?.blocks);
});
