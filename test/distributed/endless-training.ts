// A program of ranks that trains for ever, by turns with dist.valueAndGrad() and dist.dataParallel(); each tells its process first, so that
// somebody can kill one in the middle of a backward pass.

import * as cu from "../../src/index.js";
import * as dist from "../../src/distributed/distributed.js";

const world = await dist.init();
console.log(`process ${process.pid}`);

const layers = Array.from({ length: 6 }, () => cu.full([40, 40], 0.01));
const input = cu.full([8, 40], 1 + world.rank);
const loss = (weights: readonly cu.NDArray[]): cu.NDArray => {
  let x: cu.NDArray = input;
  for (const weight of weights) x = x.matmul(weight).tanh();
  return x.square().mean();
};
// A bucket a layer: most of a step is between the first reduction and the last. The longest are summed by calls that block.
const options = { bucketBytes: 1 };
const step = dist.valueAndGrad(world, loss, options);
const leaves = [...layers.map((layer) => layer.copy()), cu.ones([40, 100])];
for (const leaf of leaves) leaf.requiresGrad = true;
using parallel = dist.dataParallel(world, leaves, options);
for (;;) {
  const { grads } = await step(layers);
  for (const grad of grads) grad.dispose();
  loss(leaves).backward();
  await parallel.done();
  for (const leaf of leaves) leaf.grad = null;
}
