// CuTS as a contender of fuse.bench.ts. Arguments: "expr", "fuse" or "plain"; "chain", "mlp" or "transformer"; how many floats.

import { createInterface } from "node:readline";
import type { NDArray } from "../../src/index.js";
import { cu, version } from "../lib/package.js";
import { mlp } from "./mlp.js";
import type { Net } from "./net.js";
import { transformer } from "./transformer.js";

const [how = "expr", which = "chain", size = "1000"] = process.argv.slice(2);
const nets: Readonly<Record<string, () => Net>> = { mlp, transformer };
const net = nets[which];
const run = net === undefined ? chain(Number(size)) : trainingStep(net());

for (let k = 0; k < 5; k++) run();
await cu.device().synchronize();
console.log(`ready ${version}`);
for await (const _ of createInterface({ input: process.stdin })) {
  let count = 0;
  const begin = performance.now();
  while (performance.now() - begin < 200 || count < 3) {
    run();
    if (++count % 16 === 0) await cu.device().synchronize();
  }
  await cu.device().synchronize();
  console.log(((performance.now() - begin) / count) * 1e6);
}

function chain(n: number): () => void {
  const [a, b, c] = [1, 2, 3].map((seed) => cu.random.generator(seed).random([n])) as [
    NDArray,
    NDArray,
    NDArray,
  ];
  const plain = (x: NDArray, y: NDArray, z: NDArray): NDArray => x.mul(y).add(z.sin());
  const fused = cu.fuse(plain);
  return () => {
    if (how === "expr") cu.expr`${a} * ${b} + sin(${c})`.dispose();
    else if (how === "fuse") fused(a, b, c).dispose();
    else cu.scope(() => void plain(a, b, c));
  };
}

function trainingStep({ step, state, batch }: Net): () => void {
  const own = how === "fuse" ? cu.fuse(step) : step;
  let now = state;
  return () => {
    const next = cu.scope(() => own(now, batch));
    for (const one of [next.loss, ...Object.values(now).flat()]) one.dispose();
    now = next.state;
  };
}
