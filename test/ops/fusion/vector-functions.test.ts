// Functions that fused kernels on the cpu device have inside of their loops: an element has one value whatever lies beside it,
// close to the right one, and modules hold nothing but what their kernel calls.
import { describe, expect, it } from "vitest";
import * as cu from "../../../src/index.js";
import { assemble } from "../../../src/backend/cpu/fused/assemble.js";
import { NodeTable } from "../../../src/compiler/elements/graph.js";

const functions = {
  sin: { compute: (x: cu.NDArray) => cu.expr`sin(${x})`, right: Math.sin },
  cos: { compute: (x: cu.NDArray) => cu.expr`cos(${x})`, right: Math.cos },
  exp: { compute: (x: cu.NDArray) => cu.expr`exp(${x})`, right: Math.exp },
  log: { compute: (x: cu.NDArray) => cu.expr`log(${x})`, right: Math.log },
  tanh: { compute: (x: cu.NDArray) => cu.expr`tanh(${x})`, right: Math.tanh },
  sigmoid: {
    compute: (x: cu.NDArray) => cu.expr`sigmoid(${x})`,
    right: (x: number) => 1 / (1 + Math.exp(-x)),
  },
} as const;

/** Numbers that the short form is for, and others that it is not for. */
const usual = [0.1, 1.5, Math.PI, 22, 11_990, 0.6, 1e-20];
const others = [1e30, Number.NaN, Number.POSITIVE_INFINITY, 0, 200, 1e-41, 13_000];

describe.each(Object.entries(functions))("%s", (_name, { compute, right }) => {
  it("gives an element the same value beside any others", () => {
    const alone = usual.map((one) => compute(cu.array([one])).itemSync() as number);
    // Each length ends in another loop, each shift brings an element to another place of a vector.
    for (const length of [4, 7, 8, 13, 24]) {
      const mixed = Array.from({ length }, (_, at) =>
        at % 5 === length % 5 ? (others[at % 7] as number) : (usual[at % 7] as number),
      );
      const given = compute(cu.array(mixed)).tolistSync() as number[];
      for (const [at, one] of mixed.entries())
        if (usual.includes(one))
          expect([length, at, given[at]]).toEqual([length, at, alone[usual.indexOf(one)]]);
    }
  });

  it("is within 2.5 units of the last place", () => {
    const floats = Float32Array.from({ length: 20_000 }, (_, at) => 1.5 ** (at / 500 - 20) * (1 + at * 1e-5));
    const given = compute(cu.array(floats)).tolistSync() as number[];
    for (const [at, x] of floats.entries()) {
      const wanted = right(x);
      if (!Number.isFinite(Math.fround(wanted)) || Math.abs(wanted) < 2 ** -126) continue;
      const unit = 2 ** (Math.floor(Math.log2(Math.abs(wanted))) - 23);
      const off = Math.abs((given[at] as number) - wanted) / unit;
      if (off > 2.5) expect(`${x}: ${off} units`).toBe("close");
    }
  });
});

it("leaves what a kernel does not call out of its module", () => {
  const table = new NodeTable();
  const of = (name: string) => {
    const outputs = [table.operation(name, [table.input(0, "float32")], "float32", "float32")];
    const graph = { inputs: ["float32"], scalars: [], outputs } as const;
    return assemble({ end: "store", graph, walk: { along: ["unit", "unit"], outerAxes: 0 } }).image;
  };
  // All functions together are 59 KB, and their tables 18.
  expect(of("exp").module.length).toBeLessThan(4000);
  expect(of("exp").data.length).toBeLessThan(1000);
  // Tables come with the functions that read them.
  expect(of("sin").data.length).toBeGreaterThan(10_000);
  expect(of("sqrt").module.length).toBeLessThan(800);
});
