import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, expectTypeOf, it, vi } from "vitest";
import { CutsError } from "../core/errors.js";
import { type CommandSpec, command } from "./command.js";
import { runCli } from "./run-cli.js";

async function run(
  line: string,
  table?: readonly CommandSpec[],
): Promise<{ code: number; out: string; err: string }> {
  let out = "";
  let err = "";
  const io = {
    out: { write: (text: string) => void (out += text) },
    err: { write: (text: string) => void (err += text) },
    environment: {},
  };
  const argv = line.split(" ").filter((word) => word !== "");
  const code = await (table === undefined ? runCli(argv, io) : runCli(argv, io, table));
  return { code, out, err };
}

describe("the program", () => {
  it("prints its version", async () => {
    expect(await run("--version")).toEqual({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      err: "",
    });
  });

  it("teaches: every command with its summary, and examples", async () => {
    const { code, out } = await run("--help");
    expect(code).toBe(0);
    expect(out).toMatch(/^Usage: cuts \[options\] \[command\]\n\nCUDA and native code from TypeScript\.\n/);
    expect(out).toMatch(/\n {2}doctor \[options\] +show what CuTS finds/);
    expect(out).toMatch(/\nExamples:\n(?: {2}cuts .+\n)* {2}cuts doctor +see what this machine has/);
  });

  it("prints the help of a command, also through `help`", async () => {
    const direct = await run("cache --help");
    expect(direct.out).toContain("Usage: cuts cache [options] [command]");
    expect(direct.out).toContain("CUTS_CACHE_DIR moves the cache");
    expect(direct.out).toContain("cuts cache clear");
    expect(await run("help cache")).toEqual(direct);
  });

  it("shows the help and fails when nothing is asked of it", async () => {
    expect(await run("")).toEqual({ code: 2, out: "", err: expect.stringContaining("Usage: cuts") });
  });

  it.each([
    ["docter", "error: unknown command 'docter'\n(Did you mean doctor?)\nTry: cuts --help\n"],
    ["--jsn", "error: unknown option '--jsn'\nTry: cuts --help\n"],
    ["doctor --jsno", "error: unknown option '--jsno'\n(Did you mean --json?)\nTry: cuts doctor --help\n"],
    ["cache claer", "error: unknown command 'claer'\n(Did you mean clear?)\nTry: cuts cache --help\n"],
    [
      "doctor now",
      "error: too many arguments for 'doctor'. Expected 0 arguments but got 1.\nTry: cuts doctor --help\n",
    ],
  ])("refuses `cuts %s`", async (line, message) => {
    expect(await run(line)).toEqual({ code: 2, out: "", err: message });
  });
});

describe("commands as data", () => {
  const seen: unknown[] = [];
  const bake = command({
    name: "bake",
    summary: "bake something",
    options: {
      dryRun: { summary: "do not bake", short: "n" },
      heat: { summary: "degrees", value: "degrees" },
    },
    arguments: [
      { name: "dish", summary: "what to bake", required: true },
      { name: "toppings", summary: "what goes on it", variadic: true },
    ],
    run: ({ options, args, ui }) => {
      expectTypeOf(options.dryRun).toEqualTypeOf<boolean>();
      expectTypeOf(options.heat).toEqualTypeOf<string | undefined>();
      seen.push({ ...options, args });
      ui.print("baked");
      return args[0] === "stone" ? 3 : 0;
    },
  });
  const burn = command({
    name: "burn",
    summary: "fail",
    options: { bug: { summary: "fail unexpectedly" } },
    run: async ({ options }) => {
      throw options.bug
        ? new TypeError("x is undefined")
        : new CutsError("CUTS_COMPILE", "Cannot bake: it burnt\nTry: less heat");
    },
  });
  const table = [bake, burn];

  it("passes options and arguments, with and without values", async () => {
    expect(await run("bake pie", table)).toEqual({ code: 0, out: "baked\n", err: "" });
    await run("bake -n --heat 200 pie apple pear", table);
    await run("bake --dry-run pie", table);
    expect(seen).toEqual([
      { dryRun: false, args: ["pie"] },
      { dryRun: true, heat: "200", args: ["pie", "apple", "pear"] },
      { dryRun: true, args: ["pie"] },
    ]);
  });

  it("returns the exit code of the command", async () => {
    expect((await run("bake stone", table)).code).toBe(3);
  });

  it("leaves all words to a command that reads them itself, its help apart", async () => {
    const given: (readonly string[])[] = [];
    const raw = command({
      name: "raw",
      summary: "take anything",
      passThrough: true,
      run: ({ args }) => (given.push(args), 5),
    });
    expect((await run("raw x --what -- -y --", [raw])).code).toBe(5);
    expect(given).toEqual([["x", "--what", "--", "-y", "--"]]);
    expect((await run("raw --help", [raw])).out).toContain("Take anything.");
  });

  it("asks for what is required", async () => {
    expect(await run("bake", table)).toMatchObject({
      code: 2,
      err: expect.stringContaining("missing required argument 'dish'"),
    });
    expect(await run("bake pie --heat", table)).toMatchObject({
      code: 2,
      err: expect.stringContaining("option '--heat <degrees>' argument missing"),
    });
  });

  it("shows options and arguments in the help", async () => {
    const { out } = await run("bake --help", table);
    expect(out).toContain("Usage: cuts bake [options] <dish> [toppings...]");
    expect(out).toMatch(/-n, --dry-run +do not bake\n/);
    expect(out).toMatch(/--heat <degrees> +degrees\n/);
    expect(out).not.toContain("Commands:");
  });

  it("shows an expected error as its message and a bug with its stack", async () => {
    expect(await run("burn", table)).toEqual({
      code: 2,
      out: "",
      err: "error: Cannot bake: it burnt\nTry: less heat\n",
    });
    expect((await run("burn --bug", table)).err).toMatch(
      /^error: unexpected, please report it\nTypeError: x is undefined\n/,
    );
  });
});

describe("cuts cache", () => {
  const directory = mkdtempSync(join(tmpdir(), "cuts-cli-"));
  beforeAll(() => void vi.stubEnv("CUTS_CACHE_DIR", directory));
  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(directory, { recursive: true });
  });

  it("tells, fills and clears the same directory", async () => {
    expect(await run("cache path")).toEqual({ code: 0, out: `${directory}\n`, err: "" });
    const empty = { directory, entries: 0, byteLength: 0, maxByteLength: 2 ** 30, offReason: null };
    expect(JSON.parse((await run("cache info --json")).out)).toEqual(empty);

    const { defaultCache } = await import("../compiler/cache/compile-cache.js");
    const request = {
      compiler: "c",
      compilerVersion: "1",
      target: "t",
      options: [],
      source: "",
      directory: null,
    };
    await defaultCache().getOrCompile(request, () => ({ code: new Uint8Array(100) }));
    const { out } = await run("cache size");
    expect(out).toContain(`directory  ${directory}\n`);
    expect(out).toMatch(/entries {4}[1-9]\d*\nsize {7}[1-9]\d* B of at most 1\.0 GiB\nstate {6}on\n$/);

    expect((await run("cache clear")).out).toMatch(/^Removed [1-9]\d* (entry|entries), [1-9]\d* B\.\n$/);
    expect(JSON.parse((await run("cache info --json")).out)).toEqual(empty);
  });
});
