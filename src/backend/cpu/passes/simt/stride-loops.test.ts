import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LoweredKernelRun } from "../../../../../test/ir/launch.js";

/** `float s = 1; for (int c = threadIdx.x; c < n; c += blockDim.x) s = s * 0.5f + row[c]; out[block * blockDim.x + threadIdx.x] = s;` */
const ROWS = `target triple = "wasm32-unknown-unknown"
define void @rows(ptr %in, ptr %out, i32 %n) #0 {
entry:
  %t = call i32 @__cuts_tid_x()
  %b = call i32 @__cuts_bid_x()
  %w = call i32 @__cuts_bdim_x()
  %first = mul i32 %b, %n
  %row = getelementptr float, ptr %in, i32 %first
  %any = icmp slt i32 %t, %n
  br i1 %any, label %loop, label %end
loop:
  %c = phi i32 [ %t, %entry ], [ %next, %loop ]
  %s = phi float [ 1.000000e+00, %entry ], [ %sum, %loop ]
  %at = getelementptr float, ptr %row, i32 %c
  %v = load float, ptr %at, align 4
  %half = fmul float %s, 5.000000e-01
  %sum = fadd float %half, %v
  %next = add i32 %c, %w
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %r = phi float [ 1.000000e+00, %entry ], [ %sum, %loop ]
  %o = mul i32 %b, %w
  %i = add i32 %o, %t
  %to = getelementptr float, ptr %out, i32 %i
  store float %r, ptr %to, align 4
  ret void
}
declare i32 @__cuts_tid_x()
declare i32 @__cuts_bid_x()
declare i32 @__cuts_bdim_x()
attributes #0 = { "uniform-work-group-size"="true" }
`;

function expected(input: Float32Array, rows: number, width: number, n: number): Float32Array {
  const out = new Float32Array(rows * width);
  for (let i = 0; i < out.length; i++) {
    let sum = 1;
    for (let c = i % width; c < n; c += width) {
      sum = Math.fround(Math.fround(sum * 0.5) + (input[Math.floor(i / width) * n + c] as number));
    }
    out[i] = sum;
  }
  return out;
}

describe("interchangeStrideLoops", () => {
  it.each([undefined, 7, 16])(
    "gives the sums of each thread in their order, with blocks of %s threads",
    (fixed) => {
      const only = fixed === undefined ? {} : { only: { symbol: "rows", block: [fixed, 1, 1] as const } };
      const run = new LoweredKernelRun(ROWS, only);
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 1, max: 20 }), (n, any) => {
          const width = fixed ?? any;
          const rows = 2;
          const input = Float32Array.from({ length: rows * n }, (_, i) => ((i * 37) % 101) / 8);
          const from = run.array(new Uint8Array(input.buffer));
          const to = run.array(new Uint8Array(4 * rows * width));
          run.run({ grid: [rows, 1, 1], block: [width, 1, 1], args: [from, to, n] });
          const out = new Float32Array(run.memory.bytes.slice(to, to + 4 * rows * width).buffer);
          run.memory.freeFrom(from);
          expect(out).toEqual(expected(input, rows, width, n));
        }),
        { seed: 5, numRuns: 25 },
      );
    },
  );

  it("asks no thread of an iteration by itself: an iteration has a range of threads with work, and the others have none", () => {
    expect(new LoweredKernelRun(ROWS).text).not.toContain("everybody");
  });
});
