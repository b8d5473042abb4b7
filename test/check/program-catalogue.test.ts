// Seeded bugs of whole programs: each is found with its kind at its line, and nothing is found in the correct twins. All bugs are in one
// program, which runs them one after the other.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as cu from "../../src/index.js";
import { expect, it } from "vitest";

const path = fileURLToPath(new URL("./programs/catalogue.cu", import.meta.url));
const source = readFileSync(path, "utf8");
const catalogue = cu.program(path, { check: true });

const lines = source.split("\n");

async function bugs(): Promise<readonly cu.CheckReport[]> {
  const folder = mkdtempSync(join(tmpdir(), "cuts-catalogue-"));
  try {
    const file = join(folder, "reports.json");
    await catalogue.run(["bugs"], { env: { ...process.env, CUTS_CHECK_REPORTS: file } });
    return JSON.parse(readFileSync(file, "utf8")) as cu.CheckReport[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it("every bug is found at its line, and nothing else; a report tells where its memory was allocated", async () => {
  const wanted = lines.flatMap((line, at) => {
    const kind = /\/\/ BUG ([a-z-]+)/.exec(line)?.[1];
    return kind === undefined ? [] : [`${kind}:${at + 1}`];
  });
  const reports = await bugs();
  const found = new Set(reports.map(({ kind, line }) => `${kind}:${line}`));
  expect(wanted.length).toBeGreaterThan(30);
  expect([...found].sort()).toEqual([...wanted].sort());
  const lineOf = (text: string): number => lines.findIndex((line) => line.includes(text)) + 1;
  const race = reports.find(({ line }) => line === lineOf("copy<<<1, N, 0, s.two>>>(s.a, t.a);  // BUG"));
  expect(race?.detail).toContain("kernel copy (stream ");
  expect(race?.detail).toContain(`catalogue.cu:${lineOf("// of the streams")}:5, while kernel fill`);
  const whyOf = (text: string): string | undefined =>
    reports.find(({ line }) => line === lineOf(text))?.detail;
  expect(whyOf("cudaMemcpy(a, host, 2 * BYTES, cudaMemcpyHostToDevice);  // BUG")).toContain(
    "it wants 512 bytes",
  );
  expect(whyOf("cudaFree(a);  // BUG unchecked-error")).toContain("was freed before, at");
  expect(whyOf("cudaFree(a + 4);  // BUG unchecked-error")).toContain("16 bytes behind the beginning");
  expect(whyOf("fill<<<1, 4096>>>(a, 1);  // BUG")).toContain(
    "a block has at most 1024 threads, and it asks for 4096",
  );
  const early = reports.find(({ line }) => line === lineOf('printf("%d\\n", a[3]);  // BUG'));
  expect(early).toMatchObject({ access: "read", byteLength: 4, allocation: { byteLength: 256 } });
});

it("nothing is found in the twins", async () => {
  expect(await catalogue.run(["twins"])).toMatchObject({ exitCode: 0, stderr: "" });
});
