// A training step of the MLP of mlp.ts in jax-js on its wasm device, compiled as one function by its jit, as a contender of
// fuse.bench.ts. Its functions use up their arguments: `.ref` keeps them. It is installed beside (bench/array/peers), not with the
// project.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const peers = new URL("../array/peers/package.json", import.meta.url);
/** @type {any} */
const jax = await import(pathToFileURL(createRequire(peers).resolve("@jax-js/jax")).href);
await jax.init("wasm");
jax.defaultDevice("wasm");
const { jit, nn, numpy: np, random, valueAndGrad } = jax;

const sizes = [784, 256, 256, 10];
const [RATE, BETA1, BETA2, EPSILON] = [1e-3, 0.9, 0.999, 1e-8];
/** @type {(shape: number[], seed: number) => any} */
const normal = (shape, seed) => random.normal(random.key(seed), shape);
const weights = sizes.slice(1).flatMap((out, at) => {
  const from = sizes[at] ?? 0;
  return [normal([from, out], at).mul(1 / Math.sqrt(from)), np.zeros([out])];
});
const x = normal([128, 784], 7);
const labels = Array.from({ length: 128 }, (_, k) =>
  Array.from({ length: 10 }, (_one, c) => (k % 10 === c ? 1 : 0)),
);
const y = np.array(labels);

/** @type {(own: any[], x: any, y: any) => any} */
const lossOf = ([w1, b1, w2, b2, w3, b3], input, wanted) => {
  const first = nn.relu(np.matmul(input, w1).add(b1));
  const second = nn.relu(np.matmul(first, w2).add(b2));
  const chosen = nn.logSoftmax(np.matmul(second, w3).add(b3), 1).mul(wanted);
  return np.mean(np.sum(chosen, 1)).neg();
};

/** @type {(state: any, x: any, y: any) => any} */
const adamStep = ({ own, first, second, powers }, input, wanted) => {
  const [loss, grads] = valueAndGrad(lossOf)(
    own.map((/** @type {any} */ one) => one.ref),
    input,
    wanted,
  );
  const [p1, p2] = [powers[0].mul(BETA1), powers[1].mul(BETA2)];
  const rate = np.sqrt(np.subtract(1, p2.ref)).div(np.subtract(1, p1.ref)).mul(RATE);
  const next = { own: [], first: [], second: [], powers: [p1, p2] };
  /** @type {Record<string, any[]>} */
  const lists = next;
  for (let at = 0; at < own.length; at++) {
    const grad = grads[at];
    const m = first[at].mul(BETA1).add(grad.ref.mul(1 - BETA1));
    const v = second[at].mul(BETA2).add(np.square(grad).mul(1 - BETA2));
    const change = m.ref.mul(rate.ref).div(np.sqrt(v.ref).add(EPSILON));
    lists["own"]?.push(own[at].sub(change));
    lists["first"]?.push(m);
    lists["second"]?.push(v);
  }
  rate.dispose();
  return { loss, ...next };
};

const step = jit(adamStep);
const zeros = () => weights.map((_, at) => np.zeros(weights[at].shape));
/** @type {any} */
let state = { own: weights, first: zeros(), second: zeros(), powers: [np.array(1), np.array(1)] };
/** @type {number[]} */
const losses = [];
// Nothing is computed before somebody asks for it.
async function run() {
  const { loss, ...next } = step(state, x.ref, y.ref);
  state = next;
  losses.push(Number((await loss.data())[0]));
  for (const one of [state.own, state.first, state.second, state.powers].flat()) {
    const computed = await one.ref.blockUntilReady();
    computed.dispose();
  }
}

for (let k = 0; k < 5; k++) await run();
const [begin = 0, end = 0] = [losses[0], losses.at(-1)];
if (!(end < begin)) throw new Error(`jax-js does not learn: its losses are ${losses.join(", ")}`);
const { dependencies } = JSON.parse(readFileSync(peers, "utf8"));
console.log(`ready jax-js ${dependencies["@jax-js/jax"]}, wasm, jit`);
for await (const _ of createInterface({ input: process.stdin })) {
  let count = 0;
  const from = performance.now();
  while (performance.now() - from < 200 || count < 3) {
    await run();
    count++;
  }
  console.log(((performance.now() - from) / count) * 1e6);
}
