// Operators that write their arguments, and opcheck: every check has an operator that fails it.

import { afterEach, describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";

function errorOf(call: () => unknown): { readonly code?: unknown; readonly message: string } {
  try {
    call();
  } catch (error) {
    return error as { readonly code?: unknown; readonly message: string };
  }
  throw new Error("it did not throw");
}

afterEach(() => {
  for (const { name } of cu.listOps()) if (name.startsWith("check::")) cu.unregisterOp(name);
});

const float64 = { dtype: "float64" } as const;
const scaleKernel = cu.kernel(`
  extern "C" __global__ void scale(float* x, float factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= factor;
  }`);

describe("an operator that writes an argument", () => {
  it("writes it, by a kernel too, and gives it where the schema says so", () => {
    const scale = cu.op({
      name: "check::scale",
      schema: "(Tensor<float32>(a!) x, float factor) -> Tensor<float32>(a!)",
      all: scaleKernel,
    });
    const x = cu.array([1, 2, 3]);
    expect(scale(x, 2)).toBe(x);
    expect(x.tolistSync()).toEqual([2, 4, 6]);
    expect(scale.infer(x, 2)).toEqual([{ shape: [3], dtype: "float32" }]);
    expect(cu.opcheck(scale, [[x, 3]])).toMatchObject({
      mutation: "passed",
      aliasing: "passed",
      shape: "passed",
    });
    expect(x.tolistSync()).toEqual([2, 4, 6]);
  });

  it("tells whoever has saved it, also where it writes behind the runtime's back", () => {
    const touch = cu.op({ name: "check::touch", schema: "(Tensor(a!) x) -> ()", all: () => undefined });
    const x = cu.array([1, 2, 3], float64);
    const w = cu.array([1, 1, 1], float64);
    w.requiresGrad = true;
    const loss = w.mul(x).sum();
    touch(x.slice("1:"));
    expect(errorOf(() => loss.backward()).code).toBe("CUTS_GRADIENT_CHANGED");
    w.requiresGrad = false;
  });

  it("is refused for arrays that gradients follow, and has no gradient", () => {
    const add = cu.op({
      name: "check::add",
      schema: "(Tensor(a!) x, Tensor y) -> ()",
      all: (x, y) => x.addInplace(y),
    });
    const into = cu.zeros([2]);
    const f = (g: (x: cu.NDArray) => unknown) => () =>
      cu.grad((x: cu.NDArray) => {
        g(x);
        return x.sum();
      })(cu.ones([2]));
    expect(errorOf(f((x) => add(x, into))).code).toBe("CUTS_GRADIENT_REFUSED");
    expect(errorOf(f((x) => add(into, x))).code).toBe("CUTS_GRADIENT_REFUSED");
    f((x) => cu.noGrad(() => add(into, x)))();
    expect(into.tolistSync()).toEqual([1, 1]);
    const wrong = (): unknown =>
      cu.op({
        name: "check::wrong",
        schema: "(Tensor(a!) x) -> ()",
        all: () => undefined,
        backward: () => [null],
      });
    expect(errorOf(wrong).message).toContain("an operator that writes its arguments has no gradient");
  });
});

describe("opcheck", () => {
  const sample = (): [cu.NDArray] => [cu.array([0.5, -1.5, 2])];

  it("passes what is right, and says what it could not check", () => {
    const square = cu.op({
      name: "check::square",
      schema: "(Tensor x, Tensor[] more, float c=2) -> (Tensor, Tensor<int64>)",
      shape: (x) => [x.shape, { shape: [] }],
      all: (x, more, c) => [more.reduce((sum, one) => sum.add(one), x.mul(x).mul(c)), cu.array(1n)],
      backward: ({ grad, inputs: [x, more, c] }) => [grad.mul(x).mul(2 * c), more.map(() => grad), null],
    });
    const report = cu.opcheck(square, [
      [cu.array([1, 2]), []],
      [cu.array([[1, 2]]).T, [cu.ones([2, 1])], 3],
    ]);
    const isAlone = cu.devices().length === 1;
    expect(report).toEqual({
      schema: "passed",
      mutation: "passed",
      aliasing: "passed",
      shape: "passed",
      gradient: "passed",
      devices: isAlone ? "skipped" : "passed",
    });
    expect(cu.opcheck(square, [[cu.array([1, 2]), []]], { checks: ["schema"] }).gradient).toBe("skipped");
  });

  it("finds results that the schema does not promise", () => {
    const wide = cu.op({ name: "check::wide", schema: "(Tensor x) -> Tensor<int64>", all: (x) => x.copy() });
    expect(errorOf(() => cu.opcheck(wide, [sample()]))).toMatchObject({
      code: "CUTS_OPCHECK",
      message: expect.stringContaining('the check "schema" failed for sample 0: result 0 must be of int64'),
    });
    const two = cu.op({
      name: "check::two",
      schema: "(Tensor x) -> (Tensor, Tensor)",
      all: (x) => [x.copy()],
    });
    expect(errorOf(() => cu.opcheck(two, [sample()])).message).toContain("it must give 2 results");
  });

  it("finds arguments that are written", () => {
    const halve = cu.op({
      name: "check::halve",
      schema: "(Tensor x) -> Tensor",
      all: (x) => x.mulInplace(0.5).copy(),
    });
    expect(errorOf(() => cu.opcheck(halve, [[cu.zeros([2])], sample()])).message).toContain(
      "the argument x was written, though with the same numbers",
    );
    const { message } = errorOf(() => cu.opcheck(halve, [sample()]));
    expect(message).toContain('the check "mutation" failed for sample 0: the argument x was changed');
    expect(message).toContain("called with (float32[3] on cpu)");
    const kernel = cu.op({
      name: "check::kernel",
      schema: "(Tensor<float32> x, float factor) -> ()",
      all: scaleKernel,
    });
    expect(errorOf(() => cu.opcheck(kernel, [[cu.ones([2]), 2]])).message).toContain('"mutation"');
  });

  it("finds memory that is shared", () => {
    const view = cu.op({ name: "check::view", schema: "(Tensor x) -> Tensor", all: (x) => x.slice("1:") });
    expect(errorOf(() => cu.opcheck(view, [sample()])).message).toContain(
      "result 0 shares memory with the argument x",
    );
    const told = cu.op({
      name: "check::told",
      schema: "(Tensor(a) x) -> Tensor(a)",
      all: (x) => x.slice("1:"),
    });
    expect(cu.opcheck(told, [sample()]).aliasing).toBe("passed");
    const both = cu.op({
      name: "check::both",
      schema: "(Tensor x) -> (Tensor, Tensor)",
      all: (x) => {
        const made = x.copy();
        return [made, made.slice(":1")];
      },
    });
    expect(errorOf(() => cu.opcheck(both, [sample()])).message).toContain(
      "result 1 shares memory with result 0",
    );
  });

  it("finds a shape rule that is wrong, with the sample", () => {
    const first = cu.op({
      name: "check::first",
      schema: "(Tensor x, int n) -> Tensor",
      shape: (_, n) => [n],
      all: (x, n) => x.slice(`:${n}`).copy(),
    });
    const samples = [
      [cu.ones([3]), 2],
      [cu.ones([3]), 5],
    ] as const;
    expect(errorOf(() => cu.opcheck(first, samples as never)).message).toContain(
      'the check "shape" failed for sample 1: the rule says float32[5] of result 0 (got float32[3] on cpu)',
    );
  });

  it("finds a gradient that is wrong, in float64 and in float32", () => {
    for (const dtype of ["", "<float32>"] as const) {
      const cube = cu.op({
        name: `check::cube${dtype.length}`,
        schema: `(Tensor${dtype} x) -> Tensor${dtype}`,
        all: (x) => (x as cu.NDArray).pow(3),
        backward: ({ grad, inputs: [x] }) => [grad.mul((x as cu.NDArray).square().mul(2))],
      });
      expect(errorOf(() => cu.opcheck(cube, [sample()] as never)).message).toContain(
        '"gradient" failed for sample 0',
      );
      const right = cu.op({
        name: `check::right${dtype.length}`,
        schema: `(Tensor${dtype} x) -> Tensor${dtype}`,
        all: (x) => (x as cu.NDArray).pow(3),
        backward: ({ grad, inputs: [x] }) => [grad.mul((x as cu.NDArray).square().mul(3))],
      });
      expect(cu.opcheck(right, [sample()] as never).gradient).toBe("passed");
    }
  });

  it("wants samples", () => {
    const copy = cu.op({ name: "check::copy", schema: "(Tensor x) -> Tensor", all: (x) => x.copy() });
    expect(errorOf(() => cu.opcheck(copy, [])).code).toBe("CUTS_OPCHECK");
    expect(errorOf(() => cu.opcheck((() => 0) as never, [[]] as never)).code).toBe("CUTS_OP");
  });
});
