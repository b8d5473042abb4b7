// CuTS as a contender of array.bench.ts, on the device and with the threads that the environment says: the package as it is
// published where it was built, else its source, which a loader makes slower.
import { existsSync } from "node:fs";
import type * as Surface from "../../src/index.js";
import { operands, type Operation, serve } from "./contender.js";

const built = new URL("../../dist/index.js", import.meta.url);
const isBuilt = existsSync(built);
const cu = (await import(isBuilt ? built.href : "../../src/index.js")) as typeof Surface;

const { vector, other, rows, left, right } = operands(
  (values, shape): Surface.NDArray<"float32"> => cu.array(values).reshape(shape),
  (array) => array.dispose(),
);

const operation = (run: (n: number) => Surface.NDArray): Operation<Surface.NDArray> => ({
  run,
  dispose: (array) => array.dispose(),
  finish: () => cu.device().synchronize(),
  read: async (array) => (await array.data()) as ArrayLike<number>,
});

await serve(`CuTS ${cu.cutsVersion()}${isBuilt ? "" : ", from source"}, on ${cu.device().id}`, {
  add: operation((n) => vector(n).add(other(n))),
  sqrt: operation((n) => vector(n).sqrt()),
  exp: operation((n) => vector(n).exp()),
  sum: operation((n) => vector(n).sum()),
  max: operation((n) => vector(n).max()),
  softmax: operation((n) => rows(n).softmax({ axis: 1 })),
  matmul: operation((n) => left(n).matmul(right(n))),
  sort: operation((n) => vector(n).sort()),
  fft: operation((n) => cu.fft.rfft(vector(n))),
});
