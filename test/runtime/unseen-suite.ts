// Errors that nobody awaits, on one device: the process tells them when it ends.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const program = fileURLToPath(new URL("unseen-on-device.ts", import.meta.url));

interface Ending {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(...args: string[]): Promise<Ending> {
  const command = promisify(execFile)(process.execPath, ["--import", "tsx", program, ...args]);
  return command.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Ending) => error,
  );
}

/** Defines the tests for a device. */
export function testUnseen(device: string): void {
  describe(`an error on ${device} that nobody awaits`, () => {
    it.each([
      ["trap", "LaunchError: "],
      ["compile", "CompileError: "],
      ["index", "RangeError: Cannot use an index of axis 0"],
      ["singular", "LinAlgError: "],
    ])("is told when the process ends, with 1 as exit code: %s", { timeout: 120_000 }, async (what, told) => {
      const { code, stdout, stderr } = await run(what, device);
      expect(stdout).toBe("the last line\n");
      expect(stderr).toContain(told);
      expect(code).toBe(1);
    });

    it("is told to a handler, also where another read is the last thing to be done", {
      timeout: 120_000,
    }, async () => {
      const stdout = "the last line\nread\nhandled CUTS_INDEX\n";
      expect(await run("index", device, "handled")).toEqual({ code: 0, stdout, stderr: "" });
    });

    it("is none where all is well", { timeout: 120_000 }, async () => {
      expect(await run("nothing", device)).toEqual({ code: 0, stdout: "the last line\n", stderr: "" });
    });
  });
}
