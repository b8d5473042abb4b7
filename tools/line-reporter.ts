// Writes a line of JSON for each test file as it ends, into the file that GPU_TEST_REPORT names: what has run is known even when the run
// is stopped. Does nothing without the variable.

import { appendFileSync } from "node:fs";
import { basename } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

/** What became of the tests of one file. */
export interface FileLine {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds: number;
  /** The names of the tests that failed, and why the file itself did. */
  readonly failures: readonly string[];
}

export default class LineReporter implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const path = process.env["GPU_TEST_REPORT"];
    if (path === undefined) return;
    const tests = [...module.children.allTests()];
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    const groups = [module, ...module.children.allSuites()].filter((group) => group.errors().length > 0);
    const line: FileLine = {
      file: basename(module.moduleId),
      passed: count("passed"),
      failed: count("failed") + groups.length,
      // A test that never ran, as its file failed, counts too.
      skipped: count("skipped") + count("pending"),
      seconds: Math.round(module.diagnostic().duration / 100) / 10,
      failures: [
        ...groups.flatMap((group) => group.errors().map(({ message }) => message)),
        ...tests.filter((test) => test.result().state === "failed").map((test) => test.fullName),
      ],
    };
    appendFileSync(path, `${JSON.stringify(line)}\n`);
  }
}
