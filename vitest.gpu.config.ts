// The tests that need a GPU: `npm run test:gpu`. Most files share the GPU and run side by side, since they spend their time in NVRTC and nvcc,
// which use a CPU core each. Files that measure the whole GPU, fill its memory, make it fail or let it spin run alone, after the others.
// GPU_TEST_REPORT names a file that gets a line of JSON for each test file as soon as it has ended (bench/gpu/test-report.ts).

import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { packageAlias } from "./test/package/alias.js";

const ALONE = [
  "test/gpu/{distributed,faults,large,order,profile,progress,reset,trace,unseen}.test.ts",
  // Takes memory 100,000 times, and has the heap of its process for itself.
  "test/gpu/exchange.test.ts",
];
const MOST_PROCESSES = 6;

const shared = {
  pool: "forks",
  // Nets of benchmarks are tested as they are in the sources, also where the package has been built.
  env: { BENCH_SOURCE: "1" },
  testTimeout: 60_000,
  // Programs are built by nvcc, which takes seconds of one core each.
  maxConcurrency: 12,
} as const;

export default defineConfig({
  test: {
    reporters: ["default", "./tools/count-reporter.ts", "./tools/line-reporter.ts"],
    projects: [
      {
        resolve: { alias: packageAlias },
        test: {
          ...shared,
          name: "gpu",
          include: ["test/gpu/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...ALONE],
          maxWorkers: Math.min(MOST_PROCESSES, Math.max(1, Math.floor(availableParallelism() / 2))),
          sequence: { groupOrder: 1 },
        },
      },
      {
        resolve: { alias: packageAlias },
        test: {
          ...shared,
          name: "gpu-alone",
          include: [...ALONE],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
