// Forward progress on the GPU, in processes of their own: one that waits forever is ended, and named.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { progressTest } from "../conformance/progress.js";
import { progressSources } from "../conformance/progress-cases.js";
import { noGpu } from "./device.js";

const program = fileURLToPath(new URL("progress-program.ts", import.meta.url));
const LONGEST_MS = 40_000;

describe.skipIf(noGpu !== undefined)(`forward progress${noGpu === undefined ? "" : ` (${noGpu})`}`, () => {
  it.each([...progressSources().entries()].map(([i, { cases }]) => [progressTest(cases), i] as const))(
    "%s",
    async (_, number) => {
      const run = promisify(execFile)(
        process.execPath,
        ["--import", "tsx", program, "cuda:0", String(number)],
        { timeout: LONGEST_MS, killSignal: "SIGKILL" },
      );
      const stdout = await run.then(
        (ended) => ended.stdout,
        (error: { stdout: string; stderr: string }) => `${error.stdout}${error.stderr}`,
      );
      // The last kernel named is the one that it was at.
      expect(stdout.trim().split("\n").at(-1)).toBe("all");
    },
  );
});
