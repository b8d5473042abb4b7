// jax-js as a contender of array.bench.ts, on its wasm device. Its functions use up their arguments: `.ref` keeps them.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { operands, type Operation, serve } from "./contender.js";

// Installed beside, not with the project (bench/array/peers): its types are not there.
interface JaxArray {
  readonly ref: JaxArray;
  add(other: JaxArray): JaxArray;
  sum(): JaxArray;
  max(): JaxArray;
  reshape(shape: readonly number[]): JaxArray;
  dispose(): void;
  data(): Promise<ArrayLike<number>>;
  blockUntilReady(): Promise<JaxArray>;
}
interface Jax {
  init(...devices: readonly string[]): Promise<readonly string[]>;
  defaultDevice(device: string): string;
  readonly nn: { softmax(x: JaxArray, axis: number): JaxArray };
  readonly numpy: {
    array(values: Float32Array): JaxArray;
    sqrt(x: JaxArray): JaxArray;
    exp(x: JaxArray): JaxArray;
    matmul(a: JaxArray, b: JaxArray): JaxArray;
    sort(x: JaxArray): JaxArray;
  };
}

const peers = createRequire(new URL("peers/package.json", import.meta.url));
const entry = peers.resolve("@jax-js/jax");
const jax = (await import(pathToFileURL(entry).href)) as Jax;
const version = (
  JSON.parse(readFileSync(new URL("peers/package.json", import.meta.url), "utf8")) as {
    dependencies: Record<string, string>;
  }
).dependencies["@jax-js/jax"];
await jax.init("wasm");
jax.defaultDevice("wasm");
const { nn, numpy: np } = jax;

const { vector, other, rows, left, right } = operands(
  (values, shape) => np.array(values).reshape(shape),
  (array) => array.dispose(),
);

// Nothing is computed before somebody asks for it, and what is given up before that never is: each result is asked for at
// once, and held until it is there.
let asked: Promise<unknown>[] = [];
const operation = (run: (n: number) => JaxArray): Operation<JaxArray> => ({
  run: (n) => {
    const made = run(n);
    asked.push(made.ref.blockUntilReady().then((computed) => computed.dispose()));
    return made;
  },
  dispose: (array) => array.dispose(),
  finish: async () => {
    await Promise.all(asked);
    asked = [];
  },
  read: (array) => array.ref.data(),
});

await serve(`jax-js ${version}, wasm`, {
  add: operation((n) => vector(n).ref.add(other(n).ref)),
  sqrt: operation((n) => np.sqrt(vector(n).ref)),
  exp: operation((n) => np.exp(vector(n).ref)),
  sum: operation((n) => vector(n).ref.sum()),
  max: operation((n) => vector(n).ref.max()),
  softmax: operation((n) => nn.softmax(rows(n).ref, 1)),
  matmul: operation((n) => np.matmul(left(n).ref, right(n).ref)),
  sort: operation((n) => np.sort(vector(n).ref)),
});
