// matmul on the cpu device in turns with NumPy's OpenBLAS, with as many threads: square matrices of float32 and float64. Where there
// is a BLAS for CuTS (CUTS_BLAS), with it and without: that is a report of its own.
// Run: npm run bench:matmul

import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { openBlas } from "../../src/native/blas.js";
import { type ExternalContender, external } from "../lib/external.js";
import { type Contender, measure } from "../lib/measure.js";
import { type ReportTable, ratioOf, writeReport } from "../lib/report.js";

const rounds = Number(process.env["CUTS_BENCH_ROUNDS"] ?? 15);
const sizes = (process.env["CUTS_BENCH_SIZES"] ?? "64,128,256,512,1024").split(",").map(Number);
const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const python = process.env["CUTS_BENCH_PYTHON"] ?? "python3";
/** A product of OpenBLAS is at most 2.5 times as fast: 0.4 of it. */
const AT_MOST = 2.5;
/** The same function of the same kind of library, and a thread to give it to. */
const AT_MOST_BY_BLAS = 1.25;

const blas = openBlas();
const tables: ReportTable[] = [];
const versions: Record<string, string> = {};
for (const threads of [1, 2]) {
  const numpy = await started("NumPy", python, [here("matmul-numpy.py")], {
    OPENBLAS_NUM_THREADS: String(threads),
  });
  const startCuts = (name: string, library: string): Promise<ExternalContender> =>
    started(name, process.execPath, ["--import", "tsx", here("matmul-cuts.ts")], {
      CUTS_CPU_THREADS: String(threads),
      CUTS_DEVICE: "cpu",
      CUTS_BLAS: library,
    });
  const cuts = await startCuts("CuTS", blas?.path ?? "0");
  const contenders = [numpy, cuts];
  if (blas !== undefined) contenders.push(await startCuts("CuTS without a BLAS", "0"));
  for (const one of [numpy, cuts]) versions[one.name] = one.description.split(" ").at(-1) ?? "";
  for (const dtype of ["float32", "float64"]) {
    for (const n of sizes) {
      // Some 20 ms a sample, so that small products are measured warm.
      const count = Math.max(1, Math.round(0.02 / ((2 * n ** 3) / 15e9 + 2e-5)));
      const request = `${dtype} ${n} ${count}`;
      const rows = contenders.map(
        (one): Contender => ({ name: one.name, sample: async () => Number(await one.ask(request)) }),
      );
      const timings = await measure(rows, { rounds, warmupRounds: 8 });
      const table: ReportTable = {
        title: `${dtype} ${n} x ${n}, ${threads} ${threads === 1 ? "thread" : "threads"}`,
        baseline: "NumPy",
        timings,
        target: { name: "CuTS", atMost: blas === undefined ? AT_MOST : AT_MOST_BY_BLAS },
      };
      const [baseline = 1, own = 1] = timings.map(({ minNs }) => (2 * n ** 3) / minNs);
      tables.push({
        ...table,
        note: `${(1 / ratioOf(table, "CuTS")).toFixed(2)} of NumPy's speed; best rounds: ${own.toFixed(1)} GFLOP/s, NumPy ${baseline.toFixed(1)}, ${(own / baseline).toFixed(2)} of it.`,
      });
      console.error(`${table.title}: ${tables.at(-1)?.note}`);
    }
  }
  for (const one of contenders) one.stop();
}
console.log(
  writeReport({
    name: blas === undefined ? "matmul" : "matmul-blas",
    title:
      blas === undefined
        ? "matmul on the cpu device against NumPy's OpenBLAS"
        : "matmul on the cpu device by a BLAS, against NumPy's",
    tables,
    versions,
    summary: [
      "A sample is the fastest of some 20 ms of products, each waited for before the next one begins. Where the load above is more than the cores, products of 512 and more were disturbed by other programs in every sample, and so were those of two threads.",
      ...(blas === undefined ? [] : [`The BLAS of CuTS is ${basename(blas.path)}.`]),
      "The machine's vector units multiply and add in one instruction (FMA), which WebAssembly on Node 20 cannot say: half of OpenBLAS's speed is the most that is possible there.",
    ],
  }),
);

async function started(
  name: string,
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<ExternalContender> {
  const found = await external(name, command, args, { environment, showErrors: true });
  if (found === undefined) throw new Error(`${name} did not start`);
  return found;
}
