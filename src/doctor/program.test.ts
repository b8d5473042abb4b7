import { chmod, mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { findProgram, runProgram } from "./program.js";
import type { Inspection } from "./report.js";
import { withTemporaryFolder } from "./temporary-folder.js";

const inspection: Inspection = { environment: process.env, platform: process.platform, timeoutMs: 300_000 };
const onPosix = process.platform !== "win32";

describe("finding", () => {
  it.runIf(onPosix)("takes the first executable file of the PATH, in the order of the names", async () => {
    await withTemporaryFolder(async (folder) => {
      const [first, second, extra] = ["first", "second", "extra"].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ];
      for (const place of [first, second, extra]) await mkdir(place);
      await mkdir(join(first, "tool"));
      await writeFile(join(first, "other"), "");
      await writeFile(join(second, "tool"), "");
      await writeFile(join(extra, "last"), "");
      await chmod(join(second, "tool"), 0o755);
      await chmod(join(extra, "last"), 0o755);
      const here = { ...inspection, environment: { PATH: [first, second].join(delimiter) } };

      expect(await findProgram(["missing", "tool"], here)).toEqual({ path: join(second, "tool") });
      expect(await findProgram(["last"], here, [extra])).toEqual({ path: join(extra, "last") });
      expect(await findProgram([join(second, "tool")], { ...here, environment: {} })).toEqual({
        path: join(second, "tool"),
      });
      // A file without the right to be run is no program.
      expect(await findProgram(["other"], here)).toEqual({
        path: undefined,
        tried: [join(first, "other"), join(second, "other")],
      });
    });
  });

  it("finds nothing in an empty PATH", async () => {
    expect(await findProgram(["cc"], { ...inspection, environment: { PATH: "" } })).toEqual({
      path: undefined,
      tried: [],
    });
  });
});

describe("running", () => {
  it("returns what the program wrote", async () => {
    const script = "process.stdout.write('out'); process.stderr.write('err')";
    expect(await runProgram(process.execPath, ["-e", script], inspection)).toEqual({
      stdout: "out",
      stderr: "err",
    });
  });

  it("rejects with the exit code and the last words", async () => {
    const script = "console.error('bad weather'); process.exit(3)";
    await expect(runProgram(process.execPath, ["-e", script], inspection)).rejects.toThrow(
      "ended with 3: bad weather",
    );
  });

  it("does not wait for a program that hangs", async () => {
    const impatient = { ...inspection, timeoutMs: 300 };
    await expect(
      runProgram(process.execPath, ["-e", "setInterval(() => {}, 1000)"], impatient),
    ).rejects.toThrow("took longer than 0.3 s");
  });

  it("rejects when there is no such program", async () => {
    await expect(runProgram("/no/such/program", [], inspection)).rejects.toThrow("ended with ENOENT");
  });
});
