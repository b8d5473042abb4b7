// A program of ranks: gradients become means over ranks while the backward pass runs. What is begun when is written down; the means
// are those of dist.average() afterwards, whatever the buckets.

import * as cu from "../../src/index.js";
import * as dist from "../../src/distributed/distributed.js";

const world = await dist.init();
const { rank, size } = world;
const events: string[] = [];

// What is reduced is seen here.
const allReduce = world.allReduce.bind(world);
world.allReduce = (x, options) => {
  events.push(`reduce ${x.size}`);
  return allReduce(x, options);
};

/** An array as it is, whose gradient is written down on its way back. */
const seen = (name: string): ((x: cu.NDArray) => cu.NDArray) =>
  cu.customGradient((x: cu.NDArray) => ({
    value: x.copy(),
    gradient: (grad) => {
      events.push(name);
      return [grad];
    },
  }));
const [first, second] = [seen("first layer"), seen("second layer")];

const weights = (shape: readonly number[], seed: number): cu.NDArray =>
  cu
    .array(
      Float32Array.from(
        { length: shape.reduce((a, b) => a * b, 1) },
        (_, i) => (((i + seed) * 7) % 13) / 13 - 0.5,
      ),
    )
    .reshape(shape);
const model = {
  layers: [weights([3, 8], 1), weights([8, 8], 2)],
  last: weights([8, 1], 3),
  // It has no part in the value on the first rank.
  scale: weights([2], 4),
  name: "a net",
  steps: cu.array([1], { dtype: "int32" }),
};
const input = weights([5, 3], 5 + rank);
const loss = ({ layers, last, scale }: typeof model, x: cu.NDArray): cu.NDArray => {
  const one = second(
    first(x.matmul(layers[0] as cu.NDArray))
      .tanh()
      .matmul(layers[1] as cu.NDArray),
  ).tanh();
  const value = one.matmul(last).square().mean();
  return rank === 0 ? value : value.add(scale.sum());
};

async function expectClose(a: cu.NDArray, b: cu.NDArray, what: string): Promise<void> {
  // Both are sums of the same float32 numbers over ranks: at most their order differs.
  if (!(await cu.allclose(a, b, { rtol: 1e-6, atol: 1e-7 })))
    throw new Error(`rank ${rank}: ${what}: ${String(a)} is not ${String(b)}`);
}
const listOf = (grads: {
  layers: readonly cu.NDArray[];
  last: cu.NDArray;
  scale: cu.NDArray;
}): cu.NDArray[] => [...grads.layers, grads.last, grads.scale];

// Afterwards: what the means must be.
const after = cu.valueAndGrad(loss)(model, input);
const expected = listOf(after.grads as never).map((grad) => grad.copy());
await dist.average(world, expected);

for (const bucketBytes of [1, 300, 1 << 20]) {
  events.length = 0;
  const { value, grads } = await dist.valueAndGrad(world, loss, { bucketBytes })(model, input);
  await expectClose(value, after.value, "the value is that of the rank");
  if (grads.name !== null || grads.steps !== null) throw new Error("what has no gradient gets null");
  for (const [at, grad] of listOf(grads).entries())
    await expectClose(grad, expected[at] as cu.NDArray, `buckets of ${bucketBytes}, ${at}`);
}

// All have all gradients: the first reductions begin while the backward pass has still to come to the first layer.
const { layers, last } = model;
const small = { layers, last };
const smallLoss = (own: typeof small, x: cu.NDArray): cu.NDArray =>
  loss({ ...model, ...own, scale: cu.stopGradient(model.scale) }, x);
events.length = 0;
await dist.valueAndGrad(world, smallLoss, { bucketBytes: 1 })(small, input);
const order = "reduce 8,second layer,reduce 64,first layer,reduce 24";
if (events.join() !== order) throw new Error(`rank ${rank}: ${events.join()} is not ${order}`);
events.length = 0;
await dist.valueAndGrad(world, smallLoss, { bucketBytes: 300 })(small, input);
const pairs = "second layer,reduce 72,first layer,reduce 24";
if (events.join() !== pairs) throw new Error(`rank ${rank}: ${events.join()} is not ${pairs}`);

// The same as in PyTorch: backward() adds means to grad, again and again.
const leaves = listOf(model as never).map((x) => x.copy());
for (const leaf of leaves) leaf.requiresGrad = true;
const [w1, w2, w3, scale] = leaves as [cu.NDArray, cu.NDArray, cu.NDArray, cu.NDArray];
const backward = (): void => loss({ ...model, layers: [w1, w2], last: w3, scale }, input).backward();
{
  using parallel = dist.dataParallel(world, leaves, { bucketBytes: 300 });
  backward();
  await parallel.done();
  for (const [at, leaf] of leaves.entries())
    await expectClose(leaf.grad as cu.NDArray, expected[at] as cu.NDArray, `backward, ${at}`);
  backward();
  await parallel.done();
  for (const [at, leaf] of leaves.entries())
    await expectClose(leaf.grad as cu.NDArray, (expected[at] as cu.NDArray).mul(2), `backward twice, ${at}`);
}
events.length = 0;
for (const leaf of leaves) leaf.grad = null;
backward();
if (events.some((event) => event.startsWith("reduce"))) throw new Error("it was given back");

const told = async (call: () => unknown): Promise<string> => {
  try {
    await call();
    return "nothing";
  } catch (error) {
    return `${(error as { code: string }).code} ${(error as Error).message}`;
  }
};
for (const [call, text] of [
  [() => dist.dataParallel(world, [cu.ones([2])]), "CUTS_GRADIENT_VALUE Cannot average gradients"],
  [
    () => dist.valueAndGrad(world, (x: cu.NDArray) => x.sum(), { bucketBytes: 0 })(cu.ones([2])),
    "CUTS_COMMUNICATOR Cannot average arrays over ranks: bucketBytes",
  ],
  [
    () =>
      cu.grad((x: cu.NDArray) => {
        void dist
          .valueAndGrad(world, (y: cu.NDArray) => y.mul(x).sum())(x)
          .catch((error: unknown) => {
            events.push(String(error));
          });
        return x.sum();
      })(cu.ones([2])),
    "nothing",
  ],
] as const) {
  const message = await told(call);
  if (!message.startsWith(text)) throw new Error(`rank ${rank}: ${message} is not about ${text}`);
}
await new Promise((resolve) => setImmediate(resolve));
if (!events.join().includes("the mean over ranks has no gradient"))
  throw new Error(`second derivatives: ${events.join()}`);
await world.barrier();
if (rank === 0) console.log(`overlapped on ${size} ranks`);
