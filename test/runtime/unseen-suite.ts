// Errors that nobody awaits, on one device: the process tells them when it ends.

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedPackage } from "../package/shared-package.js";
import { writeProgram } from "../package/write-program.js";

const source = fileURLToPath(new URL("unseen-on-device.ts", import.meta.url));
let program: string;

interface Ending {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(...args: string[]): Promise<Ending> {
  return runBy([], ...args);
}

/** Runs the program with options of Node. */
async function runBy(options: readonly string[], ...args: readonly string[]): Promise<Ending> {
  const command = promisify(execFile)(process.execPath, [...options, program, ...args]);
  return command.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Ending) => error,
  );
}

/** Defines the tests for a device. */
export function testUnseen(device: string): void {
  describe(`an error on ${device} that nobody awaits`, () => {
    const folder = mkdtempSync(join(tmpdir(), "cuts-unseen-"));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));
    beforeAll(async () => {
      const built = await sharedPackage();
      program = writeProgram(source, folder, built);
      return () => built.remove();
    }, 120_000);

    it.each([
      ["trap", "LaunchError: "],
      ["compile", "CompileError: "],
      ["index", "RangeError: Cannot use an index of axis 0"],
      ["singular", "LinAlgError: "],
    ])("is told when the process ends, with 1 as exit code: %s", { timeout: 600_000 }, async (what, told) => {
      const { code, stdout, stderr } = await run(what, device);
      expect(stdout).toBe("the last line\n");
      expect(stderr).toContain(told);
      // Before it no line of the package, which is minified.
      expect(stderr).toMatch(/^cuts: work on a device failed, and nobody awaited it:1\nthrow error;\n\^\n/);
      expect(code).toBe(1);
    });

    it("is told under Deno, which prints nothing of what is thrown at the end", {
      timeout: 600_000,
    }, async () => {
      const asDeno = `Object.defineProperty(process, "versions", { value: { ...process.versions, deno: "2.0.0" } })`;
      const { code, stderr } = await runBy(["--import", `data:text/javascript,${asDeno}`], "index", device);
      expect(stderr).toMatch(/^Uncaught: work on a device failed, and nobody awaited it\nRangeError: /);
      expect(code).toBe(1);
    });

    // A fault of a kernel breaks a GPU for the process, and its launches have no line there.
    const faults: [string, RegExp][] =
      device === "cpu"
        ? [
            ["streams", /(LaunchError: [^]*Launched at .*unseen-on-device\.mjs:\d+:\d+[^]*){2}/],
            ["loop", /LaunchError: [^]*\nLaunched at .*unseen-on-device\.mjs:\d+:\d+/],
          ]
        : [];
    it.each([
      ["compile", /CompileError: [^]*\nLaunched at .*unseen-on-device\.mjs:\d+:\d+/] as [string, RegExp],
      ["index", /RangeError: [^]*\nLaunched at .*unseen-on-device\.mjs:\d+:\d+/] as [string, RegExp],
      ...faults,
    ])(
      "is told by process.exit(0), with its line and 1 as exit code: %s",
      {
        timeout: 600_000,
      },
      async (what, told) => {
        const { code, stdout, stderr } = await run(what, device, "exit");
        expect(stdout).toBe("the last line\n");
        expect(stderr).toMatch(told);
        expect(code).toBe(1);
      },
    );

    it("is told to a handler, also where another read is the last thing to be done", {
      timeout: 600_000,
    }, async () => {
      const stdout = "the last line\nread\nhandled CUTS_INDEX\n";
      expect(await run("index", device, "handled")).toEqual({ code: 0, stdout, stderr: "" });
    });

    // A GPU cannot stop a kernel that does not end.
    const silent = device === "cpu" ? ["nothing", "reset"] : ["nothing"];
    it.each(silent)("is none where all is well: %s", { timeout: 600_000 }, async (what) => {
      expect(await run(what, device)).toEqual({ code: 0, stdout: "the last line\n", stderr: "" });
    });
  });
}
