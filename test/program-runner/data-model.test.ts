// Host code has pointers of 8 bytes in a memory with addresses of 4: one that is not an address of it must never become one.
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { program } from "../../src/program/program.js";

const far = program(fileURLToPath(new URL("fixtures/far-addresses.cu", import.meta.url)), { device: "cpu" });

describe("host code at an address outside of 32 bits", () => {
  it("runs at others", async () => {
    expect(await far.run(["here"])).toMatchObject({ stdout: "7\ndone\n", exitCode: 0 });
  });

  it.each(["pointer", "index", "before", "copy"])("ends there: %s", async (what) => {
    expect(await far.run([what])).toMatchObject({
      stdout: "",
      stderr: expect.stringMatching(
        /Segmentation fault: host code used a null pointer or an address outside memory\n {2}in /,
      ),
      exitCode: 139,
    });
  });

  it("ends where a function would be", async () => {
    const { stdout, exitCode } = await far.run(["call"]);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 139 });
  });
});
