// Kernels have nvcc's data model on the cpu device too: pointers, size_t and long have 8 bytes, in structs, in parameters and
// wherever a kernel may look.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buffer } from "../../src/array/array.js";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.js";
import { module } from "../../src/runtime/modules/module.js";
import { CpuKernels } from "./cpu-kernels.js";

const SOURCE = readFileSync(new URL("data-model.cu", import.meta.url), "utf8");

/** The line that a comment marks. */
function lineOf(kernel: string): number {
  return SOURCE.split("\n").findIndex((line) => line.endsWith(`// here: ${kernel}`)) + 1;
}

describe("the data model of kernels on the cpu device", () => {
  let kernels: CpuKernels;
  let printed = "";
  beforeAll(async () => {
    const backend = createCpuBackend({ print: (bytes) => void (printed += Buffer.from(bytes).toString()) });
    kernels = new CpuKernels(SOURCE, backend, { fileName: "model.cu" });
    await kernels.ready;
  });
  afterAll(() => kernels.dispose());

  const run = async (name: string, args: readonly number[], threads = 1): Promise<number[]> => [
    ...(await kernels.run(name, new Int32Array(64), args, { block: [threads, 1, 1] })),
  ];

  it("sizes and layouts are nvcc's", async () => {
    expect((await run("sizes", [])).slice(0, 13)).toEqual([8, 8, 8, 32, 8, 16, 24, 24, 24, 32, 4, 1, 16]);
  });

  it("a long read from a variable of 4 bytes has zeros above them", async () => {
    expect(await run("inverse_root", [])).toEqual(
      [0.998307, 0.499154, 0.332953].map((x) => Math.round(x * 1e6)).concat(Array(61).fill(0)),
    );
  });

  it("variables may start with addresses of others, in structs too", async () => {
    const found = await run("globals", [1]);
    expect(found.slice(0, 8)).toEqual([5, 1, 8 + 98 + 115, 30, 5, 1, 5, 1]);
    expect(found[32]).toBe(9);
    expect(kernels.global("to_cell")?.byteLength).toBe(8);
  });

  it("pointers go through shared memory, local arrays and structs", async () => {
    const linked = await run("linked", [16], 16);
    expect(new Set(linked.slice(0, 16))).toEqual(new Set([120 + 120_000]));
    const local = await run("local_pointers", [3], 4);
    expect(local.slice(0, 4)).toEqual([33, 33, 33, 33]);
    expect(local.slice(16, 20)).toEqual([19, 19, 19, 19]);
  });

  it("tables of virtual functions", async () => {
    expect((await run("virtual_call", [0]))[0]).toBe(11);
    expect((await run("virtual_call", [1]))[0]).toBe(25);
  });

  it("printf reads 8 bytes for %lu, %zu, %s and %p, and what follows is right", async () => {
    printed = "";
    await run("prints", [7]);
    expect(printed).toBe("1311768467463790335 7 1099511627776 text 0x1000 -1 8\n");
  });

  it.each([
    [0, 1],
    [0, -1],
    [64, 4],
  ])("a pointer of %d and %d in memory is an illegal address", async (low, high) => {
    await expect(run("loads_far", [low, high])).rejects.toThrow(
      new RegExp(`cudaErrorIllegalAddress[^]*at model\\.cu:${lineOf("loads_far")}, `),
    );
  });

  it("a pointer in memory that is one works", async () => {
    expect((await run("loads_far", [0, 0]))[0]).toBe(1);
  });

  it("has no more memory for malloc than there is", async () => {
    expect((await run("allocates", [64]))[0]).toBe(1);
  });
});

describe("parameters of 8 bytes", () => {
  const kernels = module(SOURCE, { device: "cpu", fileName: "model.cu" });

  it("a struct with pointers by its fields", async () => {
    const out = buffer("int32", new Int32Array(4), { device: "cpu" });
    const data = buffer("int32", Int32Array.of(1, 2, 3, 4), { device: "cpu" });
    const after = buffer("int32", Int32Array.of(1000), { device: "cpu" });
    const view = { data, length: 2n ** 32n * 5n, tag: 30 };
    // The types of arguments know structs of numbers only.
    const launch = kernels.kernel("by_value") as (...args: unknown[]) => void;
    launch({ grid: 1, block: 4 }, out, 100, view, after, 7, 2n ** 40n * 9n);
    expect([...(await out.data())]).toEqual([1152, 1153, 1154, 1155]);
  });

  it("unsigned long* and uint64_t* are the same", async () => {
    const input = BigUint64Array.from({ length: 300 }, (_, i) => BigInt(i) << 33n);
    const out = buffer("uint64", new BigUint64Array(300), { device: "cpu" });
    kernels.kernel("words")({ grid: 2, block: 256 }, out, buffer("uint64", input, { device: "cpu" }), 300);
    const wanted = input.map((x) => BigInt.asUintN(64, x * 6364136223846793005n + 1442695040888963407n));
    expect(await out.data()).toEqual(wanted);
  });

  it("digests in unsigned long, in a loop over size_t", async () => {
    const out = buffer("uint64", new BigUint64Array(100), { device: "cpu" });
    kernels.kernel("hash")({ grid: 2, block: 16 }, out, 100);
    const digest = (i: bigint): bigint => {
      let h = 14695981039346656037n;
      for (let k = 0n; k < 8n; k++) h = BigInt.asUintN(64, (h ^ ((i >> (8n * k)) & 255n)) * 1099511628211n);
      return h;
    };
    expect(await out.data()).toEqual(BigUint64Array.from({ length: 100 }, (_, i) => digest(BigInt(i))));
  });

  it("malloc of more than 4 GiB gives nothing", async () => {
    const out = buffer("int32", Int32Array.of(7), { device: "cpu" });
    kernels.kernel("allocates")({ grid: 1, block: 1 }, out, 2n ** 32n + 64n);
    expect([...(await out.data())]).toEqual([0]);
  });

  it("an index beyond 32 bits is an illegal address, with its line", async () => {
    const out = buffer("int32", new Int32Array(64), { device: "cpu" });
    kernels.kernel("steps_far")({ grid: 1, block: 1 }, out, 2n ** 32n, 0);
    await expect(out.data()).rejects.toThrow(
      new RegExp(`cudaErrorIllegalAddress[^]*at model\\.cu:${lineOf("steps_far")}, `),
    );
  });
});
