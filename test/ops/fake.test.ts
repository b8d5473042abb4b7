// fake(): shapes and dtypes of every operation without computing it.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { gradientCases } from "./gradient-cases.js";

const cpu = cu.device("cpu");

function codeOf(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return (error as { code?: string }).code;
  }
  return "nothing was thrown";
}

/** Allocations of the real device that a call made. */
function allocationsOf(call: () => void): number {
  const before = cpu.memory().allocations;
  call();
  return cpu.memory().allocations - before;
}

describe("every operation inside fake()", () => {
  for (const [name, cases] of Object.entries(gradientCases)) {
    it(`gives shape and dtype: ${name}`, () => {
      for (const { f, shapes, range = [-2, 2], complex = false } of cases) {
        const dtype = complex ? "complex128" : "float64";
        const inputs = shapes.map((shape) =>
          cu
            .full(shape, (range[0] + range[1] * 2) / 3, { dtype })
            .mul(0.9)
            .add(0.01),
        );
        const real = cu.scope(() => {
          const { shape, dtype: own } = f(
            ...inputs.map((one, at) =>
              one.add(
                cu
                  .arange(one.size, { dtype: "float64" })
                  .reshape(one.shape)
                  .mul(0.001 * (at + 1)),
              ),
            ),
          );
          return { shape, dtype: own };
        });
        let made: cu.NDArray | undefined;
        const allocations = allocationsOf(() => {
          made = cu.fake(() => f(...inputs));
        });
        expect({ shape: made?.shape, dtype: made?.dtype }).toEqual(real);
        expect(allocations).toBe(0);
      }
    });
  }
});

describe("fake()", () => {
  it("has room for everything", () => {
    const made = cu.fake(() =>
      cu
        .zeros([1e6, 1e6])
        .matmul(cu.ones([1e6, 3]))
        .sum(0),
    );
    expect([made.shape, made.dtype, made.device.id]).toEqual([[3], "float32", "fake"]);
    expect(cu.devices().map(({ id }) => id)).not.toContain("fake");
  });

  it("has no contents, nor shapes that depend on them", async () => {
    const x = cu.array([1, 0, 2]);
    const made = cu.fake(() => x.exp());
    expect(codeOf(() => made.tolistSync())).toBe("CUTS_FAKE");
    await expect(made.tolist()).rejects.toMatchObject({ code: "CUTS_FAKE" });
    await expect(cu.fake(() => cu.nonzero(x))).rejects.toMatchObject({ code: "CUTS_FAKE" });
    expect(x.exp().device.id).toBe("cpu");
  });

  it("takes gradients", () => {
    const w = cu.ones([1000, 10]);
    const allocations = allocationsOf(() => {
      const { value, grads } = cu.fake(() =>
        cu.valueAndGrad((p: cu.NDArray) => cu.ones([5, 1000]).matmul(p).softmax(1).log().mean())(w),
      );
      expect([value.shape, grads.shape, grads.dtype]).toEqual([[], [1000, 10], "float32"]);
    });
    expect(allocations).toBe(0);
  });

  it("goes on after promises, and ends", async () => {
    const x = cu.ones([2]);
    const made = await cu.fake(async () => {
      await Promise.resolve();
      return x.add(1);
    });
    expect(made.device.id).toBe("fake");
    expect(x.add(1).device.id).toBe("cpu");
  });

  it("takes operators of users by their shape rule", () => {
    let calls = 0;
    const twice = cu.op({
      name: "fake::twice",
      schema: "(Tensor x, int n) -> (Tensor, Tensor<int64>)",
      shape: (x, n) => [[n, ...x.shape], [n]],
      all: (x, n) => {
        calls++;
        return [cu.stack(Array.from({ length: n }, () => x)), cu.zeros([n], { dtype: "int64" })];
      },
    });
    const [a, b] = cu.fake(() => twice(cu.ones([3]), 2));
    expect([a.shape, a.dtype, b.shape, b.dtype, calls]).toEqual([[2, 3], "float32", [2], "int64", 0]);
    const plain = cu.op({ name: "fake::plain", schema: "(Tensor x) -> Tensor", all: (x) => x.sum(0) });
    expect(cu.fake(() => plain(cu.ones([3, 4]))).shape).toEqual([4]);
    const kernel = cu.op({
      name: "fake::kernel",
      schema: "(Tensor<float32> x) -> Tensor<float32>",
      shape: (x) => x.shape,
      all: cu.kernel('extern "C" __global__ void k(const float* x, float* out, int n) {}'),
    });
    expect(cu.fake(() => kernel(cu.ones([7]))).shape).toEqual([7]);
    for (const name of ["twice", "plain", "kernel"]) cu.unregisterOp(`fake::${name}`);
  });
});
