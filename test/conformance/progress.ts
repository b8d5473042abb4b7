// Forward progress: every thread gets its turn, so threads may wait for each other by spinning.

import { module } from "../../src/runtime/modules/module.js";
import { type ProgressCase, progressSources } from "./progress-cases.js";
import { runCase } from "./progress-run.js";
import type { Suite } from "./suite.js";

/** The name of the test that has the cases of a source. */
export const progressTest = (cases: readonly ProgressCase[]): string =>
  `threads that spin get what they wait for: ${cases[0]?.kernel} and its like`;

export function progressSuite(suite: Suite): void {
  for (const { source, cases } of progressSources()) {
    suite.test(progressTest(cases), async () => {
      using m = module(source);
      await m.ready();
      for (const c of cases) await runCase(m, c);
    });
  }
}
