// Whole programs on the cpu device, from their sources to their exit codes; by the package as it is published, since each run is
// a process, which starts in a tenth of the time that src/ takes.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Program, program as makeProgram } from "../../src/program/program.js";
import type { ProgramRunOptions } from "../../src/program/run-options.js";
import type { device as deviceOf } from "../../src/runtime/devices/devices.js";
import { sharedPackage } from "../package/shared-package.js";

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const cpu = { device: "cpu" } as const;

let program: typeof makeProgram;
let device: typeof deviceOf;
beforeAll(async () => {
  const built = await sharedPackage();
  ({ program, device } = (await import(built.index)) as {
    program: typeof makeProgram;
    device: typeof deviceOf;
  });
  return () => built.remove();
});

describe("a program", () => {
  let modes: Program;
  let folder: string;

  beforeAll(() => {
    modes = program(fixture("modes.cu"), cpu);
    folder = realpathSync(mkdtempSync(join(tmpdir(), "cuts-program-")));
    return modes.ready;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is for a device by its id or itself", async () => {
    const same = program(fixture("modes.cu"), { device: device("cpu") });
    expect(same.device).toBe("cpu");
    await same.ready;
    expect(() => program(fixture("modes.cu"), { device: 3 as never })).toThrow(
      expect.objectContaining({ code: "CUTS_NOT_A_DEVICE" }),
    );
  });

  it("gets arguments and environment, and returns its exit code", async () => {
    const env = { ...process.env, CUTS_TEST_VALUE: "from outside" };
    expect(await modes.run(["args", "a b", ""], { env })).toEqual({
      stdout: "[args]\n[a b]\n[]\nfrom outside\n",
      stderr: "",
      exitCode: 4,
    });
  });

  it("reads standard input to its end and no further", async () => {
    const { stdout } = await modes.run(["echo"], { stdin: "one\ntwo" });
    expect(stdout).toBe("> one\n> twoend\n");
    expect((await modes.run(["echo"])).stdout).toBe("end\n");
  });

  it("reads and writes files where it is started", async () => {
    const { stdout } = await modes.run(["files"], { cwd: folder });
    expect(stdout).toBe(`15: two\nthree\nfour\n${folder}\n1 No such file or directory\n0\n`);
  });

  it("prints in the order in which host and kernels print", async () => {
    expect((await modes.run(["order"])).stdout).toBe("before\nkernel\nafter 126\n");
  });

  it("exits in the middle, and destroys no variables", async () => {
    expect(await modes.run(["exit"])).toEqual({ stdout: "leaving\n", stderr: "", exitCode: 7 });
  });

  it("sleeps, and jumps out of calls", async () => {
    expect((await modes.run(["sleep"])).stdout).toBe("slept\n");
    expect((await modes.run(["jump"])).stdout).toBe("at the start with 0\nat the start with 5\n");
  });

  it("says how it failed, where, and what it had printed before", async () => {
    expect(await modes.run(["abort"])).toEqual({
      stdout: "said before\n",
      stderr: "Aborted\n",
      exitCode: 134,
    });
    expect(await modes.run(["terminate"])).toMatchObject({
      stderr: "terminate called without an active exception\nAborted\n",
      exitCode: 134,
    });
    expect(await modes.run(["noexcept"])).toMatchObject({
      stderr: "terminate called after throwing an instance of 'int'\nAborted\n",
      exitCode: 134,
    });
    const bounds = await modes.run(["bounds"]);
    expect(bounds).toMatchObject({ stdout: "said before\n", exitCode: 139 });
    expect(bounds.stderr).toMatch(
      /^Segmentation fault: host code used a null pointer or an address outside memory\n {2}in write_at\(int volatile\*\)\n/,
    );
    const overflow = await modes.run(["overflow"]);
    expect(overflow.exitCode).toBe(139);
    expect(overflow.stderr).toMatch(/^Segmentation fault: .*\n {2}in overflow/);
  });

  it("is stopped by its time limit", async () => {
    await expect(modes.run(["loop"], { timeoutMs: 1500 })).rejects.toMatchObject({
      code: "CUTS_PROGRAM_TIMEOUT",
      message:
        "Cannot finish modes.cu: it ran longer than 1500 ms and was stopped in code of the host, before any kernel",
    });
  });

  it("is stopped by a signal, and rejects with its reason", async () => {
    const why = new Error("enough");
    await expect(modes.run(["loop"], { signal: AbortSignal.abort(why) })).rejects.toBe(why);
    await expect(modes.run(["loop"], { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: "AbortError",
    });
    await expect(modes.run(["loop"], { signal: AbortSignal.timeout(1000) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
    // Before it is compiled, and as soon as it is there.
    const stop = new AbortController();
    const fresh = program(fixture("modes.cu"), cpu);
    const early = fresh.run(["loop"], { signal: stop.signal });
    const late = fresh.ready.then(() => modes.run(["loop"], { signal: stop.signal }));
    stop.abort(why);
    await expect(early).rejects.toBe(why);
    await expect(late).rejects.toBe(why);
    expect((await fresh.run(["exit"], { signal: new AbortController().signal })).exitCode).toBe(7);
  });

  it.each([
    ["a number for an argument", [1], {}],
    ["one string for all arguments", "loop", {}],
    ["an argument that C would cut", ["a\0b"], {}],
    ["a number to read", [], { stdin: 5 }],
    ["a folder that is not there", [], { cwd: "/nowhere" }],
    ["no time at all", [], { timeoutMs: -1 }],
    ["a time that is no number", [], { timeoutMs: "5" }],
    ["streams of another kind", [], { stdio: "pipe" }],
    ["a signal that is none", [], { signal: "SIGTERM" }],
  ])("refuses %s", async (_, args, options) => {
    await expect(modes.run(args as string[], options as ProgramRunOptions)).rejects.toMatchObject({
      code: "CUTS_PROGRAM_ARGUMENT",
    });
  });
});

describe("a null pointer", () => {
  let unchecked: Program;
  const stopped = /^Segmentation fault: host code used a null pointer or an address outside memory\n {2}in /;
  beforeAll(() => {
    unchecked = program(fixture("null-pointers.cu"), cpu);
    return unchecked.ready;
  });

  it.each([
    [["write"], "fill"],
    [["write further"], "fill"],
    [["constant"], "main"],
    [["read"], "sum"],
    [["memset", "16"], "main"],
    [["memset", "1000000"], "main"],
    [["memcpy", "5"], "main"],
    [["printf"], "strlen"],
    [["fwrite"], "fwrite"],
  ])("stops host code: %j", async (args, where) => {
    const { exitCode, stdout, stderr } = await unchecked.run(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 139, stdout: "said before\n" });
    expect(stderr).toMatch(stopped);
    expect(stderr).toMatch(new RegExp(`fault.*\n {2}in ${where}`));
  });

  it("that malloc gave, and nobody looked at, is told of", async () => {
    const { exitCode, stdout, stderr } = await unchecked.run(["memory"]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 139, stdout: "said before\n" });
    const [, said = ""] = stderr.split(/^cuts: There is no room .*\nTry: .*\n/);
    expect(said).toMatch(stopped);
    expect(said).toMatch(
      /\nMemory was full before: there was no room for 1[.\d]* GiB more, and malloc returned null\n$/,
    );
  });

  it("is an error of calls", async () => {
    expect(await unchecked.run(["api"])).toEqual({
      stdout: "said before\ncudaErrorInvalidValue\ncudaErrorInvalidValue\ncudaSuccess\n",
      stderr: "",
      exitCode: 0,
    });
    expect((await unchecked.run(["read file"], { stdin: "text" })).stdout).toContain("\n-1\n");
  });

  it.each(["kernel reads", "kernel writes"])("stops a kernel at its line: %s", async (mode) => {
    const { stdout, stderr } = await unchecked.run([mode]);
    expect(stdout).toBe("said before\ncudaErrorIllegalAddress\n");
    expect(stderr).toMatch(/Cannot finish copy: .*\nat .*null-pointers\.cu:7, block \[0, 0, 0\]/);
  });
});

describe("device code of programs", () => {
  it("has the inline PTX that is common, CUDA 12.8's atomics and half to double", async () => {
    const { stdout } = await program(fixture("device-features.cu"), cpu).run();
    expect(stdout).toBe("31000 510021 621110 600131 4 5.5 7 8.5 \n");
  });

  it("is refused random numbers of cuRAND that would be others", async () => {
    const { stdout, stderr } = await program(fixture("curand-refused.cu"), cpu).run();
    const [typeError, outOfRange] = [103, 104];
    expect(stdout).toBe(`${typeError} ${typeError} 0 ${outOfRange} ${typeError}\n`);
    expect(stderr.match(/MT\w+(?= .*not supported)|curandGeneratePoisson(?=: .*not supported)/g)).toEqual([
      "MT19937",
      "MTGP32",
      "curandGeneratePoisson",
    ]);
  });
});

describe("compiling a program", () => {
  it("takes several sources, headers beside them and options of nvcc", async () => {
    const notes: string[] = [];
    const parts = program([fixture("parts-main.cu"), fixture("parts-scale.cu")], {
      ...cpu,
      options: ["-O3", "-arch=sm_90", "-DSCALE=3", "-lcublas", "-lfoo", "-o", "parts", "-Xcompiler", "-Wall"],
      onNote: (note) => notes.push(note),
    });
    expect(await parts.run()).toEqual({ stdout: "0 3 6 9 12 15 18 21 1\n", stderr: "", exitCode: 0 });
    expect(notes).toEqual(["-lfoo is left out: the cpu device links no libraries of the system"]);
  });

  it("has the kernels of headers in sources that are C++", async () => {
    const { stdout } = await program(fixture("products.cpp"), cpu).run();
    expect(stdout).toBe("23 34 31 46\n");
  });

  it("lets sources that are C++ have vector types of their own", async () => {
    const { stdout } = await program([fixture("own-types-main.cu"), fixture("own-types.cpp")], cpu).run();
    expect(stdout).toBe("10 26 5\n");
  });

  it("finds headers through .. and relative -I, and compiles C as C", async () => {
    const nested = program(["main.c", "kernels/twice.cu"], {
      ...cpu,
      directory: fixture("nested"),
      options: ["-Ikernels/../include"],
    });
    expect(await nested.run(["and"])).toEqual({ stdout: "60 and\n", stderr: "", exitCode: 0 });
  });

  it("shows the line and the caret of an error", async () => {
    const path = fixture("wrong.cu");
    await expect(program(path, cpu).ready).rejects.toMatchObject({
      code: "CUTS_COMPILE",
      message: `Cannot compile ${path}: use of undeclared identifier 'undeclared'
${path}:2:11: error: use of undeclared identifier 'undeclared'
    2 |   int x = undeclared + 1;
      |           ^~~~~~~~~~`,
    });
  });

  it("refuses inline PTX that it does not know, and says where it is", async () => {
    const instruction = fixture("ptx-instruction.cu");
    await expect(program(instruction, cpu).ready).rejects.toMatchObject({
      code: "CUTS_COMPILE",
      message: expect.stringContaining(
        `${instruction}:2:3: error: the inline PTX "nonsense.s32 %0, %0, 1" is not supported on the cpu device`,
      ),
    });
  });

  it("refuses launches from kernels, and says where they are", async () => {
    const path = fixture("launch-in-kernel.cu");
    await expect(program(path, cpu).ready).rejects.toMatchObject({
      code: "CUTS_COMPILE",
      message: expect.stringContaining(
        `${path}:3:8: error: a launch from device code (dynamic parallelism) needs relocatable device code: compile with -rdc=true, as with nvcc`,
      ) as string,
    });
  });

  it("says which threads wait where, when all of them do", async () => {
    const waiting = program(fixture("thread-deadlock.cu"), cpu);
    expect(await waiting.run()).toEqual({
      stdout: "before",
      stderr: expect.stringContaining(
        "Deadlock: every thread of the program waits for another one\n" +
          "  thread 1 waits in pthread_cond_wait\n  the main thread waits in pthread_join\n",
      ) as string,
      exitCode: 134,
    });
  });

  it("ends as a whole when it ends in one of its threads", async () => {
    const ends = program(fixture("thread-ends.cu"), cpu);
    expect(await ends.run(["exit"])).toEqual({ stdout: "before\n", stderr: "", exitCode: 7 });
    expect(await ends.run(["throw"])).toMatchObject({
      stdout: "before\n",
      stderr: expect.stringContaining("what():  nobody catches") as string,
      exitCode: 134,
    });
    expect(await ends.run(["fault"])).toMatchObject({
      stderr: expect.stringContaining("Segmentation fault: host code used a null pointer") as string,
      exitCode: 139,
    });
    expect(await ends.run(["return"])).toEqual({ stdout: "before\nafter\n", stderr: "", exitCode: 0 });
  });

  it("says that there is no main", async () => {
    await expect(program(fixture("apart-function.cu"), cpu).ready).rejects.toMatchObject({
      code: "CUTS_COMPILE_LINK",
      message: expect.stringContaining("Cannot link apart-function.cu: it has no main function") as string,
    });
  });

  it("names functions that are defined nowhere", async () => {
    await expect(
      program(fixture("parts-main.cu"), { ...cpu, options: ["-DSCALE=1"] }).ready,
    ).rejects.toMatchObject({
      code: "CUTS_COMPILE_LINK",
      message:
        "Cannot link parts-main.cu: calls, scale(int*, int) are declared and used, and defined nowhere",
    });
  });

  it("says what device code of another file needs", async () => {
    const sources = [fixture("apart-kernel.cu"), fixture("apart-function.cu")];
    const missing = `Cannot link ${sources[0]}: twice(int), counter are declared and used, and defined nowhere in device code`;
    await expect(program(sources, cpu).ready).rejects.toMatchObject({
      code: "CUTS_COMPILE_LINK",
      message: `${missing}\nTry: -rdc=true, if another source of the program defines it: then their device code is linked.`,
    });
    const relocatable = { ...cpu, options: ["-rdc=true"] };
    await expect(
      program([fixture("apart-kernel.cu"), fixture("apart-nothing.cu")], relocatable).ready,
    ).rejects.toMatchObject({ code: "CUTS_COMPILE_LINK", message: missing });
    await expect(program([...sources, fixture("apart-again.cu")], relocatable).ready).rejects.toMatchObject({
      code: "CUTS_COMPILE_LINK",
      message: `Cannot link ${sources[0]}: counter is defined in device code of two sources`,
    });
  });

  it("links C that calls without declarations, and sorts as Linux does", async () => {
    const sources = ["main.c", "parts.c"];
    const old = program(sources, { ...cpu, directory: fixture("old-c") });
    expect(await old.run()).toEqual({
      stdout: "145 1\n0.0 0.4 0.8 1.1 1.5 2.2 2.6 3.3 3.7 \n",
      stderr: "",
      exitCode: 0,
    });
    const wrong = program(sources, { ...cpu, directory: fixture("old-c"), options: ["-DWRONG"] });
    await expect(wrong.ready).rejects.toMatchObject({
      code: "CUTS_COMPILE_LINK",
      message:
        "Cannot link main.c: half is called with other types than it has ((i32) -> i32, (i32) -> f64)" +
        "\nTry: declare half before it is called, as it is defined.",
    });
  });

  it("refuses what is no source, and what is not there", () => {
    expect(() => program("notes.txt")).toThrow('Cannot compile "notes.txt": a source is named *.cu');
    expect(() => program("absent.cu")).toThrow("Cannot compile absent.cu: there is no such file");
    expect(() => program(5 as unknown as string)).toThrow(
      "it needs a source file, or a list of them (got 5)",
    );
    const options = "-O3" as unknown as string[];
    expect(() => program(fixture("modes.cu"), { options })).toThrow("options must be a list of strings");
  });
});

describe("what is no file", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "cuts-strange-"));
    mkdirSync(join(folder, "folder.cu"));
    spawnSync("mkfifo", [join(folder, "fifo.cu")]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is refused as a source", () => {
    expect(() => program(join(folder, "folder.cu"))).toThrow("it must be a file (got a directory)");
  });

  it.skipIf(process.platform === "win32")(
    "is never waited for, as a source or a header (skipped on Windows: no FIFOs)",
    async () => {
      expect(() => program("fifo.cu", { directory: folder })).toThrow(
        "Cannot compile fifo.cu: it must be a file (got a FIFO)",
      );
      writeFileSync(join(folder, "main.cu"), '#include "fifo.cu"\nint main() {}\n');
      await expect(program("main.cu", { ...cpu, directory: folder }).ready).rejects.toThrow(
        "'fifo.cu' file not found",
      );
    },
  );
});

describe("C++ in host code", () => {
  it("says that it has one rounding mode", async () => {
    expect(await program(fixture("rounding.cu"), cpu).run()).toEqual({
      stdout: "0 1 1\n",
      stderr: "fesetround: host code on the cpu device always rounds to the nearest\n",
      exitCode: 0,
    });
  });

  it("has exceptions, streams and containers", async () => {
    const cxx = program(fixture("exceptions.cu"), cpu);
    expect((await cxx.run()).stdout).toBe(
      "~guard\n~guard\ncaught deep\nint 42\nagain\nstoi: no conversion\nout of range\nbad cast\nkept\na1 b2 \n",
    );
    const uncaught = await cxx.run(["throw"]);
    expect(uncaught.exitCode).toBe(134);
    expect(uncaught.stderr).toBe(
      "terminate called after throwing an instance of 'std::runtime_error'\n  what():  nobody catches this\nAborted\n",
    );
  });
});
