// What an all-reduce of floats over MPI costs, on 2 and 4 ranks of this machine: CuTS, the same in C, and mpi4py where it is.
// Jobs take turns, several rounds; a figure is the median of the rounds' medians.
// Run: npm run bench:distributed       needs mpirun, mpicc; mpi4py of CUTS_PYTHON or /usr/bin/python3

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
// Bytes, and how many calls: with more ranks than cores each call of few bytes costs a turn of the scheduler.
const sizes = ["4:2000", "65536:500", "1048576:100", "268435456:3"];
const here = (name: string): string => fileURLToPath(new URL(`distributed/${name}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "cuts-bench-"));
const python = process.env["CUTS_PYTHON"] ?? "/usr/bin/python3";

const compiled = join(folder, "all-reduce");
execFileSync("mpicc", ["-O2", here("all-reduce.c"), "-o", compiled]);
const node = [process.execPath, "--import", "tsx", here("cuts.ts")];
const contenders: Record<string, readonly string[]> = {
  C: [compiled],
  "CuTS, allReduceSync": [...node, "sync"],
  "CuTS, await allReduce": [...node, "await"],
};
try {
  execFileSync(python, ["-c", "import mpi4py, numpy"], { stdio: "ignore" });
  contenders["mpi4py"] = [python, here("all_reduce.py")];
} catch {
  console.log("mpi4py is not there: without it");
}

/** The microseconds of each size. */
function run(ranks: number, words: readonly string[]): Map<number, number> {
  const launcher = ["--allow-run-as-root", "--oversubscribe", "-n", String(ranks)];
  const text = execFileSync("mpirun", [...launcher, ...words, ...sizes], {
    encoding: "utf8",
    env: { ...process.env, CUTS_DEVICE: "cpu" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Map(
    text
      .trim()
      .split("\n")
      .map((line) => line.split(" ").map(Number) as [number, number]),
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

const lines: string[] = [];
for (const ranks of [2, 4]) {
  const seen = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, words] of Object.entries(contenders)) {
      for (const [bytes, us] of run(ranks, words)) {
        const key = `${bytes} ${name}`;
        seen.set(key, [...(seen.get(key) ?? []), us]);
      }
    }
  }
  const names = Object.keys(contenders);
  lines.push(
    `\n## ${ranks} ranks\n`,
    `| bytes | ${names.join(" | ")} |`,
    `| ---: |${names.map(() => " ---: |").join("")}`,
  );
  for (const size of sizes) {
    const bytes = Number(size.split(":")[0]);
    const base = median(seen.get(`${bytes} C`) ?? []);
    const cells = names.map((name) => {
      const us = median(seen.get(`${bytes} ${name}`) ?? []);
      return name === "C" ? `${us.toFixed(2)} us` : `${us.toFixed(2)} us, ${(us / base).toFixed(2)}x`;
    });
    lines.push(`| ${bytes} | ${cells.join(" | ")} |`);
  }
}
const version = execFileSync("mpirun", ["--version"], { encoding: "utf8" }).split("\n")[0] ?? "";
const report = [
  "# All-reduce over MPI",
  "",
  "`npm run bench:distributed`: floats, in place, a sum; the median of many calls on rank 0, and of",
  `${ROUNDS} ${ROUNDS === 1 ? "round" : "rounds"} in which the programs took turns. ${version}, ${cpus()[0]?.model ?? ""}, ${availableParallelism()} threads, Node ${process.versions.node},`,
  `load average ${loadavg()
    .map((value) => value.toFixed(1))
    .join(", ")} at the end: with other work on the machine, read ratios.`,
  ...lines,
  "",
].join("\n");
writeFileSync(fileURLToPath(new URL("results/distributed.md", import.meta.url)), report);
console.log(report);
rmSync(folder, { recursive: true, force: true });
