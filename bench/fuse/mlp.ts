// A training step of an MLP, 784-256-256-10, batch 128, by Adam.

import type { NDArray } from "../../src/index.js";
import { cu } from "../lib/package.js";
import { adamState, adamStep } from "./adam.js";
import type { Net } from "./net.js";

type Six = [NDArray, NDArray, NDArray, NDArray, NDArray, NDArray];

/** The step, its first state and a batch of numbers that mean nothing. */
export function mlp(): Net {
  const random = cu.random.generator(0);
  const sizes = [784, 256, 256, 10];
  const weights = sizes.slice(1).flatMap((out, at) => {
    const from = sizes[at] as number;
    return [random.normal([from, out], { std: 1 / Math.sqrt(from) }), cu.zeros([out])];
  });
  const labels = Array.from({ length: 128 }, (_, k) =>
    Array.from({ length: 10 }, (_one, c) => (k % 10 === c ? 1 : 0)),
  );
  return {
    step: (state, [x, y]) =>
      adamStep(state, (own) => {
        const [w1, b1, w2, b2, w3, b3] = own as Six;
        const hidden = (x as NDArray).matmul(w1).add(b1).relu().matmul(w2).add(b2).relu();
        const chosen = hidden
          .matmul(w3)
          .add(b3)
          .logSoftmax({ axis: 1 })
          .mul(y as NDArray);
        return chosen.sum({ axis: 1 }).mean().neg();
      }),
    state: adamState(weights),
    batch: [random.normal([128, 784]), cu.array(labels)],
  };
}
