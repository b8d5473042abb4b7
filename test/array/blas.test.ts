// Products of the cpu device by a BLAS, with every product of its types given to it, however small, and what is about the
// thread that calls it. Which BLAS it is makes no difference to that: where there is none of those
// that CuTS looks for, the reference BLAS that comes with Debian's NumPy serves.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import * as cu from "../../src/index.js";
import { BlasProducts } from "../../src/backend/cpu/blas/blas-products.js";
import { BlasThread } from "../../src/backend/cpu/blas/blas-thread.js";
import { openBlas } from "../../src/native/blas.js";
import { sharedPackage } from "../package/shared-package.js";
import { writeProgram } from "../package/write-program.js";
import { elements, matrix, naive, numbers } from "./products-suite.js";

const path = findOne();
const types = ["float32", "float64", "complex64", "complex128"];

function findOne(): string | undefined {
  for (const name of ["", "libblas.so.3", "libcblas.so.3"]) {
    try {
      const found = openBlas({ environment: { CUTS_BLAS: name }, platform: process.platform });
      if (found !== undefined) return found.path;
    } catch {
      // The next one.
    }
  }
  return undefined;
}

describe.skipIf(path === undefined)("a BLAS (skipped where no library with cblas_sgemm is installed)", () => {
  const asUsual = Object.getOwnPropertyDescriptor(BlasProducts.prototype, "takes") as PropertyDescriptor;
  const takes = { ...asUsual, value: (dtype: string): boolean => types.includes(dtype) };
  const takeAll = (): unknown => Object.defineProperty(BlasProducts.prototype, "takes", takes);
  const takeAsUsual = (): unknown => Object.defineProperty(BlasProducts.prototype, "takes", asUsual);

  beforeAll(() => {
    process.env["CUTS_BLAS"] = path;
    takeAll();
    return () => void takeAsUsual();
  });

  afterEach(() => {
    vi.restoreAllMocks();
  });

  function whole(seed: number, ...shape: number[]): cu.NDArray<"float32"> {
    const values = numbers(
      shape.reduce((a, b) => a * b, 1),
      seed,
    );
    // Left to the garbage collector, it would hold the memory for as long as that takes.
    using flat = cu.array(values, { dtype: "float32" });
    return flat.reshape(...shape);
  }

  it("gets large products, each in one call, and small ones stay with the kernels", async () => {
    const give = vi.spyOn(BlasThread.prototype, "give");
    const c = cu.matmul(whole(1, 3, 50, 60), whole(2, 3, 60, 70));
    await c.data();
    expect(give).toHaveBeenCalledOnce();
    expect(give.mock.calls[0]?.[0]).toHaveLength(3);
    takeAsUsual();
    try {
      const small = cu.matmul(whole(1, 20, 20), whole(2, 20, 20));
      const thin = cu.matmul(whole(1, 1, 4000), whole(2, 4000, 500));
      const integers = cu.matmul(whole(1, 110, 110).astype("int32"), whole(2, 110, 110).astype("int32"));
      for (const one of [small, thin, integers]) await one.data();
      expect(give).toHaveBeenCalledOnce();
      const large = cu.matmul(whole(1, 101, 103), whole(2, 103, 107));
      expect(await elements(large)).toEqual(
        naive(numbers(101 * 103, 1), numbers(103 * 107, 2), 101, 103, 107),
      );
      expect(give).toHaveBeenCalledTimes(2);
    } finally {
      takeAll();
    }
  });

  it("multiplies matrices of any shape, without elements too, in any layout", async () => {
    const size = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom(13, 31, 64, 67));
    const layout = fc.integer({ min: 0, max: 3 });
    const dtype = fc.constantFrom("float32" as const, "float64" as const);
    await fc.assert(
      fc.asyncProperty(size, size, size, layout, layout, dtype, async (m, k, n, first, second, type) => {
        const [a, b] = [numbers(m * k, 3), numbers(k * n, 5)];
        await cu.scope(async () => {
          const c = cu.matmul(matrix(a, [m, k], type, first), matrix(b, [k, n], type, second));
          expect(c.shape).toEqual([m, n]);
          expect(await elements(c)).toEqual(naive(a, b, m, k, n));
        });
      }),
      { numRuns: 60 },
    );
  });

  it.each(["complex64", "complex128"] as const)("multiplies %s", async (dtype) => {
    const [m, k, n] = [9, 13, 11];
    const [ar, ai] = [numbers(m * k, 1), numbers(m * k, 2)];
    const [br, bi] = [numbers(k * n, 3), numbers(k * n, 4)];
    const plus = (x: Float64Array, y: Float64Array, sign: number): Float64Array =>
      x.map((value, i) => value + sign * (y[i] as number));
    const make = (re: Float64Array, im: Float64Array, shape: number[]): cu.NDArray => {
      const pairs = Float64Array.from(
        { length: 2 * re.length },
        (_, i) => (i % 2 === 0 ? re : im)[i >> 1] as number,
      );
      return cu.buffer("complex128", pairs).astype(dtype).reshape(shape);
    };
    const c = cu.matmul(make(ar, ai, [m, k]), make(br, bi, [k, n]));
    expect(await elements(cu.real(c))).toEqual(plus(naive(ar, br, m, k, n), naive(ai, bi, m, k, n), -1));
    expect(await elements(cu.imag(c))).toEqual(plus(naive(ar, bi, m, k, n), naive(ai, br, m, k, n), 1));
  });

  it("multiplies batches that broadcast, along axes that cannot be joined", async () => {
    const a = whole(18, 2, 3, 4, 5, 6);
    const b = whole(19, 3, 1, 6, 7);
    const all = await elements(cu.matmul(a.transpose(2, 1, 0, 3, 4), b));
    const [first, second] = [await elements(a), await elements(b)];
    for (let i = 0; i < 4; i++)
      for (let j = 0; j < 3; j++)
        for (let l = 0; l < 2; l++) {
          const from = 30 * ((l * 3 + j) * 4 + i);
          const right = naive(first.slice(from, from + 30), second.slice(42 * j, 42 * (j + 1)), 5, 6, 7);
          const to = 35 * ((i * 3 + j) * 2 + l);
          expect(all.slice(to, to + 35)).toEqual(right);
        }
  });

  it("takes views as they lie and copies others", async () => {
    const give = vi.spyOn(BlasThread.prototype, "give");
    const [m, k, n] = [31, 37, 41];
    const [a, b] = [numbers(m * k, 3), numbers(k * n, 4)];
    for (const dtype of ["float32", "float64"] as const) {
      for (const [first, second, transposed] of [
        [0, 0, [false, false]],
        [1, 0, [true, false]],
        [0, 1, [false, true]],
        [2, 3, [false, false]],
      ] as const) {
        const c = cu.matmul(matrix(a, [m, k], dtype, first), matrix(b, [k, n], dtype, second));
        expect(await elements(c)).toEqual(naive(a, b, m, k, n));
        const [product] = give.mock.lastCall?.[0] ?? [];
        expect([product?.a.isTransposed, product?.b.isTransposed]).toEqual(transposed);
      }
    }
    // Rows that lie further apart than they are long.
    const wide = cu
      .array(numbers(m * 2 * k, 5))
      .reshape(m, 2 * k)
      .slice([":", `:${k}`]);
    const left = await elements(wide);
    expect(await elements(cu.matmul(wide, matrix(b, [k, n], "float64", 0)))).toEqual(naive(left, b, m, k, n));
    expect(give.mock.lastCall?.[0][0]?.a.leading).toBe(2 * k);
  });

  it("comes in its turn among kernels, copies and other products, for who awaits and who blocks", async () => {
    const [a, b] = [numbers(64 * 64, 6), numbers(64 * 64, 7)];
    const once = naive(a, b, 64, 64, 64);
    const right = naive(
      once.map((value) => (value + 1) % 5),
      b,
      64,
      64,
      64,
    );
    const [x, y] = [whole(6, 64, 64), whole(7, 64, 64)];
    const chain = (): cu.NDArray<"float32"> => {
      using first = cu.matmul(x, y);
      using more = first.add(1);
      using rest = cu.fmod(more, 5);
      return cu.matmul(rest, y);
    };
    for (let i = 0; i < 5; i++) {
      using blocked = chain();
      expect(Float64Array.from(blocked.dataSync(), (value) => value + 0)).toEqual(right);
      using awaited = chain();
      expect(await elements(awaited)).toEqual(right);
    }
    // What is written after a product that reads it is not what the product gets.
    using changed = x.copy();
    using c = cu.matmul(changed, y);
    changed.fill(0);
    expect(await elements(c)).toEqual(once);
  });

  it("computes on several streams, which wait for each other by events", async () => {
    const [x, y] = [whole(8, 80, 80), whole(9, 80, 80)];
    const right = await elements(cu.matmul(x, y));
    const streams = Array.from({ length: 4 }, () => cu.stream());
    const results = await Promise.all(streams.map((stream) => stream.run(() => cu.matmul(x, y))));
    // Read on the default stream.
    for (const one of results) expect(await elements(one)).toEqual(right);
    for (const stream of streams) {
      let again: cu.NDArray | undefined;
      void stream.run(() => {
        again = cu.matmul(x, y);
      });
      stream.synchronizeSync();
      expect(await elements(again as cu.NDArray)).toEqual(right);
      stream.dispose();
    }
  });

  it("keeps memory that is disposed of until it is over", async () => {
    const before = cu.device().memory().liveBytes;
    const outs: cu.NDArray[] = [];
    let right: Float64Array | undefined;
    for (let i = 0; i < 8; i++) {
      const [x, y] = [whole(10, 200, 300), whole(11, 300, 200)];
      outs.push(cu.matmul(x, y));
      x.dispose();
      y.dispose();
      // Takes the memory that is free.
      cu.full([200, 300], i).dispose();
    }
    for (const out of outs) {
      const values = await elements(out);
      expect(values).toEqual((right ??= naive(numbers(60_000, 10), numbers(60_000, 11), 200, 300, 200)));
      out.dispose();
    }
    await cu.device().synchronize();
    expect(cu.device().memory().liveBytes).toBeLessThanOrEqual(before);
  });

  it("is part of graphs, gradients and fused functions", async () => {
    const give = vi.spyOn(BlasThread.prototype, "give");
    const [x, y] = [whole(12, 40, 50), whole(13, 50, 60)];
    const right = naive(numbers(2000, 12), numbers(3000, 13), 40, 50, 60);
    using out = cu.zeros([40, 60]);
    const graph = cu.graph(() => void cu.matmul(x, y, { out }));
    for (let i = 0; i < 3; i++) {
      out.fill(7);
      graph.launch();
      expect(await elements(out)).toEqual(right);
    }
    graph.dispose();
    const [dx] = [cu.grad((own: cu.NDArray) => cu.matmul(own as cu.NDArray<"float32">, y).sum())(x)];
    const ones = new Float64Array(40 * 60).fill(1);
    const turned = await elements(y.T.copy());
    expect(await elements(dx as cu.NDArray)).toEqual(naive(ones, turned, 40, 60, 50));
    const fused = cu.fuse((p: cu.NDArray<"float32">, q: cu.NDArray<"float32">) =>
      cu.matmul(p, q).add(1).mul(2),
    );
    expect(await elements(fused(x, y))).toEqual(right.map((value) => 2 * (value + 1)));
    expect(give.mock.calls.length).toBeGreaterThanOrEqual(5);
  });

  it("that fails is an error for who reads, what needs it is skipped, and the next product works", async () => {
    const give = vi.spyOn(BlasThread.prototype, "give").mockImplementationOnce(function (
      this: BlasThread,
      [one],
    ) {
      return this.give([{ ...(one as object), type: "decimal" } as never]);
    });
    const [x, y] = [whole(15, 30, 30), whole(16, 30, 30)];
    const failed = cu.matmul(x, y);
    const skipped = cu.matmul(failed.add(1), y);
    const works = cu.matmul(x, y);
    expect(await elements(works)).toEqual(naive(numbers(900, 15), numbers(900, 16), 30, 30, 30));
    await expect(skipped.data()).rejects.toMatchObject({
      code: "CUTS_BLAS_UNUSABLE",
      message: expect.stringContaining("CUTS_BLAS=0"),
    });
    expect(() => failed.dataSync()).toThrow(expect.objectContaining({ code: "CUTS_BLAS_UNUSABLE" }));
    // The first of them twice, because it is given by the mock.
    expect(give).toHaveBeenCalledTimes(3);
  });

  it("lets the event loop turn", async () => {
    const x = whole(17, 700, 700);
    const order: string[] = [];
    const product = cu.matmul(x, x);
    const ready = product.data().then(() => order.push("product"));
    await new Promise<void>((resolve) => setImmediate(resolve));
    order.push("turn");
    await ready;
    expect(order).toEqual(["turn", "product"]);
  });

  describe("lets a process end while products are under way", () => {
    const folder = mkdtempSync(join(tmpdir(), "cuts-blas-"));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    let program: string;
    beforeAll(async () => {
      const source = fileURLToPath(new URL("blas-program.ts", import.meta.url));
      program = writeProgram(source, folder, await sharedPackage());
    });

    it.each([
      ["by itself", "nothing", 0, "done"],
      ["by process.exit()", "exit", 3, ""],
      ["by an error", "throw", 1, ""],
      ["after a reset", "reset", 0, "again"],
    ])("%s", async (_, how, code, said) => {
      const child = spawn(process.execPath, [program, how], {
        env: { ...process.env, CUTS_BLAS: path, CUTS_DEVICE: "cpu" },
        stdio: ["ignore", "pipe", "ignore"],
      });
      const closed = once(child, "close");
      expect((await text(child.stdout)).trim()).toBe(said);
      expect(await closed).toEqual([code, null]);
    });
  });
});
