// What host-time.bench.ts measures: single operations on small arrays, and a training step. Speaks the protocol of
// external.ts; "NAME MILLISECONDS" is answered by the nanoseconds of one.

import { existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { mlp } from "../fuse/mlp.js";
import { cu, version } from "../lib/package.js";

/** Makes what it needs, and gives one turn of what is measured. */
type Operation = () => () => void;

const vector = (): ReturnType<typeof cu.ones> => cu.ones([1000]);
const matrix = (rows: number, columns: number): ReturnType<typeof cu.ones> => cu.ones([rows, columns]);

const operations: Readonly<Record<string, Operation>> = {
  "a + b": () => {
    const [a, b] = [vector(), vector()];
    return () => a.add(b).dispose();
  },
  "a * 2": () => {
    const a = vector();
    return () => a.mul(2).dispose();
  },
  "exp(a)": () => {
    const a = vector();
    return () => a.exp().dispose();
  },
  "sum(a)": () => {
    const a = vector();
    return () => a.sum().dispose();
  },
  "m.sum(0)": () => {
    const m = matrix(32, 32);
    return () => m.sum({ axis: 0 }).dispose();
  },
  "m + row": () => {
    const [m, row] = [matrix(32, 32), cu.ones([32])];
    return () => m.add(row).dispose();
  },
  "m * column": () => {
    const [m, column] = [matrix(32, 32), matrix(32, 1)];
    return () => m.mul(column).dispose();
  },
  "m @ m": () => {
    const m = matrix(16, 16);
    return () => m.matmul(m).dispose();
  },
  'a["::2"]': () => {
    const a = vector();
    return () => a.slice("::2").dispose();
  },
  "m.reshape": () => {
    const m = matrix(32, 32);
    return () => m.reshape(16, 64).dispose();
  },
  "m.T": () => {
    const m = matrix(32, 32);
    return () => m.T.dispose();
  },
  "training step": () => {
    const { step, state, batch } = mlp();
    let now = state;
    return () => {
      const next = cu.scope(() => step(now, batch));
      for (const one of [next.loss, ...Object.values(now).flat()]) one.dispose();
      now = next.state;
    };
  },
};

/** Turns before the device is waited for: as in a program that reads a result now and then. */
const BETWEEN_WAITS = 256;
/** Turns before the clock is looked at. */
const AT_ONCE = 16;

/** Processor time of this thread in nanoseconds, where the system tells: what other programs take does not count. */
function now(): number {
  const file = `/proc/self/task/${process.pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, "utf8").split(" ")[0]) : performance.now() * 1e6;
}

async function sample(turn: () => void, milliseconds: number): Promise<number> {
  let [count, elapsed] = [0, 0];
  while (elapsed < milliseconds * 1e6) {
    const begin = now();
    for (let k = 0; k < BETWEEN_WAITS / AT_ONCE && now() - begin < milliseconds * 1e6; k++) {
      for (let at = 0; at < AT_ONCE; at++) turn();
      count += AT_ONCE;
    }
    elapsed += now() - begin;
    await cu.device().synchronize();
  }
  return elapsed / count;
}

const turns = new Map<string, () => void>();
console.log(`ready ${version}`);
for await (const line of createInterface({ input: process.stdin })) {
  const [, name = "", milliseconds] = /^(.*) (\d+)$/.exec(line) ?? [];
  if (line === "names") console.log(JSON.stringify(Object.keys(operations)));
  else {
    let turn = turns.get(name);
    if (turn === undefined) turns.set(name, (turn = (operations[name] as Operation)()));
    console.log(await sample(turn, Number(milliseconds)));
  }
}
