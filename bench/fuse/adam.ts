// Adam, of arrays alone: all numbers that change are arrays, so that one trace of a step serves all steps.

import * as cu from "../../src/index.js";

/** Weights, both moments of Adam, and the powers of their rates. */
export interface AdamState {
  readonly weights: readonly cu.NDArray[];
  readonly first: readonly cu.NDArray[];
  readonly second: readonly cu.NDArray[];
  readonly powers: readonly cu.NDArray[];
}

/** A loss after a step, and what the step made. */
export interface Stepped {
  readonly loss: cu.NDArray;
  readonly state: AdamState;
}

const RATE = 1e-3;
const [BETA1, BETA2, EPSILON] = [0.9, 0.999, 1e-8] as const;

/** The state before the first step. */
export function adamState(weights: readonly cu.NDArray[]): AdamState {
  const zeros = (): cu.NDArray[] => weights.map((one) => cu.zeros(one.shape));
  return { weights, first: zeros(), second: zeros(), powers: [cu.array(1), cu.array(1)] };
}

/** A step along the gradients of a loss. */
export function adamStep(state: AdamState, loss: (weights: readonly cu.NDArray[]) => cu.NDArray): Stepped {
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
