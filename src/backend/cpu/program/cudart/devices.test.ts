import { describe, expect, it } from "vitest";
import { STRUCTS, structPlaces } from "./structs.js";
import { POINTER_BYTES } from "../../../../compiler/clang/pointer-size.js";
import { TestRuntime } from "../../../../../test/program-runner/cuda-runtime.js";

describe("the device", () => {
  it("is one, and current", () => {
    const t = new TestRuntime();
    expect(t.make("cudaGetDeviceCount")).toBe(1);
    expect(t.make("cudaGetDevice")).toBe(0);
    expect(t.call("cudaSetDevice", 0)).toBe("cudaSuccess");
    expect(t.call("cudaSetDevice", -1)).toBe("cudaErrorInvalidDevice");
    expect(t.call("cudaInitDevice", 0, 0, 0)).toBe("cudaSuccess");
    expect(t.call("cudaSetValidDevices", t.words(0, 1), 2)).toBe("cudaErrorInvalidDevice");
    expect(t.make("cudaChooseDevice", t.place(800))).toBe(0);
    expect(t.make("cudaDriverGetVersion")).toBe(13_000);
    expect(t.make("cudaRuntimeGetVersion")).toBe(13_000);
  });

  it("tells the same by properties and by attributes", () => {
    const t = new TestRuntime();
    const { byteLength, offset } = structPlaces("cudaDeviceProp");
    const properties = t.place(byteLength);
    expect(t.call("cudaGetDeviceProperties", properties, 0)).toBe("cudaSuccess");
    const field = (name: string, i = 0): number => t.guest.u32(properties + (offset[name] ?? 0) + 4 * i);
    const attribute = (number: number): number => t.make("cudaDeviceGetAttribute", number, 0);
    expect(t.guest.text(properties)).toBe("test device");
    expect([field("warpSize"), field("maxGridSize", 1), field("multiProcessorCount")]).toEqual([
      32, 65_535, 4,
    ]);
    expect([attribute(10), attribute(6), attribute(16)]).toEqual([32, 65_535, 4]);
    expect([field("major"), field("minor"), attribute(75)]).toEqual([9, 0, 9]);
    expect(t.guest.word(properties + (offset["totalGlobalMem"] ?? 0))).toBe(2 ** 32);
    expect(t.call("cudaDeviceGetAttribute", t.place(), 4711, 0)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaDeviceGetAttribute", t.place(), 10, 1)).toBe("cudaErrorInvalidDevice");
    expect(t.call("cudaGetDeviceProperties", properties, 1)).toBe("cudaErrorInvalidDevice");
  });

  it("keeps limits, flags and preferences", () => {
    const t = new TestRuntime();
    expect(t.make("cudaDeviceGetLimit", 2)).toBe(8_388_608);
    expect(t.call("cudaDeviceSetLimit", 2, 1000)).toBe("cudaSuccess");
    expect(t.make("cudaDeviceGetLimit", 2)).toBe(1000);
    expect(t.call("cudaDeviceSetLimit", 77, 1)).toBe("cudaErrorUnsupportedLimit");
    expect(t.call("cudaDeviceGetLimit", t.place(), 77)).toBe("cudaErrorUnsupportedLimit");
    expect(t.call("cudaSetDeviceFlags", 8)).toBe("cudaSuccess");
    expect(t.make("cudaGetDeviceFlags")).toBe(8);
    expect(t.call("cudaDeviceSetCacheConfig", 2)).toBe("cudaSuccess");
    expect(t.make("cudaDeviceGetCacheConfig")).toBe(2);
    expect(t.call("cudaDeviceSetSharedMemConfig", 0)).toBe("cudaSuccess");
    expect(t.make("cudaDeviceGetSharedMemConfig")).toBe(1);
    const [least, greatest] = [t.place(), t.place()];
    t.call("cudaDeviceGetStreamPriorityRange", least, greatest);
    expect([t.guest.i32(least), t.guest.i32(greatest)]).toEqual([0, -5]);
    const text = t.place(16);
    t.call("cudaDeviceGetPCIBusId", text, 16, 0);
    expect(t.make("cudaDeviceGetByPCIBusId", text)).toBe(0);
    for (const name of [
      "cudaProfilerStart",
      "cudaProfilerStop",
      "cudaCtxResetPersistingL2Cache",
      "cudaThreadExit",
    ])
      expect(t.call(name)).toBe("cudaSuccess");
  });

  it("has no peers and no other processes", () => {
    const t = new TestRuntime();
    expect(t.make("cudaDeviceCanAccessPeer", 0, 0)).toBe(0);
    expect(t.call("cudaDeviceCanAccessPeer", t.place(), 0, 1)).toBe("cudaErrorInvalidDevice");
    expect(t.call("cudaDeviceEnablePeerAccess", 1, 0)).toBe("cudaErrorInvalidDevice");
    expect(t.call("cudaDeviceDisablePeerAccess", 0)).toBe("cudaErrorPeerAccessNotEnabled");
    expect(t.call("cudaDeviceGetP2PAttribute", t.place(), 1, 0, 1)).toBe("cudaErrorInvalidDevice");
    const handle = t.place(64);
    for (const [name, ...args] of [
      ["cudaIpcGetMemHandle", handle, 0],
      ["cudaIpcOpenMemHandle", t.place(), handle, 0],
      ["cudaIpcCloseMemHandle", 0],
      ["cudaIpcGetEventHandle", handle, 0],
      ["cudaIpcOpenEventHandle", t.place(), handle],
    ] as const)
      expect(t.call(name, ...args)).toBe("cudaErrorNotSupported");
    expect(t.warnings[0]).toContain("not supported on the cpu device");
  });
});

describe("structures", () => {
  it("have the layout that C gives them", () => {
    expect(structPlaces("cudaMemcpy3DParms")).toMatchObject({
      byteLength: 20 * POINTER_BYTES,
      offset: {
        srcArray: 0,
        srcPos: POINTER_BYTES,
        srcPtr: 4 * POINTER_BYTES,
        dstArray: 8 * POINTER_BYTES,
        dstPos: 9 * POINTER_BYTES,
        dstPtr: 12 * POINTER_BYTES,
        extent: 16 * POINTER_BYTES,
        kind: 19 * POINTER_BYTES,
      },
    });
    expect(structPlaces("cudaKernelNodeParams").offset["kernelParams"]).toBe(32 + POINTER_BYTES);
    for (const name of Object.keys(STRUCTS))
      expect(structPlaces(name as keyof typeof STRUCTS).byteLength).toBeGreaterThan(0);
  });
});
