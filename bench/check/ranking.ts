// Whether profiles order variants of a kernel as a GPU's clock does. What is counted is compared in this order: sectors of global memory,
// wavefronts of shared memory, those of them that are bank conflicts (a warp waits for all of its own), instructions.

import { readFileSync } from "node:fs";
import * as cu from "../../src/index.js";
import type { KernelTime } from "./collect.js";

const FAMILIES = {
  reduce: ["interleaved", "strided", "sequential", "shuffles"],
  transpose: ["naive", "tiled", "padded"],
} as const;
const WIDTH = 64;
const LENGTH = WIDTH * WIDTH;

/** A table for each family, the slowest on the GPU first. */
export async function rankingTables(times: readonly KernelTime[]): Promise<string> {
  const source = readFileSync(new URL("ranking.cu", import.meta.url), "utf8");
  using kernels = cu.module(source, { device: "cpu", fileName: "ranking.cu" });
  const tables: string[] = [];
  for (const [family, names] of Object.entries(FAMILIES)) {
    const grid = family === "reduce" ? LENGTH / 256 : LENGTH / 1024;
    const last = family === "reduce" ? LENGTH : WIDTH;
    const rows: { name: string; counts: readonly number[]; microseconds: number }[] = [];
    for (const name of names.map((one) => `${family}_${one}`)) {
      const [x, y] = [new Float32Array(LENGTH), new Float32Array(LENGTH)];
      const kernel = kernels.kernel(name) as unknown as cu.Kernel<unknown[], unknown[]>;
      const { total } = await kernel.profile({ grid, block: 256 }, x, y, last);
      const { wavefronts, conflicts } = total.shared;
      const counts = [total.global.sectors, wavefronts, conflicts, total.instructions];
      rows.push({
        name,
        counts,
        microseconds: times.find(({ kernel: own }) => own === name)?.byEvents ?? NaN,
      });
    }
    const byCounts = rows.toSorted((a, b) => compare(b.counts, a.counts)).map(({ name }) => name);
    const byTime = rows.toSorted((a, b) => b.microseconds - a.microseconds);
    const isSame = byTime.every(({ name }, at) => name === byCounts[at]);
    tables.push(
      [
        `| ${family} | time on the GPU | sectors | shared wavefronts | conflicts | instructions | place by counts |`,
        "| --- | --: | --: | --: | --: | --: | --: |",
        ...byTime.map(
          ({ name, counts, microseconds }) =>
            `| ${name} | ${microseconds.toFixed(1)} µs | ${counts.join(" | ")} | ${byCounts.indexOf(name) + 1} |`,
        ),
        "",
        isSame ? "Counts and times give the same order." : "**Counts and times give different orders.**",
      ].join("\n"),
    );
  }
  return tables.join("\n\n");
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
