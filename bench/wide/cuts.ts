// CuTS as a contender of array-wide.bench.ts; contender.py says what is asked and answered.

import { createInterface } from "node:readline";
import type * as Surface from "../../src/index.js";
import { cu, version } from "../lib/package.js";
import { cases, type Made, type WideCase } from "./cases.js";
import { numbersOf, parseInput } from "./inputs.js";

type Operands = [Surface.NDArray, Surface.NDArray, Surface.NDArray];
let operands: Surface.NDArray[] = [];
let run: () => Made | Promise<Made> = () => [];

console.log(`ready ${version}`);
for await (const line of createInterface({ input: process.stdin })) {
  const [verb, rest = ""] = line.split(/ (.*)/);
  try {
    console.log(verb === "case" ? await prepare(JSON.parse(rest).name) : await sample(Number(rest)));
  } catch (error) {
    console.log(`none: ${String(error).replaceAll("\n", " ").slice(0, 300)}`);
  }
}

async function prepare(name: string): Promise<number> {
  for (const one of operands) one.dispose();
  const found = cases.find((one) => one.name === name) as WideCase;
  operands = found.inputs.map((text, seed) => {
    const spec = parseInput(text);
    const dtype = spec.dtype as "float64";
    const whole = cu.array(numbersOf(spec, seed), { dtype: "float64" }).astype(dtype).reshape(spec.shape);
    if (spec.kind === ".T") return whole.T;
    return spec.kind === "::2" ? whole.slice("::2") : whole;
  });
  run = () => found.cuts(cu, ...(operands as Operands));
  const made = listOf(await run());
  const [first] = made;
  if (first === undefined) throw new Error(`internal: the case ${name} made nothing`);
  const read = first.dtype === "bfloat16" || first.dtype === "float16" ? first.astype("float32") : first;
  const values = (await read.data()) as ArrayLike<number | bigint | boolean>;
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += Number(values[i]);
  for (const one of made) one.dispose();
  return sum;
}

async function sample(milliseconds: number): Promise<number> {
  for (let count = 1; ; ) {
    const begin = performance.now();
    for (let i = 0; i < count; i++) {
      const made = run();
      for (const one of listOf(made instanceof Promise ? await made : made)) one.dispose();
    }
    await cu.device().synchronize();
    const elapsed = Math.max(performance.now() - begin, 1e-3);
    if (elapsed >= milliseconds / 2) return (elapsed / count) * 1e6;
    count = Math.max(2 * count, Math.floor((count * milliseconds) / elapsed));
  }
}

function listOf(made: Made): readonly Surface.NDArray[] {
  return Array.isArray(made) ? made : [made as Surface.NDArray];
}
