// The tests that need a GPU: `npm run test:gpu`. One file at a time, because they share the device.

import { defineConfig } from "vitest/config";
import { packageAlias } from "./test/package/alias.js";

export default defineConfig({
  resolve: { alias: packageAlias },
  test: {
    name: "gpu",
    include: ["test/gpu/**/*.test.ts"],
    pool: "forks",
    // Nets of benchmarks are tested as they are in the sources, also where the package has been built.
    env: { BENCH_SOURCE: "1" },
    fileParallelism: false,
    testTimeout: 60_000,
    // Programs are built by nvcc, which takes seconds of one core each.
    maxConcurrency: 12,
  },
});
