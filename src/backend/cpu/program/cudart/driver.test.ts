import { describe, expect, it } from "vitest";
import { TestRuntime } from "../../../../../test/program-runner/cuda-runtime.js";

describe("the driver API", () => {
  it("knows the device and its context", () => {
    const t = new TestRuntime();
    expect(t.value("cuInit", 0)).toBe(0);
    expect(t.value("cuInit", 1)).toBe(1);
    expect(t.make("cuDriverGetVersion")).toBe(13_000);
    expect(t.make("cuDeviceGetCount")).toBe(1);
    expect(t.make("cuDeviceGet", 0)).toBe(0);
    expect(t.value("cuDeviceGet", t.place(), 1)).toBe(101);
    const name = t.place(16);
    expect(t.value("cuDeviceGetName", name, 5, 0)).toBe(0);
    expect(t.guest.text(name)).toBe("test");
    const bytes = t.place();
    expect(t.value("cuDeviceTotalMem", bytes, 0)).toBe(0);
    expect(t.guest.word(bytes)).toBe(2 ** 32);
    expect(t.make("cuDeviceGetAttribute", 16, 0)).toBe(4);
    const launchesOnSeveral = t.words(1);
    expect(t.value("cuDeviceGetAttribute", launchesOnSeveral, 96, 0)).toBe(0);
    expect(t.guest.u32(launchesOnSeveral)).toBe(0);
    const [major, minor] = [t.place(), t.place()];
    expect(t.value("cuDeviceComputeCapability", major, minor, 0)).toBe(0);
    expect([t.guest.u32(major), t.guest.u32(minor)]).toEqual([9, 0]);
    expect(t.make("cuDeviceCanAccessPeer", 0, 0)).toBe(0);
    const context = t.make("cuCtxCreate", 0, 0);
    expect([
      t.make("cuCtxGetCurrent"),
      t.make("cuCtxPopCurrent"),
      t.make("cuDevicePrimaryCtxRetain", 0),
    ]).toEqual(Array(3).fill(context));
    for (const call of ["cuCtxSetCurrent", "cuCtxPushCurrent", "cuCtxDestroy", "cuDevicePrimaryCtxRelease"])
      expect(t.value(call, context)).toBe(0);
    expect(t.make("cuCtxGetDevice")).toBe(0);
    expect(t.value("cuCtxSynchronize")).toBe(0);
  });

  it("allocates, fills and copies", () => {
    const t = new TestRuntime();
    const own = t.words(1, 2);
    const [p, q] = [t.make("cuMemAlloc", 8), t.make("cuMemAllocManaged", 8, 1)];
    expect(t.value("cuMemAlloc", t.place(), 0)).toBe(1);
    expect(t.value("cuMemcpyHtoD", p, own, 8)).toBe(0);
    expect(t.value("cuMemcpyDtoD", q, p, 8)).toBe(0);
    expect(t.value("cuMemcpyDtoH", own, p + 4, 4)).toBe(0);
    expect(t.guest.u32(own)).toBe(2);
    expect(t.value("cuMemcpyHtoD", own, p, 8)).toBe(1);
    expect(t.value("cuMemcpyHtoDAsync", p, own, 4, 0)).toBe(0);
    expect(t.value("cuMemcpyDtoDAsync", q, p, 4, 0)).toBe(0);
    expect(t.value("cuMemcpyDtoHAsync", own + 4, q, 4, 0)).toBe(0);
    expect(t.guest.u32(own + 4)).toBe(2);
    t.value("cuMemsetD32", p, 0x01020304, 2);
    t.value("cuMemsetD16", p, 0x0506, 1);
    t.value("cuMemsetD8", p, 7, 1);
    t.value("cuCtxSynchronize");
    expect([t.guest.u32(p), t.guest.u32(p + 4)]).toEqual([0x01020507, 0x01020304]);
    expect(t.value("cuMemsetD32", p, 0, 3)).toBe(1);
    const pitch = t.place();
    t.make("cuMemAllocPitch", pitch, 100, 2, 4);
    expect(t.guest.u32(pitch)).toBe(512);
    expect(t.value("cuMemFree", p)).toBe(0);
    expect(t.value("cuMemFree", p)).toBe(1);
    expect(t.value("cuMemFreeHost", t.make("cuMemAllocHost", 4))).toBe(0);
    expect(t.value("cuMemGetInfo", t.place(), t.place())).toBe(0);
  });

  it("launches kernels of the program, arguments by pointers or packed", () => {
    const runs: number[][] = [];
    const t = new TestRuntime({ k: { pointers: [false, false], run: (words) => void runs.push(words) } });
    const kernel = t.make("cudaGetFuncBySymbol", t.stub(0));
    const launch = (block: number, pointers: number, extra: number): number =>
      t.value("cuLaunchKernel", kernel, 1, 1, 1, block, 1, 1, 0, 0, pointers, extra);
    expect(launch(32, t.pointers(t.pointers(1), t.pointers(2)), 0)).toBe(0);
    expect(launch(32, 0, t.pointers(1, t.pointers(3, 4), 2, t.pointers(16), 0))).toBe(0);
    expect(launch(2000, t.pointers(t.pointers(1), t.pointers(2)), 0)).toBe(1);
    expect(t.value("cuLaunchKernel", 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0)).toBe(400);
    t.value("cuCtxSynchronize");
    expect(runs).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(t.make("cuFuncGetAttribute", 0, kernel)).toBe(1024);
    expect(t.value("cuFuncSetAttribute", kernel, 8, 65_536)).toBe(0);
    expect(t.make("cuFuncGetAttribute", 8, kernel)).toBe(65_536);
  });

  it("has streams and events", () => {
    const t = new TestRuntime();
    const stream = t.make("cuStreamCreate", 0);
    const [start, end] = [t.make("cuEventCreate", 0), t.make("cuEventCreate", 0)];
    expect(t.value("cuEventRecord", start, stream)).toBe(0);
    expect(t.value("cuEventRecord", end, stream)).toBe(0);
    expect(t.value("cuEventSynchronize", end)).toBe(0);
    expect(t.value("cuEventElapsedTime", t.place(), start, end)).toBe(0);
    expect(t.value("cuEventDestroy", end)).toBe(0);
    expect(t.value("cuStreamSynchronize", stream)).toBe(0);
    expect(t.value("cuStreamDestroy", stream)).toBe(0);
  });

  it("names errors", () => {
    const t = new TestRuntime();
    const place = t.place();
    expect(t.value("cuGetErrorName", 400, place)).toBe(0);
    expect(t.guest.text(t.guest.u32(place))).toBe("CUDA_ERROR_INVALID_HANDLE");
    expect(t.value("cuGetErrorString", 2, place)).toBe(0);
    expect(t.guest.text(t.guest.u32(place))).toBe("out of memory");
    expect(t.value("cuGetErrorName", 12_345, place)).toBe(1);
  });
});
