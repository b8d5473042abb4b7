// What plain JavaScript does with arrays besides calling their methods: operators, templates, logs, clones, assignments; and
// arguments that TypeScript would not let through.

import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";

const refusal = (code: string): unknown => expect.objectContaining({ code });

describe("operators", () => {
  it("are refused, since they do not see elements", () => {
    const [a, b] = [cu.array(5) as never as number, cu.array(9) as never as number];
    for (const use of [() => a > b, () => a + 1, () => -a, () => a * b, () => Math.max(a), () => `${a + b}`])
      expect(use).toThrow(refusal("CUTS_OPERATOR"));
    expect(() => a > b).toThrow("a.greater(b)");
  });

  it("leave templates and strings alone", () => {
    expect(`is ${cu.array([1, 2]) as never as string}`).toBe("is [1. 2.]");
    expect(String(cu.array(5))).toBe("5.0");
  });
});

describe("logs", () => {
  it("say that an array is lost", async () => {
    const x = cu.arange(4);
    const lost = x.take(cu.array([9n]));
    expect(inspect(lost)).toMatch(
      /^NDArray float32\[1\] on cpu \(lost: CUTS_INDEX Cannot use an index of axis 0/,
    );
    await expect(lost.data()).rejects.toEqual(refusal("CUTS_INDEX"));
  });
});

describe("assignments", () => {
  it("to what an array is are refused", () => {
    const x = cu.ones([2, 3]) as unknown as Record<string, unknown>;
    for (const name of ["dtype", "shape", "strides", "offset", "size", "isContiguous", "isReadonly"]) {
      const before = x[name];
      expect(() => (x[name] = 1)).toThrow(TypeError);
      expect(x[name]).toBe(before);
    }
    x["label"] = "mine";
    expect(x["label"]).toBe("mine");
  });
});

describe("clones", () => {
  it("are refused with what to do", () => {
    for (const one of [cu.ones(2), cu.device()])
      expect(() => structuredClone(one)).toThrow(/^Symbol\(a CuTS array or device.*await x\.data\(\)/);
  });
});

describe("handles", () => {
  it("of asarray() are their own", async () => {
    const x = cu.ones(3);
    {
      using y = cu.asarray(x);
      expect(y === x).toBe(false);
      y.fill(2);
    }
    expect(await x.tolist()).toEqual([2, 2, 2]);
    x.dispose();
    expect(() => cu.asarray(x)).toThrow(refusal("CUTS_DISPOSED"));
  });

  it("of pinned memory end with it", async () => {
    const p = cu.pinned("float32", 3);
    const x = cu.ones(3);
    p.dispose();
    expect(() => x.set(p)).toThrow(refusal("CUTS_DISPOSED"));
    await expect(x.setFrom(p)).rejects.toEqual(refusal("CUTS_DISPOSED"));
    await expect(x.dataInto(p)).rejects.toEqual(refusal("CUTS_DISPOSED"));
    expect(() => x.copyTo(p)).toThrow(refusal("CUTS_DISPOSED"));
    expect(() => cu.buffer("float32", p)).toThrow(refusal("CUTS_DISPOSED"));
  });
});

describe("arguments of the wrong kind", () => {
  const loose = cu as unknown as Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

  it.each([
    ["loadNpy", "CUTS_PATH", [undefined]],
    ["loadNpz", "CUTS_PATH", [1]],
    ["saveNpy", "CUTS_PATH", [undefined, cu.ones(1)]],
    ["cuModuleTypes", "CUTS_PATH", [1]],
    ["buildSources", "CUTS_SOURCES", [{}]],
    ["buildSources", "CUTS_SOURCES", [undefined]],
    ["buildSources", "CUTS_SOURCES", [{ sources: [1] }]],
  ])("%s is refused with %s", async (name, code, args) => {
    await expect((async () => loose[name]?.(...args))()).rejects.toEqual(refusal(code));
  });

  it("take bigints as bounds of a part", () => {
    const x = cu.arange(6);
    expect(x.subarray(2n, 5n).shape).toEqual([3]);
    expect(() => x.subarray("1" as never)).toThrow(refusal("CUTS_INDEX"));
  });

  it("name the shape that was given", () => {
    expect(() => cu.arange(6).reshape(-1, -1)).toThrow("one size may be -1");
    expect(() => cu.arange(6).reshape(-1, -1)).toThrow("(got [-1, -1])");
  });

  it("say that a launch has no configuration", () => {
    const twice = cu.kernel(
      "__global__ void twice(float* x, int n) { if (threadIdx.x < n) x[threadIdx.x] *= 2; }",
    );
    const launch = twice as unknown as (...args: readonly unknown[]) => void;
    expect(() => launch(cu.ones(2), 2)).toThrow(
      "the launch configuration must come first (got NDArray float32[2])",
    );
    expect(() => launch(cu.ones(2), 2)).toThrow(refusal("CUTS_LAUNCH_CONFIG"));
  });
});

describe("options that a function does not know", () => {
  const x = cu.arange(6).reshape(2, 3);
  const loose = cu as unknown as Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;
  const methods = x as unknown as Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

  /** Functions of the package by what comes before their options. */
  const functions: readonly (readonly [names: string, ...args: readonly unknown[]])[] = [
    [
      "array asarray zerosLike onesLike emptyLike sum prod mean var std min max ptp any all countNonzero nansum nanmean nanmin",
      x,
    ],
    [
      "nanmax norm argmin argmax cumsum cumprod softmax logSoftmax logsumexp sort argsort unique uniqueAll uniqueCounts uniqueInverse",
      x,
    ],
    [
      "median histogram diff unstack diagonal trace tril triu diag round sqrt exp gelu relu conj angle isnan abs square",
      x,
    ],
    ["empty zeros ones eye identity tri arange indices", 3],
    [
      "add subtract multiply divide power maximum less equal logicalAnd isclose allclose allcloseSync matmul dot tensordot",
      x,
      x,
    ],
    ["vecdot kron outer cross", x, x],
    ["full", 2, 1],
    ["fullLike", x, 1],
    ["linspace logspace geomspace", 1, 2, 3],
    ["meshgrid", cu.arange(2)],
    ["concatenate stack", [x, x]],
    ["split arraySplit", x, 1],
    ["append", x, cu.arange(3)],
    ["insert", x, 0, 1],
    ["clip", x, 0, 1],
    ["delete take repeat roll pad partition rot90 quantile percentile topk", x, 1],
    ["put", x, [0], 1],
    ["searchsorted isin", cu.arange(3), cu.arange(3)],
    ["bincount", cu.array([1, 2], { dtype: "int32" })],
    ["convolve correlate", cu.arange(3), cu.arange(3)],
    ["convolve2d correlate2d", x, x],
    ["cumulativeSum cumulativeProd", cu.arange(3)],
    ["where", x, x, x],
    ["einsum", "ij->i", x],
    ["buffer managed pinned", "float32", 3],
    ["parseNpy parseNpz", new Uint8Array(8)],
    ["elementwise", "T x -> T y", "y = x"],
  ];
  const without = new Set(["kron"]);
  const cases = functions.flatMap(([names, ...args]) =>
    names.split(" ").flatMap((name) => (without.has(name) ? [] : [[name, args] as const])),
  );

  it.each(cases)("are refused by %s", async (name, args) => {
    const call = async (options: unknown): Promise<unknown> => loose[name]?.(...args, options);
    await expect(call({ nonsense: 1 })).rejects.toEqual(refusal("CUTS_OPTIONS"));
    await expect(call({ nonsense: 1 })).rejects.toThrow('it has no option "nonsense", only ');
  });

  it.each([
    "empty",
    "zeros",
    "eye",
    "arange",
    "diag",
    "diagonal",
    "trace",
    "round",
    "bincount",
    "array",
    "asarray",
  ])("of %s must not be null", async (name) => {
    const first = ["empty", "zeros", "eye", "arange"].includes(name) ? 3 : x;
    const only = name === "bincount" ? cu.array([1], { dtype: "int32" }) : first;
    const call = async (): Promise<unknown> => loose[name]?.(only, null);
    await expect(call()).rejects.toEqual(refusal("CUTS_OPTIONS"));
  });

  it("are refused by methods and by functions in groups", () => {
    for (const call of [
      () => methods["sum"]?.({ axes: 0 }),
      () => methods["add"]?.(1, { where: x }),
      () => methods["round"]?.(null),
      () => cu.fft.fft(x, { length: 4 } as never),
      () => cu.fft.fft2(x, { axis: 0 } as never),
      () => cu.fft.fftfreq(4, { step: 1 } as never),
      () => cu.fft.fftshift(x, { axis: 0 } as never),
      () => cu.linalg.inv(cu.eye(2), { assume: 1 } as never),
      () => cu.linalg.svd(x, { full: true } as never),
      () => cu.linalg.qr(x, { modes: "r" } as never),
      () => cu.linalg.eigh(cu.eye(2), { lower: true } as never),
      () => cu.linalg.cholesky(cu.eye(2), { lower: true } as never),
      () => cu.linalg.pinv(x, { rcond: 1 } as never),
      () => cu.linalg.matrixRank(x, { rcond: 1 } as never),
      () => cu.linalg.norm(x, { order: 1 } as never),
      () => cu.linalg.cond(cu.eye(2), { ord: 1 } as never),
      () => cu.random.generator(1, { start: 1 } as never),
      () => cu.random.generator(1).normal(3, { loc: 1 } as never),
      () => cu.random.generator(1).choice(3, 2, { size: 1 } as never),
    ])
      expect(call).toThrow(refusal("CUTS_OPTIONS"));
  });

  it("are told with the nearest", () => {
    expect(() => methods["sum"]?.({ axes: 0 })).toThrow(
      'Cannot compute sum: it has no option "axes", only axis, keepdims, out, dtype (got { axes })\nTry: axis',
    );
    expect(() => loose["arange"]?.(1, 0, { step: -1 })).toThrow('it has no option "step"');
  });

  it("do not hide indices of several axes", () => {
    expect(() => methods["slice"]?.(1, 2)).toThrow("Try: x.slice([1, 2])");
  });

  it("are not looked at by operations that pass their options on", () => {
    const out = cu.zeros([2, 3]);
    expect(x.round({ decimals: 1, out })).toBe(out);
    expect(cu.gelu(x, { approximate: "tanh", out })).toBe(out);
    expect(cu.linalg.trace(cu.eye(2), { offset: 1 }).shape).toEqual([]);
    expect(cu.eye(2, { k: 1, dtype: "int32" }).dtype).toBe("int32");
    expect(cu.tri(2, { k: 1 }).shape).toEqual([2, 2]);
    expect(cu.allcloseSync(x, x, { rtol: 1 })).toBe(true);
    expect(x.std({ axis: 0, ddof: 1 }).shape).toEqual([3]);
  });
});
