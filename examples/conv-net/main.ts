// A net of two convolutions names what is on small noisy pictures.

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

const SIZE = 10;
/** What may be on a picture, at row y and column x from its corner. */
const figures: readonly ((y: number, x: number) => boolean)[] = [
  (y) => y === 2,
  (_, x) => x === 2,
  (y, x) => x === y,
  (y, x) => y === 0 || y === 4 || x === 0 || x === 4,
];

/** Trains the net; the loss before each step. */
export function trainConvNet(training: Training): Curve {
  return cu.withDevice(training.device ?? cu.device(), () => {
    const { normal, uniform, weights } = numbersFrom(training.seed ?? 0);
    const count = 64;
    const pixels = Float32Array.from({ length: count * SIZE * SIZE }, () => normal() * 0.2);
    for (let k = 0; k < count; k++) {
      const [top, left] = [Math.floor(uniform() * 6), Math.floor(uniform() * 6)];
      for (let y = 0; y < 5; y++)
        for (let x = 0; x < 5; x++)
          if (figures[k % 4]?.(y, x) === true) pixels[(k * SIZE + top + y) * SIZE + left + x]! += 1;
    }
    const pictures = cu.array(pixels).reshape(count, 1, SIZE, SIZE);
    const target = cu.array(BigInt64Array.from({ length: count }, (_, k) => BigInt(k % 4)));
    const parameters: Parameters = {
      w1: weights([8, 1, 3, 3], 9),
      b1: cu.zeros([8]),
      w2: weights([16, 8, 3, 3], 72),
      b2: cu.zeros([16]),
      w3: weights([16, 4], 16),
      b3: cu.zeros([4]),
    };
    const loss = ({ w1, b1, w2, b2, w3, b3 }: Parameters): cu.NDArray => {
      const first = cu.conv2d(pictures, w1 as cu.NDArray, { bias: b1, padding: 1 }).relu();
      const second = cu.conv2d(first, w2 as cu.NDArray, { bias: b2, padding: 1, stride: 2 }).relu();
      const scores = second
        .max({ axis: [2, 3] })
        .matmul(w3 as cu.NDArray)
        .add(b3 as cu.NDArray);
      return crossEntropy(scores, target);
    };
    return train(parameters, loss, 0.01, training);
  });
}

await trainingProgram(import.meta.url, "conv-net", trainConvNet, { steps: 150, goal: 0.1 });
