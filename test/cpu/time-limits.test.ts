// Kernels that exceed their time limit: they are over before their work fails, nothing that others do is lost with them,
// and nothing is left of them.

import { existsSync, readdirSync } from "node:fs";
import { unwatched } from "../../src/backend/work.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BackendStream } from "../../src/backend/backend.js";
import { CpuKernels, Outcome } from "./cpu-kernels.js";

const SOURCE = `
#define KERNEL extern "C" __global__ void
KERNEL scribble(volatile int* a, int n) { for (int k = 1;; k++) for (int i = 0; i < n; i++) a[i] = k; }
KERNEL count(int* x, int rounds) { for (int i = 0; i < rounds; i++) atomicAdd(x, 1); }
KERNEL step(int* x, int i) { for (int k = 0; k < gridDim.y; k++) if (blockIdx.x == 0 && threadIdx.x == 0) x[0] = x[0] * 10 + i; }
KERNEL churn(volatile int* x) { for (;;) { void* p = malloc(64); x[0] = (int)(size_t)p; free(p); } }
KERNEL heap(int* x, int rounds) {
  for (int i = 0; i < rounds; i++) {
    int* p = (int*)malloc(64);
    *p = i;
    atomicAdd(x, *p == i);
    free(p);
  }
}
KERNEL shout(volatile int* x) { printf("%d\\n", 7); for (;;) x[0] = 1; }
`;

const ONE = { grid: 1, block: [1, 1, 1] } as const;
const MANY = { grid: 8, block: [4, 1, 1] } as const;
const TIMEOUT = { code: "CUTS_LAUNCH_TIMEOUT" };

describe("time limits of the cpu device", () => {
  let kernels: CpuKernels;
  let a: BackendStream;
  let b: BackendStream;
  beforeAll(async () => {
    kernels = new CpuKernels(SOURCE);
    await kernels.ready;
    a = kernels.backend.createStream({});
    b = kernels.backend.createStream({});
  });
  afterAll(() => kernels.dispose());

  const allocate = (bytes: number, on: BackendStream) => {
    const memory = kernels.backend.allocate(bytes, on);
    kernels.backend.fill(memory.address, Uint8Array.of(0), bytes, on, unwatched);
    return memory;
  };
  const read = async (address: number, on: BackendStream, length = 1): Promise<Int32Array> => {
    const out = new Int32Array(length);
    await kernels.backend.read(address, new Uint8Array(out.buffer), on, unwatched);
    return out;
  };

  it("a stopped kernel writes nothing any more when its work has failed", async () => {
    const length = 1 << 14;
    for (let round = 0; round < 5; round++) {
      const memory = allocate(4 * length, a);
      const work = kernels.launch("scribble", [memory.address, length], {
        ...MANY,
        timeoutMs: 50,
        stream: a,
      });
      expect(await work.over()).toBe("failed");
      expect(work.error).toMatchObject(TIMEOUT);
      kernels.backend.fill(memory.address, Uint8Array.of(0), 4 * length, a, unwatched);
      for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setTimeout(resolve, 2));
      expect((await read(memory.address, a, length)).every((n) => n === 0)).toBe(true);
      kernels.backend.free(memory, a);
    }
  });

  it.runIf(existsSync("/proc/self/task"))(
    "a kernel that ran into its limit before is stopped without the end of a thread",
    async () => {
      const x = allocate(4, a);
      const stop = async (): Promise<void> => {
        const work = kernels.launch("scribble", [x.address, 1], { ...ONE, timeoutMs: 5, stream: a });
        expect(await work.over()).toBe("failed");
        expect(work.error).toMatchObject(TIMEOUT);
      };
      const count = async (): Promise<number | undefined> => {
        kernels.backend.fill(x.address, Uint8Array.of(0), 4, a, unwatched);
        kernels.launch("count", [x.address, 1000], { ...MANY, stream: a });
        return (await read(x.address, a))[0];
      };
      await stop();
      await count();
      const threads = readdirSync("/proc/self/task");
      for (let round = 0; round < 20; round++) {
        await stop();
        expect(await count()).toBe(32 * 1000);
      }
      const left = readdirSync("/proc/self/task");
      expect(threads.filter((id) => !left.includes(id))).toEqual([]);
    },
  );

  it("its memory is not handed out before it is over", async () => {
    const length = 1 << 14;
    let wasSeen = false;
    // A busy machine may let all of a short limit pass before the look: then the next one is longer.
    for (let timeoutMs = 50; !wasSeen && timeoutMs < 10_000; timeoutMs *= 2) {
      const memory = allocate(4 * length, a);
      const work = kernels.launch("scribble", [memory.address, length], { ...MANY, timeoutMs, stream: a });
      kernels.backend.free(memory, a);
      const others = Array.from({ length: 8 }, () => allocate(4 * length, b));
      await new Promise((resolve) => setImmediate(resolve));
      wasSeen = work.ended === undefined;
      if (wasSeen) expect(others.map(({ address }) => address)).not.toContain(memory.address);
      await kernels.backend.synchronize(a);
      expect(work.ended).toBe("failed");
      for (const other of others) kernels.backend.free(other, b);
    }
    expect(wasSeen).toBe(true);
  });

  it("a kernel of another stream goes on beside it, and none of its blocks is lost or run twice", async () => {
    const [x, y] = [allocate(4, a), allocate(4, b)];
    const rounds = 200_000;
    for (let round = 0; round < 3; round++) {
      kernels.backend.fill(y.address, Uint8Array.of(0), 4, b, unwatched);
      const healthy = kernels.launch("count", [y.address, rounds], { ...MANY, grid: 24, stream: b });
      const stopped = kernels.launch("scribble", [x.address, 1], { ...MANY, timeoutMs: 20, stream: a });
      expect(await stopped.over()).toBe("failed");
      expect(await healthy.over()).toBe("done");
      expect(await read(y.address, b)).toEqual(Int32Array.of(24 * 4 * rounds));
    }
  });

  it("work after it on its stream runs unless it needs it", async () => {
    const x = allocate(4, a);
    kernels.launch("step", [x.address, 1], { ...MANY, stream: a });
    const stopped = kernels.launch("scribble", [x.address + 0, 0], { ...ONE, timeoutMs: 50, stream: a });
    const needs = kernels.launch("step", [x.address, 2], { ...MANY, stream: a }, new Outcome(stopped));
    kernels.launch("step", [x.address, 3], { ...MANY, stream: a });
    expect(await read(x.address, a)).toEqual(Int32Array.of(13));
    expect(needs.error).toBe(stopped.error);
  });

  it("whoever blocks waits for its end, or gets the error where that cannot be seen", async () => {
    const x = allocate(1 << 16, a);
    const stopped = kernels.launch("scribble", [x.address, 1 << 14], { ...MANY, timeoutMs: 50, stream: a });
    kernels.backend.free(x, a);
    // Where the system says that a thread is gone, the work is over when this returns; elsewhere it throws.
    let thrown: unknown;
    try {
      kernels.backend.synchronizeSync(a);
    } catch (error) {
      thrown = error;
    }
    if (existsSync("/proc/self/task")) expect([thrown, stopped.ended]).toEqual([undefined, "failed"]);
    else {
      expect(thrown).toMatchObject(TIMEOUT);
      expect(stopped.ended).toBeUndefined();
    }
    // Other streams do not wait for it.
    const y = allocate(4, b);
    kernels.launch("step", [y.address, 4], { ...MANY, stream: b });
    const out = new Int32Array(1);
    kernels.backend.readSync(y.address, new Uint8Array(out.buffer), b, unwatched);
    expect(out[0]).toBe(4);
    expect(await stopped.over()).toBe("failed");
    expect(stopped.error).toMatchObject(TIMEOUT);
  });

  it("what it has printed is there when its work has failed", async () => {
    const texts: string[] = [];
    const { createCpuBackend } = await import("../../src/backend/cpu/cpu-backend.js");
    const own = new CpuKernels(
      SOURCE,
      createCpuBackend({ print: (bytes) => texts.push(Buffer.from(bytes).toString()) }),
    );
    await own.ready;
    const x = own.backend.allocate(4, own.backend.defaultStream);
    const work = own.launch("shout", [x.address], { ...ONE, timeoutMs: 1000 });
    await work.over();
    own.dispose();
    expect(work.error).toMatchObject(TIMEOUT);
    expect(texts.join("")).toBe("7\n");
  });

  it("a heap that it used goes on", async () => {
    const x = allocate(8, a);
    for (let round = 0; round < 10; round++) {
      const stopped = kernels.launch("churn", [x.address], { ...MANY, timeoutMs: 20, stream: a });
      expect(await stopped.over()).toBe("failed");
      kernels.backend.fill(x.address, Uint8Array.of(0), 8, a, unwatched);
      kernels.launch("heap", [x.address, 50], { ...MANY, timeoutMs: 300_000, stream: a });
      expect((await read(x.address, a))[0]).toBe(8 * 4 * 50);
    }
  });

  it("nothing is left of many", async () => {
    const x = allocate(4, a);
    const run = async (): Promise<number> => {
      const stopped = kernels.launch("scribble", [x.address, 1], { ...MANY, timeoutMs: 2, stream: a });
      expect(await stopped.over()).toBe("failed");
      return kernels.backend.memory().liveBytes;
    };
    await run();
    const first = await run();
    for (let i = 0; i < 15; i++) expect(await run()).toBe(first);
  });
});
