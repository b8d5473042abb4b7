// The kernels that a GPU takes of fused functions that begin with a gather or end in a reduction, on the cpu device as a device
// whose blocks are teams of threads and that compiles CUDA C++: they give what the functions give on the cpu device.
import { describe, expect, it, vi } from "vitest";
import { createCpuBackend } from "../../../src/backend/cpu/cpu-backend.js";
import { preludeSource } from "../../../src/array/kernels/kernels.gen.js";
import { warpTuning } from "../../../src/backend/tuning.js";
import * as cu from "../../../src/index.js";
import { oneDevice } from "../../../src/backend/provider.js";
import { registerBackend } from "../../../src/runtime/devices/backends.js";
import { values } from "./random-expressions.js";

const device = "teams:0";
const backend = createCpuBackend();
Object.defineProperties(backend, {
  id: { value: device },
  assembler: { value: null },
  shipped: { value: null },
  tuning: { value: { ...warpTuning, elementsPerThread: 4, graphsPay: false } },
});
const compile = backend.compile.bind(backend);
// What kernels have for threads of the cpu is not for teams.
backend.compile = (source, options) =>
  compile(
    typeof source === "string"
      ? source.replace(preludeSource.text, `${preludeSource.text}\n#undef __CUTS_CPU__`)
      : source,
    options,
  );
registerBackend(oneDevice(device, () => backend));

type Function = (...args: cu.NDArray[]) => cu.NDArray;

/** How far floats of a dtype may be apart that were added in another order, or rounded once more. */
const tolerances: Readonly<Record<string, number>> = {
  float16: 2 ** -10,
  bfloat16: 2 ** -7,
  float32: 1e-5,
  complex64: 1e-5,
  float64: 1e-14,
  complex128: 1e-14,
};

/** The launches of a function on the device of teams, which gives what the function gives. */
async function launches(
  f: Function,
  given: readonly cu.NDArray[],
  text: string,
  exact = false,
): Promise<number> {
  const wanted = f(...given);
  const own = given.map((one) => moved(one));
  const fused = cu.fuse(f);
  fused(...own);
  for (let call = 0; call < 3; call++) same(fused(...own).to("cpu"), wanted, text, exact);
  const launch = vi.spyOn(backend, "launch");
  try {
    fused(...own);
    await cu.device(device).synchronize();
    return launch.mock.calls.length;
  } finally {
    launch.mockRestore();
  }
}

/** An array on the device of teams that lies as it did. */
function moved(array: cu.NDArray): cu.NDArray {
  const order = [...array.shape.keys()].toSorted(
    (a, b) => Math.abs(array.strides[b] as number) - Math.abs(array.strides[a] as number),
  );
  const back = order.map((_, axis) => order.indexOf(axis));
  return array.transpose(order).copy().to(device).transpose(back);
}

function same(given: cu.NDArray, wanted: cu.NDArray, text: string, exact: boolean): void {
  expect([given.dtype, given.shape], text).toEqual([wanted.dtype, wanted.shape]);
  const [found, expected] = [given, wanted].map((one) => [...values(one)]) as [unknown[], unknown[]];
  const tolerance = exact ? 0 : (tolerances[wanted.dtype] ?? 0);
  for (const [at, one] of expected.entries()) {
    const parts = (value: unknown): number[] =>
      typeof value === "object" ? Object.values(value as object).map(Number) : [Number(value)];
    for (const [k, part] of parts(one).entries()) {
      const own = parts(found[at])[k] as number;
      if (Object.is(own, part) || own === part) continue;
      const apart = Math.abs(own - part);
      if (!(apart <= tolerance * Math.max(1, Math.abs(part))))
        expect.fail(`${text}: ${own} at ${at} is not ${part}`);
    }
  }
}

const generator = cu.random.generator(3);
const random = (shape: readonly number[], dtype: cu.DType = "float32"): cu.NDArray =>
  generator.random(shape).mul(4).sub(2).astype(dtype);

describe("reductions at the end of a kernel", () => {
  it("are one kernel, for every shape and axis", async () => {
    const shapes = [[], [1], [7], [2049], [40_001], [3, 700], [700, 3], [300, 40], [3, 130, 17], [2, 1, 33]];
    for (const shape of shapes) {
      const a = random(shape);
      const b = random(shape.slice(-1));
      const axes = [
        undefined,
        ...shape.keys(),
        ...(shape.length > 2
          ? [
              [0, 2],
              [0, 1],
              [1, 2],
            ]
          : []),
      ];
      for (const axis of axes)
        for (const keepdims of [false, true]) {
          const f: Function = (x, y) =>
            x
              .mul(y)
              .add(0.25)
              .sum({ ...(axis !== undefined && { axis }), keepdims });
          const text = `[${shape.join()}] along ${JSON.stringify(axis)}, ${keepdims}`;
          const isCut = shape[0] === 40_001;
          expect(await launches(f, [a, b], text), text).toBeLessThanOrEqual(isCut ? 2 : 1);
        }
    }
  });

  it("have every name and dtype", async () => {
    // All names, all dtypes: each pair is a kernel of its own.
    const cases = {
      sum: ["bool", "uint8", "float16", "bfloat16", "float64", "complex64"],
      prod: ["int32", "float32"],
      mean: ["int64", "float16", "complex64"],
      max: ["bool", "bfloat16", "float32"],
      min: ["uint64", "int32"],
      any: ["bool", "float32"],
      all: ["uint8"],
    } as const;
    for (const [name, dtypes] of Object.entries(cases))
      for (const dtype of dtypes) {
        const x = dtype === "bool" ? random([5, 37]).greater(0) : random([5, 37], dtype);
        const f: Function = (a) => {
          const inner = dtype === "bool" ? a.logicalOr(a.logicalNot()) : a.mul(a);
          return (inner[name as "sum"] as (axis: number) => cu.NDArray)(1);
        };
        await launches(f, [x], `${name} of ${dtype}`);
      }
  });

  it("keep what is no number, infinite or not there", async () => {
    const x = cu.array([
      [1, Number.NaN, 3],
      [Infinity, 2, -1],
      [Infinity, -Infinity, 0],
    ]);
    for (const name of ["sum", "max", "min", "mean", "prod"] as const)
      await launches((a) => (a.mul(2)[name] as (axis: number) => cu.NDArray)(1), [x], name, true);
    await launches((a) => a.mul(2).sum(0), [cu.zeros([0, 3])], "no rows");
    await launches((a) => a.mul(2).mean(1), [cu.zeros([3, 0])], "no columns");
    await launches((a) => a.mul(2).any(1), [cu.zeros([0, 0])], "nothing");
    const none = cu.zeros([0], { device });
    expect(() => cu.fuse((a: cu.NDArray) => a.mul(2).max())(none)).toThrow(/there must be an element/);
  });

  it("take arrays of any strides and order", async () => {
    const wide = random([60, 50]).transpose();
    const deep = random([6, 7, 40]).transpose(1, 0, 2);
    const turned = random([6, 7, 40]).transpose(2, 0, 1);
    const cases: readonly (readonly [cu.NDArray, cu.NDArray])[] = [
      [wide, wide],
      [wide, random([1, 60])],
      [deep, deep],
      [turned, random([6, 1])],
      [random([50, 1]), random([1, 60])],
      [random([100]).slice(["::3"]), cu.array(2)],
    ];
    for (const [a, b] of cases)
      for (let axis = 0; axis < a.ndim; axis++)
        await launches(
          (x, y) => x.mul(y).sub(0.5).sum(axis),
          [a, b],
          `[${a.shape.join()}] by ${a.strides.join()} along ${axis}`,
        );
  });

  it("cut what is long into parts, which the same launch joins or another", async () => {
    const [long, tall] = [random([3, 70_000]), random([60_000, 5])];
    expect(await launches((a) => a.square().sum(1), [long], "long rows")).toBe(1);
    expect(await launches((a) => a.square().sum(0), [tall], "tall columns")).toBe(1);
    expect(await launches((a) => a.square().max(), [tall], "all")).toBe(1);
  });
});

describe("gathers at the beginning of a kernel", () => {
  it("give what the function gives, for any axis, dtype and mode", async () => {
    const pick = <T>(list: readonly T[], round: number): T => list[round % list.length] as T;
    for (let round = 0; round < 8; round++) {
      const shape = pick([[9], [1], [5, 7], [7, 40], [3, 4, 5]], round);
      const axis = round % shape.length;
      const mode = pick(["raise", "wrap", "clip"] as const, round);
      const places = pick([[11], [2, 3], [1], []], round);
      const size = shape[axis] as number;
      const bound = mode === "raise" ? size : 3 * size;
      const x = generator
        .integers(0, 100, shape)
        .astype(pick(["float32", "float16", "int64"] as const, round));
      const index = generator.integers(-bound, bound, places, {
        dtype: pick(["int32", "int64"] as const, round),
      });
      const f: Function = (a, i) => {
        const taken = a.take(i, { axis, mode }).astype("float64");
        return taken.mul(2).add(taken.square());
      };
      const text = `${x.dtype}[${shape.join()}] along ${axis} at [${places.join()}], ${mode}`;
      expect(await launches(f, [x, index], text, true), text).toBe(1);
    }
  });

  it("are one kernel with a reduction at its end", async () => {
    const [table, bias] = [random([50, 24]), random([24])];
    const ids = generator.integers(-50, 50, [6, 20]);
    const embed: Function = (a, i, b) => a.take(i, { axis: 0 }).add(b).relu();
    for (const f of [
      embed,
      (a, i, b) => embed(a, i, b).mean(1),
      (a, i, b) => embed(a, i, b).max(-1),
    ] as Function[])
      expect(await launches(f, [table, ids, bias], f.toString())).toBe(1);
  });

  it("report a place that is not there as take does", async () => {
    const a = cu.arange(5, { device }).astype("float32");
    const wrong = cu.array([0, 5, 4], { device }).astype("int64");
    const told = await a
      .take(wrong, { axis: 0 })
      .tolist()
      .then(String, (error: Error) => error.message.split("\n")[0]);
    expect(told).toContain("got 5");
    for (const f of [
      (x, i) => x.take(i, { axis: 0 }).mul(2),
      (x, i) => x.take(i, { axis: 0 }).mul(2).sum(),
    ] as Function[]) {
      const fused = cu.fuse(f);
      await fused(a, cu.array([0, 1, 4], { device }).astype("int64")).tolist();
      await expect(fused(a, wrong).tolist()).rejects.toThrow(told);
      await expect(fused(a, wrong).tolist()).rejects.toMatchObject({ code: "CUTS_INDEX" });
      await expect(fused(a, wrong).tolist()).rejects.toThrow("teams.test.ts");
      await fused(a, cu.array([-5, -1, 0], { device }).astype("int64")).tolist();
    }
  });
});

describe("functions of several kernels", () => {
  it("softmax, a norm and its gradient, cross entropy", async () => {
    const [x, scale] = [random([12, 50]), random([50])];
    const target = generator.integers(0, 50, [12]);
    const softmax: Function = (a) => {
      const raised = a.sub(a.max({ axis: -1, keepdims: true })).exp();
      return raised.div(raised.sum({ axis: -1, keepdims: true }));
    };
    const norm: Function = (a, s) => {
      const apart = a.sub(a.mean({ axis: -1, keepdims: true }));
      return apart.div(apart.square().mean({ axis: -1, keepdims: true }).add(1e-6).sqrt()).mul(s);
    };
    const entropy: Function = (a, _s, t) =>
      a
        .logSoftmax(-1)
        .takeAlongAxis(t.expandDims(-1) as cu.NDArray<"int64">, -1)
        .mean()
        .neg();
    for (const f of [softmax, norm, entropy]) await launches(f, [x, scale, target], f.toString());
    const loss: Function = (a, s, t) => norm(a, s, t).square().sum(-1).mean();
    const slopes: Function = (a, s, t) => cu.grad((own: cu.NDArray) => loss(own, s, t))(a);
    await launches(slopes, [x, scale, target], "gradient");
  });

  it("are expressions too", async () => {
    const [a, b] = [random([33, 70]), random([70])];
    for (const f of [
      (x, y) => cu.expr`sum(${x} * ${y} + 1, axis=1)`,
      (x, y) => cu.expr`mean(${x} - ${y}, axis=0, keepdims=true)`,
      (x, y) => cu.expr`max(${x} > ${y} ? ${x} : i1)`,
    ] as Function[])
      same(f(moved(a), moved(b)).to("cpu"), f(a, b), f.toString(), false);
  });
});
