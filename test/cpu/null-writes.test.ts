// A write through a null pointer is found when the launch ends, and is told to nobody else.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unwatched } from "../../src/backend/work.js";
import { CpuKernels, type RunOptions } from "./cpu-kernels.js";

const SOURCE = readFileSync(new URL("null-writes.cu", import.meta.url), "utf8");
const NULL = 0;
const FOUND = {
  code: "CUTS_KERNEL_ILLEGAL_ADDRESS",
  message: expect.stringMatching(/it wrote through a null pointer \(cudaErrorIllegalAddress\)\nTry: /),
};

describe("writes through null", () => {
  let kernels: CpuKernels;
  /** The address of memory that may be written. */
  let valid: number;
  beforeAll(async () => {
    kernels = new CpuKernels(SOURCE);
    await kernels.ready;
    valid = kernels.backend.allocate(1024, kernels.backend.defaultStream).address;
  });
  afterAll(() => kernels.dispose());

  const run = (kernel: string, args: readonly number[], options: RunOptions = { block: [64, 1, 1] }) =>
    kernels.run(kernel, new Int32Array(256), args, options);
  const expectNothingLeft = async (): Promise<void> => {
    expect((await run("store", [valid, 3])).at(0)).toBe(3);
    expect((await run("harmless", [256])).at(-1)).toBe(1);
  };

  // The first runs on the calling thread where it may, the second never.
  describe.each([1, 40_000])("in a grid of %d blocks", (grid) => {
    it.each([
      ["store", [NULL, 5]],
      ["store", [NULL, 0]],
      ["store", [NULL, -1]],
      ["member", [NULL]],
      ["add", [NULL]],
      ["store_in_loop", [NULL, 100]],
      ["clear", [NULL, 64]],
      ["after_barrier", [NULL]],
    ] as const)("%s%j", async (kernel, args) => {
      await expect(run(kernel, args, { grid, block: [64, 1, 1] })).rejects.toMatchObject(FOUND);
      await expectNothingLeft();
    });
  });

  // An update shows when it changes the bits that are there: those are chosen so that arithmetic does.
  it.each([...SOURCE.matchAll(/^UPDATE\((\w+)/gm)].map(([, name = ""]) => name))(
    "%s, whichever element it is",
    async (kernel) => {
      const missed: number[] = [];
      for (const at of [0, 1, 2, 3, 4, 5, 100, 101])
        for (const operand of [2, 3]) {
          const found = await run(kernel, [NULL, at, operand], { block: [1, 1, 1] }).then(
            () => false,
            () => true,
          );
          if (!found) missed.push(at);
        }
      expect(missed).toEqual([]);
      await expectNothingLeft();
    },
  );

  it("updates of many elements at once", async () => {
    for (const kernel of ["add_floats", "add_doubles"])
      for (const threads of [1, 2, 3, 31, 32, 33, 64, 127, 128, 256, 500, 512])
        for (const operand of [1, -1, 3])
          await expect(run(kernel, [NULL, operand], { block: [threads, 1, 1] })).rejects.toMatchObject(FOUND);
    await expectNothingLeft();
  });

  it("what leaves the bits as they are is not found", async () => {
    expect((await run("add_int", [NULL, 0, 0])).at(0)).toBe(1);
    expect((await run("or_int", [NULL, 0, 0x80])).at(0)).toBe(1);
    expect((await run("atomic_max_int", [NULL, 0, -(2 ** 31)])).at(0)).toBe(1);
  });

  it("through what malloc could not give", async () => {
    await expect(run("from_malloc", [])).rejects.toMatchObject(FOUND);
  });

  it("of a cooperative launch", async () => {
    const options = { grid: 3, block: [64, 1, 1], cooperative: true } as const;
    await expect(run("after_barrier", [NULL], options)).rejects.toMatchObject(FOUND);
    await expectNothingLeft();
  });

  it("a kernel that has stopped for another reason says that reason, and the next one says nothing", async () => {
    for (const grid of [1, 40_000]) {
      await expect(run("store_and_trap", [NULL], { grid, block: [1, 1, 1] })).rejects.toMatchObject({
        code: "CUTS_KERNEL_TRAP",
      });
      await expectNothingLeft();
    }
    const limited = { block: [1, 1, 1], timeoutMs: 50 } as const;
    await expect(run("store_and_spin", [NULL], limited)).rejects.toMatchObject({
      code: "CUTS_LAUNCH_TIMEOUT",
    });
    await expectNothingLeft();
  });

  it("only the launch that did it fails, not those that are queued behind it", async () => {
    const { backend } = kernels;
    const memory = backend.allocate(1024, backend.defaultStream);
    backend.fill(memory.address, Uint8Array.of(0), 1024, backend.defaultStream, unwatched);
    const args = [memory.address, 256];
    const options = { grid: 1, block: [64, 1, 1] } as const;
    const launches = ["harmless", "store_in_loop", "harmless", "harmless"].map((kernel) =>
      kernels.launch(kernel, kernel === "harmless" ? args : [memory.address, NULL, 9], options),
    );
    await backend.synchronize(backend.defaultStream);
    expect(launches.map(({ ended }) => ended)).toEqual(["done", "failed", "done", "done"]);
    backend.free(memory, backend.defaultStream);
  });

  it("is not missed when a launch of another stream finds it first", async () => {
    const { backend } = kernels;
    const [a, b] = [backend.createStream({}), backend.createStream({})];
    const memory = backend.allocate(2048, a);
    backend.fill(memory.address, Uint8Array.of(0), 2048, a, unwatched);
    const guilty = kernels.launch("store_and_wait", [memory.address, NULL], { block: [1, 1, 1], stream: a });
    const words = new Int32Array(2);
    const written = new Uint8Array(words.buffer);
    while (words[1] === 0) await backend.read(memory.address, written, b, unwatched);
    const other = kernels.launch("harmless", [memory.address + 1024, 256], {
      block: [64, 1, 1],
      stream: b,
    });
    await backend.synchronize(b);
    backend.write(memory.address, new Uint8Array(Int32Array.of(1).buffer), b, unwatched);
    await backend.synchronize(a);
    expect(guilty.ended).toBe("failed");
    expect(String(guilty.error)).toMatch(/wrote through a null pointer/);
    // Nobody can tell that it was not this one.
    expect(String(other.error)).toMatch(
      /it, or another kernel that ran at the same time, wrote through a null/,
    );
    backend.free(memory, a);
    await expectNothingLeft();
  });

  it("what is read through null is no address", async () => {
    await expect(run("follow", [NULL], { block: [1, 1, 1] })).rejects.toMatchObject({
      code: "CUTS_KERNEL_ILLEGAL_ADDRESS",
    });
  });

  it("is not looked for in built-in kernels, which write what they are given", async () => {
    const done = kernels.launch("store", [valid, NULL, 1], { block: [1, 1, 1], work: 1 });
    await kernels.backend.synchronize(kernels.backend.defaultStream);
    expect(done.ended).toBe("done");
    await expect(run("store", [NULL, 1])).rejects.toMatchObject(FOUND);
  });
});
