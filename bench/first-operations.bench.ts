// The first operations of a process on a GPU, whole processes with an empty cache in turns: what one costs, and ten different
// ones. Run: npm run bench:first-operations

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPackage } from "../test/package/built-package.js";
import { type Contender, measure } from "./lib/measure.js";
import { type ReportTable, writeReport } from "./lib/report.js";

const built = await buildPackage();
const work = mkdtempSync(join(tmpdir(), "cuts-first-"));
const twin = fileURLToPath(new URL("gpu/first-operations.py", import.meta.url));
let fresh = 0;

const program = `
  const cu = await import(process.argv[1]);
  const x = cu.arange(1000, { dtype: "float32" });
  const operations = [
    () => x.add(x), () => x.sqrt(), () => x.sum(), () => x.mul(2), () => x.greater(10),
    () => x.reshape(10, 100).max({ axis: 1 }), () => x.exp(), () => x.cumsum(), () => x.astype("int32"), () => x.sort(),
  ];
  for (const operation of operations.slice(0, Number(process.argv[2]))) await operation().data();
  process.exit(0);`;

/** A process with nothing in the cache, or with what the same process left there before. */
const contender = (name: string, command: string, args: readonly string[], isKept = false): Contender => ({
  name,
  sample: () => {
    const cache = join(work, isKept ? name : `fresh-${fresh++}`);
    const start = performance.now();
    execFileSync(command, args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, CUTS_DEVICE: "cuda:0", CUTS_CACHE_DIR: cache, CUPY_CACHE_DIR: cache },
    });
    return (performance.now() - start) * 1e6;
  },
});
const cuts = (count: number): string[] => [
  "--input-type=module",
  "--eval",
  program,
  built.index,
  String(count),
];

const tables: ReportTable[] = [];
try {
  const timings = await measure(
    [
      contender("CuTS, one", process.execPath, cuts(1)),
      contender("CuTS, ten", process.execPath, cuts(10)),
      contender("CuPy, one", "python3", [twin, "1"]),
      contender("CuPy, ten", "python3", [twin, "10"]),
      contender("CuPy, ten, compiled before", "python3", [twin, "10"], true),
    ],
    { rounds: 5, warmupRounds: 1 },
  );
  tables.push({
    title: "The first operations of a process, nothing compiled before",
    baseline: "CuTS, one",
    target: { name: "CuTS, ten", atMost: 1.5 },
    timings,
  });
} finally {
  rmSync(work, { recursive: true, force: true });
  await built.remove();
}
console.log(writeReport({ name: "first-operations", title: "The first operations", tables, versions: {} }));
