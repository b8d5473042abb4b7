// Large copies and fills of the cpu device: done by the workers, or in pieces with turns of the event loop in between, and
// always in the order of their stream.

import { unwatched } from "../../src/backend/work.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Allocation, BackendStream } from "../../src/backend/backend.js";
import { steppingClock, turnsUntil } from "../turns.js";
import { CpuKernels, Outcome } from "./cpu-kernels.js";

const SOURCE = `
#define KERNEL extern "C" __global__ void
KERNEL add(unsigned char* x, int value, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] += value;
}
KERNEL until(volatile int* flag) { while (*flag == 0) {} }
`;
const MANY = { grid: 16, block: [64, 1, 1] } as const;
/** No multiple of anything. */
const LARGE = 3 * 1024 * 1024 + 24;
const SMALL = 5000;

describe("large memory of the cpu device", () => {
  let kernels: CpuKernels;
  let s: BackendStream;
  let a: Allocation;
  let b: Allocation;
  beforeAll(async () => {
    kernels = new CpuKernels(SOURCE);
    await kernels.ready;
    s = kernels.backend.createStream({});
    a = kernels.backend.allocate(LARGE, s);
    b = kernels.backend.allocate(LARGE, s);
  });
  afterAll(() => kernels.dispose());

  const bytes = (of: Allocation): Uint8Array => of.hostBytes() as Uint8Array;
  /** The first byte that is not what it should be. */
  const wrong = (of: Uint8Array, expected: (i: number) => number): number =>
    of.findIndex((value, i) => value !== (expected(i) & 255));

  it.each([1, 2, 4, 8, 16].flatMap((width) => [SMALL, LARGE].map((size) => [width, size] as const)))(
    "a pattern of %i bytes fills %i bytes",
    async (width, size) => {
      const count = Math.floor(size / width);
      const pattern = Uint8Array.from({ length: width }, (_, i) => i + 5);
      bytes(a).fill(255);
      kernels.backend.fill(a.address, pattern, count, s, unwatched);
      await kernels.backend.synchronize(s);
      expect(wrong(bytes(a), (i) => (i < count * width ? (i % width) + 5 : 255))).toBe(-1);
    },
  );

  it("fills, copies, launches and writes keep their order", async () => {
    const { backend } = kernels;
    for (const size of [SMALL, LARGE]) {
      backend.fill(a.address, Uint8Array.of(1), size, s, unwatched);
      kernels.launch("add", [a.address, 2, size], { ...MANY, stream: s });
      backend.copy(b.address, a.address, size, s, unwatched);
      backend.fill(a.address, Uint8Array.of(9), size, s, unwatched);
      kernels.launch("add", [b.address, 4, size], { ...MANY, stream: s });
      backend.write(b.address, Uint8Array.of(50), s, unwatched);
      const out = new Uint8Array(size);
      const read = backend.read(b.address, out, s, unwatched);
      backend.fill(b.address, Uint8Array.of(0), size, s, unwatched);
      await read;
      expect(wrong(out, (i) => (i === 0 ? 50 : 7))).toBe(-1);
      await backend.synchronize(s);
      expect([bytes(a)[size - 1], bytes(b)[size - 1]]).toEqual([9, 0]);
    }
  });

  it.each([16, -16, 300_000, -300_000])("a range is copied onto itself, %i bytes further", async (by) => {
    const size = LARGE - 300_000;
    const start = Math.max(0, -by);
    bytes(a).forEach((_, i, all) => {
      all[i] = i % 251;
    });
    kernels.backend.copy(a.address + start + by, a.address + start, size, s, unwatched);
    await kernels.backend.synchronize(s);
    const moved = bytes(a).subarray(start + by, start + by + size);
    expect(wrong(moved, (i) => (i + start) % 251)).toBe(-1);
  });

  it("a large read lets the event loop turn and holds its place", async () => {
    const { backend } = kernels;
    const large = backend.allocate(1 << 28, s);
    backend.fill(large.address, Uint8Array.of(3), 1 << 28, s, unwatched);
    await backend.synchronize(s);
    const out = new Uint8Array(1 << 28);
    // Longer than a piece may take at each look: a turn comes after each, however quick the machine is.
    using _clock = steppingClock(20);
    const read = backend.read(large.address, out, s, unwatched);
    // What comes after it does not change what it reads.
    backend.fill(large.address, Uint8Array.of(4), 1 << 28, s, unwatched);
    backend.free(large, s);
    expect(await turnsUntil(read)).toBeGreaterThan(2);
    expect([out[0], out.at(-1), out[1 << 27]]).toEqual([3, 3, 3]);
    await backend.synchronize(s);
  });

  it("a blocking read takes over a large read that is under way", async () => {
    const { backend } = kernels;
    backend.fill(a.address, Uint8Array.of(6), LARGE, s, unwatched);
    const [first, second] = [new Uint8Array(LARGE), new Uint8Array(LARGE)];
    const read = backend.read(a.address, first, s, unwatched);
    backend.readSync(a.address, second, s, unwatched);
    expect(wrong(first, () => 6)).toBe(-1);
    expect(wrong(second, () => 6)).toBe(-1);
    await read;
  });

  it.each([64, LARGE])(
    "an array of %i bytes that is transferred away is an error of its read alone",
    async (size) => {
      const { backend } = kernels;
      const { address: flag } = backend.allocate(4, s);
      backend.write(flag, new Uint8Array(4), s, unwatched);
      kernels.launch("until", [flag], { grid: 1, block: [1, 1, 1], stream: s });
      const out = new Uint8Array(size);
      const work = new Outcome();
      const read = backend.read(a.address, out, s, work);
      const next = backend.read(a.address, new Uint8Array(4), s, unwatched);
      structuredClone(out, { transfer: [out.buffer] });
      backend.write(flag, Uint8Array.of(1), backend.createStream({}), unwatched);
      await expect(read).rejects.toMatchObject({ code: "CUTS_ARGUMENT_DETACHED" });
      expect(work.ended).toBe("failed");
      await next;
    },
  );

  it("host memory that is given back stays until the copies that use it are over", async () => {
    const { backend } = kernels;
    const { address: flag } = backend.allocate(4, s);
    backend.write(flag, new Uint8Array(4), s, unwatched);
    const pinned = backend.hostMemory.allocate(LARGE);
    pinned.bytes.fill(8);
    kernels.launch("until", [flag], { grid: 1, block: [1, 1, 1], stream: s });
    const work = new Outcome();
    backend.hostMemory.writeFrom(pinned, 0, a.address, LARGE, s, work);
    pinned.dispose();
    expect(work.ended).toBeUndefined();
    backend.write(flag, Uint8Array.of(1), backend.createStream({}), unwatched);
    await backend.synchronize(s);
    expect(work.ended).toBe("done");
    expect(wrong(bytes(a), () => 8)).toBe(-1);
  });

  it("memory that is given back behind work is there before there is none", () => {
    const { backend } = kernels;
    const size = 2 ** 30;
    for (let i = 0; i < 30; i++)
      kernels.launch("add", [a.address, 1, LARGE], { ...MANY, grid: 1, stream: s });
    // Ten times as much as there is, without a turn of the event loop.
    for (let i = 0; i < 40; i++) {
      const memory = backend.allocate(size, s);
      kernels.launch("add", [memory.address, 1, 4096], { ...MANY, stream: s });
      backend.free(memory, s);
    }
    backend.synchronizeSync(s);
  });
});
