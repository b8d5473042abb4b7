// Constants that a wild pointer overwrites are found when the launch ends, and are what they were after it. The host may
// change them.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unwatched } from "../../src/backend/work.js";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.js";
import { CpuKernels, type RunOptions } from "./cpu-kernels.js";

const SOURCE = readFileSync(new URL("constants.cu", import.meta.url), "utf8");
const FOUND = {
  code: "CUTS_KERNEL_ILLEGAL_ADDRESS",
  message: expect.stringMatching(/overwrote constants of its module \(cudaErrorIllegalAddress\)\nTry: /),
};

describe("constants", () => {
  let kernels: CpuKernels;
  let table: number;
  beforeAll(async () => {
    kernels = new CpuKernels(SOURCE, createCpuBackend({ print: () => {} }));
    await kernels.ready;
    table = (await run("address", [0])).at(0) ?? 0;
  });
  afterAll(() => kernels.dispose());

  const run = (kernel: string, args: readonly number[], options: RunOptions = { block: [1, 1, 1] }) =>
    kernels.run(kernel, new Int32Array(4), args, options);
  const value = async (i: number): Promise<number | undefined> => (await run("read_table", [i])).at(0);

  // The first runs on the calling thread where it may, the second never.
  it.each([1, 40_000])("that are overwritten are found, in a grid of %d blocks", async (grid) => {
    const options = { grid, block: [1, 1, 1] } as const;
    for (const [at, written] of [
      [table, 99],
      [table + 8, 0],
      [table + 16, 1],
    ] as const) {
      await expect(run("poke", [at, written], options), `${at}`).rejects.toMatchObject(FOUND);
      expect([await value(0), await value(2)]).toEqual([10, 12]);
    }
    await expect(run("poke_in_loop", [table, 8], options)).rejects.toMatchObject(FOUND);
    expect([await value(0), await value(3)]).toEqual([10, 13]);
  });

  it("strings too", async () => {
    const { backend } = kernels;
    const bytes = new Uint8Array(256);
    const near = async (): Promise<string> => {
      await backend.read(table, bytes, backend.defaultStream, unwatched);
      return Buffer.from(bytes).toString("latin1");
    };
    const at = (await near()).indexOf("value %d");
    expect(at).toBeGreaterThan(0);
    await expect(run("poke", [table + at - (at % 4), 0])).rejects.toMatchObject(FOUND);
    expect((await near()).indexOf("value %d")).toBe(at);
  });

  it("are what they were after a kernel that has stopped for another reason", async () => {
    for (const grid of [1, 40_000]) {
      await expect(run("poke_and_trap", [table, 5], { grid, block: [1, 1, 1] })).rejects.toMatchObject({
        code: "CUTS_KERNEL_TRAP",
      });
      expect(await value(0)).toBe(10);
    }
  });

  it("variables are none", async () => {
    expect((await run("count", [4])).at(0)).toBe(5);
    expect((await run("count", [4])).at(0)).toBe(9);
  });

  describe("that the host changes", () => {
    let own: CpuKernels;
    let place: number;
    beforeAll(async () => {
      own = new CpuKernels(SOURCE);
      await own.ready;
      place = own.global("table")?.address ?? 0;
    });
    afterAll(() => own.dispose());
    const read = async (i: number): Promise<number | undefined> =>
      (await own.run("read_table", new Int32Array(4), [i], { block: [1, 1, 1] })).at(0);

    it("are its own, in the order of the stream", async () => {
      const { backend } = own;
      const { defaultStream } = backend;
      const memory = backend.allocate(1024, defaultStream);
      const words = (n: number): Uint8Array => new Uint8Array(Int32Array.of(n, n + 1, n + 2, n + 3).buffer);
      const looping = (): void =>
        void own.launch("poke_in_loop", [memory.address, memory.address + 16, 100], {
          grid: 40_000,
          block: [1, 1, 1],
        });
      for (const isBusy of [false, true]) {
        if (isBusy) looping();
        backend.write(place, words(20), defaultStream, unwatched);
        expect(await read(1)).toBe(21);
        if (isBusy) looping();
        backend.fill(place, Uint8Array.of(7, 0, 0, 0), 4, defaultStream, unwatched);
        expect(await read(3)).toBe(7);
        backend.write(memory.address, words(30), defaultStream, unwatched);
        if (isBusy) looping();
        backend.write(memory.address, words(30), defaultStream, unwatched);
        backend.copy(place, memory.address, 16, defaultStream, unwatched);
        expect(await read(2)).toBe(32);
      }
      backend.free(memory, defaultStream);
    });

    it("are guarded as before", async () => {
      for (const grid of [1, 40_000]) {
        const poked = own.run("poke_table", new Int32Array(4), [2, 5], { grid, block: [1, 1, 1] });
        await expect(poked).rejects.toMatchObject(FOUND);
        expect(await read(2)).toBe(32);
      }
    });

    it("a kernel changes that is given their address", async () => {
      const poked = own.run("poke", new Int32Array(4), [place + 4, 1], { block: [1, 1, 1] });
      expect((await poked).at(0)).toBe(1);
      expect(await read(1)).toBe(1);
    });
  });
});
