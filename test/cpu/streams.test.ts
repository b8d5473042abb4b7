// Streams of the cpu device side by side: each has its own order, between them there is only what events say. A long kernel
// of one holds up no other, and what fails on one fails alone.

import { unwatched } from "../../src/backend/work.js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BackendStream } from "../../src/backend/backend.js";
import { CpuKernels, Outcome } from "./cpu-kernels.js";

const SOURCE = `
#define KERNEL extern "C" __global__ void
KERNEL until(volatile int* flag) { while (*flag == 0) {} }
// A loop whose end the compiler does not know keeps a kernel off the calling thread.
KERNEL step(int* x, int i) {
  for (int k = 0; k < gridDim.y; k++) if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) x[0] = x[0] * 1664525 + i;
}
KERNEL small(int* x, int i) { if (threadIdx.x == 0) x[0] = x[0] * 1664525 + i; }
KERNEL add(int* x, const int* y) { for (int k = 0; k < gridDim.y; k++) if (blockIdx.x == 0 && threadIdx.x == 0) x[0] += y[0]; }
KERNEL trap(int* x) { for (int k = 0; k < gridDim.y; k++) if (blockIdx.x == 1) __trap(); }
KERNEL small_trap(int* x) { __trap(); }
KERNEL count(int* x, int rounds) { for (int i = 0; i < rounds; i++) atomicAdd(x, 1); }
KERNEL shout(int* x, int i) { for (int k = 0; k < gridDim.y; k++) if (blockIdx.x == 0 && threadIdx.x == 0) printf("%d\\n", i); }
`;

const MANY = { grid: 4, block: [32, 1, 1] } as const;
const ONE = { grid: 1, block: [1, 1, 1] } as const;
const word = (value: number): Uint8Array => new Uint8Array(Int32Array.of(value).buffer);

describe("streams of the cpu device", () => {
  let kernels: CpuKernels;
  beforeAll(async () => {
    kernels = new CpuKernels(SOURCE);
    await kernels.ready;
  });
  afterAll(() => kernels.dispose());

  const stream = (): BackendStream => kernels.backend.createStream({});

  /** A number on the device; read and written on any stream. */
  function number(value = 0) {
    const { backend } = kernels;
    const { address } = backend.allocate(4, backend.defaultStream);
    backend.write(address, word(value), backend.defaultStream, unwatched);
    return {
      address,
      set: (to: number, on: BackendStream) => backend.write(address, word(to), on, unwatched),
      read: async (on: BackendStream): Promise<number> => {
        const out = new Int32Array(1);
        await backend.read(address, new Uint8Array(out.buffer), on, unwatched);
        return out[0] as number;
      },
      readSync: (on: BackendStream): number => {
        const out = new Int32Array(1);
        backend.readSync(address, new Uint8Array(out.buffer), on, unwatched);
        return out[0] as number;
      },
    };
  }

  it.each(["await", "sync"])("work of one is done while a kernel of another runs (%s)", async (how) => {
    const [s, t] = [stream(), stream()];
    const [flag, x] = [number(), number()];
    // As many blocks as can run at once wait for the host.
    const long = kernels.launch("until", [flag.address], { ...MANY, grid: 64, stream: s });
    for (let i = 0; i < 300; i++) kernels.launch("step", [x.address, 1], { ...MANY, stream: t });
    const event = kernels.backend.record(t);
    if (how === "await") await event.done;
    const value = how === "await" ? await x.read(t) : x.readSync(t);
    expect(long.ended).toBeUndefined();
    let expected = 0;
    for (let i = 0; i < 300; i++) expected = (Math.imul(expected, 1664525) + 1) | 0;
    expect(value).toBe(expected);
    flag.set(1, t);
    expect(await long.over()).toBe("done");
  });

  it("each of many goes on while kernels of all others run", async () => {
    const streams = Array.from({ length: 7 }, stream);
    const flags = streams.map(() => number());
    const ended: number[] = [];
    streams.forEach((s, i) => {
      const { address } = flags[i] as { address: number };
      void kernels
        .launch("until", [address], { ...ONE, grid: 8, stream: s })
        .over()
        .then(() => ended.push(i));
    });
    const other = stream();
    // The last first, each only when the one before is over.
    for (let i = 6; i >= 0; i--) {
      flags[i]?.set(1, other);
      await kernels.backend.synchronize(streams[i] as BackendStream);
    }
    expect(ended).toEqual([6, 5, 4, 3, 2, 1, 0]);
  });

  it("more streams than lanes take their turns", async () => {
    const streams = Array.from({ length: 30 }, stream);
    const sums = streams.map(() => number());
    for (let round = 0; round < 40; round++) {
      streams.forEach((s, i) => {
        kernels.launch("count", [sums[i]?.address as number, 3], { ...MANY, stream: s });
      });
    }
    for (const [i, s] of streams.entries()) expect(await sums[i]?.read(s)).toBe(40 * 4 * 32 * 3);
  });

  it("a wait is an order, whatever becomes of what it waits for", async () => {
    const [s, t] = [stream(), stream()];
    const [flag, x] = [number(), number(1)];
    kernels.launch("until", [flag.address], { ...ONE, stream: s });
    const failed = kernels.launch("trap", [x.address], { ...MANY, stream: s });
    kernels.launch("step", [x.address, 5], { ...MANY, stream: s });
    kernels.backend.waitFor(kernels.backend.record(s), t);
    const after = kernels.launch("step", [x.address, 7], { ...MANY, stream: t });
    const needs = kernels.launch("step", [x.address, 9], { ...MANY, stream: t }, new Outcome(failed));
    expect(after.ended).toBeUndefined();
    flag.set(1, stream());
    await kernels.backend.synchronize(t);
    expect([failed.ended, after.ended, needs.ended]).toEqual(["failed", "done", "failed"]);
    expect(needs.error).toBe(failed.error);
    expect(await x.read(t)).toBe((Math.imul(1664525 + 5, 1664525) + 7) | 0);
  });

  it("what is printed by one comes in order", async () => {
    const texts: string[] = [];
    const { createCpuBackend } = await import("../../src/backend/cpu/cpu-backend.js");
    const own = new CpuKernels(
      SOURCE,
      createCpuBackend({ print: (bytes) => texts.push(Buffer.from(bytes).toString()) }),
    );
    await own.ready;
    const streams = [own.backend.createStream({}), own.backend.createStream({})];
    for (let i = 0; i < 200; i++)
      own.launch("shout", [0, i], { ...MANY, stream: streams[i % 2] as BackendStream });
    for (const s of streams) await own.backend.synchronize(s);
    const lines = texts.join("").trim().split("\n").map(Number);
    for (const parity of [0, 1]) {
      expect(lines.filter((n) => n % 2 === parity)).toEqual(
        Array.from({ length: 100 }, (_, i) => 2 * i + parity),
      );
    }
    own.dispose();
  });

  // Every number belongs to one stream at a time: work on it waits for the stream that used it last, as the runtime does.
  interface Step {
    readonly kind:
      | "step"
      | "small"
      | "add"
      | "trap"
      | "small_trap"
      | "write"
      | "copy"
      | "fill"
      | "read"
      | "wait";
    readonly on: number;
    readonly x: number;
    readonly y: number;
    readonly value: number;
  }
  const STREAMS = 4;
  const NUMBERS = 5;
  const steps = fc.array(
    fc.record<Step>({
      kind: fc.constantFrom(
        ...([
          "step",
          "step",
          "step",
          "small",
          "small",
          "add",
          "add",
          "write",
          "copy",
          "fill",
          "read",
          "wait",
        ] as const),
        ...(["trap", "small_trap"] as const),
      ),
      on: fc.nat(STREAMS - 1),
      x: fc.nat(NUMBERS - 1),
      y: fc.nat(NUMBERS - 1),
      value: fc.nat(1000),
    }),
    { minLength: 1, maxLength: 60 },
  );

  it("random work with faults does what a model says", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (program) => {
        const { backend } = kernels;
        const streams = Array.from({ length: STREAMS }, stream);
        const numbers = Array.from({ length: NUMBERS }, () => number());
        const address = (i: number): number => (numbers[i] as { address: number }).address;
        // The model: the value of each number, or why it is not there; where it was used last.
        const values = numbers.map(() => 0);
        const makers: (Outcome | undefined)[] = numbers.map(() => undefined);
        const users = numbers.map(() => 0);
        const isBroken = (i: number): boolean => broken[i] === true;
        const broken: boolean[] = numbers.map(() => false);
        const checks: (() => Promise<void> | void)[] = [];

        const use = (i: number, on: number): void => {
          const last = users[i] as number;
          if (last !== on)
            backend.waitFor(backend.record(streams[last] as BackendStream), streams[on] as BackendStream);
          users[i] = on;
        };
        // Work that reads some numbers and makes one.
        const make = (x: number, reads: readonly number[]): Outcome => {
          const needs = reads.flatMap((i) => makers[i] ?? []);
          const outcome = new Outcome(...needs);
          makers[x] = outcome;
          return outcome;
        };
        for (const { kind, on, x, y, value } of program) {
          const at = streams[on] as BackendStream;
          if (kind === "wait") {
            backend.waitFor(backend.record(streams[y % STREAMS] as BackendStream), at);
            continue;
          }
          use(x, on);
          const isTrap = kind === "trap" || kind === "small_trap";
          const reads =
            kind === "write" || kind === "fill" ? [] : kind === "copy" ? [y] : kind === "add" ? [x, y] : [x];
          if (reads.includes(y)) use(y, on);
          const canRun = !reads.some(isBroken);
          if (kind === "read") {
            const expected = values[x];
            const out = new Int32Array(1);
            const read = backend.read(
              address(x),
              new Uint8Array(out.buffer),
              at,
              new Outcome(...(makers[x] ? [makers[x]] : [])),
            );
            read.catch(() => {});
            const maker = makers[x];
            checks.push(async () => {
              if (canRun) {
                await read;
                expect(out[0]).toBe(expected);
              } else await expect(read).rejects.toBe(maker?.error);
            });
            continue;
          }
          const before = reads.flatMap((i) => makers[i] ?? []);
          const outcome = make(x, reads);
          const options = { ...(kind === "small" || kind === "small_trap" ? ONE : MANY), stream: at };
          if (kind === "write") backend.write(address(x), word(value), at, outcome);
          else if (kind === "fill") backend.fill(address(x), Uint8Array.of(value & 255), 4, at, outcome);
          else if (kind === "copy") backend.copy(address(x), address(y), 4, at, outcome);
          else if (kind === "add") kernels.launch("add", [address(x), address(y)], options, outcome);
          else if (isTrap) kernels.launch(kind, [address(x)], options, outcome);
          else kernels.launch(kind, [address(x), value], options, outcome);
          const isDone = canRun && !isTrap;
          checks.push(async () => {
            expect(await outcome.over()).toBe(isDone ? "done" : "failed");
            // Skipped work has the error of what it needed; a trap its own.
            if (!canRun) expect(before.map(({ error }) => error)).toContain(outcome.error);
            else if (isTrap) expect(outcome.error).toMatchObject({ code: "CUTS_KERNEL_TRAP" });
          });
          broken[x] = !isDone;
          if (!isDone) continue;
          const old = values[x] as number;
          if (kind === "write") values[x] = value;
          else if (kind === "fill") values[x] = Math.imul(value & 255, 0x01010101);
          else if (kind === "copy") values[x] = values[y] as number;
          else if (kind === "add") values[x] = (old + (values[y] as number)) | 0;
          else values[x] = (Math.imul(old, 1664525) + value) | 0;
        }
        for (const check of checks) await check();
        for (const [i, { read }] of numbers.entries()) {
          if (!isBroken(i)) expect(await read(streams[users[i] as number] as BackendStream)).toBe(values[i]);
        }
      }),
      { numRuns: 150 },
    );
  });
});
