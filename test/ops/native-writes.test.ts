// Arrays that are saved for a gradient and then given to native functions: those that may write them count as writes.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Addon } from "../../src/build/addon/open-addon.js";
import { findCompiler } from "../../src/build/toolchain/compilers.js";
import * as cu from "../../src/index.js";
import { noCompiler, openFixture } from "../addon/build-fixture.js";
import type { Features } from "../addon/features.js";

const float64 = { dtype: "float64", device: "cpu" } as const;
const float32 = { dtype: "float32", device: "cpu" } as const;
const changed = expect.objectContaining({ code: "CUTS_GRADIENT_CHANGED" });

const refused = expect.objectContaining({ code: "CUTS_GRADIENT_REFUSED" });

/** The error of a gradient that would go through a function. */
function lost(name: string): RegExp {
  return new RegExp(`^Cannot compute a gradient through .*\\b${name} \\(called at .*native-writes`);
}

/** Computes something, lets `use` have an array that its gradient needs, and computes the gradient. */
async function gradientAfter(
  use: (saved: cu.NDArray) => unknown,
  options: typeof float64 | typeof float32 = float64,
): Promise<unknown> {
  using x = cu.array([1, 2, 3], options);
  using w = cu.array([1, 1, 1], options);
  w.requiresGrad = true;
  using loss = w.mul(x).sum();
  await use(x);
  loss.backward();
  return w.grad?.tolist();
}

type Native = ((...args: readonly unknown[]) => unknown) & {
  readonly async: (...args: readonly unknown[]) => Promise<unknown>;
};

const source = `
  void wipe(double* x /*[n]*/, int n) { for (int i = 0; i < n; i++) x[i] = 0; }
  double total(const double* x /*[n]*/, int n) { double s = 0; for (int i = 0; i < n; i++) s += x[i]; return s; }
  void copy_into(const double* from, double* into, int n) { for (int i = 0; i < n; i++) into[i] = from[i]; }
  void wipe_first(double** rows, int n) { for (int i = 0; i < n; i++) rows[0][i] = 0; }
`;
const folder = mkdtempSync(join(tmpdir(), "cuts-native-writes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "native.c"), source);

const kinds = [
  ["native code", { skip: findCompiler("c") === undefined, toolchain: undefined }],
  ["WebAssembly", { skip: false, toolchain: "wasm" as const }],
] as const;

/** Lets `use` compute an array from one that gradients follow, and asks for a gradient through it. */
async function gradientThrough(use: (from: cu.NDArray, into: cu.NDArray) => unknown): Promise<void> {
  using w = cu.array([1, 2, 3], float64);
  using into = cu.zeros([3], float64);
  w.requiresGrad = true;
  using from = w.mul(2);
  await use(from, into);
  into.sum().backward();
}

for (const [kind, { skip, toolchain }] of kinds) {
  describe.skipIf(skip)(`C functions of load() as ${kind}`, () => {
    let wipe: Native;
    let total: Native;
    let wipeFirst: Native;
    let copyInto: Native;
    beforeAll(async () => {
      const options = toolchain === undefined ? {} : { toolchain, device: "cpu" };
      const library = await cu.load<Record<"wipe" | "total" | "wipe_first" | "copy_into", Native>>({
        sources: join(folder, "native.c"),
        ...options,
      });
      ({ wipe, total, wipe_first: wipeFirst, copy_into: copyInto } = library);
    });

    // WebAssembly takes no lists of pointers.
    if (toolchain === undefined) {
      it("change what is in a list of pointers", async () => {
        await expect(gradientAfter((x) => wipeFirst([x], 3))).rejects.toThrow(changed);
      });
    }

    it("change what a gradient needs where the pointer is not const", async () => {
      await expect(gradientAfter((x) => wipe(x, 3))).rejects.toThrow(changed);
      await expect(gradientAfter((x) => wipe(x.slice("1:"), 2))).rejects.toThrow(changed);
      await expect(gradientAfter((x) => wipe.async(x, 3))).rejects.toThrow(changed);
    });

    it("change it from the moment at which an async call is made", async () => {
      await expect(gradientAfter((x) => void wipe.async(x, 3))).rejects.toThrow(changed);
    });

    it("leave it where the pointer is const", async () => {
      expect(await gradientAfter((x) => total(x, 3))).toEqual([1, 2, 3]);
      expect(await gradientAfter((x) => total.async(x, 3))).toEqual([1, 2, 3]);
    });

    it("must not write what gradients follow, and none goes through them", async () => {
      await expect(gradientThrough((from) => wipe(from, 3))).rejects.toThrow(refused);
      await expect(gradientThrough((from, into) => copyInto(from, into, 3))).rejects.toThrow(
        lost("copy_into"),
      );
      await expect(gradientThrough((from, into) => copyInto.async(from, into, 3))).rejects.toThrow(
        lost("copy_into"),
      );
    });

    it("may write before", async () => {
      expect(
        await gradientAfter(() => {
          using other = cu.array([1, 2, 3], float64);
          wipe(other, 3);
        }),
      ).toEqual([1, 2, 3]);
      using x = cu.array([1, 2, 3], float64);
      wipe(x, 1);
      expect(
        cu
          .grad((w: cu.NDArray) => w.mul(x).sum())(cu.ones([3], float64))
          .tolistSync(),
      ).toEqual([0, 2, 3]);
    });
  });
}

describe.skipIf(process.platform === "win32")("C functions of dlopen()", () => {
  it("change what a gradient needs, also through void*", async () => {
    using libc = cu.dlopen(null, {
      memset: "void*(void* to, int value, size_t n)",
      memcmp: "int(const void* a, const void* b, size_t n)",
    });
    await expect(gradientAfter((x) => libc.memset(x, 0, 24n))).rejects.toThrow(changed);
    expect(await gradientAfter((x) => libc.memcmp(x, x, 24n))).toEqual([1, 2, 3]);
  });
});

describe.skipIf(noCompiler)("functions of addons", () => {
  let addon: Addon<Features>;
  beforeAll(async () => {
    addon = await openFixture<Features>("features");
  });

  it("change what a gradient needs where they take a Tensor", async () => {
    await expect(gradientAfter((x) => addon.scale(x, 2), float32)).rejects.toThrow(changed);
    await expect(gradientAfter((x) => addon.return_later(x), float32)).rejects.toThrow(changed);
  });

  it("must not write what gradients follow, and none goes through them", async () => {
    using w = cu.array([1, 2, 3], float32);
    w.requiresGrad = true;
    expect(() => addon.scale(w.mul(2), 2)).toThrow(refused);
    using squared = await addon.slow_square(w);
    expect(() => squared.sum().backward()).toThrow(lost("slow_square"));
  });

  it("leave it where they take a const Tensor&", async () => {
    expect(await gradientAfter((x) => addon.trace(x.slice([":1"]).reshape(1, 1)), float32)).toEqual([
      1, 2, 3,
    ]);
    expect(await gradientAfter(async (x) => (await addon.slow_square(x)).dispose(), float32)).toEqual([
      1, 2, 3,
    ]);
  });
});
