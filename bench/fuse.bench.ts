// Fusion against the peers, in turns in one run: a * b + sin(c) over many floats, and training steps of an MLP
// and a transformer. On a GPU against
// PyTorch (eager, compiled, and a graph that was captured by hand) and CuPy (eager and fused), on the cpu device against NumPy and numexpr with the same threads, TensorFlow.js and jax-js.
// Run: npm run bench:fuse; CUTS_PYTHON names the interpreter, FUSE_SIZE says how many floats (10^8 on a GPU, 10^7 else), FUSE_THREADS how many threads (1),
//      FUSE_ONLY one of chain, mlp and transformer, printed and not written down.

import { fileURLToPath } from "node:url";
import { device } from "../src/index.js";
import { external, type ExternalContender } from "./lib/external.js";
import { measure } from "./lib/measure.js";
import { type ReportTable, writeReport } from "./lib/report.js";

const onGpu = device().id.startsWith("cuda");
const size = process.env["FUSE_SIZE"] ?? (onGpu ? "100000000" : "10000000");
const threads = process.env["FUSE_THREADS"] ?? "1";
const path = (name: string): string => fileURLToPath(new URL(`fuse/${name}`, import.meta.url));
const python = process.env["CUTS_PYTHON"] ?? "python3";
const environment = { CUTS_CPU_THREADS: threads, OMP_NUM_THREADS: threads };

const peers = {
  chain: onGpu
    ? { torch: "PyTorch", compile: "torch.compile", cupy: "CuPy", "cupy.fuse": "cupy.fuse" }
    : { numpy: "NumPy", numexpr: "numexpr" },
  mlp: {
    torch: "PyTorch",
    compile: "torch.compile",
    ...(onGpu ? { graph: "PyTorch, a graph by hand" } : {}),
  },
  transformer: { torch: "PyTorch", attention: "PyTorch, its attention" },
} as const;
const comparisons = {
  chain: [
    {
      baseline: onGpu ? "torch.compile" : "NumPy",
      target: { name: "CuTS expr", atMost: onGpu ? 1.05 : 0.5 },
    },
    ...(onGpu ? [] : [{ baseline: "numexpr", target: { name: "CuTS expr", atMost: 1 } }]),
  ],
  mlp: [
    ...(onGpu ? [{ baseline: "PyTorch, a graph by hand", target: { name: "CuTS fuse", atMost: 1.1 } }] : []),
    { baseline: "PyTorch", target: { name: "CuTS plain", atMost: 0.5 } },
    ...(onGpu
      ? []
      : [
          { baseline: "TensorFlow.js, wasm", target: { name: "CuTS fuse", atMost: 1 } },
          { baseline: "jax-js, wasm", target: { name: "CuTS fuse", atMost: 1 } },
        ]),
  ],
  transformer: [{ baseline: "PyTorch", target: { name: "CuTS fuse", atMost: 1 } }],
} as const;
const titles = {
  chain: `a * b + sin(c) over ${size} floats`,
  mlp: "training step of an MLP",
  transformer: "training step of a transformer",
} as const;
const only = process.env["FUSE_ONLY"];
// The transformer takes seconds a step on a few cores.
const cases = (["chain", "mlp", ...(onGpu ? (["transformer"] as const) : [])] as const).filter(
  (which) => only === undefined || which === only,
);

const tables: ReportTable[] = [];
const versions: Record<string, string> = {};
for (const which of cases) {
  const own = which === "chain" ? ["expr", "fuse", "plain"] : ["fuse", "plain"];
  const started = await Promise.all([
    ...own.map((how) =>
      external(`CuTS ${how}`, process.execPath, ["--import", "tsx", path("cuts.ts"), how, which, size], {
        environment,
        showErrors: true,
      }),
    ),
    ...Object.entries(peers[which]).map(([name, title]) =>
      external(title, python, [path("contender.py"), name, which, size, threads], { environment }),
    ),
    // Where bench/array/peers is installed.
    ...(which === "mlp" && !onGpu ? ["wasm", "cpu"] : []).map((backend) =>
      external(`TensorFlow.js, ${backend}`, process.execPath, [path("tfjs.mjs"), backend], { environment }),
    ),
    ...(which === "mlp" && !onGpu
      ? [external("jax-js, wasm", process.execPath, [path("jax-js.mjs")], { environment })]
      : []),
  ]);
  const contenders = started.filter((one): one is ExternalContender => one !== undefined);
  for (const { name, description } of contenders) versions[name] = description;
  const timings = await measure(contenders, { rounds: 9, warmupRounds: 2 });
  for (const one of contenders) one.stop();
  for (const { name, medianNs } of timings)
    console.error(`${titles[which]}: ${name} ${(medianNs / 1e3).toFixed(1)} µs`);
  for (const { baseline, target } of comparisons[which])
    if (timings.some(({ name }) => name === baseline))
      tables.push({ title: `${titles[which]}, against ${baseline}`, baseline, timings, target });
    else console.error(`${titles[which]}: ${baseline} is missing on this machine, so nothing is compared`);
}
if (tables.length > 0 && only === undefined)
  console.log(writeReport({ name: onGpu ? "fuse-gpu" : "fuse-cpu", title: "Fusion", tables, versions }));
