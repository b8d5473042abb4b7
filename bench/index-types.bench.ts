// What indices of 64 bits cost kernels on the cpu device, whose addresses have 32: kernels of cpu/index-types.cu, code for their size of
// blocks, on one thread. All forms take turns in one process, straight on WebAssembly, and must give the same bytes.
// Run: npx tsx bench/index-types.bench.ts [kernel …]

import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { setFlagsFromString } from "node:v8";
import { compileSource } from "../src/backend/cpu/compile-source.js";
import { DeviceLaunches } from "../src/backend/cpu/machine/device-launches.js";
import { instantiate } from "../src/backend/cpu/machine/instance.js";
import { contextBytes } from "../src/backend/cpu/passes/simt/region-plan.js";
import { fromObjectCode } from "../src/backend/cpu/stored-object.js";
import { completeObjectCode } from "../src/compiler/cache/object-code.js";
import { clang } from "../src/compiler/clang/clang.js";
import { LAUNCH_FIELDS } from "../src/compiler/clang/launch-fields.js";
import { placeImage } from "../src/compiler/clang/wasm-image.js";

// What is measured is the code of the optimising compiler from the first call on.
setFlagsFromString("--no-liftoff");

type Size = readonly [number, number, number];
interface Case {
  readonly n: number;
  readonly grid: Size;
  readonly block: Size;
  /** Arrays by name, `n`, and other numbers as floats. */
  readonly args: readonly (number | "a" | "b" | "out" | "n")[];
}

const line = (...args: Case["args"]): Case => ({
  n: 16_384,
  grid: [64, 1, 1],
  block: [256, 1, 1],
  args: [...args, "n"],
});
const square = (block: Size, ...args: Case["args"]): Case => {
  return { n: 128, grid: [128 / block[0], 128 / block[1], 1], block, args: [...args, "n"] };
};
const CASES: Readonly<Record<string, Case>> = {
  saxpy: line(0.5, "a", "out"),
  stride: { ...line("a", "b", "out"), grid: [4, 1, 1] },
  total: { ...line("a", "out"), grid: [4, 1, 1] },
  matmul: square([16, 16, 1], "a", "b", "out"),
  stencil: square([16, 16, 1], "a", "out"),
  transpose: square([32, 8, 1], "a", "out"),
};
const TYPES = ["int", "unsigned", "size_t", "long"] as const;
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 300);
const SAMPLE_MS = 0.4;
const FLOATS = 2 ** 18;

const memory = new WebAssembly.Memory({ initial: 1024, maximum: 65_520, shared: true });
let end = 2 ** 20;
const take = (byteLength: number): number => {
  const at = end;
  end += Math.ceil(byteLength / 4096) * 4096;
  return at;
};
const source = readFileSync(new URL("cpu/index-types.cu", import.meta.url), "utf8");
const [a, b] = [0, 1].map((seed) => {
  const at = take(FLOATS * 4);
  const floats = new Float32Array(memory.buffer, at, FLOATS);
  for (let i = 0; i < FLOATS; i++) floats[i] = (Math.imul(i + seed, 2654435761) >>> 8) * 2 ** -24;
  return at;
}) as [number, number];

interface Form {
  readonly bytes: number;
  readonly out: number;
  readonly run: () => void;
}

async function compileForm(name: string, { n, grid, block, args }: Case, type: string): Promise<Form> {
  const only = { symbol: name, block };
  const object = fromObjectCode(
    completeObjectCode(await compileSource(source, { options: [`-DINDEX=${type}`], only })),
  );
  const kernel = object.kernels.find(({ symbol }) => symbol === name);
  if (kernel === undefined) throw new Error(`no kernel ${name}`);
  const base = take(object.image.byteLength + 64);
  const placed = placeImage(object.image, base);
  new Uint8Array(memory.buffer).set(placed.data, base);
  const stackBytes = 2 ** 20;
  const heap = { malloc: () => 0, free: () => undefined };
  const code = {
    module: new WebAssembly.Module(placed.module),
    constants: undefined,
  };
  const exports = instantiate(
    code,
    memory,
    take(stackBytes) + stackBytes,
    () => undefined,
    heap,
    new DeviceLaunches(),
  );
  const [launch, out] = [take(4096), take(FLOATS * 4)];
  const view = new DataView(memory.buffer);
  for (let axis = 0; axis < 3; axis++) {
    view.setInt32(launch + LAUNCH_FIELDS.grid + 4 * axis, grid[axis] as number, true);
    view.setInt32(launch + LAUNCH_FIELDS.block + 4 * axis, block[axis] as number, true);
  }
  view.setInt32(launch + LAUNCH_FIELDS.parameters, launch + LAUNCH_FIELDS.byteLength, true);
  for (const [i, arg] of args.entries()) {
    const at = launch + LAUNCH_FIELDS.byteLength + (kernel.parameters[i]?.offset ?? 0);
    if (typeof arg === "number") view.setFloat32(at, arg, true);
    else view.setBigInt64(at, BigInt({ a, b, out, n }[arg]), true);
  }
  const shared = take(kernel.staticSharedBytes + 64);
  const context = take(contextBytes(kernel.contextBytesPerThread, block[0] * block[1] * block[2]));
  const entry = exports[name] as (...numbers: number[]) => number;
  const blocks = grid[0] * grid[1];
  return {
    bytes: placed.module.length,
    out,
    run: () => {
      if (entry(launch, 0, blocks, shared, context, 0) !== 0) throw new Error(`${name} has not finished`);
    },
  };
}

function time(run: () => void, count: number): number {
  const start = process.hrtime.bigint();
  for (let i = 0; i < count; i++) run();
  return Number(process.hrtime.bigint() - start) / count / 1000;
}

const wanted = process.argv.slice(2);
const rows: string[] = [];
for (const [name, own] of Object.entries(CASES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const forms: Form[] = [];
  for (const type of TYPES) forms.push(await compileForm(name, own, type));
  for (const form of forms) form.run();
  const results = forms.map(({ out }) =>
    Buffer.from(new Uint8Array(memory.buffer).slice(out, out + FLOATS * 4)),
  );
  if (results.some((result) => !result.equals(results[0] as Buffer)))
    throw new Error(`${name}: results differ`);
  const count = Math.max(1, Math.round((SAMPLE_MS * 1000) / time((forms[0] as Form).run, 20)));
  const best = forms.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++)
    for (const [k, form] of forms.entries()) best[k] = Math.min(best[k] as number, time(form.run, count));
  const [int = 0] = best;
  const others = best.slice(1).map((time) => `${time.toFixed(1)} (${(time / int).toFixed(2)})`);
  rows.push(
    `| ${[name, int.toFixed(1), ...others, forms.map(({ bytes }) => bytes).join(", ")].join(" | ")} |`,
  );
  console.error(rows.at(-1));
}
clang().stop();
const text = `# Types of indices on the cpu device

${cpus()[0]?.model ?? "unknown"}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, linux-${process.arch}, Node ${process.version}. One thread, in one process, forms take turns; the minimum of ${ROUNDS} rounds in microseconds, in brackets as a multiple of \`int\`, and bytes of code. \`npx tsx bench/index-types.bench.ts\`

| kernel | ${TYPES.join(" | ")} | code |
| --- | ${TYPES.map(() => "--:").join(" | ")} | --- |
${rows.join("\n")}
`;
if (wanted.length === 0) writeFileSync(new URL("results/index-types.md", import.meta.url), text);
console.log(text);
