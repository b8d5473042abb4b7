// The gradient of every operation against finite differences, over layouts of memory and complex numbers, and that of the gradient.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";
import { allOperators, isOperator } from "../../src/array/operators/operator.js";
import { expectGradient, expectSecondGradient, randomArray, randomNumbers } from "./finite-differences.js";
import { gradientCases } from "./gradient-cases.js";

const rules = [...allOperators().values()].filter(
  ({ gradient }) => typeof gradient === "object" && "gradient" in gradient,
);

/** Functions that make arrays of something else, bring them out, or ask about them: gradients do not go through them. */
const noOperations = new Set(
  `NDArray LinAlgError isNDArray array asarray empty emptyLike eye full fullLike ones onesLike zeros zerosLike arange linspace identity tri
  fromFunction geomspace indices logspace meshgrid elementwise reduction allclose allcloseSync where matmul matmulPrecision buffer
  managed openIpc formatNpy formatNpz loadNpy loadNpz parseNpy parseNpz saveNpy saveNpz promoteTypes broadcastShapes canCast
  finfo iinfo isdtype resultType fftfreq rfftfreq power pow gelu equal notEqual less lessEqual greater greaterEqual`.split(
    /\s+/,
  ),
);

describe("every function of arrays", () => {
  it("is an operation, and so says what its gradient is", () => {
    const functions = Object.entries({ ...cu, ...cu.linalg, ...cu.fft }) as [string, unknown][];
    const silent = functions
      .filter(([, one]) => typeof one === "function" && !isOperator(one))
      .map(([name]) => name);
    expect(silent.filter((name) => !noOperations.has(name))).toEqual([]);
    expect([...noOperations].filter((name) => !silent.includes(name))).toEqual([]);
  });
});

describe("every operation", () => {
  it("that has a gradient has cases", () => {
    const names = rules.map(({ name }) => name.replace("cuts::", ""));
    expect(names.filter((name) => gradientCases[name] === undefined)).toEqual([]);
    expect(Object.keys(gradientCases).filter((name) => !names.includes(name))).toEqual([]);
  });
});

for (const [name, cases] of Object.entries(gradientCases)) {
  describe(name, () => {
    for (const [at, { f, shapes, range = [-2, 2], complex = false, isLinear = false }] of cases.entries()) {
      const draw = randomNumbers(at + name.length);
      const number = (): number => range[0] + draw() * (range[1] - range[0]);
      const text = shapes.map((shape) => `[${shape.join()}]`).join();
      for (const dtype of complex ? (["float64", "complex128"] as const) : (["float64"] as const)) {
        const inputs = (layout: number) =>
          shapes.map((shape) => randomArray(shape, number, { dtype, layout }));
        it(`${at}: ${text} of ${dtype}`, () => {
          for (let layout = 0; layout < 4; layout++) expectGradient(f, inputs(layout), layout + 1);
        });
        if (!isLinear) it(`${at}: ${text} of ${dtype}, twice`, () => expectSecondGradient(f, inputs(0)));
      }
    }
  });
}
