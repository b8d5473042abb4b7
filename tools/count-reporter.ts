// Prints the files that took longest, so that a suite that grows slow shows where, the tests that failed at first, and one
// plain closing line, "N passed, N failed, N skipped", for tools that read logs.
import type { Reporter, TestModule } from "vitest/node";

const SLOWEST = 10;

export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      // A file or a group that fails as a whole, in a hook or while it loads, has tests that never ran.
      for (const group of [module, ...module.children.allSuites()]) {
        if (group.errors().length > 0) counts.failed++;
      }
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        if (state !== "pending") counts[state]++;
      }
    }
    if (modules.length > SLOWEST) printSlowest(modules);
    printUnsteady(modules);
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  }
}

function printSlowest(modules: readonly TestModule[]): void {
  const timed = modules.map((module) => ({
    path: module.relativeModuleId,
    ms: module.diagnostic().duration,
  }));
  console.log("Longest:");
  for (const { path, ms } of timed.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)) {
    console.log(`${(ms / 1000).toFixed(1).padStart(8)} s  ${path}`);
  }
}

function printUnsteady(modules: readonly TestModule[]): void {
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      if (test.diagnostic()?.flaky !== true) continue;
      console.log(`UNSTEADY: failed at first: ${module.relativeModuleId} > ${test.fullName}`);
      for (const { message } of test.result().errors ?? []) console.log(message);
    }
  }
}
