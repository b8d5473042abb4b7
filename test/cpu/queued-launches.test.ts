// Launches that the workers take one after another without the main thread: their order, what a failure in the middle
// does to the others, and time limits that count from each launch's own begin.

import { unwatched } from "../../src/backend/work.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { BackendStream } from "../../src/backend/backend.js";
import { CpuKernels, Outcome } from "./cpu-kernels.js";

const SOURCE = `
#define KERNEL extern "C" __global__ void
// A loop whose end the compiler does not know, so that they run on the workers.
KERNEL step(int* x, int i) {
  for (int k = 0; k < gridDim.y; k++) if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) x[0] = x[0] * 1664525 + i;
}
KERNEL trapping(int* x, int when) { for (int k = 0; k < gridDim.y; k++) if (x[0] == when && blockIdx.x == 3) __trap(); }
struct Large { int values[400]; };
KERNEL large(int* x, Large a) { for (int i = threadIdx.x; i < 400; i += 32) atomicAdd(x, a.values[i]); }
KERNEL shout(int* x, int i) { for (int k = 0; k < gridDim.y; k++) if (blockIdx.x == 0 && threadIdx.x == 0) printf("%d\\n", i); }
KERNEL endless(volatile int* x) { for (;;) x[1] = x[1] + 1; }
KERNEL until(volatile int* flag) { while (*flag == 0) {} }
KERNEL spin(volatile int* x, int rounds) { for (int i = 0; i < rounds; i++) x[1] = x[1] + 1; }
`;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const SHAPE = { grid: 4, block: [32, 1, 1] } as const;

function steps(start: number, from: number, to: number): number {
  let x = start;
  for (let i = from; i < to; i++) x = (Math.imul(x, 1664525) + i) | 0;
  return x;
}

describe("queued launches", () => {
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

  const number = (): { address: number; read: () => Promise<number>; readSync: () => number } => {
    const memory = kernels.backend.allocate(8, a);
    kernels.backend.write(memory.address, new Uint8Array(8), a, unwatched);
    const out = new Int32Array(1);
    const bytes = new Uint8Array(out.buffer);
    return {
      address: memory.address,
      read: async () => {
        await kernels.backend.read(memory.address, bytes, a, unwatched);
        return out[0] as number;
      },
      readSync: () => {
        kernels.backend.readSync(memory.address, bytes, a, unwatched);
        return out[0] as number;
      },
    };
  };

  it.each(["await", "sync"])("many more than fit in the ring happen in order (%s)", async (how) => {
    const x = number();
    for (let i = 0; i < 700; i++) kernels.launch("step", [x.address, i], { ...SHAPE, stream: a });
    expect(how === "await" ? await x.read() : x.readSync()).toBe(steps(0, 0, 700));
  });

  it("parameters of any length reach their launch", async () => {
    const x = number();
    const values = Array.from({ length: 400 }, (_, i) => i);
    for (let i = 0; i < 20; i++)
      kernels.launch("large", [x.address, ...values.map((v) => v + i)], { ...SHAPE, grid: 1, stream: a });
    expect(await x.read()).toBe(20 * 79_800 + 400 * 190);
  });

  it.each(["one by one", "all at once"])("printed text comes in order, %s", async (how) => {
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    try {
      for (let i = 0; i < 300; i++) {
        kernels.launch("shout", [0, i], { ...SHAPE, stream: a });
        if (how === "one by one") await kernels.backend.synchronize(a);
      }
      await kernels.backend.synchronize(a);
      const printed = write.mock.calls.map(([text]) => String(text)).join("");
      expect(printed).toBe(Array.from({ length: 300 }, (_, i) => `${i}\n`).join(""));
    } finally {
      write.mockRestore();
    }
  });

  it("a failure in the middle skips what needs it, and nothing else of its stream", async () => {
    const [x, y] = [number(), number()];
    for (let i = 0; i < 30; i++) kernels.launch("step", [x.address, i], { ...SHAPE, stream: a });
    const failed = kernels.launch("trapping", [x.address, steps(0, 0, 30)], { ...SHAPE, stream: a });
    const skipped: Outcome[] = [];
    for (let i = 0; i < 60; i++) {
      const work = new Outcome(failed);
      skipped.push(kernels.launch("step", [x.address, i], { ...SHAPE, stream: a }, work));
      kernels.launch("step", [y.address, i], { ...SHAPE, stream: a });
    }
    await kernels.backend.synchronize(a);
    expect(failed.error).toMatchObject({ code: "CUTS_KERNEL_TRAP" });
    expect(skipped.map(({ error }) => error)).toEqual(skipped.map(() => failed.error));
    expect([await x.read(), await y.read()]).toEqual([steps(0, 0, 30), steps(0, 0, 60)]);
  });

  it("whether it can be done is asked when its turn has come", async () => {
    const x = number();
    const poisoned = new Outcome();
    poisoned.fail(new Error("first"));
    // Something before it makes what was missing.
    const repair = kernels.launch("step", [x.address, 1], { ...SHAPE, stream: a });
    const work = new (class extends Outcome {
      override obstacle(): unknown {
        return repair.ended === "done" ? undefined : poisoned.error;
      }
    })();
    kernels.launch("step", [x.address, 2], { ...SHAPE, stream: a }, work);
    expect(await x.read()).toBe(steps(steps(0, 1, 2), 2, 3));
    expect(work.ended).toBe("done");
  });

  it("a time limit counts from the launch's own begin", async () => {
    const x = number();
    // Together they take longer than each may.
    for (let i = 0; i < 12; i++)
      kernels.launch("spin", [x.address, 2_000_000], {
        grid: 1,
        block: [1, 1, 1],
        timeoutMs: 3000,
        stream: a,
      });
    expect(await x.read()).toBe(0);
  });

  it("a launch that does not end is stopped behind others, and those after it that do not need it run", async () => {
    const [x, y] = [number(), number()];
    for (let i = 0; i < 10; i++) kernels.launch("step", [x.address, i], { ...SHAPE, stream: a });
    const stopped = kernels.launch("endless", [x.address], {
      grid: 1,
      block: [1, 1, 1],
      timeoutMs: 300,
      stream: a,
    });
    for (let i = 0; i < 10; i++) {
      kernels.launch("step", [x.address, i], { ...SHAPE, stream: a }, new Outcome(stopped));
      kernels.launch("step", [y.address, i], { ...SHAPE, stream: a });
    }
    await kernels.backend.synchronize(a);
    expect(String(stopped.error)).toMatch(/endless.*300 ms/s);
    expect([await x.read(), await y.read()]).toEqual([steps(0, 0, 10), steps(0, 0, 10)]);
  });

  it("an event is done when what is before it is, although more is queued", async () => {
    const x = number();
    kernels.launch("step", [x.address, 1], { ...SHAPE, stream: a });
    const early = kernels.backend.record(a);
    // It ends when the host says so.
    const flag = number();
    kernels.launch("until", [flag.address], { grid: 1, block: [1, 1, 1], stream: a });
    const late = kernels.backend.record(a);
    await early.done;
    expect(late.isDone()).toBe(false);
    kernels.backend.write(flag.address, Uint8Array.of(1), b, unwatched);
    await late.done;
    expect(late.timeMs()).toBeGreaterThan(early.timeMs());
  });

  it("takes a module away only after the launches that use it", async () => {
    const other = new CpuKernels(SOURCE);
    await other.ready;
    const memory = other.backend.allocate(8, other.backend.defaultStream);
    other.backend.write(memory.address, new Uint8Array(8), other.backend.defaultStream, unwatched);
    for (let i = 0; i < 50; i++) other.launch("step", [memory.address, i], SHAPE);
    other.disposeModule();
    const out = new Int32Array(1);
    await other.backend.read(
      memory.address,
      new Uint8Array(out.buffer),
      other.backend.defaultStream,
      unwatched,
    );
    expect(out[0]).toBe(steps(0, 0, 50));
    other.backend.reset();
  });

  it("a reset ends what runs and what waits, and says so", async () => {
    const x = number();
    const running = kernels.launch("endless", [x.address], { grid: 1, block: [1, 1, 1], stream: a });
    const queued = kernels.launch("step", [x.address, 9], { ...SHAPE, stream: a });
    const event = kernels.backend.record(a);
    kernels.backend.waitFor(event, b);
    const elsewhere = kernels.launch("step", [x.address, 9], { ...SHAPE, stream: b });
    const read = kernels.backend.read(x.address, new Uint8Array(4), b, unwatched);
    // A thread runs it, so its end is not over with the call.
    const count = new Int32Array(2);
    const other = kernels.backend.createStream({});
    while (count[1] === 0)
      await kernels.backend.read(x.address, new Uint8Array(count.buffer), other, unwatched).then(turn);
    kernels.backend.reset();
    expect(running.ended).toBeUndefined();
    await Promise.all([event.done, expect(read).rejects.toMatchObject({ code: "CUTS_DEVICE_RESET" })]);
    for (const { error } of [running, queued, elsewhere])
      expect(error).toMatchObject({ code: "CUTS_DEVICE_RESET" });
    kernels.launch("step", [x.address, 9], { ...SHAPE, stream: a });
    expect(await x.read()).toBe(9);
  });
});
