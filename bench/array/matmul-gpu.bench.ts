// matmul on a GPU in turns with PyTorch: square matrices, float32, tf32 and bfloat16. Both give many products to the device
// and wait for the last. Run: npx tsx bench/array/matmul-gpu.bench.ts

import { fileURLToPath } from "node:url";
import * as cu from "../../src/array/array.js";
import { cudaBackends } from "../../src/backend/cuda/find-devices.js";
import { knownBackends, registerBackend } from "../../src/runtime/devices/backends.js";
import { device, withDevice } from "../../src/runtime/devices/devices.js";
import { external } from "../lib/external.js";
import { type Contender, measure } from "../lib/measure.js";
import { type ReportTable, ratioOf, writeReport } from "../lib/report.js";

const rounds = Number(process.env["CUTS_BENCH_ROUNDS"] ?? 11);
const sizes = (process.env["CUTS_BENCH_SIZES"] ?? "1024,2048,4096,8192").split(",").map(Number);
const python = process.env["CUTS_BENCH_PYTHON"] ?? "python3";
/** At least 0.98 of PyTorch's speed. */
const AT_MOST = 1.02;
/** About what the device does in a second, to make samples of some 20 ms. */
const speeds = { float32: 45e12, tf32: 300e12, bfloat16: 600e12 } as const;

if (!knownBackends().some(({ provider }) => provider.kind === "cuda")) registerBackend(cudaBackends);
const torch = await external("PyTorch", python, [fileURLToPath(new URL("matmul-torch.py", import.meta.url))]);
const tables: ReportTable[] = [];
await withDevice("cuda:0", async () => {
  for (const kind of ["float32", "tf32", "bfloat16"] as const) {
    for (const n of sizes) {
      const count = Math.max(2, Math.round(0.02 / ((2 * n ** 3) / speeds[kind] + 5e-6)));
      const dtype = kind === "tf32" ? "float32" : kind;
      const precision = kind === "tf32" ? "tf32" : "float32";
      const make = (): cu.NDArray =>
        cu
          .array(Float32Array.from({ length: n * n }, (_, i) => ((i * 7919) % 1009) / 1009))
          .astype(dtype)
          .reshape(n, n);
      using a = make();
      using b = make();
      for (let i = 0; i < 3; i++) cu.matmul(a, b, { precision }).dispose();
      const own: Contender = {
        name: "CuTS",
        sample: () => {
          device().synchronizeSync();
          const start = performance.now();
          for (let i = 0; i < count; i++) cu.matmul(a, b, { precision }).dispose();
          device().synchronizeSync();
          return ((performance.now() - start) * 1e6) / count;
        },
      };
      const others =
        torch === undefined
          ? []
          : [{ name: torch.name, sample: async () => Number(await torch.ask(`${kind} ${n} ${count}`)) }];
      const timings = await measure([own, ...others], { rounds, warmupRounds: 2 });
      const baseline = torch?.name ?? "CuTS";
      const table: ReportTable = {
        title: `${kind} ${n} x ${n}`,
        baseline,
        timings,
        target: { name: "CuTS", atMost: AT_MOST },
      };
      const rates = timings.map(
        ({ name, medianNs }) => `${name} ${((2 * n ** 3) / medianNs / 1e3).toFixed(1)}`,
      );
      tables.push({
        ...table,
        note: `${(1 / ratioOf(table, "CuTS")).toFixed(3)} of the speed of ${baseline}; TFLOP/s: ${rates.join(", ")}.`,
      });
      console.error(`${table.title}: ${tables.at(-1)?.note}`);
    }
  }
});
torch?.stop();
console.log(
  writeReport({
    name: "matmul-gpu",
    title: `matmul on ${device("cuda:0").properties.name} against PyTorch`,
    tables,
    versions: torch === undefined ? {} : { PyTorch: torch.description.replace(/^PyTorch /, "") },
  }),
);
process.exit();
