// The catalogue of seeded bugs: each is found with its kind at its line, and nothing is found in the correct twins.

import { readdirSync } from "node:fs";
import * as cu from "../../src/index.js";
import { describe, expect, it } from "vitest";
import { readCases } from "./read-cases.js";

const folder = new URL("./cases/", import.meta.url);

for (const file of readdirSync(folder).sort()) {
  const { source, cases } = readCases(new URL(file, folder));
  const module = cu.module(source, { fileName: file, device: "cpu" });
  describe(file, () => {
    it.each(cases.map((one) => [one.name, one] as const))("%s", async (name, one) => {
      const kernel = module.kernel(name);
      const reports = await kernel.check(one.config, ...(one.args as never[]));
      const found = reports.map(
        ({ kind, file: at, line }) => `${kind}:${at === file ? line : `${at}:${line}`}`,
      );
      expect([...new Set(found)].sort(), reports.map((r) => `${r.message}: ${r.detail}`).join("\n")).toEqual(
        [...one.bugs].sort(),
      );
    });
  });
}
