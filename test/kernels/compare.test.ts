import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactly, inAnyOrder, within } from "./compare.js";
import { mismatches } from "./mismatches.js";
import type { Expectation } from "./compare.js";
import type { KernelRun } from "./kernel-case.js";
import type { KernelData } from "./kernel-data.js";

function runWith(out: KernelData, expectation: Expectation): KernelRun {
  return { label: "", buffers: { in: Int32Array.of(1, 2), out }, launches: [], expect: { out: expectation } };
}

function check(expectation: Expectation, actual: KernelData, input = Int32Array.of(1, 2)): string[] {
  return mismatches(runWith(actual, expectation), { in: input, out: actual });
}

describe("mismatches", () => {
  it("accepts what is expected and names the first difference", () => {
    expect(check(exactly([1, 2, 3]), Int32Array.of(1, 2, 3))).toEqual([]);
    expect(check(exactly([1, 2, 3]), Int32Array.of(1, 5, 4))).toEqual([
      "out: [1] expected 2, got 5 (2 of 3 wrong; exact)",
    ]);
    expect(check(exactly(BigInt64Array.of(1n)), BigInt64Array.of(2n))).toHaveLength(1);
    expect(check(exactly([Number.NaN, -0]), Float32Array.of(Number.NaN, 0))).toEqual([]);
  });

  it("sees an input that changed and a buffer that was not read", () => {
    expect(check(exactly([0]), Int32Array.of(0), Int32Array.of(1, 9))).toEqual([
      "in (not an output): [1] expected 2, got 9 (1 of 2 wrong; exact)",
    ]);
    const run = runWith(Int32Array.of(0), exactly([0]));
    expect(mismatches(run, { in: Int32Array.of(1, 2) })).toEqual(["out: was not read back"]);
    expect(mismatches({ ...run, scratch: ["in"] }, { out: Int32Array.of(0) })).toEqual([]);
    expect(check(exactly([0]), Int32Array.of(0, 0))).toEqual(["out: expected 1 elements, got 2"]);
  });

  it("compares a prefix as a multiset and the rest in place", () => {
    expect(check(inAnyOrder([1, 2, 3, 9], 3), Int32Array.of(3, 1, 2, 9))).toEqual([]);
    expect(check(inAnyOrder([1, 2, 3, 9], 3), Int32Array.of(3, 1, 9, 2))).toHaveLength(1);
    expect(check(inAnyOrder([1, 1, 2]), Int32Array.of(1, 2, 2))).toHaveLength(1);
  });

  it("takes a bound as the sum of its parts, for each element if asked", () => {
    const why = "for the test";
    expect(check(within([100], { absolute: 1, relative: 0.01, why }), Float64Array.of(102))).toEqual([]);
    expect(check(within([100], { absolute: 1, relative: 0.01, why }), Float64Array.of(102.1))).toHaveLength(
      1,
    );
    const each = within([1, 1], { absolute: Float64Array.of(0.5, 0), why });
    expect(check(each, Float64Array.of(1.5, 1))).toEqual([]);
    expect(check(each, Float64Array.of(1, 1.5))).toEqual([
      "out: [1] expected 1, got 1.5 (1 of 2 wrong; within 0)",
    ]);
  });

  it("lets no bound excuse infinity or NaN", () => {
    const bound = { absolute: 1e300, why: "for the test" };
    expect(check(within([1], bound), Float64Array.of(Number.NaN))).toHaveLength(1);
    expect(check(within([1], bound), Float64Array.of(Infinity))).toHaveLength(1);
    expect(check(within([Infinity], bound), Float64Array.of(-Infinity))).toHaveLength(1);
    expect(check(within([Infinity], bound), Float64Array.of(Infinity))).toEqual([]);
  });

  it("finds any single changed element", () => {
    fc.assert(
      fc.property(fc.int32Array({ minLength: 1 }), fc.nat(), (values, at) => {
        const changed = values.slice();
        changed[at % values.length]! ^= 1;
        expect(check(exactly(values), values)).toEqual([]);
        expect(check(exactly(values), changed)).toHaveLength(1);
        expect(check(inAnyOrder(values), values.toSorted())).toEqual([]);
      }),
    );
  });
});
