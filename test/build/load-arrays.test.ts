// Arrays as arguments of loaded libraries. It uses the cache that all tests share, which has the kernels of arrays.

import { afterAll, describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { because, noCompiler, Workshop } from "./workshop.js";

const shop = new Workshop();
afterAll(() => shop.remove());

describe.skipIf(noCompiler !== undefined)(`arrays${because(noCompiler)}`, () => {
  type Scale = { scale: (x: unknown, factor: number, n: number) => void };
  const open = async () =>
    cu.load<Scale>({
      sources: await shop.write(
        "scale.c",
        "void scale(float* x /*[n]*/, float factor, int n) { for (int i = 0; i < n; i++) x[i] *= factor; }",
      ),
    });

  it("on the cpu are used where they are, after the work that writes them", async () => {
    using lib = await open();
    using x = cu.arange(1 << 16, { dtype: "float32", device: "cpu" });
    using y = x.add(1);
    lib.scale(y, 2, y.size);
    expect(await y.slice([":3"]).tolist()).toEqual([2, 4, 6]);
    expect(await y.item(65535)).toBe(2 * 65536);
    using row = y.reshape(256, 256).slice([1]);
    lib.scale(row, 0, 256);
    expect(await y.item(256)).toBe(0);
    expect(await y.item(512)).toBe(2 * 513);
  });

  it("of every make are taken, by calls and by calls on other threads", async () => {
    using lib = await open();
    const cpu = { device: "cpu" } as const;
    using whole = cu.buffer("float32", [1, 2, 3, 4, 5], cpu);
    for (const x of [
      cu.array([2, 3], cpu),
      cu.array([[2], [3]], cpu),
      cu.buffer("float32", [2, 3], cpu),
      cu.managed("float32", [2, 3], cpu),
      cu.array([2, 3], { ...cpu, memory: "pinned" }),
      whole.subarray(1, 3),
      whole.slice("3:"),
    ]) {
      x.set(cu.array([2, 3], cpu).reshape(x.shape));
      lib.scale(x, 10, 2);
      await (lib.scale as typeof lib.scale & { async: (...args: unknown[]) => Promise<void> }).async(
        x,
        10,
        2,
      );
      expect(await x.data()).toEqual(Float32Array.of(200, 300));
      x.dispose();
    }
  });

  it("that do not lie in C order, have another dtype or ended are refused", async () => {
    using lib = await open();
    using x = cu.ones([4, 4], { device: "cpu" });
    expect(() => lib.scale(x.T, 2, 16)).toThrow("its elements must lie in C order without gaps");
    expect(() => lib.scale(x.slice([":", "::2"]), 2, 8)).toThrow("its elements must lie in C order");
    expect(() => lib.scale(cu.ones([4], { dtype: "float64", device: "cpu" }), 2, 4)).toThrow(
      "its dtype must be float32",
    );
    expect(() => lib.scale(x, 2, 17)).toThrow("it must have at least n = 17 elements (got 16 elements");
    expect(() => lib.scale(cu.ones([1], { device: "cpu" }).broadcastTo([4]), 2, 4)).toThrow(
      /C order|read-only/,
    );
    x.dispose();
    expect(() => lib.scale(x, 2, 16)).toThrow("the array must not be disposed");
  });
});

describe.each([
  ["native", noCompiler],
  ["wasm", undefined],
] as const)("typed arrays of one call (%s)", (toolchain, missing) => {
  it.skipIf(missing !== undefined)(`share memory as they do in JavaScript${because(missing)}`, async () => {
    using lib = await cu.load({
      sources: await shop.write(
        "shared.c",
        `void add1(const float* a, float* out, int n) { for (int i = 0; i < n; i++) out[i] = a[i] + 1; }
         void shift(float* a, float* b, int n) { for (int i = 0; i < n; i++) { a[i] += 1; b[i] *= 10; } }`,
      ),
      functions: {
        add1: "void(const float a[n], float out[n], int n)",
        shift: "void(float a[n], float b[n], int n)",
      },
      toolchain,
      device: "cpu",
    });
    const one = Float32Array.of(1, 2, 3);
    lib.add1(one, one, 3);
    expect([...one]).toEqual([2, 3, 4]);
    for (const shift of [lib.shift, lib.shift.async]) {
      const same = Float32Array.of(1, 2, 3);
      await shift(same, same, 3);
      expect([...same]).toEqual([20, 30, 40]);
      const memory = Float32Array.of(0, 1, 2, 3, 4, 5);
      await shift(memory.subarray(2, 5), memory.subarray(1, 4), 3);
      expect([...memory]).toEqual([0, 10, 30, 40, 5, 5]);
    }
  });
});
