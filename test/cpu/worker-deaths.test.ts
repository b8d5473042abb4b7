// Worker threads that die, or cannot be started: whoever has work there gets an error, and the device works again.

import { unwatched } from "../../src/backend/work.js";
import type { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CpuKernels } from "./cpu-kernels.js";

const SOURCE = `
#define KERNEL extern "C" __global__ void
KERNEL endless(int* x) { atomicAdd(x, 1); for (;;) *(volatile int*)(x + 1) = 1; }
KERNEL step(int* x, int i) { for (int k = 0; k < gridDim.y; k++) if (blockIdx.x == 0 && threadIdx.x == 0) x[0] = x[0] * 10 + i; }
`;
const THREADS = 3;
const MANY = { grid: 64, block: [32, 1, 1] } as const;
const DIED = { code: "CUTS_CPU_WORKER_DIED" };

const threads = process.getBuiltinModule("node:worker_threads") as { Worker: typeof Worker };
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

describe("deaths of worker threads", () => {
  const Original = threads.Worker;
  let started: Worker[] = [];
  /** What happens to threads that are started. */
  let start: "well" | "throws" | "dies" = "well";
  let kernels: CpuKernels;

  beforeEach(async () => {
    started = [];
    start = "well";
    threads.Worker = class extends Original {
      constructor(...[file, options]: ConstructorParameters<typeof Worker>) {
        if (start === "throws") throw new Error("no more threads");
        if (start === "dies") super("throw new Error('dies')", { ...options, eval: true });
        else super(file, options);
        started.push(this);
      }
    };
    vi.stubEnv("CUTS_CPU_THREADS", String(THREADS));
    kernels = new CpuKernels(SOURCE);
    await kernels.ready;
  });
  afterEach(() => {
    threads.Worker = Original;
    vi.unstubAllEnvs();
    kernels.dispose();
  });

  async function number() {
    const { backend } = kernels;
    const { address } = backend.allocate(8, backend.defaultStream);
    backend.write(address, new Uint8Array(8), backend.defaultStream, unwatched);
    const out = new Int32Array(1);
    return {
      address,
      read: async (): Promise<number> => {
        await backend.read(address, new Uint8Array(out.buffer), backend.createStream({}), unwatched);
        return out[0] as number;
      },
    };
  }

  async function expectWorks(): Promise<void> {
    const x = await number();
    const work = kernels.launch("step", [x.address, 3], MANY);
    expect(await work.over()).toBe("done");
    expect(await x.read()).toBe(3);
  }

  it("one that dies in the middle of a kernel fails its work, and the next runs", async () => {
    const x = await number();
    const running = kernels.launch("endless", [x.address], { grid: 64, block: [1, 1, 1] });
    const next = kernels.launch("step", [x.address, 4], MANY);
    // All are in the kernel.
    while ((await x.read()) < THREADS) await turn();
    expect(started).toHaveLength(THREADS);
    await started[1]?.terminate();
    expect(await running.over()).toBe("failed");
    expect(running.error).toMatchObject(DIED);
    expect(await next.over()).toBe("done");
    await expectWorks();
  });

  it("one that dies while it has nothing to do is replaced", async () => {
    await expectWorks();
    await Promise.all(started.map((worker) => worker.terminate()));
    await expectWorks();
  });

  it("where none can be started, work fails, and runs when one can be again", async () => {
    const x = await number();
    start = "throws";
    const refused = kernels.launch("step", [x.address, 1], MANY);
    expect(refused.error).toMatchObject(DIED);
    expect(String(refused.error)).toContain("no more threads");
    start = "well";
    await expectWorks();
  });

  it("where all die as they start, work fails, and runs when one lives", async () => {
    const x = await number();
    const works = [0, 1].map((i) => {
      start = "dies";
      return kernels.launch("step", [x.address, i], { ...MANY, stream: kernels.backend.createStream({}) });
    });
    for (const work of works) {
      expect(await work.over()).toBe("failed");
      expect(work.error).toMatchObject(DIED);
    }
    start = "well";
    await expectWorks();
  });
});
