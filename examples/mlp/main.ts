// A net of three layers tells three spirals apart.

import * as cu from "cuts";
import {
  crossEntropy,
  type Curve,
  numbersFrom,
  type Parameters,
  train,
  type Training,
  trainingProgram,
} from "../shared/learning.js";

/** Trains the net; the loss before each step. */
export function trainMlp(training: Training): Curve {
  return cu.withDevice(training.device ?? cu.device(), () => {
    const { normal, weights } = numbersFrom(training.seed ?? 0);
    const points: number[] = [];
    const classes: bigint[] = [];
    for (let k = 0; k < 300; k++) {
      const along = Math.floor(k / 3) / 100;
      const angle = along * 4 + ((k % 3) * 2 * Math.PI) / 3 + normal() * 0.1;
      points.push(along * Math.sin(angle), along * Math.cos(angle));
      classes.push(BigInt(k % 3));
    }
    const input = cu.array(Float32Array.from(points)).reshape(300, 2);
    const target = cu.array(BigInt64Array.from(classes));
    const parameters: Parameters = {
      w1: weights([2, 32], 2),
      b1: cu.zeros([32]),
      w2: weights([32, 32], 32),
      b2: cu.zeros([32]),
      w3: weights([32, 3], 32),
      b3: cu.zeros([3]),
    };
    const layer = (x: cu.NDArray, w?: cu.NDArray, b?: cu.NDArray): cu.NDArray =>
      x.matmul(w as cu.NDArray).add(b as cu.NDArray);
    const loss = ({ w1, b1, w2, b2, w3, b3 }: Parameters): cu.NDArray => {
      const hidden = layer(layer(input, w1, b1).tanh(), w2, b2).tanh();
      return crossEntropy(layer(hidden, w3, b3), target);
    };
    return train(parameters, loss, 0.02, training);
  });
}

await trainingProgram(import.meta.url, "mlp", trainMlp, { steps: 300, goal: 0.1 });
