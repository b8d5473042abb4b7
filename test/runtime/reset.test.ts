// device.reset() under work that somebody awaits: they are told which launch was lost, and nobody else is.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const program = fileURLToPath(new URL("reset.ts", import.meta.url));
const line =
  readFileSync(program, "utf8")
    .split("\n")
    .findIndex((text) => text.endsWith("the lost launch")) + 1;

it.each(["running", "compiling", "followed", "stream"])(
  "a reader is told of a launch that a reset lost, and that is enough: %s",
  async (mode) => {
    // It rejects where the exit code is not 0.
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      "--import",
      "tsx",
      program,
      mode,
    ]);
    expect(stdout).toMatch(/^CUTS_DEVICE_RESET Cannot finish/);
    expect(stdout).toMatch(new RegExp(`^Launched at .*reset\\.ts:${line}:`, "m"));
    expect(stderr).toBe("");
  },
);
