import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

import { packageAlias } from "./test/package/alias.js";
import { drawnFiles, pureFiles, sharedFiles, slowFiles } from "./test/suites.js";

const shared = {
  // Compilers start cold on a busy machine: limits are there to end what hangs, not to judge speed.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  // These tests mean the cpu device, on machines with a GPU too, and its own kernels, whatever BLAS a machine has; those about which
  // device is the default, and about a BLAS, set their own environment. Each pass of the compiler is verified.
  env: { CUTS_DEVICE: "cpu", CUTS_BLAS: "0", CUTS_VERIFY_IR: "1" },
  // Where CI asks for it: what passes only then is listed by the reporter, so that it is mended and not forgotten.
  retry: Number(process.env["TEST_RETRIES"] ?? 0),
} as const;

const ownProcesses = {
  ...shared,
  pool: "forks" as const,
  globalSetup: [
    "./test/package/shared-package-setup.ts",
    "./test/package/built-programs-setup.ts",
    "./test/compiler-setup.ts",
  ],
  setupFiles: ["./test/same-bytes.ts", "./test/package/built-programs.ts"],
};

export default defineConfig({
  test: {
    reporters: ["default", "./tools/count-reporter.ts"],
    // More than cores on small machines: many tests wait for a compiler, or for a process that they have started.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    onUnhandledError: isFailure,
    projects: [
      {
        resolve: { alias: packageAlias },
        test: {
          ...shared,
          name: "pure",
          pool: "threads",
          isolate: false,
          setupFiles: ["./test/same-bytes.ts"],
          include: [...pureFiles],
        },
      },
      {
        resolve: { alias: packageAlias },
        test: {
          ...ownProcesses,
          name: "shared",
          isolate: false,
          setupFiles: [...ownProcesses.setupFiles, "./test/leave-nothing.ts"],
          include: [...sharedFiles],
        },
      },
      {
        resolve: { alias: packageAlias },
        test: {
          ...ownProcesses,
          name: "unit",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [
            ...configDefaults.exclude,
            "test/gpu/**",
            "test/wide/**",
            ...pureFiles,
            ...sharedFiles,
            ...slowFiles,
          ],
          typecheck: {
            enabled: true,
            include: ["src/**/*.test-d.ts", "test/**/*.test-d.ts"],
            // Only these files: the whole project is checked by `npm run check`.
            tsconfig: "./tsconfig.test-d.json",
          },
        },
      },
      {
        resolve: { alias: packageAlias },
        test: {
          ...ownProcesses,
          name: "slow",
          env: { ...ownProcesses.env, TEST_ALL_CASES: "1" },
          include: [...slowFiles, ...drawnFiles],
        },
      },
    ],
  },
});

/**
 * Whether an error outside of tests fails the run. One does not: work that a test dropped, as tests about dropped work do,
 * may be importing the compiler's sources when the last test of its file has ended.
 */
function isFailure(error: { readonly name?: string }): boolean {
  return error.name !== "EnvironmentTeardownError";
}
