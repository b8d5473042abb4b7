// A training step of an MLP, 784-256-256-10, batch 128, by Adam. All numbers that change are arrays, so that one trace serves all
// steps.

import * as cu from "../../src/index.js";

/** Weights and biases, both moments of Adam, and the powers of their rates. */
export interface MlpState {
  readonly weights: readonly cu.NDArray[];
  readonly first: readonly cu.NDArray[];
  readonly second: readonly cu.NDArray[];
  readonly powers: readonly cu.NDArray[];
}

interface Batch {
  readonly x: cu.NDArray;
  readonly y: cu.NDArray;
}

const RATE = 1e-3;
const [BETA1, BETA2, EPSILON] = [0.9, 0.999, 1e-8] as const;

/** The step, its first state and a batch of numbers that mean nothing. */
export function mlp(): {
  readonly step: (state: MlpState, batch: Batch) => { readonly loss: cu.NDArray; readonly state: MlpState };
  readonly state: MlpState;
  readonly batch: Batch;
} {
  const random = cu.random.generator(0);
  const sizes = [784, 256, 256, 10];
  const weights = sizes.slice(1).flatMap((out, at) => {
    const from = sizes[at] as number;
    return [random.normal([from, out], { std: 1 / Math.sqrt(from) }), cu.zeros([out])];
  });
  const zeros = (): cu.NDArray[] => weights.map((one) => cu.zeros(one.shape));
  const labels = Array.from({ length: 128 }, (_, k) =>
    Array.from({ length: 10 }, (_one, c) => (k % 10 === c ? 1 : 0)),
  );
  return {
    step,
    state: { weights, first: zeros(), second: zeros(), powers: [cu.array(1), cu.array(1)] },
    batch: { x: random.normal([128, 784]), y: cu.array(labels) },
  };
}

function step(state: MlpState, { x, y }: Batch): { readonly loss: cu.NDArray; readonly state: MlpState } {
  const loss = (own: readonly cu.NDArray[]): cu.NDArray => {
    const [w1, b1, w2, b2, w3, b3] = own as [
      cu.NDArray,
      cu.NDArray,
      cu.NDArray,
      cu.NDArray,
      cu.NDArray,
      cu.NDArray,
    ];
    const hidden = x.matmul(w1).add(b1).relu().matmul(w2).add(b2).relu();
    return hidden.matmul(w3).add(b3).logSoftmax({ axis: 1 }).mul(y).sum({ axis: 1 }).mean().neg();
  };
  const { value, grads } = cu.valueAndGrad(loss)(state.weights);
  const [p1, p2] = [state.powers[0]?.mul(BETA1), state.powers[1]?.mul(BETA2)] as [cu.NDArray, cu.NDArray];
  const first = state.first.map((m, at) => m.mul(BETA1).add((grads[at] as cu.NDArray).mul(1 - BETA1)));
  const second = state.second.map((v, at) =>
    v.mul(BETA2).add((grads[at] as cu.NDArray).square().mul(1 - BETA2)),
  );
  const rate = p2.neg().add(1).sqrt().div(p1.neg().add(1)).mul(RATE);
  const weights = state.weights.map((w, at) =>
    w.sub((first[at] as cu.NDArray).mul(rate).div((second[at] as cu.NDArray).sqrt().add(EPSILON))),
  );
  return { loss: value, state: { weights, first, second, powers: [p1, p2] } };
}
