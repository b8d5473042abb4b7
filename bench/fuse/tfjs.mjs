// A training step of the MLP of mlp.ts in TensorFlow.js, as a contender of fuse.bench.ts. Argument: "wasm" or "cpu". It is installed beside
// (bench/array/peers), not with the project.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const [backend = "wasm"] = process.argv.slice(2);
const peers = new URL("../array/peers/", import.meta.url);
/** @type {(name: string) => any} */
const load = createRequire(new URL("package.json", peers));
const tf = load("@tensorflow/tfjs");
const own = backend === "wasm" ? load("@tensorflow/tfjs-backend-wasm") : undefined;
if (own !== undefined) {
  own.setWasmPaths(fileURLToPath(new URL("node_modules/@tensorflow/tfjs-backend-wasm/dist/", peers)));
  own.setThreadsCount(Number(process.env["OMP_NUM_THREADS"] ?? 1));
}
await tf.setBackend(backend);
await tf.ready();

const sizes = [784, 256, 256, 10];
const weights = sizes.slice(1).flatMap((out, at) => {
  const from = sizes[at] ?? 0;
  const w = tf.variable(tf.randomNormal([from, out], 0, 1 / Math.sqrt(from)));
  return [w, tf.variable(tf.zeros([out]))];
});
const x = tf.randomNormal([128, 784]);
const classes = tf.tensor1d(
  Array.from({ length: 128 }, (_, k) => k % 10),
  "int32",
);
const y = tf.cast(tf.oneHot(classes, 10), "float32");
const optimizer = tf.train.adam(1e-3);
function run() {
  const [w1, b1, w2, b2, w3, b3] = weights;
  const loss = () => {
    const hidden = tf.relu(tf.add(tf.matMul(tf.relu(tf.add(tf.matMul(x, w1), b1)), w2), b2));
    const scores = tf.add(tf.matMul(hidden, w3), b3);
    const shifted = tf.sub(scores, tf.max(scores, 1, true));
    const logs = tf.sub(shifted, tf.log(tf.sum(tf.exp(shifted), 1, true)));
    return tf.neg(tf.mean(tf.sum(tf.mul(logs, y), 1)));
  };
  optimizer.minimize(loss)?.dispose?.();
}

for (let k = 0; k < 5; k++) run();
await weights[0].data();
console.log(`ready TensorFlow.js ${tf.version.tfjs}, ${backend}`);
for await (const _ of createInterface({ input: process.stdin })) {
  let count = 0;
  const begin = performance.now();
  while (performance.now() - begin < 200 || count < 3) {
    run();
    count++;
  }
  await weights[0].data();
  console.log(((performance.now() - begin) / count) * 1e6);
}
