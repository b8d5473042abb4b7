import { expect, it } from "vitest";
import { Interpreter } from "../../../test/ir/interpret.js";
import { parseModule } from "../ir/parse-module.js";
import { verify } from "../ir/verify.js";
import { nameStaticVariables, registerOwnCode } from "./relocatable.js";

it("a source that is relocatable registers its own code, and its variables between begin and end", () => {
  const before = parseModule(`target triple = "wasm32-unknown-unknown"
declare void @__cudaRegisterLinkedBinary_abc123(ptr, ptr, ptr, ptr)
declare void @tell(ptr)
define void @globals(ptr %handle) {
entry:
  call void @tell(ptr %handle)
  ret void
}
define void @start(ptr %binary, ptr %globals) {
entry:
  call void @__cudaRegisterLinkedBinary_abc123(ptr %globals, ptr %binary, ptr null, ptr null)
  ret void
}
`);
  const after = registerOwnCode(before);
  verify(after, "relocatable");
  const [, , made] = after.functions;
  expect(made?.name).toBe("@__cudaRegisterLinkedBinary_abc123");
  // The interpreter calls functions by their names only: the one that is handed over is known here.
  const blocks = made?.blocks.map((block) => ({
    ...block,
    instructions: block.instructions.map((i) =>
      i.op === "call" && i.callee.kind === "local"
        ? { ...i, callee: { kind: "global" as const, name: "@globals", type: i.callee.type } }
        : i,
    ),
  }));
  const named = after.functions.map((f) => (f === made ? { ...f, blocks: blocks ?? [] } : f));
  const told: unknown[] = [];
  const tell =
    (what: string, result?: bigint) =>
    ([first]: readonly unknown[]): bigint | undefined => {
      told.push([what, first]);
      return result;
    };
  const host = new Map([
    ["@__cudaRegisterFatBinary", tell("begin", 77n)],
    ["@tell", tell("variables")],
    ["@__cudaRegisterFatBinaryEnd", tell("end")],
  ]);
  new Interpreter({ ...after, functions: named }, host).call("@start", [1234n, 0n]);
  expect(told).toEqual([
    ["begin", 1234n],
    ["variables", 77n],
    ["end", 77n],
  ]);
  expect(registerOwnCode(after)).toBe(after);
});

it("a variable of one file has one name, in functions and in constants", () => {
  const before = parseModule(`target triple = "wasm32-unknown-unknown"
@counter = external global i32, align 4
@counter__static__0badcafe = internal global i32 40, align 4
@other = external global i32, align 4
@table = constant [2 x ptr] [ptr @counter, ptr @other], align 4
define i32 @read(i32 %i) {
entry:
  %direct = load i32, ptr @counter, align 4
  %at = getelementptr [2 x ptr], ptr @table, i32 0, i32 %i
  %p = load ptr, ptr %at, align 4
  %indirect = load i32, ptr %p, align 4
  %sum = add i32 %direct, %indirect
  ret i32 %sum
}
`);
  const after = nameStaticVariables(before);
  verify(after, "relocatable");
  expect(new Interpreter(before).call("@read", [0n])).toBe(0n);
  expect(new Interpreter(after).call("@read", [0n])).toBe(80n);
  expect(new Interpreter(after).call("@read", [1n])).toBe(40n);
  expect(nameStaticVariables(after).globals).toEqual(after.globals);
});
