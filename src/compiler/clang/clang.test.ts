import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { afterAll, describe, expect, it, vi } from "vitest";
import { Clang } from "./clang.js";
import { clangVersion } from "./package.js";
import { ClangProcess } from "./clang-process.js";

// Processes of its own.
vi.stubEnv("CUTS_COMPILER", "");
const clang = new Clang();
afterAll(() => {
  clang.stop();
});

const VERSION = { tool: "clang", args: ["--version"] } as const;
/** Takes minutes: each level doubles the work of the one before. */
const ENDLESS = {
  steps: [
    { tool: "clang", args: ["-cc1", "-x", "c++", "-ftemplate-depth=100000", "-fsyntax-only", "/a.cpp"] },
  ],
  files: {
    "/a.cpp":
      "template <int N, int M> struct F { static const int v = F<N - 1, 2 * M>::v + F<N - 1, 2 * M + 1>::v; };" +
      "template <int M> struct F<0, M> { static const int v = 1; }; int x = F<28, 0>::v;",
  },
} as const;

describe("a job", () => {
  it("runs its steps over one file system and sends back what is wanted", async () => {
    const { steps, files } = await clang.run({
      steps: [
        {
          tool: "clang",
          args: ["-cc1", "-triple", "wasm32", "-O1", "-emit-obj", "-I", "/inc", "-o", "/out/six.o", "/six.c"],
        },
        { tool: "wasm-ld", args: ["--no-entry", "--export=six_times", "-o", "/six.wasm", "/out/six.o"] },
      ],
      files: {
        "/six.c": '#include "sub/../six.h"\nint six_times(int x) { return SIX * x; }',
        "/inc/six.h": new TextEncoder().encode("#define SIX 6"),
        "/out/.keep": "",
      },
      outputs: ["/six.wasm", "/absent"],
    });
    expect(steps.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
      [0, ""],
      [0, ""],
    ]);
    expect(steps[0]?.filesRead).toEqual(["/six.c", "/inc/six.h"]);
    expect(Object.keys(files)).toEqual(["/six.wasm"]);
    const instance = new WebAssembly.Instance(new WebAssembly.Module(files["/six.wasm"] as Uint8Array));
    expect((instance.exports["six_times"] as (x: number) => number)(7)).toBe(42);
  });

  it("ends at the step that fails, with its words", async () => {
    const syntax = ["-cc1", "-fsyntax-only", "/a.c"];
    const { steps } = await clang.run({
      steps: [VERSION, { tool: "clang", args: syntax }, VERSION],
      files: { "/a.c": "int x = ;" },
    });
    expect(steps.map((step) => step.exitCode)).toEqual([0, 1]);
    expect(steps[0]?.stdout).toContain("clang version");
    expect(steps[1]?.stderr).toContain("/a.c:1:9: error: expected expression");
  });

  it("tells what was looked for in mounted directories", async () => {
    const here = fileURLToPath(new URL("./fixtures", import.meta.url));
    const { steps } = await clang.run({
      steps: [{ tool: "clang", args: ["-cc1", "-E", "-o", "/a.i", "-I", "/inc", "/a.c"] }],
      files: { "/a.c": '#if __has_include("absent.h")\n#endif\n' },
      mounts: { "/inc": here },
    });
    expect(steps[0]?.filesMissed).toEqual(["/inc/absent.h"]);
  });

  it("sends a resident file once and keeps it", async () => {
    const compile = [{ tool: "clang", args: ["-cc1", "-E", "-o", "/a.i", "/a.c"] }] as const;
    const bytes = new TextEncoder().encode("kept_text");
    const outputs = ["/a.i"];
    for (const resident of [
      { key: "a", bytes },
      { key: "a", bytes: new Uint8Array() },
    ]) {
      const { files } = await clang.run({ steps: compile, files: { "/a.c": resident }, outputs });
      expect(Buffer.from(files["/a.i"] as Uint8Array).toString()).toContain("kept_text");
    }
  });

  it("has stack for templates and constant expressions as deep as clang allows", async () => {
    const source =
      "template <int N> struct F { static const int v = F<N - 1>::v + 1; }; template <> struct F<0> { static const int v = 0; };" +
      "constexpr int f(int n) { return n ? f(n - 1) + 1 : 0; } static_assert(F<1000>::v == 1000 && f(500) == 500);";
    const { steps } = await clang.run({
      steps: [{ tool: "clang", args: ["-cc1", "-x", "c++", "-std=c++17", "-fsyntax-only", "/a.cpp"] }],
      files: { "/a.cpp": source },
    });
    expect(steps[0]).toMatchObject({ exitCode: 0, stderr: "" });
  });

  it("says that clang itself failed, and goes on", async () => {
    const { steps } = await clang.run({
      steps: [{ tool: "clang", args: ["-cc1", "-fsyntax-only", "/a.c"] }, VERSION],
      files: { "/a.c": "#pragma clang __debug crash\n" },
    });
    expect(steps.map(({ exitCode, trap }) => [exitCode, trap])).toEqual([[134, "unreachable"]]);
    expect((await clang.run({ steps: [VERSION] })).steps[0]?.exitCode).toBe(0);
  });
});

describe("the queue", () => {
  it("serves many jobs at once, each with its own files", async () => {
    const two = new Clang({ processes: 2 });
    const jobs = Array.from({ length: 6 }, (_, index) =>
      two.run({
        steps: [{ tool: "clang", args: ["-cc1", "-E", "-P", "-o", "/a.i", "/a.c"] }],
        files: { "/a.c": `int x_${index};` },
        outputs: ["/a.i"],
      }),
    );
    const texts = (await Promise.all(jobs)).map(({ files }) =>
      Buffer.from(files["/a.i"] ?? [])
        .toString()
        .trim(),
    );
    expect(texts).toEqual([0, 1, 2, 3, 4, 5].map((index) => `int x_${index};`));
    two.stop();
  });
});

/** A worker that has run its compiler once, and runs what it is sent. `compilers` are those of it that run. */
function startWorker(): { worker: Worker; next: () => Promise<unknown>; compilers: () => readonly number[] } {
  const program = `import { register } from ${JSON.stringify(import.meta.resolve("tsx/esm/api"))};
    import { parentPort } from "node:worker_threads";
    register();
    const { ClangProcess } = await import(${JSON.stringify(new URL("./clang-process.ts", import.meta.url).href)});
    const compiler = new ClangProcess();
    const run = (work) => compiler.run({ files: {}, mounts: {}, outputs: [], ...work }, 60_000);
    const { steps } = await run({ steps: [${JSON.stringify(VERSION)}] });
    parentPort.postMessage(steps[0].exitCode);
    parentPort.on("message", (work) => run(work).catch(({ message }) => parentPort.postMessage(message)));`;
  const mark = `OF_WORKER=${crypto.randomUUID()}`;
  const [name = "", value = ""] = mark.split("=");
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), {
    env: { ...process.env, [name]: value },
  });
  return {
    worker,
    next: () => new Promise((resolve) => worker.once("message", resolve)),
    compilers: () => {
      const servers = new Set(processes("cmdline", (text) => text.includes("server.js")));
      return processes("environ", (text) => text.includes(mark)).filter((pid) => servers.has(pid));
    },
  };
}

/** Without those of tsx. */
function childrenOf(parent: number): readonly number[] {
  return processes(
    "status",
    (text) => text.includes(`\nPPid:\t${parent}\n`) && !text.startsWith("Name:\tesbuild"),
  );
}

/** The processes of the system of which Linux tells something. */
function processes(file: string, isMeant: (text: string) => boolean): readonly number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && isMeant(readFileSync(`/proc/${pid}/${file}`, "utf8"));
      } catch {
        return false; // It has ended, or is somebody else's.
      }
    });
}

describe("a process", () => {
  it("is killed by the time limit and replaced", async () => {
    await clang.run({ steps: [VERSION] });
    await expect(clang.run({ ...ENDLESS, timeoutMs: 400 })).rejects.toMatchObject({
      code: "CUTS_COMPILER_TIMEOUT",
      message: "Cannot run clang: it did not finish within 400 ms",
    });
    expect((await clang.run({ steps: [VERSION] })).steps[0]?.exitCode).toBe(0);
  });

  it("that dies fails its request; the next one starts another", async () => {
    const process = new ClangProcess();
    const work = { ...ENDLESS, mounts: {}, outputs: [] };
    const running = process.run(work, 60_000);
    const { pid } = process;
    setTimeout(() => globalThis.process.kill(pid as number, "SIGKILL"), 50);
    await expect(running).rejects.toMatchObject({
      code: "CUTS_COMPILER_CRASHED",
      message: expect.stringMatching(/^Cannot run clang: the compiler process ended with SIGKILL\nTry: /),
    });
    const { steps } = await process.run({ steps: [VERSION], files: {}, mounts: {}, outputs: [] }, 60_000);
    expect(steps[0]?.exitCode).toBe(0);
    expect(process.pid).not.toBe(pid);
    process.stop();
    expect(process.pid).toBeUndefined();
  });

  it("that dies is replaced behind a job, once", async () => {
    const one = new Clang();
    one.warmUp();
    const [first] = one.pids;
    const job = one.run({ steps: [VERSION] });
    process.kill(first as number, "SIGKILL");
    expect((await job).steps[0]?.exitCode).toBe(0);
    expect(one.pids).not.toContain(first);
    one.stop();
    expect(one.pids).toEqual([]);
  });

  it.skipIf(process.platform !== "linux")(
    "of a worker thread is gone, and no zombie, when that ends",
    async () => {
      const before = childrenOf(process.pid);
      const { worker, next, compilers } = startWorker();
      expect(await next()).toBe(0);
      expect(compilers()).toHaveLength(1);
      await worker.terminate();
      await vi.waitFor(() => expect(compilers()).toEqual([]), 30_000);
      await vi.waitFor(
        () => expect(childrenOf(process.pid).filter((pid) => !before.includes(pid))).toEqual([]),
        30_000,
      );
    },
  );

  it.skipIf(process.platform !== "linux")("of a worker thread fails its request when it dies", async () => {
    const { worker, next, compilers } = startWorker();
    expect(await next()).toBe(0);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it is a thread, not a window
    worker.postMessage(ENDLESS);
    const answer = next();
    for (const pid of compilers()) process.kill(pid, "SIGKILL");
    expect(await answer).toMatch(/^Cannot run clang: the compiler process ended/);
    await worker.terminate();
  });

  it("does not hold its parent and prints nothing", async () => {
    const script = `
      import { clang } from ${JSON.stringify(new URL("./clang.ts", import.meta.url).href)};
      const { steps } = await clang().run({ steps: [{ tool: "clang", args: ["--version"] }] });
      console.log(steps[0].exitCode);`;
    const args = ["--import", "tsx", "--input-type=module", "--eval", script];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
    expect([stdout, stderr]).toEqual(["0\n", ""]);
  });
});

describe("clangVersion", () => {
  it("names the compiler for cache keys", () => {
    expect(clangVersion()).toMatch(/^clang-\d+\.\d+/);
    expect(clang.version).toBe(clangVersion());
  });
});
