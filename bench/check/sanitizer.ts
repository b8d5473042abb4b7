// compute-sanitizer beside `cuts check`: which of the seeded bugs of test/check each of its four tools reports, what it costs, and
// whether profiles rank kernels as times on a GPU do. On a machine with a GPU, nvcc and compute-sanitizer:
//   npm run bench:sanitizer -- seen.json [seconds [catalogue.cu | name | bugs | twins]…]    writes what was seen to that file
// and then, where the cpu device is, from such files:
//   npm run bench:sanitizer -- table seen.json…                                     writes bench/results/check-sanitizer.md
// `npm run bench:sanitizer -- build` only compiles all programs.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, collect, type Collected, whereIs } from "./collect.js";

const SECONDS = 150;
const [file, ...rest] = process.argv.slice(2);
if (file === undefined) throw new Error("Give the name of a file for what is seen");

if (file === "build") {
  const folder = mkdtempSync(join(tmpdir(), "cuts-sanitizer-"));
  const programs = await build(await whereIs("nvcc"), folder);
  rmSync(folder, { recursive: true });
  console.log(`${programs.length + 1} programs compile`);
} else if (file === "table") {
  const { writeTables } = await import("./sanitizer-table.js");
  console.log(await writeTables(rest.map((path) => JSON.parse(readFileSync(path, "utf8")) as Collected)));
} else {
  const [seconds = String(SECONDS), ...only] = rest;
  const seen = await collect(
    await whereIs("nvcc"),
    await whereIs("compute-sanitizer"),
    Number(seconds),
    only,
  );
  writeFileSync(file, JSON.stringify(seen));
  console.log(
    `${seen.runs.length} runs, ${seen.skipped} skipped, ${seen.runs.filter(({ isTimedOut }) => isTimedOut).length} over time`,
  );
}
