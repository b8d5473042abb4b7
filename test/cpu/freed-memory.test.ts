// Memory that is freed while its stream has work goes to what the stream does next, and to nobody else before its turn. A
// kernel that waits for a flag keeps the device behind the program.

import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";

const source = `
#define KERNEL extern "C" __global__ void
KERNEL write_when(volatile int* flag, float* x, float value, int n) {
  while (*flag == 0) {}
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = value;
}
KERNEL copy_when(volatile int* flag, const float* x, float* out, int n) {
  while (*flag == 0) {}
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = x[i];
}
KERNEL write_late(float* x, int rounds, volatile int* isOver, int n) {
  for (int i = 0; i < rounds; i++) ((volatile float*)x)[0] = i;
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = -1;
  *isOver = 1;
}
KERNEL trap_when(volatile int* flag, float* x) {
  while (*flag == 0) {}
  __trap();
}
KERNEL write_forever(float* x, int n) {
  for (int i = 0;; i = (i + 1) % n) ((volatile float*)x)[i] = -1;
}
`;
const N = 1 << 16;
/** Blocks that are so small are given out again first. */
const FEW = 5000;
const ONE = { grid: 1, block: 1 } as const;

describe("memory that is freed while work uses it", () => {
  const device = cu.device("cpu");
  const compiled = cu.module(source, { device });
  const writeWhen = compiled.kernel("write_when");
  const copyWhen = compiled.kernel("copy_when");
  const writeLate = compiled.kernel("write_late");
  const trapWhen = compiled.kernel("trap_when");
  const writeForever = compiled.kernel("write_forever");
  let flag: cu.NDArray<"int32">;
  beforeAll(() => compiled.ready(), 120_000);
  // A reset ends all arrays.
  beforeEach(() => {
    flag = cu.managed("int32", [0], { device });
  });
  afterEach(async () => {
    if (!flag.isDisposed) go();
    await device.synchronize();
    flag.dispose();
  });
  const go = (): void => {
    flag.hostView()[0] = 1;
  };
  const committed = (): number => {
    const { liveBytes, cachedBytes } = device.memory();
    return liveBytes + cachedBytes;
  };
  /** Keeps the current stream busy until `go`, with a kernel that writes an array then, which is disposed meanwhile. */
  const occupy = (): bigint => {
    using x = cu.empty(N, { device });
    writeWhen(ONE, flag, x, -1, N);
    return x.address;
  };

  it("is that of the next array of a loop that does not wait, and figures follow", async () => {
    const address = occupy();
    const before = committed();
    const { liveBytes } = device.memory();
    const seen = new Set<bigint>();
    for (let i = 0; i < 100; i++) {
      using x = cu.full(N, i, { device });
      seen.add(x.address);
      expect(device.memory().liveBytes).toBe(liveBytes + 4 * N);
    }
    expect([...seen]).toEqual([address]);
    expect(device.memory().liveBytes).toBe(liveBytes);
    expect(committed()).toBe(before);
    go();
    await device.synchronize();
    expect(device.memory().liveBytes).toBe(liveBytes);
  });

  it("holds what its last owner writes", async () => {
    occupy();
    const results: Promise<Float32Array>[] = [];
    for (let i = 0; i < 20; i++) {
      using x = cu.full(N, i, { device });
      using y = x.add(0.5);
      results.push(y.data());
    }
    const kept = cu.full(N, 100, { device });
    go();
    const read = await Promise.all(results);
    for (const [i, data] of read.entries()) expect(data.every((value) => value === i + 0.5)).toBe(true);
    expect((await kept.data()).every((value) => value === 100)).toBe(true);
  });

  it("is not given to another stream, nor to data of the host", async () => {
    const address = occupy();
    using stream = cu.stream({ device });
    using other = cu.zeros(N, { stream });
    expect(other.address).not.toBe(address);
    const data = new Float32Array(N).fill(3);
    const isData = (values: Float32Array): boolean => values.every((value) => value === 3);
    using array = cu.array(data, { device });
    using buffer = cu.buffer("float32", data, { device });
    for (const x of [array, buffer]) {
      expect(x.address).not.toBe(address);
      expect(isData(x.hostView())).toBe(true);
    }
    using own = cu.zeros(N, { device });
    expect(own.address).toBe(address);
    go();
    expect(isData(await array.data())).toBe(true);
    expect(isData(await buffer.data())).toBe(true);
  });

  it("is written again after other streams have read it", async () => {
    using stream = cu.stream({ device });
    using out = cu.zeros(N, { device });
    const x = cu.zeros(N, { device });
    const { address } = x;
    copyWhen({ ...ONE, stream }, flag, x, out, N);
    x.dispose();
    using y = cu.full(N, 9, { device });
    expect(y.address).toBe(address);
    go();
    expect((await out.data()).every((value) => value === 0)).toBe(true);
    expect((await y.data()).every((value) => value === 9)).toBe(true);
  });

  it.each(["a view of a new array", "the address of a new array"])("is waited for by %s", async (what) => {
    using isOver = cu.managed("int32", [0], { device });
    const x = cu.empty(N, { device });
    const { address } = x;
    writeLate(ONE, x, 30_000_000, isOver, N);
    x.dispose();
    using y = cu.empty(N, { device });
    if (what === "the address of a new array") expect(y.address).toBe(address);
    else y.hostView().fill(7);
    expect(isOver.hostView()[0]).toBe(1);
    y.hostView().fill(7);
    await device.synchronize();
    expect(y.address).toBe(address);
    expect((await y.data()).every((value) => value === 7)).toBe(true);
  });

  it("is not lost with what was there before", async () => {
    const x = cu.zeros(N, { device });
    const { address } = x;
    trapWhen(ONE, flag, x);
    const reading = x.data();
    x.dispose();
    using y = cu.full(N, 2, { device });
    expect(y.address).toBe(address);
    go();
    await expect(reading).rejects.toMatchObject({ code: "CUTS_KERNEL_TRAP" });
    expect((await y.data()).every((value) => value === 2)).toBe(true);
  });

  it("is not written by a kernel that was stopped", async () => {
    const x = cu.zeros(N, { device });
    const { address } = x;
    writeForever({ ...ONE, timeoutMs: 20 }, x, N);
    const reading = x.data();
    x.dispose();
    using y = cu.full(N, 2, { device });
    expect(y.address).toBe(address);
    await expect(reading).rejects.toMatchObject({ code: "CUTS_LAUNCH_TIMEOUT" });
    for (let i = 0; i < 20; i++) {
      expect((await y.data()).every((value) => value === 2)).toBe(true);
    }
  });

  it("is as ordered in a graph", async () => {
    occupy();
    let inside: cu.NDArray | undefined;
    using graph = cu.graph(
      () => {
        inside = cu.full(N, 5, { device });
      },
      { device },
    );
    using stream = cu.stream({ device });
    graph.launch({ stream });
    go();
    expect((await inside?.data())?.every((value) => value === 5)).toBe(true);
    inside?.dispose();
  });

  it("is given to nobody before a kernel that a reset stops is gone", async () => {
    using stream = cu.stream({ device });
    const x = cu.zeros(FEW, { device });
    const { address } = x;
    await device.synchronize();
    writeForever({ ...ONE, stream }, x, FEW);
    const view = x.hostView();
    while (view[0] !== -1) await new Promise((resolve) => setImmediate(resolve));
    // The default stream waits for the kernel, and has the memory after it.
    x.fill(1);
    const reading = x.data().catch((error: cu.CutsError) => error.code);
    x.dispose();
    device.reset();
    using y = cu.array(new Float32Array(FEW).fill(3), { device });
    const { address: other } = y;
    expect(await reading).toBe("CUTS_DEVICE_RESET");
    expect(other).not.toBe(address);
    expect((await y.data()).every((value) => value === 3)).toBe(true);
  });
});
