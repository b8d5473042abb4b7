import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LoweredKernelRun, runThreads } from "../../../../../test/ir/launch.js";
import { Memory } from "../../../../../test/ir/interpret.js";

/** Adds 1 to elements of `out` where a condition of the index holds, and 2 elsewhere. */
const kernel = (condition: string): string => `target triple = "wasm32-unknown-unknown"
declare i32 @__cuts_tid_x()
declare i32 @__cuts_tid_y()
declare i32 @__cuts_bid_x()
declare i32 @__cuts_bdim_x()
define void @k(ptr %out, i32 %n, i32 %m) #0 {
entry:
  %t = call i32 @__cuts_tid_x()
  %y = call i32 @__cuts_tid_y()
  %b = call i32 @__cuts_bid_x()
  %w = call i32 @__cuts_bdim_x()
  %o = mul i32 %b, %w
  %i = add i32 %o, %t
  %row = mul i32 %y, 64
  %k = add i32 %i, %row
  %at = getelementptr i32, ptr %out, i32 %k
  %v = load i32, ptr %at, align 4
${condition}
  br i1 %c, label %yes, label %no
yes:
  %v1 = add i32 %v, 1
  store i32 %v1, ptr %at, align 4
  br label %end
no:
  %v2 = add i32 %v, 2
  store i32 %v2, ptr %at, align 4
  br label %end
end:
  ret void
}
attributes #0 = { "uniform-work-group-size"="true" }
`;

const CONDITIONS = [
  ...["slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", "eq", "ne"].map(
    (predicate) => `  %c = icmp ${predicate} i32 %i, %n`,
  ),
  "  %s = sub i32 %i, %m\n  %c = icmp slt i32 %s, %n",
  "  %s = sub i32 %t, %m\n  %c = icmp ult i32 %s, %n",
  "  %c = icmp slt i32 %n, %i",
  "  %x = icmp slt i32 %i, %n\n  %z = icmp sge i32 %i, %m\n  %c = and i1 %x, %z",
  "  %x = icmp eq i32 %t, 0\n  %z = icmp slt i32 %i, %n\n  %c = and i1 %x, %z",
  "  %x = icmp eq i32 %y, 0\n  %z = icmp slt i32 %i, %n\n  %c = and i1 %x, %z",
  "  %wide = sext i32 %i to i64\n  %last = sext i32 %n to i64\n  %c = icmp slt i64 %wide, %last",
];

/** Numbers near the indices of threads, and where sums wrap. */
const BOUNDS = fc.oneof(
  fc.integer({ min: -5, max: 70 }),
  fc.integer({ min: -(2 ** 31), max: -(2 ** 31) + 40 }),
  fc.integer({ min: 2 ** 31 - 40, max: 2 ** 31 - 1 }),
);

const BYTES = 4 * 64 * 10;

describe("a condition on threadIdx.x as limits of the loop over x", () => {
  it.each(CONDITIONS)("computes what each thread computes: %s", (condition) => {
    const ir = kernel(condition);
    const blocks = [
      [16, 1, 1],
      [7, 3, 1],
      [16, 9, 1],
    ] as const;
    const anySize = new LoweredKernelRun(ir);
    const kinds = blocks.flatMap((block) => [
      { block, lowered: anySize },
      { block, lowered: new LoweredKernelRun(ir, { only: { symbol: "k", block } }) },
    ]);
    fc.assert(
      fc.property(BOUNDS, BOUNDS, fc.constantFrom(...kinds), (n, m, { block, lowered }) => {
        const after = lowered.array(new Uint8Array(BYTES));
        const numbers = [n >>> 0, m >>> 0];
        lowered.run({ grid: [2, 1, 1], block, args: [after, ...numbers] });
        const memory = new Memory();
        const before = memory.allocate(BYTES);
        runThreads(ir, { grid: [2, 1, 1], block, args: [before, ...numbers] }, memory);
        expect(lowered.memory.bytes.slice(after, after + BYTES)).toEqual(
          memory.bytes.slice(before, before + BYTES),
        );
        lowered.memory.freeFrom(after);
      }),
      { seed: 3, numRuns: 8 },
    );
  });

  it("leaves the loop over the threads inside of the limits without a branch", () => {
    const { text } = new LoweredKernelRun(kernel("  %c = icmp slt i32 %i, %n"), {
      only: { symbol: "k", block: [64, 1, 1] },
    });
    expect(text).toContain("%cuts.decided");
    expect(text).toContain("%cuts.inside");
  });
});
