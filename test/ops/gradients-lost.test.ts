// Kernels have no gradient: what they write must not be followed, and a gradient that would go through one is an error.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";

const double = cu.kernel(`extern "C" __global__ void twice(float* y) { y[threadIdx.x] *= 2; }`);
const copied = cu.kernel(
  `extern "C" __global__ void copied(const float* x, float* y) { y[threadIdx.x] = x[threadIdx.x]; }`,
);
const three = { grid: 1, block: 3 } as const;
const refused = expect.objectContaining({ code: "CUTS_GRADIENT_REFUSED" }) as Error;

function leaf(): cu.NDArray<"float32"> {
  const w = cu.array([1, 2, 3]);
  w.requiresGrad = true;
  return w;
}

describe("a kernel", () => {
  it("must not write arrays that gradients follow, but may in noGrad", async () => {
    const w = leaf();
    const b = w.mul(3);
    expect(() => double(three, w)).toThrow(refused);
    expect(() => double(three, b)).toThrow("Cannot give kernel twice an array that gradients follow");
    expect(() => double.run(three, b as never)).toThrow(refused);
    expect(() => cu.grad((x: cu.NDArray<"float32">) => (double(three, x), x.sum()))(cu.ones([3]))).toThrow(
      refused,
    );
    cu.noGrad(() => double(three, w));
    expect(await w.tolist()).toEqual([2, 4, 6]);
  });

  it("marks what it computes: a gradient through it names the launch and its line", () => {
    const w = leaf();
    const y = cu.zeros([3]);
    copied(three, w.mul(3), y);
    const loss = y.mul(w).sum();
    expect(() => loss.backward()).toThrow(
      /^Cannot compute a gradient through kernel copied \(called at .*gradients-lost\.test\.ts:\d+:\d+\)/,
    );
    const inside = (x: cu.NDArray<"float32">): cu.NDArray => {
      const into = cu.zeros([3]);
      copied(three, x, into);
      return into.reshape([3, 1]).sum();
    };
    expect(() => cu.grad(inside)(cu.ones([3]))).toThrow(refused);
  });

  it("does not disturb gradients that go elsewhere, and is a constant for stopGradient", async () => {
    const w = leaf();
    const y = cu.zeros([3]);
    copied(three, w, y);
    w.sum().backward();
    expect(await w.grad?.tolist()).toEqual([1, 1, 1]);
    const z = cu.zeros([3]);
    copied(three, cu.stopGradient(w), z);
    const other = leaf();
    other.mul(z).sum().backward();
    expect(await other.grad?.tolist()).toEqual([1, 2, 3]);
  });

  it("may write what is only marked, again and in place", async () => {
    const w = leaf();
    const y = cu.zeros([3]);
    copied(three, w, y);
    double(three, y);
    y.addInplace(1);
    expect(await y.tolist()).toEqual([3, 5, 7]);
    expect(() => y.sum().backward()).toThrow("through kernel copied");
  });
});
