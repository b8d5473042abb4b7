// Imports the package, compiles a source, launches its kernel and waits for the result, and prints what took how long,
// in milliseconds.
// Usage: node first-launch.mjs <index.js> <source> <text to add to it> <how many more variants to compile>
// Plain JavaScript, because a loader for TypeScript would be measured too.
// @ts-check
import { readFileSync } from "node:fs";

const [index = "", path = "", addition = "", variants = "0"] = process.argv.slice(2);
const source = `${readFileSync(path, "utf8")}${addition}`;
const [m, n, k] = [64, 64, 64];
const a = new Float32Array(m * k).fill(0.5);
const b = new Float32Array(k * n).fill(0.25);
const bias = new Float32Array(n);

const begin = performance.now();
const cuts = await import(index);
const imported = performance.now();
let launched = 0;
const launch = async (/** @type {string} */ text) => {
  const out = new Float32Array(m * n);
  const norms = new Float32Array(1);
  const kernel = cuts.kernel(text, { device: "cpu" });
  await kernel.ready();
  const done = kernel.run({ grid: [n / 16, m / 16], block: [16, 16] }, a, b, bias, out, norms, m, n, k);
  launched ||= performance.now();
  await done;
  if (out.some((x) => x !== 8) || norms[0] !== m * n * 64) throw new Error("wrong result");
};
await launch(source);
const finished = performance.now();
const again = [];
for (let i = 0; i < Number(variants); i++) {
  const start = performance.now();
  await launch(`${source}// variant ${i}\n`);
  again.push(performance.now() - start);
}
console.log(
  JSON.stringify({
    import: imported - begin,
    launched: launched - imported,
    finished: finished - imported,
    again,
  }),
);
