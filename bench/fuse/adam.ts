// Adam, of arrays alone: all numbers that change are arrays, so that one trace of a step serves all steps.

import type { NDArray } from "../../src/index.js";
import { cu } from "../lib/package.js";

/** Weights, both moments of Adam, and the powers of their rates. */
export interface AdamState {
  readonly weights: readonly NDArray[];
  readonly first: readonly NDArray[];
  readonly second: readonly NDArray[];
  readonly powers: readonly NDArray[];
}

/** A loss after a step, and what the step made. */
export interface Stepped {
  readonly loss: NDArray;
  readonly state: AdamState;
}

const RATE = 1e-3;
const [BETA1, BETA2, EPSILON] = [0.9, 0.999, 1e-8] as const;

/** The state before the first step. */
export function adamState(weights: readonly NDArray[]): AdamState {
  const zeros = (): NDArray[] => weights.map((one) => cu.zeros(one.shape));
  return { weights, first: zeros(), second: zeros(), powers: [cu.array(1), cu.array(1)] };
}

/** A step along the gradients of a loss. */
export function adamStep(state: AdamState, loss: (weights: readonly NDArray[]) => NDArray): Stepped {
  const { value, grads } = cu.valueAndGrad(loss)(state.weights);
  const [p1, p2] = [state.powers[0]?.mul(BETA1), state.powers[1]?.mul(BETA2)] as [NDArray, NDArray];
  const first = state.first.map((m, at) => m.mul(BETA1).add((grads[at] as NDArray).mul(1 - BETA1)));
  const second = state.second.map((v, at) =>
    v.mul(BETA2).add((grads[at] as NDArray).square().mul(1 - BETA2)),
  );
  const rate = p2.neg().add(1).sqrt().div(p1.neg().add(1)).mul(RATE);
  const weights = state.weights.map((w, at) =>
    w.sub((first[at] as NDArray).mul(rate).div((second[at] as NDArray).sqrt().add(EPSILON))),
  );
  return { loss: value, state: { weights, first, second, powers: [p1, p2] } };
}
