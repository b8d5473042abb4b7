// What the dispatch of an operator costs beside the direct call of its implementation, while nobody watches, while a hook does,
// and with an array that wants a gradient. `npm run bench:dispatch`.

import { performance } from "node:perf_hooks";
import * as cu from "../src/index.js";

const plain = (a: cu.NDArray, b: cu.NDArray, c: number): cu.NDArray => (c > 0 ? a : b);
const dispatched = cu.op({
  name: "bench::first",
  schema: "(Tensor a, Tensor b, float c) -> Tensor",
  all: plain as never,
});

const a = cu.ones([4]);
const b = cu.ones([4]);

/** The median of several rounds, in nanoseconds a call. */
function nanoseconds(call: () => unknown, calls = 200_000, rounds = 11): number {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    for (let k = 0; k < calls; k++) call();
    times.push(((performance.now() - start) * 1e6) / calls);
  }
  return times.sort((one, other) => one - other)[rounds >> 1] as number;
}

const direct = nanoseconds(() => plain(a, b, 1));
const rows: [string, number][] = [
  ["direct call", direct],
  ["operator", nanoseconds(() => dispatched(a, b, 1))],
];
{
  using _hook = cu.dispatchHook((_call, run) => run());
  rows.push(["operator under a hook", nanoseconds(() => dispatched(a, b, 1))]);
}
rows.push(["x.add(y), nobody watches", nanoseconds(() => a.add(b).dispose(), 5_000)]);
const w = cu.ones([1]);
w.requiresGrad = true;
rows.push(["x.add(y), others want gradients", nanoseconds(() => a.add(b).dispose(), 5_000)]);
for (const [name, time] of rows) console.log(`${name.padEnd(34)}${time.toFixed(0).padStart(8)} ns`);
