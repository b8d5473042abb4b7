// What a function that is fused does beside computing its result: what it writes in place is written at each call, and what fuse()
// does not see is refused, not left out.
import { describe, expect, it } from "vitest";
import * as cu from "../../../src/index.js";

describe("what a fused function writes in place", () => {
  const cases: readonly [string, (x: cu.NDArray) => cu.NDArray][] = [
    ["addInplace", (x) => x.addInplace(3)],
    ["subInplace", (x) => x.subInplace(1)],
    ["mulInplace", (x) => x.mulInplace(x)],
    ["floorDivideInplace", (x) => x.floorDivideInplace(2)],
    ["modInplace of a view", (x) => x.slice(["1:"]).modInplace(2)],
    ["set", (x) => (x.set([9, 8, 7]), x)],
    ["of another dtype", (x) => x.addInplace(cu.ones([3], { dtype: "bool" }))],
  ];
  for (const dtype of ["int8", "uint8", "int32", "int64", "float32", "float64"] as const)
    it.each(cases)(`${dtype}: %s`, async (_, write) => {
      const onCopy = (x: cu.NDArray): cu.NDArray => {
        const own = x.copy();
        write(own);
        return own;
      };
      const [ofCopy, ofArgument] = [cu.fuse(onCopy), cu.fuse((x: cu.NDArray) => void write(x))];
      for (let call = 0; call < 4; call++) {
        const values = [call + 1, 5, 6];
        const wanted = await onCopy(cu.array(values, { dtype })).tolist();
        expect(await ofCopy(cu.array(values, { dtype })).tolist()).toEqual(wanted);
        const argument = cu.array(values, { dtype });
        ofArgument(argument);
        expect(await argument.tolist()).toEqual(wanted);
      }
    });
});

describe("what fuse() does not see is refused", () => {
  const increment = cu.kernel(
    'extern "C" __global__ void increment(int* x, int n) { int i = threadIdx.x; if (i < n) x[i] += 1; }',
  );
  const copied = (act: (x: cu.NDArray<"int32">) => unknown) =>
    cu.fuse((x: cu.NDArray<"int32">) => {
      const own = x.copy();
      act(own);
      return own;
    });
  const x = cu.array([1, 2, 3], { dtype: "int32", device: "cpu" });

  it.each([
    ["launch a kernel", (own) => increment({ threads: 3 }, own, 3)],
    ["take the address of an array", (own) => own.address],
    ["record a graph", (own) => cu.graph(() => increment({ threads: 3 }, own, 3))],
  ] satisfies [string, (own: cu.NDArray<"int32">) => unknown][])("%s", (action, act) => {
    const f = copied(act);
    for (let call = 0; call < 3; call++)
      expect(() => f(x)).toThrow(
        expect.objectContaining({
          code: "CUTS_FUSE",
          message: expect.stringMatching(`^Cannot ${action} in a function that fuse\\(\\) traces: .*\nTry: `),
        }),
      );
  });

  it("also where the function catches the error", () => {
    const f = copied((own) => {
      try {
        increment({ threads: 3 }, own, 3);
      } catch {
        // Nobody looks at it.
      }
    });
    expect(() => f(x)).toThrow(/^Cannot launch a kernel in a function that fuse\(\) traces/);
  });

  it("native calls with arrays, and graphs that were recorded before", () => {
    using libc = cu.dlopen("c", { memset: "void*(int to[n], int value, size_t n)" });
    const fill = copied((own) => libc.memset(own, 0, 3));
    expect(() => fill(x)).toThrow(/^Cannot give an array to native code in a function that fuse\(\) traces/);
    using own = x.copy();
    using graph = cu.graph(() => increment({ threads: 3 }, own, 3));
    const launch = copied(() => graph.launch());
    expect(() => launch(x)).toThrow(/^Cannot launch a graph in a function that fuse\(\) traces/);
  });

  it("not inside an operator, which is called again", async () => {
    const plus = cu.op({
      name: "test::plus_one",
      schema: "(Tensor x) -> Tensor",
      shape: (a) => a.shape,
      all: (a) => {
        const own = (a as cu.NDArray<"int32">).copy();
        increment({ threads: 3 }, own, 3);
        return own;
      },
    });
    const f = cu.fuse((a: cu.NDArray) => plus(a));
    for (let call = 0; call < 4; call++)
      expect(await f(cu.array([call, 1, 2], { dtype: "int32", device: "cpu" })).tolist()).toEqual([
        call + 1,
        2,
        3,
      ]);
  });
});

describe("functions of users inside fuse()", () => {
  const triple = cu.elementwise("T x -> T y", "y = x * 3", { name: "triple" });
  const total = cu.reduction("T x -> T y", "x", "a + b", "y = a", 0);
  const clipped = cu.customGradient((v: cu.NDArray) => ({ value: v.mul(3), gradient: (g) => [g.mul(2)] }));
  const functions: readonly [string, (x: cu.NDArray) => cu.NDArray][] = [
    ["elementwise", (x) => triple(x).add(1)],
    [
      "elementwise into an array",
      (x) => {
        const out = cu.zeros([3], { device: x.device });
        triple(x, { out });
        return out.add(1);
      },
    ],
    ["reduction", (x) => total(x).add(1)],
    ["customGradient", (x) => clipped(x).add(1)],
    ["the gradient of customGradient", (x) => cu.grad((v: cu.NDArray) => clipped(v).mul(x).sum())(x)],
    // Named like an operation of the library behind as many letters.
    ["an operator of another name", (x) => namesake(x)],
  ];
  const namesake = cu.op({
    name: "abcd::sqrt",
    schema: "(Tensor x) -> Tensor",
    shape: (x) => x.shape,
    all: (x) => x.add(100),
  });

  it.each(functions)("%s is computed at every call", async (_, f) => {
    const fused = cu.fuse(f);
    for (let call = 0; call < 4; call++) {
      const x = cu.array([call, 2, -1], { device: "cpu" });
      expect(await fused(x).tolist()).toEqual(await f(x).tolist());
    }
  });
});

describe("what is written into an array that was computed", () => {
  const functions: readonly [string, (x: cu.NDArray) => readonly cu.NDArray[]][] = [
    [
      "by an operation on itself",
      (x) => {
        const y = x.square();
        const isLarge = y.greater(2);
        cu.add(isLarge, y, { out: y });
        return [y, isLarge];
      },
    ],
    [
      "after it was used",
      (x) => {
        const y = x.square();
        const before = y.add(1);
        y.addInplace(1);
        return [before.mul(y), before.sum()];
      },
    ],
    [
      "through a view of it",
      (x) => {
        const y = x.reshape(1, 3).square();
        y.T.T.subInplace(1);
        return [y, y.T.sum(0)];
      },
    ],
  ];

  it.each(functions)("%s", async (_, f) => {
    const fused = cu.fuse(f);
    const listed = (arrays: readonly cu.NDArray[]): Promise<unknown> =>
      Promise.all(arrays.map((one) => one.tolist()));
    for (let call = 0; call < 4; call++) {
      const x = cu.array([call, 2, -1], { device: "cpu" });
      expect(await listed(fused(x))).toEqual(await listed(f(x)));
    }
  });
});

describe("axes without elements", () => {
  it("are stretched as elsewhere", () => {
    const add = cu.fuse((a: cu.NDArray, b: cu.NDArray) => a.add(b));
    const sum = cu.fuse((a: cu.NDArray, b: cu.NDArray) => a.add(b).sum(0));
    const [none, some] = [cu.zeros([0, 1], { device: "cpu" }), cu.ones([1, 3], { device: "cpu" })];
    for (let call = 0; call < 3; call++) {
      expect(add(none, some).shape).toEqual([0, 3]);
      expect(sum(none, some).tolistSync()).toEqual([0, 0, 0]);
    }
    expect(cu.expr`${none} + ${some}`.shape).toEqual([0, 3]);
  });
});

describe("arrays that a fused function finds outside", () => {
  const ten = (): cu.NDArray => cu.full([3], 10, { device: "cpu" });

  it("get their gradients, whether they wanted them before or since", () => {
    const w = cu.array([1, 2, 3], { device: "cpu" });
    const f = cu.fuse((a: cu.NDArray) => a.mul(w));
    for (let call = 0; call < 3; call++) f(ten());
    for (let call = 0; call < 3; call++) {
      w.requiresGrad = true;
      f(ten()).sum().add(w.sum()).backward();
      expect(w.grad?.tolistSync()).toEqual([11, 11, 11]);
      w.requiresGrad = false;
      w.grad = null;
      expect(f(ten()).tolistSync()).toEqual([10, 20, 30]);
    }
    const wanting = cu.array([1, 2, 3], { device: "cpu" });
    wanting.requiresGrad = true;
    const g = cu.fuse((a: cu.NDArray) => a.mul(wanting));
    for (let call = 1; call < 4; call++) {
      g(ten()).sum().backward();
      expect(wanting.grad?.tolistSync()).toEqual([10 * call, 10 * call, 10 * call]);
    }
  });

  it("may be differentiated inside", () => {
    const w = cu.array([1, 2, 3], { device: "cpu" });
    const f = cu.fuse((a: cu.NDArray) => cu.grad((own: cu.NDArray) => own.square().mul(a).sum())(w));
    for (let call = 0; call < 3; call++) expect(f(ten()).tolistSync()).toEqual([20, 40, 60]);
  });

  it("are missed where they were disposed of", () => {
    const w = cu.array([1, 2, 3], { device: "cpu" });
    const f = cu.fuse((a: cu.NDArray) => a.mul(w));
    for (let call = 0; call < 3; call++) f(ten());
    w.dispose();
    expect(() => f(ten())).toThrow(cu.DisposedError);
  });

  it("and arguments that it disposes of are disposed of at every call", () => {
    const f = cu.fuse((a: cu.NDArray) => {
      const b = a.add(1);
      a.dispose();
      return b;
    });
    for (let call = 0; call < 3; call++) {
      const a = ten();
      expect(f(a).tolistSync()).toEqual([11, 11, 11]);
      expect(a.isDisposed).toBe(true);
    }
  });

  it("backward() inside is refused: it would add to `grad` once", () => {
    const f = cu.fuse((a: cu.NDArray) => {
      a.requiresGrad = true;
      a.square().sum().backward();
      return a.grad as cu.NDArray;
    });
    expect(() => f(ten())).toThrow(
      /^Cannot call backward\(\) in a function that fuse\(\) traces: .*\nTry: .*valueAndGrad/s,
    );
  });
});

it("hooks see the operations of fused functions", () => {
  const f = cu.fuse((a: cu.NDArray) => a.mul(2).add(1));
  const x = cu.ones([3], { device: "cpu" });
  for (let call = 0; call < 3; call++) f(x);
  const seen: string[] = [];
  using _ = cu.dispatchHook(({ name }, run) => {
    seen.push(name);
    return run();
  });
  expect(f(x).tolistSync()).toEqual([3, 3, 3]);
  expect(seen).toEqual(["cuts::multiply", "cuts::add"]);
});

it.each([
  [[1], /^Cannot fuse a function: what it donates must be one of 1 argument \(got 1\)/],
  [[-1], /^Cannot fuse a function: what it donates must be an argument, counted from 0 \(got -1\)/],
  [3, /^Cannot fuse a function: what it donates must be a list of arguments, counted from 0 \(got 3\)/],
])("donates only what it is given: not %j", (donate, message) => {
  expect(() => cu.fuse((a: cu.NDArray) => a.add(1), { donate } as never)(cu.ones([2]))).toThrow(message);
});
