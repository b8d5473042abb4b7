// Operators of users: schemas, dispatch, hooks, gradients.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { expectGradient, randomArray, randomNumbers } from "./finite-differences.js";

function errorOf(call: () => unknown): { readonly code?: unknown; readonly message: string } {
  try {
    call();
  } catch (error) {
    return error as { readonly code?: unknown; readonly message: string };
  }
  throw new Error("it did not throw");
}

const muladd = cu.op({
  name: "test::muladd",
  schema: "(Tensor a, Tensor b, float c=1) -> Tensor",
  shape: (a, b) => cu.broadcastShapes(a.shape, b.shape),
  all: (a, b, c) => a.mul(b).add(c),
  backward: ({ grad, inputs: [a, b] }) => [grad.mul(b), grad.mul(a), null],
});

describe("an operator", () => {
  it("is called as its schema says, with defaults", () => {
    const a = cu.array([1, 2]);
    const b = cu.array([10, 20]);
    expect(muladd(a, b, 5).tolistSync()).toEqual([15, 45]);
    expect(muladd(a, b).tolistSync()).toEqual([11, 41]);
    expect(muladd.infer(a, b)).toEqual([{ shape: [2], dtype: "float32" }]);
  });

  it("has its gradient", () => {
    const draw = randomNumbers(1);
    const inputs = [randomArray([3, 4], draw), randomArray([4], draw)];
    expectGradient((a, b) => muladd(a, b, 2), inputs);
  });

  it("refuses what its schema does not allow, and shows it", () => {
    const a = cu.ones([2]);
    const { code, message } = errorOf(() => muladd(a, 3 as never));
    expect([code, message]).toEqual([
      "CUTS_OP",
      "Cannot call test::muladd: b must be an array (got 3)\n  (Tensor a, Tensor b, float c=1) -> Tensor",
    ]);
    expect(errorOf(() => muladd(a, a, "x" as never)).message).toContain('c must be a number (got "x")');
    expect(errorOf(() => muladd(a, cu.ones([2], { dtype: "float64" }) as never))).toMatchObject({
      code: "CUTS_ARGUMENT_TYPE",
      message: expect.stringContaining(
        "its arrays must be of one dtype (got float32[2] on cpu and float64[2] on cpu)",
      ),
    });
    expect(errorOf(() => (muladd as (...args: unknown[]) => unknown)(a, a, 1, 2)).message).toContain(
      "it takes 3 arguments (got 4)",
    );
  });

  it("has lists, optional arrays, choices and several results", () => {
    const join = cu.op({
      name: "test::join",
      schema:
        '(Tensor[] xs, Tensor? bias, Tensor<int64>? order, "sum"|"mean" how="sum") -> (Tensor total, Tensor<int64> count)',
      all: (xs, bias, _order, how) => {
        const stacked = cu.stack(xs);
        const total = how === "mean" ? stacked.mean(0) : stacked.sum(0);
        return [bias == null ? total : total.add(bias), cu.array(BigInt(xs.length))];
      },
    });
    const [total, count] = join([cu.array([1, 2]), cu.array([3, 4])], null, null, "mean");
    expect([total.tolistSync(), count.itemSync()]).toEqual([[2, 3], 2n]);
    expect(errorOf(() => join([cu.ones([1])], null, null, "max" as never)).message).toContain(
      'how must be "sum" or "mean" (got "max")',
    );
    cu.unregisterOp("test::join");
    expect(cu.listOps().some(({ name }) => name === "test::join")).toBe(false);
  });

  it("runs kernels by the names of their parameters", () => {
    const scale = cu.op({
      name: "test::scale",
      schema: "(Tensor<float32> x, float factor) -> Tensor<float32>",
      shape: (x) => x.shape,
      all: cu.kernel(`
        extern "C" __global__ void scale(const float* x, float* out, float factor, int n) {
          int i = blockIdx.x * blockDim.x + threadIdx.x;
          if (i < n) out[i] = x[i] * factor;
        }`),
      backward: ({ grad, inputs: [, factor] }) => [grad.mul(factor), null],
    });
    expect(scale(cu.array([1, 2, 3]), 2).tolistSync()).toEqual([2, 4, 6]);
    expect(
      cu
        .grad((x: cu.NDArray) => scale(x as cu.NDArray<"float32">, 3).sum())(cu.array([1, 2]))
        .tolistSync(),
    ).toEqual([3, 3]);
    cu.unregisterOp("test::scale");
  });

  it("is refused where it has no implementation or no gradient", () => {
    const bare = cu.op({ name: "test::bare", schema: "(Tensor x) -> Tensor", cuda: (x) => x.copy() });
    expect(errorOf(() => bare(cu.ones([1])))).toMatchObject({
      code: "CUTS_OP_DEVICE",
      message: expect.stringContaining("it has no implementation for cpu"),
    });
    bare.implement("cpu", (x) => x.copy());
    expect(errorOf(() => cu.grad((x: cu.NDArray) => bare(x).sum())(cu.ones([1]))).code).toBe(
      "CUTS_GRADIENT_REFUSED",
    );
    expect(errorOf(() => cu.op({ name: "test::bare", schema: "() -> ()" })).message).toContain(
      "there is one of this name",
    );
    expect(errorOf(() => cu.op({ name: "bare", schema: "() -> ()" })).message).toContain(
      "must have a namespace",
    );
    cu.unregisterOp("test::bare");
    expect(errorOf(() => cu.unregisterOp("cuts::add")).code).toBe("CUTS_OP");
  });
});

describe("the library's own operators", () => {
  it("are listed, seen by hooks, and replaced", () => {
    expect(cu.listOps().find(({ name }) => name === "cuts::add")?.gradient).toBe("rule");
    const seen: string[] = [];
    const x = cu.ones([2]);
    {
      using _hook = cu.dispatchHook(({ name }, run) => {
        seen.push(name);
        return run();
      });
      x.add(1).softmax();
      muladd(x, x);
      cu.linalg.norm(x);
    }
    x.add(1);
    expect(seen.slice(0, 3)).toEqual(["cuts::add", "cuts::softmax", "test::muladd"]);
    {
      using _other = cu.overrideOp("cuts::exp", (original) => (own) => (original(own) as cu.NDArray).mul(0));
      expect(x.exp().tolistSync()).toEqual([0, 0]);
    }
    expect(x.exp().tolistSync()).toEqual([Math.fround(Math.E), Math.fround(Math.E)]);
  });
});
