// What a kernel that stops before its end is said to have done: the same from a worker and from the calling thread.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CpuKernels } from "./cpu-kernels.js";

const ADDRESS = "\nTry: check indices against the size of the array, and pointers for null.";
const STACK = "\nTry: less recursion, or smaller local arrays.";
const CALL = "\nTry: take the address of a function in device code, with the type it is called by.";
const PRINTF = "\nTry: a smaller width or precision.";

const FAULTS: readonly (readonly [kernel: string, n: number, code: string, message: string])[] = [
  [
    "calls_too_deep",
    0,
    "CUTS_KERNEL_STACK_OVERFLOW",
    `the stack of a thread is full: its calls go too deep (cudaErrorIllegalAddress)${STACK}`,
  ],
  [
    "locals_too_large",
    1000,
    "CUTS_KERNEL_STACK_OVERFLOW",
    `the stack of a thread is full (cudaErrorIllegalAddress)${STACK}`,
  ],
  [
    "room_too_large",
    100_000_000,
    "CUTS_KERNEL_STACK_OVERFLOW",
    `the stack of a thread is full (cudaErrorIllegalAddress)${STACK}`,
  ],
  [
    "wild_string",
    -16,
    "CUTS_KERNEL_ILLEGAL_ADDRESS",
    `printf read a string at 0xfffffff0, which leaves the device's memory (cudaErrorIllegalAddress)${ADDRESS}`,
  ],
  [
    "wild_format",
    -16,
    "CUTS_KERNEL_ILLEGAL_ADDRESS",
    `printf read a string at 0xfffffff0, which leaves the device's memory (cudaErrorIllegalAddress)${ADDRESS}`,
  ],
  [
    "wide_field",
    1_000_000_000,
    "CUTS_KERNEL_PRINTF",
    `one printf may print at most 16777216 bytes (got 1000000000)${PRINTF}`,
  ],
  [
    "wild_store",
    -16,
    "CUTS_KERNEL_ILLEGAL_ADDRESS",
    `it used an address outside the device's memory (cudaErrorIllegalAddress)${ADDRESS}`,
  ],
  [
    "odd_atomic",
    2,
    "CUTS_KERNEL_MISALIGNED_ADDRESS",
    "an atomic operation used an address that is not a multiple of its size (cudaErrorMisalignedAddress)",
  ],
  [
    "quotient",
    0,
    "CUTS_KERNEL_DIVISION",
    "it divided an integer by zero (undefined on a GPU, an error here)",
  ],
  ["rest", 0, "CUTS_KERNEL_DIVISION", "it divided an integer by zero (undefined on a GPU, an error here)"],
  [
    "no_quotient",
    -1,
    "CUTS_KERNEL_DIVISION",
    "it divided the smallest integer by -1 (undefined on a GPU, an error here)",
  ],
  [
    "no_function",
    0,
    "CUTS_KERNEL_INVALID_CALL",
    `it called through a pointer to no such function (cudaErrorInvalidPc)${CALL}`,
  ],
  [
    "pure_virtual",
    0,
    "CUTS_KERNEL_INVALID_CALL",
    `it called through a pointer to no such function (cudaErrorInvalidPc)${CALL}`,
  ],
  ["trap", 0, "CUTS_KERNEL_TRAP", "it called __trap() (cudaErrorLaunchFailure)"],
];

describe.each([
  // So many threads are too much for the calling thread.
  { place: "a worker", options: { grid: 20_000 } },
  { place: "the calling thread", options: { work: 1 } },
])("a kernel that stops in $place", ({ options: own }) => {
  let kernels: CpuKernels;
  beforeAll(async () => {
    kernels = new CpuKernels(readFileSync(new URL("fault-words.cu", import.meta.url), "utf8"));
    await kernels.ready;
  });
  afterAll(() => kernels.dispose());

  const options = { block: [1, 1, 1], timeoutMs: 300_000, ...own } as const;

  it.each(FAULTS)("%s(%d)", async (kernel, n, code, message) => {
    const error: unknown = await kernels
      .run(kernel, new Int32Array(4), [n], options)
      .catch((e: unknown) => e);
    expect(error).toMatchObject({ code });
    // fault-places.test.ts asks where it was.
    const [first, , ...rest] = (error as Error).message.split("\n");
    expect([first, ...rest].join("\n")).toBe(`Cannot finish ${kernel}: ${message}`);
  });

  it("a failed assertion", async () => {
    await expect(kernels.run("assertion", new Int32Array(4), [2], options)).rejects.toMatchObject({
      code: "CUTS_KERNEL_ASSERT",
      message: expect.stringMatching(
        /^Assertion failed in assertion \(cudaErrorAssert\)\n.*: block: \[\d+,0,0\], thread: \[0,0,0\] Assertion `n == 1` failed\.$/,
      ),
    });
  });
});
