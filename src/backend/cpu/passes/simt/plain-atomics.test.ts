import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Interpreter, Memory } from "../../../../../test/ir/interpret.js";
import type { IrFunction, IrModule } from "../../../../compiler/ir/module.js";
import { parseModule } from "../../../../compiler/ir/parse-module.js";
import { printModule } from "../../../../compiler/ir/print.js";
import { verify } from "../../../../compiler/ir/verify.js";
import { plainAtomics, sharedAddresses } from "./plain-atomics.js";

function withPlainAtomics(module: IrModule): IrModule {
  const functions = module.functions.map((f): IrFunction => {
    const blocks = plainAtomics(f, sharedAddresses(f.blocks));
    return { ...f, blocks };
  });
  const changed = { ...module, functions };
  verify(changed, "plain-atomics");
  return changed;
}

/** One operation on a number of shared memory, whose result goes to the number behind it. */
function oneOperation(operation: string): string {
  return `define void @f(ptr %cuts.shared, i32 %n, i32 %m) {
    %p = getelementptr i8, ptr %cuts.shared, i32 4
    ${operation}
    %q = getelementptr i8, ptr %cuts.shared, i32 8
    store i32 %r, ptr %q
    ret void
  }`;
}

const INTEGERS = "xchg add sub and or xor max min umax umin uinc_wrap udec_wrap"
  .split(" ")
  .map((operation) => `%r = atomicrmw ${operation} ptr %p, i32 %n monotonic, align 4`);
const FLOATS = ["fadd", "fsub", "xchg"].map(
  (operation) =>
    `%x = bitcast i32 %n to float
     %y = atomicrmw volatile ${operation} ptr %p, float %x syncscope("block") seq_cst, align 4
     %r = bitcast float %y to i32`,
);
const EXCHANGES = [0, 1].map(
  (part) =>
    `%pair = cmpxchg weak ptr %p, i32 %n, i32 %m acq_rel monotonic, align 4
     %part = extractvalue { i32, i1 } %pair, ${part}
     %r = ${part === 0 ? "add i32 %part, 0" : "zext i1 %part to i32"}`,
);

/** Small numbers meet, and all bits occur. */
const numbers = fc.oneof(fc.nat(3), fc.integer({ min: -3, max: -1 }), fc.integer()).map((n) => n >>> 0);

describe("plainAtomics", () => {
  it.each([...INTEGERS, ...FLOATS, ...EXCHANGES])("gives what this gives: %s", (operation) => {
    const before = parseModule(oneOperation(operation));
    const after = withPlainAtomics(before);
    expect(printModule(after)).not.toMatch(/atomicrmw|cmpxchg/);
    const run = (module: IrModule, old: number, n: number, m: number): string => {
      const memory = new Memory(256);
      const base = memory.allocate(16);
      new DataView(memory.bytes.buffer).setUint32(base + 4, old, true);
      new Interpreter(module, new Map(), memory).call("@f", [BigInt(base), BigInt(n), BigInt(m)]);
      return memory.bytes.toString();
    };
    fc.assert(
      fc.property(numbers, numbers, numbers, (old, n, m) => {
        expect(run(after, old, n, m)).toBe(run(before, old, n, m));
      }),
      { seed: 3, numRuns: 40 },
    );
  });

  it("leaves addresses alone that may be in other memory, and operations that it does not know", () => {
    const { functions } = parseModule(`define void @f(ptr %cuts.shared, ptr %p, i1 %c) {
      %own = select i1 %c, ptr %cuts.shared, ptr %p
      %a = atomicrmw add ptr %own, i32 1 monotonic, align 4
      %b = atomicrmw add ptr %p, i32 1 monotonic, align 4
      %d = cmpxchg ptr %p, i32 1, i32 2 monotonic monotonic, align 4
      %e = atomicrmw fmaximum ptr %cuts.shared, float 1.000000e+00 monotonic, align 4
      ret void
    }`);
    const f = functions[0] as IrFunction;
    expect(plainAtomics(f, sharedAddresses(f.blocks))).toEqual(f.blocks);
  });

  it("follows a pointer that moves on in a loop", () => {
    const module = parseModule(`define void @f(ptr %cuts.dynamic, i32 %n) {
    entry:
      br label %loop
    loop:
      %p = phi ptr [ %cuts.dynamic, %entry ], [ %q, %loop ]
      %i = phi i32 [ 0, %entry ], [ %j, %loop ]
      %a = atomicrmw add ptr %p, i32 %i monotonic, align 4
      %q = getelementptr i8, ptr %p, i32 4
      %j = add i32 %i, 1
      %c = icmp slt i32 %j, %n
      br i1 %c, label %loop, label %end
    end:
      ret void
    }`);
    expect(printModule(withPlainAtomics(module))).not.toContain("atomicrmw");
  });
});
