// The nets of examples/, a few steps of each: they learn, and a seed gives one curve.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { trainConvNet } from "../../examples/conv-net/main.js";
import { adam, drawn, numbersFrom, type Parameters } from "../../examples/shared/learning.js";
import { trainMlp } from "../../examples/mlp/main.js";
import { trainTransformer } from "../../examples/transformer/main.js";

const nets = [
  ["mlp", trainMlp, 8],
  ["conv-net", trainConvNet, 6],
  ["transformer", trainTransformer, 5],
] as const;

describe("the net of examples", () => {
  it.each(nets)("%s learns, and its curve is that of its seed", (_, train, steps) => {
    const curve = train({ steps, device: "cpu" });
    expect(curve).toHaveLength(steps);
    expect(curve.at(-1)).toBeLessThan((curve[0] as number) * 0.95);
    expect(train({ steps, device: "cpu" })).toEqual(curve);
    expect(train({ steps: 1, seed: 1, device: "cpu" })[0]).not.toBe(curve[0]);
    // Sums in another order, a few steps long.
    for (const device of cu.devices().filter(({ id }) => id !== "cpu"))
      for (const [at, loss] of train({ steps, device: device.id }).entries())
        expect(loss).toBeCloseTo(curve[at] as number, 3);
  });

  it("draws its loss", () => {
    expect(drawn([2, 1, 0], "a net")).toContain('points="60.0,36.0 340.0,173.0 620.0,310.0"');
  });
});

describe("a training loop", () => {
  it("takes no more memory with every step, without one dispose", async () => {
    const { weights } = numbersFrom(3);
    const parameters: Parameters = { w1: weights([4, 8], 4), w2: weights([8, 1], 8) };
    const input = weights([16, 4], 1);
    const update = adam(parameters, 0.01);
    const loss = ({ w1, w2 }: Parameters): cu.NDArray =>
      input
        .matmul(w1 as cu.NDArray)
        .tanh()
        .matmul(w2 as cu.NDArray)
        .square()
        .mean();
    const step = (): void =>
      cu.scope(() => {
        const { grads } = cu.valueAndGrad(loss)(parameters);
        update(grads);
      });
    const liveAfter = async (steps: number): Promise<number> => {
      for (let k = 0; k < steps; k++) step();
      // Memory is given back after the work that uses it.
      await input.device.synchronize();
      return input.device.memory().liveBytes;
    };
    const before = await liveAfter(20);
    // Less where a collection of garbage has come in between.
    expect(await liveAfter(300)).toBeLessThanOrEqual(before);
  });
});
