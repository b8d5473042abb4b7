// Programs on the cpu device with more than 4 GiB of memory, and those that would need it. Little of it is touched, so that the machine
// need not have it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasWideMemory } from "../../src/backend/cpu/machine/wide-memory.js";
import { type Program, program } from "../../src/program/program.js";

const source = fileURLToPath(new URL("fixtures/wide-memory.cu", import.meta.url));
const why = hasWideMemory()
  ? undefined
  : `(skipped: Node 24 has 64-bit addresses, this is ${process.version})`;
/** What writes all of its memory is run where somebody says that there is so much. */
const noMemory =
  process.env["TEST_MEMORY_GIB"] === undefined ? " (skipped: TEST_MEMORY_GIB says how many GiB)" : "";

describe.skipIf(why !== undefined)(`a program with more than 4 GiB ${why ?? ""}`, () => {
  let wide: Program;
  beforeAll(() => {
    wide = program(source, { device: "cpu", memory: "11G" });
    return wide.ready;
  });
  const folder = mkdtempSync(join(tmpdir(), "cuts-wide-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("uses it from host code and kernels, in copies, files, text and threads", async () => {
    const { stdout, stderr, exitCode } = await wide.run(["sparse", join(folder, "text")]);
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    expect(stdout.replaceAll(/0x[0-9a-f]{9}\b/g, "<address>")).toBe(
      [
        "far is beyond and beyond",
        "<address>: as printed",
        "kernel reads 7 at <address>",
        "42 7 9",
        "16 bytes: text from beyond",
        "caught",
        "a thread reads t",
        "0.333333333333333 20",
        "",
      ].join("\n"),
    );
  });

  it("is told how much there is", async () => {
    expect((await wide.run(["total"])).stdout).toBe("more than 4 GiB\n");
    expect((await wide.run(["malloc"])).stdout).toBe("memory\n");
  });

  it("is stopped with the line at an address that a kernel does not have", async () => {
    expect(await wide.run(["kernel"])).toMatchObject({
      stdout: "an illegal memory access was encountered\n",
      stderr: expect.stringMatching(/wide-memory\.cu:3[23]/),
    });
  });

  it.each(["host", "null"])("ends at an address that host code does not have: %s", async (what) => {
    expect(await wide.run([what])).toMatchObject({
      stderr: expect.stringMatching(/Segmentation fault: host code used .* outside memory\n {2}in main/),
      exitCode: 139,
    });
  });

  it("sums little as well", async () => {
    const { stdout, exitCode } = await wide.run(["sum", "0.01"]);
    expect({ stdout, exitCode }).toEqual({
      stdout: "no error\n2684354 numbers, sum 1340720481, expected 1340720481\n",
      exitCode: 0,
    });
  });

  it.skipIf(noMemory !== "")(`sums more than 4 GiB${noMemory}`, async () => {
    const gib = process.env["TEST_MEMORY_GIB"] ?? "";
    expect(await wide.run(["sum", gib])).toMatchObject({
      stdout: expect.stringMatching(/^no error\n/),
      exitCode: 0,
    });
  });
});

describe("a program that has asked for no more than 4 GiB", () => {
  const narrow = program(source, { device: "cpu" });

  it("gets CUDA's answer and a null pointer, and a hint once", async () => {
    const hint =
      /^cuts: There is no room for \d\.\d GiB in one block .*\nTry: cuts run --memory \d+G, or CUTS_MEMORY, with Node 24 or later\.\n$/;
    expect(await narrow.run(["sum", "6"])).toEqual({
      stdout: "out of memory\n",
      stderr: expect.stringMatching(hint),
      exitCode: 2,
    });
    // Of 4 GiB there is enough, but not in one block.
    expect((await narrow.run(["sum", "3"])).stderr).toMatch(hint);
    expect(await narrow.run(["malloc"])).toEqual({
      stdout: "no memory\n",
      stderr: expect.stringMatching(hint),
      exitCode: 0,
    });
  });

  it("gets less where it has asked for less, and no hint", async () => {
    const small = program(source, { device: "cpu", memory: "256M" });
    expect(await small.run(["sum", "1"])).toEqual({ stdout: "out of memory\n", stderr: "", exitCode: 2 });
  });
});

it("says what it takes where there are no addresses of 64 bits, before anything is compiled", () => {
  if (why === undefined) return;
  expect(() => program(source, { device: "cpu", memory: "8G" })).toThrow(
    /Cannot run a program with 8\.0 GiB of memory on the cpu device: .* which Node has from 24 on \(this is v/,
  );
});
