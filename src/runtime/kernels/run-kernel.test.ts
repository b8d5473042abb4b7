import { beforeEach, describe, expect, it } from "vitest";
import { registerFake } from "../../../test/runtime/fake-backend.js";
import { buffer } from "../../array/array.js";
import { kernel } from "./kernel.js";
import { liveHandles } from "../lifetimes/handle.js";
import { scope } from "../lifetimes/scope.js";
import { stream } from "../order/stream.js";

const fake = registerFake("fake:0");
const on = { device: "fake:0" };
const one = { grid: 1, block: 1 };
const k = kernel('extern "C" __global__ void k(const float* a, float* out, int n) {}', on);
const two = kernel('extern "C" __global__ void two(float* a, float* b) {}', on);
const halves = kernel('extern "C" __global__ void halves(const __half* a, unsigned char* b, void* c) {}', on);

beforeEach(() => fake.clearLog());

describe("run()", () => {
  it("copies typed arrays in, and back only what the kernel may write", async () => {
    const a = Float32Array.of(1, 2);
    const out = Float32Array.of(3, 4);
    fake.onLaunch = (parameters) => {
      const address = Number(Buffer.from(parameters).readBigUInt64LE(8));
      fake.memoryBytes.set(new Uint8Array(Float32Array.of(7, 8).buffer), address);
    };
    await k.run(one, a, out, 2);
    fake.onLaunch = () => {};
    expect(out).toEqual(Float32Array.of(7, 8));
    expect(a).toEqual(Float32Array.of(1, 2));
    const verbs = fake.log.map((line) => line.split(" ")[0]);
    expect(verbs).toEqual([
      "allocate",
      "write",
      "allocate",
      "write",
      "launch",
      "read",
      "read",
      "free",
      "free",
    ]);
    expect(fake.live.size).toBe(0);
  });

  it("takes array objects as they are, and settles when the stream is done", async () => {
    using x = buffer("float32", [1], on);
    fake.clearLog();
    await k.run(one, x, x, 1);
    expect(fake.log).toEqual(["launch k on 0", "read 0 on 0"]);
    fake.failing.set("k", new Error("trap"));
    await expect(k.run(one, x, x, 1)).rejects.toThrow("trap");
    fake.failing.clear();
  });

  it("uses the stream of its configuration", async () => {
    using s = stream(on);
    fake.clearLog();
    await k.run({ ...one, stream: s }, new Float32Array(1), new Float32Array(1), 1);
    expect(new Set(fake.log.map((line) => line.replace(/.* on /, "")))).toHaveProperty("size", 1);
    expect(fake.launches[0]?.stream).toBeGreaterThan(0);
  });

  it("gives one array that is passed twice one place on the device", async () => {
    const a = Float32Array.of(1);
    await two.run(one, a, a);
    expect(fake.log.filter((line) => line.startsWith("allocate"))).toHaveLength(1);
    const [block] = fake.launches;
    expect(block?.parameters.slice(0, 8)).toEqual(block?.parameters.slice(8, 16));
  });

  it("lets arrays that share memory share it on the device, and brings back what is written", async () => {
    const memory = Float32Array.of(1, 2, 3, 4, 5, 6);
    fake.onLaunch = (parameters) => {
      const [a, b] = new BigUint64Array(Uint8Array.from(parameters).buffer);
      const onDevice = new Float32Array(fake.memoryBytes.buffer, Number(a), 3);
      expect(Number(b)).toBe(Number(a) + 8);
      expect([...onDevice]).toEqual([2, 3, 4]);
      onDevice.set([7, 8, 9]);
    };
    await two.run(one, memory.subarray(1, 4), memory.subarray(3));
    fake.onLaunch = () => {};
    expect([...memory]).toEqual([1, 7, 8, 9, 5, 6]);
    expect(fake.live.size).toBe(0);
  });

  it("keeps arrays apart that touch, and brings nothing back for one that is only read", async () => {
    const memory = new Float32Array(4);
    await two.run(one, memory.subarray(0, 2), memory.subarray(2));
    expect(fake.log.filter((line) => line.startsWith("allocate"))).toHaveLength(2);
    fake.clearLog();
    await k.run(one, memory, memory.subarray(2), 2);
    const read = fake.log.filter((line) => line.startsWith("read")).map((line) => line.split(" ")[1]);
    expect(read).toEqual(["8", "0"]);
  });

  it("takes the typed array that stores the declared type, and no other", async () => {
    await halves.run(one, new Uint16Array(2), new Uint8ClampedArray(2), new BigInt64Array(1));
    const wrong = halves.run(one, new Float32Array(2) as never, new Uint8Array(2), new Uint8Array(1));
    await expect(wrong).rejects.toThrow(
      "Cannot use argument 1 (a) of halves as const __half*: it must be a Uint16Array (got Float32Array(2))\nTry: Uint16Array.from(values)",
    );
    await expect(k.run(one, new Float64Array(2) as never, new Float32Array(2), 2)).rejects.toThrow(
      "it must be a Float32Array (got Float64Array(2))",
    );
    await expect((k.run as (...args: unknown[]) => Promise<void>)(one)).rejects.toThrow(
      "it takes 3 arguments",
    );
    expect(fake.launches).toHaveLength(1);
    expect(fake.live.size).toBe(0);
  });

  it("gives back its copies when the launch is refused, and makes no handles", async () => {
    const before = liveHandles().length;
    await scope(async () => {
      const failing = k.run({ grid: 0, block: 1 }, new Float32Array(1), new Float32Array(1), 1);
      await expect(failing).rejects.toThrow("grid");
      await expect(k.run(one, new Float32Array(1), new Float32Array(1), 0.5)).rejects.toThrow("whole number");
    });
    expect(liveHandles()).toHaveLength(before);
    expect(fake.live.size).toBe(0);
  });

  it("works on empty arrays and on no threads", async () => {
    await k.run({ threads: 0 }, new Float32Array(0), new Float32Array(0), 0);
    expect(fake.launches).toEqual([]);
    await k.run(one, new Float32Array(0), new Float32Array(0), 0);
    expect(fake.launches[0]?.parameters).toEqual(new Uint8Array(20));
  });

  it("refuses an array that was transferred away before", async () => {
    const gone = new Float32Array(4);
    structuredClone(gone, { transfer: [gone.buffer] });
    const refusal = { code: "CUTS_ARGUMENT_DETACHED" };
    await expect(k.run(one, gone, new Float32Array(4), 0)).rejects.toMatchObject(refusal);
    expect(fake.live.size).toBe(0);
  });
});
