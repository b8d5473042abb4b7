// Expressions give what their operations give, for random expressions, dtypes, shapes and strides; without a compiler.
import { describe, expect, it, vi } from "vitest";
import * as cu from "../../../src/index.js";
import type { Backend } from "../../../src/backend/backend.js";
import { withoutAssembler } from "./without-assembler.js";
import { families } from "../../../src/array/elementwise/families.js";
import { fusionCounts } from "../../../src/ops/fusion/fused-kernel.js";
import { random } from "./random.js";
import { expressionOf, makeArray, values } from "./random-expressions.js";

/** An expression from a text in which $0, $1 and so on stand for values. */
function evaluate(text: string, ...given: readonly (cu.NDArray | cu.Scalar)[]): cu.NDArray {
  const pieces = text.split(/\$\d+/);
  const order = [...text.matchAll(/\$(\d+)/g)].map(([, at]) => given[Number(at)] as cu.NDArray);
  return cu.expr(pieces as unknown as TemplateStringsArray, ...order);
}

const surface: Readonly<Record<string, unknown>> = cu;
const dtypes = ["bool", "int32", "int64", "float32", "float64"] as const;

function same(actual: cu.NDArray, wanted: cu.NDArray, text: string): void {
  expect([actual.dtype, actual.shape], text).toEqual([wanted.dtype, wanted.shape]);
  const [a, b] = [actual, wanted].map((one) => (one.dtype === "float16" ? one.astype("float32") : one));
  const [left, right] = [[...values(a as cu.NDArray)], [...values(b as cu.NDArray)]];
  // Which of 0 and -0 is larger is left to the processor.
  expect(
    left.map((one) => (one === 0 ? 0 : one)),
    text,
  ).toEqual(right.map((one) => (one === 0 ? 0 : one)));
}

describe("random expressions are their operations", () => {
  const shapes = [[], [0], [1], [7], [4], [3, 5], [2, 1, 13], [5, 0, 2], [1031]];
  // Where nothing is compiled yet, the first one waits for the compiler, hundreds of times.
  it.each(shapes.map((shape) => [shape]))("over %j", (shape) => {
    const rng = random(shape.length * 100 + (shape[0] ?? 1));
    for (let round = 0; round < 60; round++) {
      const count = 1 + Math.floor(rng() * 3);
      const arrays = Array.from({ length: count }, (_, at) =>
        makeArray(
          rng,
          shape,
          at === 0 && count > 1 ? "whole" : "any",
          dtypes[Math.floor(rng() * dtypes.length)] ?? "float32",
        ),
      );
      const { text, compute } = expressionOf(rng, arrays, 4);
      let wanted: cu.NDArray;
      try {
        wanted = compute();
      } catch (error) {
        expect(() => evaluate(text, ...arrays), text).toThrow((error as Error).message.split("\n")[0]);
        continue;
      }
      same(evaluate(text, ...arrays), wanted, `${text} of ${arrays.map((one) => one.dtype).join(" and ")}`);
    }
  });

  it("of dtypes that are computed operation by operation too", () => {
    const a = cu.array([1, 2.5, -3], { dtype: "float16" });
    const b = cu.array([200, 100, 7], { dtype: "uint8" });
    same(evaluate("$0 * $0 + 1", a), a.mul(a).add(1), "float16");
    same(evaluate("$0 + $0", b), b.add(b), "uint8");
    same(evaluate("float32($0) / 255", b), b.astype("float32").div(255), "uint8 as float32");
  });
});

/** How many floats lie between two. */
function ulpsBetween(a: number, b: number, isDouble: boolean): number {
  if (Object.is(a, b) || (a === 0 && b === 0)) return 0;
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.POSITIVE_INFINITY;
  const order = (x: number): bigint => {
    const view = new DataView(new ArrayBuffer(8));
    if (isDouble) view.setFloat64(0, x);
    else view.setFloat32(0, x);
    const bits = isDouble ? view.getBigInt64(0) : BigInt(view.getInt32(0));
    const lowest = isDouble ? -(2n ** 63n) : -(2n ** 31n);
    return bits < 0n ? lowest - bits : bits;
  };
  const difference = order(a) - order(b);
  return Number(difference < 0n ? -difference : difference);
}

describe("functions are those of arrays", () => {
  const names = [...new Set(families.flatMap((family) => [...family.forms.keys()]))].filter(
    (one) => one in cu,
  );
  const special = [
    0,
    -0,
    1,
    -1,
    0.5,
    2,
    1e-40,
    -1e-40,
    1e30,
    -1e30,
    1e5,
    3e7,
    88.5,
    -88,
    -104,
    NaN,
    Infinity,
    -Infinity,
  ];
  it.each(["float32", "float64", "int32", "int64", "bool"] as const)("for %s", (dtype) => {
    const rng = random(11);
    const isFloat = dtype.startsWith("float");
    const numbers = isFloat
      ? [...special, ...Array.from({ length: 4000 }, () => (rng() - 0.5) * 10 ** (rng() * 12 - 6))]
      : Array.from({ length: 500 }, () => Math.floor((rng() - 0.5) * 60));
    const other = numbers.map(() => (isFloat ? (rng() - 0.4) * 20 : Math.floor(rng() * 9)));
    const a = cu.array(dtype === "bool" ? numbers.map((one) => one > 0) : numbers, {
      dtype: dtype as "float32",
    });
    const b = cu.array(dtype === "bool" ? other.map((one) => one > 4) : other, { dtype: dtype as "float32" });
    for (const name of names) {
      const arity = families.flatMap((family) => family.forms.get(name) ?? [])[0]?.usual.arity ?? 1;
      const operation = surface[name] as (...args: cu.NDArray[]) => cu.NDArray;
      const args = arity === 1 ? [a] : [a, b];
      let wanted: cu.NDArray;
      try {
        wanted = operation(...args);
      } catch {
        continue;
      }
      const actual = evaluate(arity === 1 ? `${name}($0)` : `${name}($0, $1)`, ...args);
      expect([name, actual.dtype]).toEqual([name, wanted.dtype]);
      if (wanted.dtype === "float16") continue;
      const [left, right] = [values(actual), values(wanted)];
      // Both are within 2 units of the last place of the right value; most are the same code, and so the same.
      const worst = right.reduce<number>(
        (most, one, at) =>
          Math.max(
            most,
            typeof one === "number"
              ? ulpsBetween(left[at] as number, one, wanted.dtype === "float64")
              : one === left[at]
                ? 0
                : Infinity,
          ),
        0,
      );
      expect(`${name} ${worst > 4 ? worst : "close"}`).toBe(`${name} close`);
    }
  });
});

describe("expr", () => {
  const a = cu.array([1, 2, 3, 4, 5]);
  const b = cu.array([[10], [20]]);

  it("broadcasts, knows indices, numbers and signs", () => {
    expect(cu.expr`${a} + ${b}`.tolistSync()).toEqual([
      [11, 12, 13, 14, 15],
      [21, 22, 23, 24, 25],
    ]);
    expect(cu.expr`${a} * 0 + i0`.tolistSync()).toEqual([0, 1, 2, 3, 4]);
    expect(cu.expr`${a} + ${b} * 0 + index(0) * 10 + index(-1)`.tolistSync()).toEqual([
      [1, 3, 5, 7, 9],
      [11, 13, 15, 17, 19],
    ]);
    expect(cu.expr`-${a} ** 2`.tolistSync()).toEqual([-1, -4, -9, -16, -25]);
    expect(cu.expr`2 ** 3 ** 2 + 0 * ${a}`.tolistSync()).toEqual([512, 512, 512, 512, 512]);
    expect(cu.expr`${a} > 2 && !(${a} == 4) ? 1 : -1`.tolistSync()).toEqual([-1, -1, 1, -1, 1]);
    expect(cu.expr`${a} // 2 + ${a} % 2`.tolistSync()).toEqual([1, 1, 2, 2, 3]);
    expect(cu.expr`int32(${a}) << 2 | 1`.dtype).toBe("int32");
    expect(cu.expr`clip(${a}, 2, 4)`.tolistSync()).toEqual([2, 2, 3, 4, 4]);
    expect(cu.expr`where(${a} < 3, ${a}, 4)`.tolistSync()).toEqual([1, 2, 4, 4, 4]);
  });

  it("ends with a reduction", () => {
    expect(cu.expr`sum(${a} * ${b})`.itemSync()).toBe(450);
    expect(cu.expr`max(${a} * ${b}, axis=1)`.tolistSync()).toEqual([50, 100]);
    expect(cu.expr`mean(${a} * ${b}, [0, 1], keepdims=true)`.shape).toEqual([1, 1]);
    const axis = 0;
    expect(cu.expr`min(${a} * ${b}, axis=${axis})`.tolistSync()).toEqual([10, 20, 30, 40, 50]);
    expect(cu.expr`prod(${a})`.itemSync()).toBe(120);
  });

  it("takes numbers that change without another kernel", () => {
    const run = (rate: number): unknown => cu.expr`${a} - ${rate} * ${a}`.tolistSync();
    expect(run(0.5)).toEqual([0.5, 1, 1.5, 2, 2.5]);
    const { made } = fusionCounts;
    expect(run(0.25)).toEqual([0.75, 1.5, 2.25, 3, 3.75]);
    expect(cu.expr`${a} - ${0.125} * ${a}`.tolistSync()).toEqual([0.875, 1.75, 2.625, 3.5, 4.375]);
    expect(fusionCounts.made).toBe(made);
    // A whole number beside integers is another matter than a fraction.
    const whole = cu.array([1, 2], { dtype: "int32" });
    const times = (factor: number): cu.NDArray => cu.expr`${whole} * ${factor}`;
    expect([times(2).dtype, times(2.5).dtype, times(3).tolistSync()]).toEqual(["int32", "float64", [3, 6]]);
    const power = (n: number): unknown => cu.expr`${whole} ** ${n}`.tolistSync();
    expect([power(2), power(3)]).toEqual([
      [1, 4],
      [1, 8],
    ]);
    expect(() => power(-1)).toThrow("negative power");
  });

  it("starts no compiler, and takes a kernel that is there", () => {
    const { backend } = cu.device("cpu") as unknown as { readonly backend: Backend };
    const compile = vi.spyOn(backend, "compile");
    const x = cu.array(Array.from({ length: 1000 }, (_, at) => at / 1000));
    expect(cu.expr`tanh(${x} * 3) + exp(${x})`.size).toBe(1000);
    const { made, found } = fusionCounts;
    for (let round = 0; round < 3; round++) cu.expr`tanh(${x} * 3) + exp(${x})`.dispose();
    expect([fusionCounts.made - made, fusionCounts.found - found]).toEqual([0, 3]);
    expect(compile).not.toHaveBeenCalled();
    compile.mockRestore();
  });

  it("has gradients", () => {
    const x = cu.array([0.5, -1, 2], { dtype: "float64" });
    const fused = cu.grad(
      (own: cu.NDArray) => cu.expr`sum(sin(${own}) * ${own} + (${own} > 0 ? ${own} : 0) ** 3)`,
    )(x);
    const plain = cu.grad((own: cu.NDArray) =>
      own
        .sin()
        .mul(own)
        .add(cu.where(own.greater(0), own, 0).pow(3))
        .sum(),
    )(x);
    expect(fused.tolistSync()).toEqual(plain.tolistSync());
  });

  it("keeps the order of what it is given, and leaves arrays alone", () => {
    const turned = cu.arange(6).reshape([2, 3]).T;
    expect(cu.expr`${turned} * 2`.strides).toEqual(turned.strides);
    const copy = cu.expr`${a}`;
    copy.fill(0);
    expect(a.tolistSync()).toEqual([1, 2, 3, 4, 5]);
  });
});

describe("errors of expressions show their place", () => {
  const a = cu.array([1, 2, 3]);
  const messageOf = (body: () => unknown): string => {
    try {
      body();
    } catch (error) {
      return (error as Error).message;
    }
    return "nothing was thrown";
  };

  it.each([
    ["$0 +", "a value must stand here\n  $0 +\n      ^"],
    ["$0 + * 2", "a value must stand here (got *)\n  $0 + * 2\n       ^"],
    ["sni($0)", "there is no element-wise function sni\nTry: sin\n  sni($0)\n  ^"],
    ["$0 + x", "there is no value x\nTry: ${x}\n  $0 + x\n       ^"],
    ["sin($0", ", or ) must stand here (got the end)\n  sin($0\n        ^"],
    ["$0 # 2", "this is no sign of an expression (got #)\n  $0 # 2\n     ^"],
    ["1 + sum($0)", "sum must be around all of it: elements are computed one by one\n  1 + sum($0)\n      ^"],
    ["", "it is empty\n  \n  ^"],
    [
      "sum($0, axes=1)",
      "sum has no argument axes\nTry: axis or keepdims\n  sum($0, axes=1)\n               ^",
    ],
    ["sin", "sin is a function: it takes its values in parentheses\n  sin\n  ^"],
    ["1 + 2", "there must be an array in it"],
  ])("%j", (text, wanted) => {
    expect(messageOf(() => evaluate(text, a))).toContain(wanted);
  });

  it("in the line that it is in", () => {
    expect(
      messageOf(
        () => cu.expr`${a} +
  cso(${a})`,
      ),
    ).toContain("\n    cso($1)\n    ^");
  });

  it("also those of operations", () => {
    const other = cu.array([1, 2]);
    expect(messageOf(() => cu.expr`2 * (${a} + ${other})`)).toMatch(
      /Cannot broadcast[^]*\n {2}2 \* \(\$0 \+ \$1\)\n {10}\^/,
    );
    expect(messageOf(() => cu.expr`${a} & 1`)).toMatch(/bitwiseAnd[^]*\n {2}\$0 & 1\n {5}\^/);
    expect(messageOf(() => cu.expr`${a} + ${"x" as never}`)).toContain(
      'must be an array or a number (got "x")\n  $0 + $1\n       ^',
    );
    expect(messageOf(() => cu.expr`${a} + i3`)).toContain("no index along axis 3");
  });

  it("and those of reductions", () => {
    expect(messageOf(() => cu.expr`sum(${a} + 1, axis=3)`)).toMatch(
      /axis[^]*\n {2}sum\(\$0 \+ 1, axis=3\)\n {2}\^$/,
    );
    expect(messageOf(() => cu.expr`max(${cu.zeros([0])} * 2)`)).toMatch(
      /Cannot[^]*\n {2}max\(\$0 \* 2\)\n {2}\^$/,
    );
    expect(messageOf(() => cu.expr`sum(${a} + ${cu.array([1, 2])})`)).toMatch(
      /Cannot broadcast[^]*\n {2}sum\(\$0 \+ \$1\)\n {9}\^$/,
    );
  });
});

describe("the CUDA C++ of expressions", () => {
  it("gives the same as what is written for the cpu device, and covers what that does not", () => {
    const a = cu.array([1, 2, 3, 4, 5, 6, 7]);
    const b = cu.array([[2], [3]]);
    const whole = cu.array([1, 2, 3, -4, 5, 6, 7], { dtype: "int32" });
    const half = cu.array([1, 2.5, 3, 4, 5, 6, 7], { dtype: "float16" });
    const complex = cu.array([{ re: 1, im: 2 }]);
    const all = (factor: number): unknown[] =>
      [
        cu.expr`${a} * ${b} + sqrt(${a}) - 1.5 + inf * 0`,
        cu.expr`(${whole} // 2) % 3 + (${a} > 3 ? ${whole} : -1) ** 2 + i0`,
        cu.expr`${half} * ${half} + ${factor} * ${half}`,
        cu.expr`${complex} * ${a} + 2`,
        cu.expr`nextafter(${a}, ${b}) + int32(${a} * 10.7) + bool(${whole}) - -0.0`,
        cu.expr`${b} * ${a} > 10 || !${whole}`,
      ].map((one) => [one.dtype, one.tolistSync()]);
    const written = all(0.5);
    expect(withoutAssembler(() => all(0.5))).toEqual(written);
  });
});
