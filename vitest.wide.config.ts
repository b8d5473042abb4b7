// `npm run test:wide`: tests of arrays and kernels once more, in a memory of 8 GiB whose addresses have 64 bits, above 4 GiB. Needs
// Node 24; and the tests of test/wide, which no other command runs.

import { defineConfig } from "vitest/config";

import { packageAlias } from "./test/package/alias.js";

export default defineConfig({
  resolve: { alias: packageAlias },
  test: {
    testTimeout: 600_000,
    hookTimeout: 600_000,
    env: { CUTS_DEVICE: "cpu", CUTS_BLAS: "0", CUTS_MEMORY: "8G" },
    pool: "forks",
    maxWorkers: 2,
    globalSetup: ["./test/compiler-setup.ts"],
    setupFiles: ["./test/wide/fill-low-addresses.ts"],
    include: ["test/wide/**/*.test.ts", "test/array/*.test.ts"],
  },
});
