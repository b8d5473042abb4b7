// A kernel that is stopped says at which line, and in which block and thread as far as that is known.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.js";
import { CpuKernels, type RunOptions } from "./cpu-kernels.js";

const SOURCE = readFileSync(new URL("fault-places.cu", import.meta.url), "utf8");
const HEADER = `__device__ inline void from_header(int* out, int at) {
  out[0] = 1;
  *(volatile int*)at = 2;
}
`;
const OUTSIDE = -64;

/** The line that a comment marks. */
function lineOf(kernel: string): number {
  return SOURCE.split("\n").findIndex((line) => line.endsWith(`// here: ${kernel}`)) + 1;
}

describe("where a kernel was stopped", () => {
  let kernels: CpuKernels;
  beforeAll(async () => {
    const headers = { "fault-places.h": HEADER };
    kernels = new CpuKernels(SOURCE, createCpuBackend(), { fileName: "places.cu", headers });
    await kernels.ready;
  });
  afterAll(() => kernels.dispose());

  const placeOf = async (kernel: string, options: RunOptions, at = OUTSIDE): Promise<string | undefined> => {
    const error: unknown = await kernels
      .run(kernel, new Int32Array(256), [at], options)
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Error);
    return (error as Error).message.split("\n")[1];
  };

  // The first runs on the calling thread where it may, the second never.
  it.each([1, 40_000])("the line, in a grid of %d blocks", async (grid) => {
    const kinds = [
      "store",
      "read_in_function",
      "read_in_call",
      "after_barrier",
      "in_loop",
      "atomic",
      "far_index",
    ];
    for (const kernel of kinds) {
      const place = await placeOf(kernel, { grid: kernel === "after_barrier" ? 3 : grid, block: [64, 1, 1] });
      expect(place, kernel).toMatch(
        new RegExp(`^at places\\.cu:${lineOf(kernel)}, (?:one of the )?blocks? `),
      );
    }
  });

  it("the line of a file that is included", async () => {
    expect(await placeOf("in_header", { block: [64, 1, 1] })).toMatch(/^at fault-places\.h:3, /);
  });

  it("the block, and the only thread of one", async () => {
    const one = { block: [1, 1, 1] } as const;
    expect(await placeOf("store", one)).toBe(
      `at places.cu:${lineOf("store")}, block [0, 0, 0], thread [0, 0, 0]`,
    );
    expect(await placeOf("after_barrier", { grid: 3, block: [64, 1, 1] })).toBe(
      `at places.cu:${lineOf("after_barrier")}, block [2, 0, 0]`,
    );
    expect(await placeOf("in_branch", { grid: 3, block: [64, 1, 1] })).toBe(
      `at places.cu:${lineOf("in_branch")}, block [2, 0, 0]`,
    );
  });

  it("the warp where each thread has its own state", async () => {
    const place = await placeOf("divergent", { grid: 3, block: [64, 1, 1] });
    expect(place).toMatch(
      new RegExp(`^at places\\.cu:${lineOf("divergent")}, block \\[\\d, 0, 0\\], warp 1$`),
    );
  });

  it("the thread where the kernel tells it", async () => {
    expect(await placeOf("trapped", { grid: 4, block: [16, 2, 1] })).toBe(
      `at places.cu:${lineOf("trapped")}, block [2, 0, 0], thread [5, 1, 0]`,
    );
  });

  it("the same in code for one size of blocks", async () => {
    const block = [64, 1, 1] as const;
    await kernels.specialise("after_barrier", block);
    expect(await placeOf("after_barrier", { grid: 3, block })).toBe(
      `at places.cu:${lineOf("after_barrier")}, block [2, 0, 0]`,
    );
  });
});
