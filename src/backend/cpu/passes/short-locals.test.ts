import fc from "fast-check";
import { expect, it } from "vitest";
import { Interpreter } from "../../../../test/ir/interpret.js";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { printModule } from "../../../compiler/ir/print.js";
import { readZerosPastLocals } from "./short-locals.js";

it("reads of more bytes than a variable has find zeros behind it", () => {
  const ir = `%struct.S = type { i32, i32 }
define void @f() {
entry:
  %y = alloca float, align 4
  %s = alloca %struct.S, align 4
  %whole = load float, ptr %y, align 4, !tbaa !1
  %long = load i64, ptr %y, align 4, !dbg !2, !tbaa !3
  %double = load double, ptr %y, align 4
  %first = load i64, ptr %s, align 4
}
define void @g(ptr %y) {
entry:
  %long = load i64, ptr %y, align 8
}`;
  expect(printModule(readZerosPastLocals(parseModule(ir)))).toBe(`%struct.S = type { i32, i32 }
define void @f() {
entry:
  %y = alloca float, align 4
  %s = alloca %struct.S, align 4
  %whole = load float, ptr %y, align 4, !tbaa !1
  %short.0 = load i32, ptr %y, align 4, !dbg !2
  %short.0.whole = zext i32 %short.0 to i64, !dbg !2
  %long = bitcast i64 %short.0.whole to i64, !dbg !2
  %short.1 = load i32, ptr %y, align 4
  %short.1.whole = zext i32 %short.1 to i64
  %double = bitcast i64 %short.1.whole to double
  %first = load i64, ptr %s, align 4
}

define void @g(ptr %y) {
entry:
  %long = load i64, ptr %y, align 8
}

`);
});

it("a long read of a float gives its bits and zeros, whatever lies behind it", () => {
  const ir = `define i64 @f(float %x) {
entry:
  %y = alloca float, align 4
  %z = alloca float, align 4
  store float %x, ptr %z, align 4
  store float %x, ptr %y, align 4
  %long = load i64, ptr %y, align 4
  ret i64 %long
}`;
  const module = readZerosPastLocals(parseModule(ir));
  fc.assert(
    fc.property(fc.float({ noNaN: true }), (x) => {
      const bits = new Uint32Array(new Float32Array([x]).buffer)[0] as number;
      expect(new Interpreter(module).call("@f", [x])).toBe(BigInt(bits));
    }),
    { seed: 4 },
  );
});
