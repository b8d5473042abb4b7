import { describe, expect, it } from "vitest";
import { structAt } from "./structs.js";
import { TestRuntime } from "../../../../../test/program-runner/cuda-runtime.js";

const HOST_TO_HOST = 0;
const HOST_TO_DEVICE = 1;
const DEVICE_TO_HOST = 2;
const DEVICE_TO_DEVICE = 3;
const DEFAULT = 4;

describe("allocation", () => {
  it("gives memory and takes it back once", () => {
    const t = new TestRuntime();
    const p = t.make("cudaMalloc", 1000);
    expect(p).toBeGreaterThan(0);
    expect(t.call("cudaFree", p)).toBe("cudaSuccess");
    expect(t.call("cudaFree", p)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaFree", 0)).toBe("cudaSuccess");
    expect(t.call("cudaFree", t.place())).toBe("cudaErrorInvalidValue");
  });

  it("of nothing is null; of too much is an error", () => {
    const t = new TestRuntime();
    expect(t.make("cudaMalloc", 0)).toBe(0);
    expect(t.call("cudaMalloc", t.place(), 0x7fff_ffff)).toBe("cudaErrorMemoryAllocation");
    expect(t.call("cudaMalloc", 0, 16)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaMallocManaged", t.place(), 0, 1)).toBe("cudaErrorInvalidValue");
  });

  it("of pinned memory is freed by its own function", () => {
    const t = new TestRuntime();
    const p = t.make("cudaMallocHost", 64);
    expect(t.call("cudaFree", p)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaFreeHost", p)).toBe("cudaSuccess");
    const q = t.make("cudaHostAlloc", 64, 1);
    expect(t.make("cudaHostGetDevicePointer", q, 0)).toBe(q);
    expect(t.make("cudaHostGetFlags", q)).toBe(3);
    expect(t.call("cudaHostGetFlags", t.place(), t.place())).toBe("cudaErrorInvalidValue");
  });

  it("counts what is in use", () => {
    const t = new TestRuntime();
    const [free, total] = [t.place(), t.place()];
    t.call("cudaMemGetInfo", free, total);
    const before = t.guest.word(free);
    t.make("cudaMalloc", 4096);
    t.call("cudaMemGetInfo", free, total);
    expect(before - t.guest.word(free)).toBe(4096);
    expect(t.guest.word(total)).toBe(2 ** 32);
  });

  it("registers memory of the host once", () => {
    const t = new TestRuntime();
    const p = t.place(64);
    expect(t.call("cudaHostRegister", p, 64, 0)).toBe("cudaSuccess");
    expect(t.call("cudaHostRegister", p, 64, 0)).toBe("cudaErrorHostMemoryAlreadyRegistered");
    expect(t.call("cudaHostUnregister", p)).toBe("cudaSuccess");
    expect(t.call("cudaHostUnregister", p)).toBe("cudaErrorHostMemoryNotRegistered");
  });
});

function attributesAt(t: TestRuntime, address: number): number[] {
  const { at, get } = structAt(t.guest, "cudaPointerAttributes", address);
  return [get("type"), t.guest.i32(at("device")), get("devicePointer"), get("hostPointer")];
}

describe("attributes of a pointer", () => {
  it.each([
    ["cudaMalloc", [64], 2],
    ["cudaMallocManaged", [64, 1], 3],
    ["cudaMallocHost", [64], 1],
  ] as const)("from %s", (name, args, type) => {
    const t = new TestRuntime();
    const p = t.make(name, ...args);
    const at = t.struct("cudaPointerAttributes", {});
    expect(t.call("cudaPointerGetAttributes", at, p + 8)).toBe("cudaSuccess");
    expect(attributesAt(t, at)).toEqual([type, 0, p + 8, type === 2 ? 0 : p + 8]);
  });

  it("of the host's own memory say that it is not registered", () => {
    const t = new TestRuntime();
    const [at, own] = [t.struct("cudaPointerAttributes", {}), t.place()];
    t.call("cudaPointerGetAttributes", at, own);
    expect(attributesAt(t, at)).toEqual([0, -2, 0, own]);
  });
});

describe("hints about managed memory", () => {
  it("are taken for managed memory only", () => {
    const t = new TestRuntime();
    const managed = t.make("cudaMallocManaged", 64, 1);
    const device = t.make("cudaMalloc", 64);
    const location = t.words(1, 0);
    expect(t.call("cudaMemPrefetchAsync", managed, 64, 0, 0)).toBe("cudaSuccess");
    expect(t.call("cudaMemPrefetchAsync", managed, 65, 0, 0)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaMemPrefetchAsync", managed, 64, 3, 0)).toBe("cudaErrorInvalidDevice");
    expect(t.call("cudaMemPrefetchAsync_v2", managed, 64, location, 0, 0)).toBe("cudaSuccess");
    expect(t.call("cudaMemAdvise", managed, 64, 1, -1)).toBe("cudaSuccess");
    expect(t.call("cudaMemAdvise", device, 64, 1, 0)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaMemAdvise_v2", managed, 64, 3, location)).toBe("cudaSuccess");
    const data = t.place();
    expect(t.call("cudaMemRangeGetAttribute", data, 4, 4, managed, 64)).toBe("cudaSuccess");
    expect(t.guest.i32(data)).toBe(-2);
    expect(t.call("cudaMemRangeGetAttribute", data, 4, 9, managed, 64)).toBe("cudaErrorInvalidValue");
  });
});

describe("copies", () => {
  it("go to the device and back", () => {
    const t = new TestRuntime();
    const from = t.words(1, 2, 3, 4);
    const to = t.words(0, 0, 0, 0);
    const p = t.make("cudaMalloc", 16);
    expect(t.call("cudaMemcpy", p, from, 16, HOST_TO_DEVICE)).toBe("cudaSuccess");
    expect(t.call("cudaMemcpy", to, p, 16, DEVICE_TO_HOST)).toBe("cudaSuccess");
    expect([...new Uint32Array(t.memory.buffer, to, 4)]).toEqual([1, 2, 3, 4]);
  });

  it("in the wrong direction, past an allocation, from freed memory are refused", () => {
    const t = new TestRuntime();
    const own = t.words(1, 2, 3, 4);
    const p = t.make("cudaMalloc", 16);
    const gone = t.make("cudaMalloc", 16);
    t.call("cudaFree", gone);
    expect(t.call("cudaMemcpy", p, own, 16, DEVICE_TO_HOST)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaMemcpy", own, p, 16, HOST_TO_DEVICE)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaMemcpy", p, own, 16, DEVICE_TO_DEVICE)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaMemcpy", own, p, 16, DEVICE_TO_DEVICE)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaMemcpy", p, own, 20, HOST_TO_DEVICE)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaMemcpy", own, gone, 16, DEVICE_TO_HOST)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaMemcpy", own, gone, 16, DEFAULT)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaMemcpy", 0, own, 16, HOST_TO_DEVICE)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaMemcpy", p, own, 16, 9)).toBe("cudaErrorInvalidMemcpyDirection");
    expect(t.call("cudaMemcpy", 0, 0, 0, HOST_TO_DEVICE)).toBe("cudaSuccess");
  });

  it("may name any memory the host's, since addresses are unified", () => {
    const t = new TestRuntime();
    const own = t.words(7, 0);
    const p = t.make("cudaMalloc", 4);
    const q = t.make("cudaMalloc", 4);
    expect(t.call("cudaMemcpy", p, own, 4, HOST_TO_DEVICE)).toBe("cudaSuccess");
    expect(t.call("cudaMemcpy", q, p, 4, DEVICE_TO_HOST)).toBe("cudaSuccess");
    expect(t.guest.u32(q)).toBe(7);
    expect(t.call("cudaMemset", q, 0, 4)).toBe("cudaSuccess");
    expect(t.call("cudaMemcpy", q, p, 4, HOST_TO_DEVICE)).toBe("cudaSuccess");
    expect(t.call("cudaMemcpy", own + 4, q, 4, HOST_TO_HOST)).toBe("cudaSuccess");
    expect(t.guest.u32(own + 4)).toBe(7);
  });

  it("find their direction from the pointers; managed memory is on both sides", () => {
    const t = new TestRuntime();
    const own = t.words(7);
    const p = t.make("cudaMalloc", 4);
    const m = t.make("cudaMallocManaged", 4, 1);
    expect(t.call("cudaMemcpy", p, own, 4, DEFAULT)).toBe("cudaSuccess");
    expect(t.call("cudaMemcpy", m, p, 4, DEVICE_TO_HOST)).toBe("cudaSuccess");
    expect(t.call("cudaMemcpy", m, p, 4, DEVICE_TO_DEVICE)).toBe("cudaSuccess");
    expect(t.guest.u32(m)).toBe(7);
  });

  it("in a stream may change the program's own memory at once, and use pinned memory later", () => {
    const t = new TestRuntime();
    const own = t.words(5);
    const p = t.make("cudaMalloc", 4);
    const pinned = t.make("cudaMallocHost", 4);
    t.call("cudaMemcpyAsync", p, own, 4, HOST_TO_DEVICE, 0);
    t.guest.setU32(own, 6);
    t.call("cudaMemcpyAsync", pinned, p, 4, DEVICE_TO_HOST, 0);
    expect(t.guest.u32(pinned)).toBe(0);
    t.call("cudaDeviceSynchronize");
    expect(t.guest.u32(pinned)).toBe(5);
    t.call("cudaMemcpyAsync", own, p, 4, DEVICE_TO_HOST, 0);
    expect(t.guest.u32(own)).toBe(5);
  });

  it("between devices know one device", () => {
    const t = new TestRuntime();
    const [a, b] = [t.make("cudaMalloc", 4), t.make("cudaMalloc", 4)];
    t.guest.setU32(a, 9);
    expect(t.call("cudaMemcpyPeer", b, 0, a, 0, 4)).toBe("cudaSuccess");
    expect(t.guest.u32(b)).toBe(9);
    expect(t.call("cudaMemcpyPeer", b, 1, a, 0, 4)).toBe("cudaErrorInvalidDevice");
    expect(t.call("cudaMemcpyPeerAsync", b, 0, a, 0, 4, 0)).toBe("cudaSuccess");
  });

  it("fill by bytes, inside an allocation", () => {
    const t = new TestRuntime();
    const p = t.make("cudaMalloc", 16);
    expect(t.call("cudaMemset", p, 0x1ff, 8)).toBe("cudaSuccess");
    expect(t.call("cudaMemsetAsync", p + 8, 1, 8, 0)).toBe("cudaSuccess");
    t.call("cudaDeviceSynchronize");
    expect([...t.guest.range(p + 6, 4)]).toEqual([255, 255, 1, 1]);
    expect(t.call("cudaMemset", p, 0, 17)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaMemset", t.place(), 0, 4)).toBe("cudaErrorInvalidValue");
  });
});

describe("pools", () => {
  it("count what they give", () => {
    const t = new TestRuntime();
    const pool = t.make("cudaDeviceGetDefaultMemPool", 0);
    expect(t.make("cudaDeviceGetMemPool", 0)).toBe(pool);
    const p = t.make("cudaMallocAsync", 100, 0);
    const value = t.place(8);
    const used = (of: number): number => {
      expect(t.call("cudaMemPoolGetAttribute", of, 7, value)).toBe("cudaSuccess");
      return t.guest.u64(value);
    };
    expect(used(pool)).toBe(100);
    expect(t.call("cudaFreeAsync", p, 0)).toBe("cudaSuccess");
    expect(t.call("cudaFreeAsync", p, 0)).toBe("cudaErrorInvalidValue");
    expect(used(pool)).toBe(0);
    const own = t.make("cudaMemPoolCreate", t.place(80));
    t.make("cudaMallocFromPoolAsync", 64, own, 0);
    expect(used(own)).toBe(64);
    expect(t.call("cudaDeviceSetMemPool", 0, own)).toBe("cudaSuccess");
    expect(t.call("cudaMemPoolDestroy", own)).toBe("cudaSuccess");
    expect(t.make("cudaDeviceGetMemPool", 0)).toBe(pool);
    expect(t.call("cudaMemPoolDestroy", pool)).toBe("cudaErrorInvalidValue");
  });

  it("keep attributes", () => {
    const t = new TestRuntime();
    const pool = t.make("cudaDeviceGetDefaultMemPool", 0);
    const value = t.place(8);
    t.guest.setU64(value, 1_000_000);
    expect(t.call("cudaMemPoolSetAttribute", pool, 4, value)).toBe("cudaSuccess");
    t.guest.setU64(value, 0);
    t.call("cudaMemPoolGetAttribute", pool, 4, value);
    expect(t.guest.u64(value)).toBe(1_000_000);
    expect(t.call("cudaMemPoolTrimTo", pool, 0)).toBe("cudaSuccess");
    expect(t.call("cudaMemPoolSetAccess", pool, t.words(1, 0, 3), 1)).toBe("cudaSuccess");
    expect(t.make("cudaMemPoolGetAccess", pool, t.words(1, 0))).toBe(3);
    expect(t.call("cudaMemPoolGetAttribute", pool, 99, value)).toBe("cudaErrorInvalidValue");
  });
});

describe("symbols", () => {
  it("are copied to and from, inside their size", () => {
    const t = new TestRuntime({}, { table: 16 });
    const [symbol = 0] = t.shadows;
    const own = t.words(1, 2);
    expect(t.call("cudaMemcpyToSymbol", symbol, own, 8, 8, HOST_TO_DEVICE)).toBe("cudaSuccess");
    const address = t.make("cudaGetSymbolAddress", symbol);
    expect([t.guest.u32(address + 8), t.guest.u32(address + 12)]).toEqual([1, 2]);
    expect(t.make("cudaGetSymbolSize", symbol)).toBe(16);
    const back = t.words(0, 0);
    expect(t.call("cudaMemcpyFromSymbol", back, symbol, 8, 8, DEVICE_TO_HOST)).toBe("cudaSuccess");
    expect(t.guest.u32(back + 4)).toBe(2);
    expect(t.call("cudaMemcpyToSymbolAsync", symbol, own, 4, 0, HOST_TO_DEVICE, 0)).toBe("cudaSuccess");
    expect(t.call("cudaMemcpyFromSymbolAsync", back, symbol, 4, 0, DEVICE_TO_HOST, 0)).toBe("cudaSuccess");
    expect(t.guest.u32(back)).toBe(1);
  });

  it("that are none, are too small or in the wrong direction are refused", () => {
    const t = new TestRuntime({}, { table: 16 });
    const [symbol = 0] = t.shadows;
    const own = t.place();
    expect(t.call("cudaMemcpyToSymbol", own, own, 4, 0, HOST_TO_DEVICE)).toBe("cudaErrorInvalidSymbol");
    expect(t.call("cudaMemcpyToSymbol", symbol, own, 20, 0, HOST_TO_DEVICE)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaMemcpyToSymbol", symbol, own, 4, 0, DEVICE_TO_HOST)).toBe(
      "cudaErrorInvalidMemcpyDirection",
    );
    expect(t.call("cudaMemcpyFromSymbol", own, symbol, 4, 0, HOST_TO_DEVICE)).toBe(
      "cudaErrorInvalidMemcpyDirection",
    );
  });

  it("that are managed are the host's too", () => {
    const t: TestRuntime = new TestRuntime(
      { bump: { run: () => t.guest.setU32(address, t.guest.u32(address) + 1) } },
      { counter: 4 },
    );
    const [shadow = 0] = t.shadows;
    const address = t.make("cudaGetSymbolAddress", shadow);
    t.value("__cutsRegisterManaged", shadow, shadow + 4);
    t.guest.setU32(shadow, 41);
    t.launch(0, [1, 1, 1], [1, 1, 1], []);
    t.launch(0, [1, 1, 1], [1, 1, 1], []);
    t.call("cudaDeviceSynchronize");
    expect(t.guest.u32(shadow)).toBe(43);
  });
});
