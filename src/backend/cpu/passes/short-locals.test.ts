import fc from "fast-check";
import { expect, it } from "vitest";
import { Interpreter } from "../../../../test/ir/interpret.js";
import { instructionsOf } from "../../../compiler/ir/module.js";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { verify } from "../../../compiler/ir/verify.js";
import { readZerosPastLocals } from "./short-locals.js";

/** Stores numbers in locals of a function and reads them as others; what lies behind each local is not zero. */
const READS = `%struct.S = type { i32, i32 }
define i64 @as_i64(float %x) {
entry:
  %behind = alloca [2 x i64], align 8
  store [2 x i64] [i64 -1, i64 -1], ptr %behind, align 8
  %y = alloca float, align 4
  store float %x, ptr %y, align 4
  %r = load i64, ptr %y, align 4, !tbaa !1
  ret i64 %r
}
define double @as_double(i32 %x) {
entry:
  %y = alloca i32, align 4
  store i32 %x, ptr %y, align 4
  %r = load double, ptr %y, align 4
  ret double %r
}
define i32 @byte(i8 %x) {
entry:
  %y = alloca i8, align 4
  store i8 %x, ptr %y, align 4
  %r = load i32, ptr %y, align 4
  ret i32 %r
}
define float @whole(float %x) {
entry:
  %y = alloca float, align 4
  store float %x, ptr %y, align 4
  %r = load float, ptr %y, align 4
  ret float %r
}
define i64 @members(i32 %a, i32 %b) {
entry:
  %s = alloca %struct.S, align 4
  %second = getelementptr %struct.S, ptr %s, i32 0, i32 1
  store i32 %a, ptr %s, align 4
  store i32 %b, ptr %second, align 4
  %r = load i64, ptr %s, align 4
  ret i64 %r
}
define i64 @parameter(ptr %p) {
entry:
  %r = load i64, ptr %p, align 8
  ret i64 %r
}`;

it("reads of more bytes than a variable has find zeros behind it; all others read what is there", () => {
  const after = readZerosPastLocals(parseModule(READS));
  verify(after, "short-locals");
  const word = fc.nat({ max: 2 ** 32 - 1 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      const bits = new DataView(new ArrayBuffer(8));
      bits.setUint32(0, a, true);
      const run = (name: string, ...args: (bigint | number)[]): unknown =>
        new Interpreter(after).call(name, args);
      const x = bits.getFloat32(0, true);
      if (!Number.isNaN(x)) {
        expect(run("@as_i64", x)).toBe(BigInt(a));
        expect(run("@whole", x)).toBe(x);
      }
      expect(run("@as_double", BigInt(a))).toBe(bits.getFloat64(0, true));
      expect(run("@byte", BigInt(a & 255))).toBe(BigInt(a & 255));
      const both = (BigInt(b) << 32n) | BigInt(a);
      expect(run("@members", BigInt(a), BigInt(b))).toBe(both);
      const interpreter = new Interpreter(after);
      const at = interpreter.memory.allocate(8);
      new DataView(interpreter.memory.bytes.buffer).setBigUint64(at, both, true);
      expect(interpreter.call("@parameter", [BigInt(at)])).toBe(both);
    }),
    { seed: 4 },
  );
});

it("a shorter read has no `!tbaa`, which would say that it does not overlap what was written", () => {
  const [f] = readZerosPastLocals(parseModule(READS)).functions;
  const kinds = [...(f === undefined ? [] : instructionsOf(f))].flatMap(({ metadata }) => metadata);
  expect(kinds).toEqual([]);
});
