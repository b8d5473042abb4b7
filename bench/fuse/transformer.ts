// A training step of a transformer over characters by Adam: 4 layers of width 256 with 4 heads, 256 characters, batch 32.

import type { NDArray } from "../../src/index.js";
import { cu } from "../lib/package.js";
import { adamState, adamStep } from "./adam.js";
import type { Net } from "./net.js";

const [LAYERS, WIDTH, HEADS, LENGTH, BATCH, LETTERS] = [4, 256, 4, 256, 32, 64];
/** Of a layer: both norms, and the weights of questions, keys and values, of mixing, up and down. */
const OF_LAYER = 6;

/** The step, its first state and a batch of letters that mean nothing. */
export function transformer(): Net {
  const random = cu.random.generator(0);
  const weight = (shape: readonly number[], inputs: number): NDArray =>
    random.normal(shape, { std: 1 / Math.sqrt(inputs) });
  const layers = Array.from({ length: LAYERS }, () => [
    cu.ones([WIDTH]),
    cu.ones([WIDTH]),
    weight([WIDTH, 3 * WIDTH], WIDTH),
    weight([WIDTH, WIDTH], WIDTH * LAYERS),
    weight([WIDTH, 4 * WIDTH], WIDTH),
    weight([4 * WIDTH, WIDTH], 4 * WIDTH * LAYERS),
  ]);
  const ends = [
    weight([LETTERS, WIDTH], WIDTH),
    weight([LENGTH, WIDTH], WIDTH),
    cu.ones([WIDTH]),
    weight([WIDTH, LETTERS], WIDTH),
  ];
  const letters = (): NDArray<"int64"> => random.integers(0, LETTERS, [BATCH, LENGTH], { dtype: "int64" });
  const future = cu.triu(cu.ones([LENGTH, LENGTH]), { k: 1 }).mul(-1e9);
  return {
    step: (state, batch) => adamStep(state, (own) => lossOf(own, batch)),
    state: adamState([...ends, ...layers.flat()]),
    batch: [letters(), letters(), future],
  };
}

function lossOf(own: readonly NDArray[], batch: readonly NDArray[]): NDArray {
  const [letters, places, norm, out] = own as [NDArray, NDArray, NDArray, NDArray];
  const [input, target, future] = batch as [NDArray<"int64">, NDArray<"int64">, NDArray];
  let x: NDArray = letters.take(input, { axis: 0 }).add(places);
  for (let layer = 0; layer < LAYERS; layer++) {
    const at = 4 + OF_LAYER * layer;
    const [norm1, norm2, qkv, mix, up, down] = own.slice(at, at + OF_LAYER) as [
      NDArray,
      NDArray,
      NDArray,
      NDArray,
      NDArray,
      NDArray,
    ];
    const heads = normalized(x, norm1)
      .matmul(qkv)
      .reshape(BATCH, LENGTH, 3, HEADS, WIDTH / HEADS)
      .transpose(2, 0, 3, 1, 4);
    const [q, k, v] = [0, 1, 2].map((part) => heads.slice([part])) as [NDArray, NDArray, NDArray];
    const seen = q
      .matmul(k.swapaxes(-1, -2))
      .mul(1 / Math.sqrt(WIDTH / HEADS))
      .add(future)
      .softmax(-1);
    const mixed = seen.matmul(v).transpose(0, 2, 1, 3).reshape(BATCH, LENGTH, WIDTH);
    x = x.add(mixed.matmul(mix));
    x = x.add(normalized(x, norm2).matmul(up).gelu().matmul(down));
  }
  const scores = normalized(x, norm).matmul(out).logSoftmax(-1);
  return scores.takeAlongAxis(target.expandDims(-1), -1).mean().neg();
}

function normalized(x: NDArray, scale: NDArray): NDArray {
  return x.div(x.square().mean({ axis: -1, keepdims: true }).add(1e-6).sqrt()).mul(scale);
}
