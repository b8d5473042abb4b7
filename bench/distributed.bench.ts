// What an all-reduce of floats over MPI costs, on 2 and 4 ranks of this machine: CuTS, the same in C, MPI's call through the FFI, and mpi4py where it
// is. All but mpi4py take turns in the same processes, a batch of calls each; jobs take turns for several rounds.
// Run: npm run bench:distributed       needs mpirun, mpicc; mpi4py of CUTS_PYTHON or /usr/bin/python3

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "./distributed/summary.js";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
// Bytes, calls of a batch, batches.
const sizes = ["4:200:60", "65536:20:30", "1048576:5:20", "268435456:1:3"];
const here = (name: string): string => fileURLToPath(new URL(`distributed/${name}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "cuts-bench-"));
const python = process.env["CUTS_PYTHON"] ?? "/usr/bin/python3";

const library = join(folder, "liball-reduce.so");
execFileSync("mpicc", ["-O2", "-shared", "-fPIC", here("all-reduce.c"), "-o", library]);
const jobs: (readonly string[])[] = [[process.execPath, "--import", "tsx", here("cuts.ts"), library]];
try {
  execFileSync(python, ["-c", "import mpi4py, numpy"], { stdio: "ignore" });
  jobs.push([python, here("all_reduce.py")]);
} catch {
  console.log("mpi4py is not there: without it");
}

/** The batches of a contender, over all rounds. */
interface Seen {
  readonly medians: number[];
  readonly least: number[];
}

/** Runs a job, and adds what it prints: see summary.ts. */
function run(ranks: number, words: readonly string[], seen: Map<string, Seen>): void {
  const launcher = ["--allow-run-as-root", "--oversubscribe", "-n", String(ranks)];
  const text = execFileSync("mpirun", [...launcher, ...words, ...sizes], {
    encoding: "utf8",
    env: { ...process.env, CUTS_DEVICE: "cpu" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for (const line of text.trim().split("\n")) {
    const [bytes = "", middle, least, ...name] = line.split(" ");
    const key = `${bytes} ${name.join(" ")}`;
    if (!seen.has(key)) seen.set(key, { medians: [], least: [] });
    seen.get(key)?.medians.push(Number(middle));
    seen.get(key)?.least.push(Number(least));
  }
}

const lines: string[] = [];
for (const ranks of [2, 4]) {
  const seen = new Map<string, Seen>();
  for (let round = 0; round < ROUNDS; round++) for (const words of jobs) run(ranks, words, seen);
  const names = [...new Set([...seen.keys()].map((key) => key.replace(/^\d+ /, "")))];
  lines.push(
    `\n## ${ranks} ranks\n`,
    `| bytes | ${names.join(" | ")} |`,
    `| ---: |${names.map(() => " ---: |").join("")}`,
  );
  for (const size of sizes) {
    const [bytes = ""] = size.split(":");
    const of = (name: string): Seen => seen.get(`${bytes} ${name}`) ?? { medians: [], least: [] };
    const base = of("C");
    const cells = names.map((name) => {
      const { medians, least } = of(name);
      const [us, leastUs] = [median(medians), Math.min(...least)];
      const text = `${us.toFixed(2)} us (least ${leastUs.toFixed(2)})`;
      if (name === "C") return text;
      return `${text}, ${(us / median(base.medians)).toFixed(2)}x (${(leastUs / Math.min(...base.least)).toFixed(2)}x)`;
    });
    lines.push(`| ${bytes} | ${cells.join(" | ")} |`);
  }
}
const version = execFileSync("mpirun", ["--version"], { encoding: "utf8" }).split("\n")[0] ?? "";
const report = [
  "# All-reduce over MPI",
  "",
  "`npm run bench:distributed`: floats, in place, a sum. Contenders take turns in the same processes, a batch of calls each, mpi4py in processes of its own;",
  `the median of all batches on rank 0, and the least, of ${ROUNDS} ${ROUNDS === 1 ? "round" : "rounds"}. "MPI by the FFI" is the bare call of MPI_Allreduce from JavaScript: the least that`,
  `allReduceSync can cost. ${version}, ${cpus()[0]?.model ?? ""}, ${availableParallelism()} threads, Node ${process.versions.node},`,
  `load average ${loadavg()
    .map((value) => value.toFixed(1))
    .join(", ")} at the end: with other work on the machine, read the least.`,
  ...lines,
  "",
].join("\n");
writeFileSync(fileURLToPath(new URL("results/distributed.md", import.meta.url)), report);
console.log(report);
rmSync(folder, { recursive: true, force: true });
