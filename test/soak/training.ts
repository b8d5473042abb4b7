// 10,000 steps of a small net, without one dispose: npm run soak:training. Memory of the device must be what it was, and the heap of
// JavaScript must not have grown by more than garbage that nobody has collected yet.

import * as cu from "../../src/index.js";
import { adam, numbersFrom, type Parameters } from "../../examples/shared/learning.js";

const STEPS = 10_000;
const MOST_HEAP_BYTES = 4 * 2 ** 20;

const { weights } = numbersFrom(3);
const parameters: Parameters = { w1: weights([4, 8], 4), w2: weights([8, 1], 8) };
const input = weights([16, 4], 1);
const update = adam(parameters, 0.01);
const loss = ({ w1, w2 }: Parameters): cu.NDArray =>
  input
    .matmul(w1 as cu.NDArray)
    .tanh()
    .matmul(w2 as cu.NDArray)
    .square()
    .mean();

function run(steps: number): { readonly live: number; readonly heap: number } {
  for (let k = 0; k < steps; k++) {
    cu.scope(() => {
      const { grads } = cu.valueAndGrad(loss)(parameters);
      update(grads);
    });
  }
  (globalThis as { gc?: () => void }).gc?.();
  return { live: input.device.memory().liveBytes, heap: process.memoryUsage().heapUsed };
}

const before = run(200);
const since = performance.now();
const after = run(STEPS);
const seconds = (performance.now() - since) / 1000;
const grown = after.heap - before.heap;
console.log(
  `${STEPS} steps in ${seconds.toFixed(1)} s: ${before.live} bytes of the device before, ${after.live} after; heap ${grown} bytes larger`,
);
if (after.live !== before.live || grown > MOST_HEAP_BYTES) throw new Error("memory has grown");
