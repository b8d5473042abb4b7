// The compiler's process is killed, as the system does when memory runs out: the error says so, and whoever asks again gets
// what was asked for.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, it, vi } from "vitest";
import { clang } from "../../src/compiler/clang/clang.js";
import { program } from "../../src/program/program.js";
import { kernel } from "../../src/runtime/kernels/kernel.js";

// A compiler of its own, to be killed.
vi.stubEnv("CUTS_COMPILER", "");

const folder = mkdtempSync(join(tmpdir(), "cuts-killed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const killed = {
  code: "CUTS_COMPILER_CRASHED",
  message: expect.stringMatching(/^Cannot run clang: the compiler process ended with SIGKILL\nTry: /),
};

/** Kills every compiler until `work` has failed: each job is given one fresh process. */
async function failing(work: Promise<unknown>): Promise<unknown> {
  const over = new AbortController();
  const failure = work.then(
    () => new Error("it did not fail"),
    (error: unknown) => error,
  );
  void failure.finally(() => over.abort());
  while (!over.signal.aborted) {
    for (const pid of clang().pids) process.kill(pid, "SIGKILL");
    await sleep(1);
  }
  return failure;
}

it("a kernel whose compiler was killed compiles at the next launch", async () => {
  // Never seen before, so never in the cache.
  const k = kernel(`extern "C" __global__ void k(int* a) { a[0] = 42; /* ${crypto.randomUUID()} */ }`, {
    device: "cpu",
  });
  const one = { grid: 1, block: 1 } as const;
  const a = new Int32Array(1);
  expect(await failing(k.run(one, a))).toMatchObject(killed);
  await k.run(one, a);
  expect(a[0]).toBe(42);
});

it("and so does a program", async () => {
  const path = join(folder, "program.cu");
  const id = crypto.randomUUID();
  writeFileSync(
    path,
    `__global__ void k(int* a) { a[0] = 42; /* ${id} */ }\nint main() { return 7; /* ${id} */ }\n`,
  );
  const p = program(path, { device: "cpu" });
  expect(await failing(p.ready)).toMatchObject(killed);
  expect((await p.run()).exitCode).toBe(7);
});
