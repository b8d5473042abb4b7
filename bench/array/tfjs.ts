// TensorFlow.js as a contender of array.bench.ts, with the backend that CUTS_BENCH_BACKEND names (cpu, wasm).
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { operands, type Operation, serve } from "./contender.js";

// Installed beside, not with the project (bench/array/peers): its types are not there.
interface Tensor {
  dispose(): void;
  dataSync(): Float32Array;
}
interface TensorFlow {
  readonly version: { readonly tfjs: string };
  setBackend(name: string): Promise<boolean>;
  ready(): Promise<void>;
  tensor(values: Float32Array, shape: readonly number[]): Tensor;
  add(a: Tensor, b: Tensor): Tensor;
  sqrt(a: Tensor): Tensor;
  exp(a: Tensor): Tensor;
  sum(a: Tensor): Tensor;
  max(a: Tensor): Tensor;
  softmax(a: Tensor): Tensor;
  matMul(a: Tensor, b: Tensor): Tensor;
  topk(a: Tensor, k: number): { readonly values: Tensor; readonly indices: Tensor };
  spectral: { rfft(a: Tensor): Tensor };
  real(a: Tensor): Tensor;
  concat(all: readonly Tensor[]): Tensor;
  imag(a: Tensor): Tensor;
}

const backend = process.env["CUTS_BENCH_BACKEND"] ?? "cpu";
const require = createRequire(new URL("peers/package.json", import.meta.url));
const tf = require("@tensorflow/tfjs") as TensorFlow;
if (backend === "wasm") {
  const wasm = require("@tensorflow/tfjs-backend-wasm") as { setWasmPaths(folder: string): void };
  wasm.setWasmPaths(
    fileURLToPath(new URL("peers/node_modules/@tensorflow/tfjs-backend-wasm/dist/", import.meta.url)),
  );
}
await tf.setBackend(backend);
await tf.ready();

const { vector, other, rows, left, right } = operands(
  (values, shape) => tf.tensor(values, shape),
  (tensor) => tensor.dispose(),
);

const operation = (run: (n: number) => Tensor): Operation<Tensor> => ({
  run,
  dispose: (tensor) => tensor.dispose(),
  // Both backends compute at once.
  finish: () => undefined,
  read: (tensor) => tensor.dataSync(),
});

const fft = operation((n) => tf.spectral.rfft(vector(n)));
await serve(`TensorFlow.js ${tf.version.tfjs}, ${backend}`, {
  add: operation((n) => tf.add(vector(n), other(n))),
  sqrt: operation((n) => tf.sqrt(vector(n))),
  exp: operation((n) => tf.exp(vector(n))),
  sum: operation((n) => tf.sum(vector(n))),
  max: operation((n) => tf.max(vector(n))),
  softmax: operation((n) => tf.softmax(rows(n))),
  matmul: operation((n) => tf.matMul(left(n), right(n))),
  // There is no sort: all elements as the largest ones are one.
  sort: operation((n) => {
    const { values, indices } = tf.topk(vector(n), n);
    indices.dispose();
    return values;
  }),
  // Only the cpu backend has it.
  fft: backend === "cpu" ? fft : undefined,
});
