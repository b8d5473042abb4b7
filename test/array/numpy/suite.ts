// The cases of all families as tests, on one device.

import { afterAll, describe, expect, it } from "vitest";
import { caseFamilies } from "./families.js";
import { CaseRunner, type Loosen } from "./run-cases.js";
import { committedTable } from "./table.js";

// The first run compiles the kernels of a family, which takes minutes on a busy machine.
const limitMs = 900_000;

/** Defines a test for each operation of each family: all its cases on `device`. */
export function testCases(device: string, loosen?: Loosen): void {
  for (const family of caseFamilies) {
    describe(`${family.name} on ${device}, as NumPy computes it`, () => {
      const runner = new CaseRunner(family, committedTable(family.name), device, loosen);
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
}
