// Runs programs of the table on a device and compares what each prints with what a GPU printed. On the cpu there are two
// test files, one a shard, so that they run beside each other.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { program } from "../../src/program/program.js";
import type { BuiltPackage } from "../package/built-package.js";
import { sharedPackage } from "../package/shared-package.js";
import { type ProgramCase, PROGRAMS } from "./programs.table.js";

const folder = fileURLToPath(new URL(".", import.meta.url));
const read = (name: string): string => readFileSync(join(folder, name), "utf8");

/** Compiles a program for a device, runs it and compares. */
export async function expectSameAsOnGpu(
  test: ProgramCase,
  device: "cpu" | "cuda",
  options: readonly string[] = [],
  make: typeof program = program,
): Promise<void> {
  const built = make(test.sources ?? `${test.name}.cu`, {
    directory: folder,
    device,
    options: [...options, ...(test.options ?? [])],
  });
  const stdin = test.stdin === undefined ? "" : read(test.stdin);
  const result = await built.run(test.args ?? [], { cwd: folder, stdin, timeoutMs: 300_000 });
  expect(result.stdout).toBe(read(`${test.name}.out`));
  expect(result.stderr).toContain(test.stderr ?? "");
  expect(result.exitCode).toBe(test.exitCode ?? 0);
}

/** Defines the tests of one of two shards. */
export function describePrograms(shard: 0 | 1): void {
  describe("CUDA programs on the cpu", () => {
    // As it is published: each program is a process, which starts in a tenth of the time that src/ takes.
    let built: BuiltPackage;
    let published: typeof program;
    beforeAll(async () => {
      built = await sharedPackage();
      ({ program: published } = (await import(built.index)) as { program: typeof program });
    });
    afterAll(() => built.remove());

    it.each(PROGRAMS.filter((_, i) => i % 2 === shard))("$name", (test) =>
      expectSameAsOnGpu(test, "cpu", [], published),
    );
  });
}
