// A transformer learns to continue a text, character by character.
// The text is made here, of short sentences that one can guess once their first word is known.

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

const [LENGTH, WIDTH, HEADS, LAYERS, BATCH] = [32, 32, 2, 2, 8];
const sentences = ["the cat sleeps. ", "a dog barks at it. ", "one bird sings. ", "no fish swims here. "];

/** Trains the net; the loss before each step. */
export function trainTransformer(training: Training): Curve {
  return cu.withDevice(training.device ?? cu.device(), () => {
    const { uniform, weights } = numbersFrom(training.seed ?? 0);
    const text = Array.from({ length: 200 }, () => sentences[Math.floor(uniform() * sentences.length)]).join(
      "",
    );
    const letters = [...new Set(text)].sort();
    const codes = Array.from(text, (one) => BigInt(letters.indexOf(one)));
    const ones = (): cu.NDArray => cu.ones([WIDTH]);
    const parameters: Record<string, cu.NDArray> = {
      letters: weights([letters.length, WIDTH], WIDTH),
      places: weights([LENGTH, WIDTH], WIDTH),
      norm: ones(),
      out: weights([WIDTH, letters.length], WIDTH),
    };
    for (let layer = 0; layer < LAYERS; layer++) {
      parameters[`${layer}.norm1`] = ones();
      parameters[`${layer}.norm2`] = ones();
      parameters[`${layer}.qkv`] = weights([WIDTH, 3 * WIDTH], WIDTH);
      parameters[`${layer}.mix`] = weights([WIDTH, WIDTH], WIDTH * LAYERS);
      parameters[`${layer}.up`] = weights([WIDTH, 4 * WIDTH], WIDTH);
      parameters[`${layer}.down`] = weights([4 * WIDTH, WIDTH], 4 * WIDTH * LAYERS);
    }
    // A place sees those before it, and itself.
    const future = cu.triu(cu.ones([LENGTH, LENGTH]), { k: 1 }).mul(-1e9);
    const excerpts = (): readonly [cu.NDArray<"int64">, cu.NDArray<"int64">] => {
      const starts = Array.from({ length: BATCH }, () => Math.floor(uniform() * (codes.length - LENGTH - 1)));
      const from = (shift: number): cu.NDArray<"int64"> =>
        cu
          .array(
            BigInt64Array.from(starts.flatMap((start) => codes.slice(start + shift, start + shift + LENGTH))),
          )
          .reshape(BATCH, LENGTH);
      return [from(0), from(1)];
    };
    const loss = (own: Parameters): cu.NDArray => {
      const [input, target] = excerpts();
      return crossEntropy(scoresOf(own, input, future), target);
    };
    return train(parameters, loss, 0.005, training);
  });
}

/** For each place of excerpts, how likely each letter comes next. */
function scoresOf(own: Parameters, input: cu.NDArray<"int64">, future: cu.NDArray): cu.NDArray {
  const weight = (name: string): cu.NDArray => own[name] as cu.NDArray;
  let x = weight("letters").take(input, { axis: 0 }).add(weight("places"));
  for (let layer = 0; layer < LAYERS; layer++) {
    const heads = normalized(x, weight(`${layer}.norm1`))
      .matmul(weight(`${layer}.qkv`))
      .reshape(BATCH, LENGTH, 3, HEADS, WIDTH / HEADS)
      .transpose(2, 0, 3, 1, 4);
    const [q, k, v] = [0, 1, 2].map((part) => heads.slice([part])) as [cu.NDArray, cu.NDArray, cu.NDArray];
    const seen = q
      .matmul(k.swapaxes(-1, -2))
      .div(Math.sqrt(WIDTH / HEADS))
      .add(future)
      .softmax(-1);
    const mixed = seen.matmul(v).transpose(0, 2, 1, 3).reshape(BATCH, LENGTH, WIDTH);
    x = x.add(mixed.matmul(weight(`${layer}.mix`)));
    const hidden = normalized(x, weight(`${layer}.norm2`))
      .matmul(weight(`${layer}.up`))
      .gelu();
    x = x.add(hidden.matmul(weight(`${layer}.down`)));
  }
  return normalized(x, weight("norm")).matmul(weight("out"));
}

/** Vectors of one length. */
function normalized(x: cu.NDArray, scale: cu.NDArray): cu.NDArray {
  return x.div(x.square().mean({ axis: -1, keepdims: true }).add(1e-6).sqrt()).mul(scale);
}

await trainingProgram(import.meta.url, "transformer", trainTransformer, { steps: 300, goal: 0.5 });
