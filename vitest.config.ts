import { defineConfig } from "vitest/config";

const shared = { pool: "forks", testTimeout: 60_000 } as const;

export default defineConfig({
  test: {
    reporters: ["default", "./tools/count-reporter.ts"],
    projects: [
      {
        test: {
          ...shared,
          name: "unit",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: ["test/gpu/**"],
          typecheck: {
            enabled: true,
            include: ["src/**/*.test-d.ts", "test/**/*.test-d.ts"],
            tsconfig: "./tsconfig.json",
          },
        },
      },
    ],
  },
});
