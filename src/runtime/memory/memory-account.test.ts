import { afterEach, describe, expect, it } from "vitest";
import { registerFake } from "../../../test/runtime/fake-backend.js";
import { buffer, ones } from "../../array/array.js";
import { device } from "../devices/devices.js";
import { kernel } from "../kernels/kernel.js";
import { readLimit } from "./memory-account.js";

describe("CUTS_MEMORY_LIMIT", () => {
  it.each([
    ["", undefined],
    ["1000", 1000],
    ["2 KiB", 2048],
    ["1.5G", 1.5 * 2 ** 30],
    ["4gb", 4 * 2 ** 30],
    ["64MiB", 64 * 2 ** 20],
    ["50%", 500],
  ])("%s", (setting, bytes) => {
    expect(readLimit(() => 1000, setting)).toBe(bytes);
  });

  it.each(["much", "-1", "5 apples"])("%s is refused", (setting) => {
    expect(() => readLimit(() => 1000, setting)).toThrow(expect.objectContaining({ code: "CUTS_LIMIT" }));
  });
});

describe("a limit on memory", () => {
  afterEach(() => delete process.env["CUTS_MEMORY_LIMIT"]);

  it("is that of the environment until a program sets another", () => {
    process.env["CUTS_MEMORY_LIMIT"] = "8KiB";
    registerFake("limited:0");
    const options = { device: "limited:0" };
    const limited = device("limited:0");
    expect(limited.memoryLimit).toBe(8192);
    using kept = buffer("uint8", 6000, options);
    expect(() => buffer("uint8", 3000, options)).toThrow(
      "Cannot allocate 2.9 KiB on limited:0: arrays may take 8.0 KiB in all (cudaErrorMemoryAllocation; got 5.9 KiB in use)",
    );
    limited.memoryLimit = undefined;
    buffer("uint8", 3000, options).dispose();
    expect(limited.memory()).toMatchObject({ peakBytes: 9000, allocations: 2, limitBytes: undefined });
    expect(kept.length).toBe(6000);
  });

  it("is kept by arrays that were given back and wait behind a kernel that is being compiled", () => {
    const fake = registerFake("limited:1", { slowCompiler: true });
    const limited = device("limited:1");
    limited.memoryLimit = 4096;
    const k = kernel('extern "C" __global__ void k(float* x) {}', { device: limited });
    let most = 0;
    for (let i = 0; i < 16; i++) {
      using x = buffer("float32", 256, { device: limited });
      k({ grid: 1, block: 1 }, x);
      most = Math.max(most, fake.memory().liveBytes);
    }
    // What waits, and what is in use.
    expect(most).toBeLessThanOrEqual(2 * 4096);
  });
});

describe("memory in use", () => {
  it("is what arrays ask for, and never more than at the peak", async () => {
    using x = ones(1000, { device: "cpu" });
    const own = device("cpu");
    expect(own.memory()).toMatchObject({ liveBytes: 4000, peakBytes: 4000 });
    // The device gets threads and stacks by this, which are nobody's arrays.
    const k = kernel('extern "C" __global__ void k(int* x) { for (int i = 0; i < x[0]; i++) x[1]++; }', {
      device: "cpu",
    });
    await k.run({ grid: 1, block: 1 }, Int32Array.of(1, 2));
    expect(own.memory()).toMatchObject({ liveBytes: 4000, peakBytes: 4008 });
    x.dispose();
    expect(own.memory()).toMatchObject({ liveBytes: 0, peakBytes: 4008 });
  });
});

describe("dropped arrays", () => {
  it("are collected within a synchronous loop", () => {
    const fake = registerFake("small:0");
    const total = fake.memoryBytes.byteLength;
    let most = 0;
    // Eight times the memory; the fake itself never runs out.
    for (let bytes = 0; bytes < 8 * total; bytes += 65_536) {
      buffer("uint8", 65_536, { device: "small:0" });
      most = Math.max(most, fake.memory().liveBytes);
    }
    expect(most).toBeLessThan(total);
  });
});
