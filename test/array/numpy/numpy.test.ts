// Everything that NumPy computes too, compared with what it computed (tables/), on the cpu device.

import { afterAll, describe, expect, it } from "vitest";
import { caseFamilies } from "./families.js";
import { CaseRunner } from "./run-cases.js";
import { committedTables, readTable } from "./table.js";

// The first run compiles the kernels of a family, which takes a minute on a slow machine.
const limitMs = 600_000;

for (const family of caseFamilies) {
  describe(`${family.name}, as NumPy computes it`, () => {
    const runner = new CaseRunner(family, readTable(committedTables, family.name), "cpu");
    afterAll(() => runner.dispose());

    for (const [operation, count] of runner.operations()) {
      it(`${operation} (${count} cases)`, { timeout: limitMs }, async () => {
        const failures = await runner.run(operation);
        expect(failures.slice(0, 20)).toEqual([]);
      });
    }

    it("differs only as said", () => {
      expect(runner.unusedDifferences()).toEqual([]);
    });
  });
}
