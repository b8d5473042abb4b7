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
