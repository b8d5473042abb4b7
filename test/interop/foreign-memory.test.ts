// Memory that others made, on the cpu device: kernels see a copy, everybody else the memory itself, and nobody can tell.
import { describe, expect, it } from "vitest";
import { collectGarbage } from "../../src/host/garbage.js";
import * as cu from "../../src/index.js";

const on = { device: "cpu" } as const;

/** Memory outside of the device. */
function foreign(values: readonly number[]): { bytes: Float32Array; pointer: bigint } {
  const bytes = Float32Array.from(values);
  return { bytes, pointer: cu.addressOf(bytes) };
}

const scale = cu.kernel(`extern "C" __global__ void scale(float* x, float f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= f;
}`);

describe("an array over memory of others", () => {
  it("is at the same address, and has what is there now", async () => {
    const { bytes, pointer } = foreign([1, 2, 3, 4, 5, 6]);
    using x = cu.fromPointer(pointer, [2, 3], "float32", { ...on, owner: bytes });
    expect(x.pointer).toBe(pointer);
    expect(await x.tolist()).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    bytes[0] = 10;
    expect(x.dataSync()[0]).toBe(10);
    expect(await x.sum().item()).toBe(30);
    expect(cu.addressOf(x.hostView())).toBe(pointer);
  });

  it("is written by operations, kernels and set(), in order", async () => {
    const { bytes, pointer } = foreign([1, 2, 3, 4]);
    using x = cu.fromPointer(pointer, 4, "float32", { ...on, owner: bytes });
    cu.add(x, 1, { out: x });
    cu.withDevice("cpu", () => scale({ threads: 4 }, x, 10, 4));
    cu.mul(x, x, { out: x });
    await cu.device("cpu").synchronize();
    expect([...bytes]).toEqual([400, 900, 1600, 2500]);
    x.set(Float32Array.of(1, 1, 1, 1));
    x.slice(["1:3"]).fill(7);
    await cu.device("cpu").synchronize();
    expect([...bytes]).toEqual([1, 7, 7, 1]);
  });

  it("is written back before another stream reads it, and before a native function does", async () => {
    const { bytes, pointer } = foreign(Array.from({ length: 1 << 20 }, () => 1));
    using x = cu.fromPointer(pointer, bytes.length, "float32", { ...on, owner: bytes });
    using a = cu.stream(on);
    using b = cu.stream(on);
    const first = a.run(() => cu.add(x, 1, { out: x }));
    const second = b.run(() => cu.mul(x, 3, { out: x }));
    await Promise.all([first, second]);
    expect([bytes[0], bytes.at(-1)]).toEqual([6, 6]);
    using libc = cu.dlopen(null, { memcmp: "int(const void* a, const void* b, size_t n)" });
    const same = new Float32Array(bytes.length).fill(7);
    cu.add(x, 1, { out: x });
    expect(libc.memcmp(x, same, bytes.byteLength)).toBe(0);
  });

  it("is left alone by work that does not name it, and after it was disposed", async () => {
    const { bytes, pointer } = foreign([1, 2, 3, 4]);
    using other = cu.zeros(4, on);
    {
      using x = cu.fromPointer(pointer, 4, "float32", { ...on, owner: bytes });
      cu.add(x, 1, { out: x });
      await cu.device("cpu").synchronize();
      bytes[0] = 100;
      other.fill(1);
      await cu.device("cpu").synchronize();
      expect([...bytes]).toEqual([100, 3, 4, 5]);
      cu.add(x, 1, { out: x });
    }
    await cu.device("cpu").synchronize();
    expect([...bytes]).toEqual([101, 4, 5, 6]);
    bytes.fill(0);
    other.fill(2);
    await cu.device("cpu").synchronize();
    expect([...bytes]).toEqual([0, 0, 0, 0]);
  });

  it("leaves alone what lies between its elements", async () => {
    const { bytes, pointer } = foreign([1, 2, 3, 4, 5, 6]);
    using column = cu.fromPointer(pointer + 4n, 3, "float32", { ...on, owner: bytes, strides: [2] });
    expect(await column.tolist()).toEqual([2, 4, 6]);
    bytes[0] = -1;
    cu.mul(column, 10, { out: column });
    await cu.device("cpu").synchronize();
    expect([...bytes]).toEqual([-1, 20, 3, 40, 5, 60]);
  });

  it("may have negative strides and repeated elements, which are read-only", async () => {
    const { bytes, pointer } = foreign([1, 2, 3, 4]);
    using back = cu.fromPointer(pointer + 12n, 4, "float32", { ...on, owner: bytes, strides: [-1] });
    expect(await back.tolist()).toEqual([4, 3, 2, 1]);
    expect(back.pointer).toBe(pointer + 12n);
    using rows = cu.fromPointer(pointer, [3, 2], "float32", { ...on, owner: bytes, strides: [0, 1] });
    expect(rows.isReadonly).toBe(true);
    expect(await rows.sum().item()).toBe(9);
    expect(() => rows.fill(1)).toThrow(/must not be written/);
  });

  it("is the device's own memory where it is that", async () => {
    using x = cu.arange(6, { dtype: "float32", ...on });
    using y = cu.fromPointer(x.pointer + 8n, [2, 2], "float32", { ...on, owner: x });
    x.fill(5);
    await cu.device("cpu").synchronize();
    expect(await y.tolist()).toEqual([
      [5, 5],
      [5, 5],
    ]);
    expect(y.address).toBe(x.address + 8n);
  });

  it("has no address for kernels, and no place in a graph", () => {
    const { bytes, pointer } = foreign([1, 2]);
    using x = cu.fromPointer(pointer, 2, "float32", { ...on, owner: bytes });
    expect(() => x.address).toThrow(expect.objectContaining({ code: "CUTS_EXCHANGE_COPIED" }));
    const record = () => cu.withDevice("cpu", () => cu.graph(() => void cu.add(x, 1, { out: x })));
    expect(record).toThrow(expect.objectContaining({ code: "CUTS_IN_GRAPH" }));
  });
});

describe("the memory of others", () => {
  it("is given back once: when the last view is disposed, after the work on it", async () => {
    const { bytes, pointer } = foreign(Array.from({ length: 1 << 20 }, () => 1));
    const freed: (bigint | number)[] = [];
    const x = cu.fromPointer(pointer, bytes.length, "float32", {
      ...on,
      owner: bytes,
      free: (given) => freed.push(given, bytes[5] as number),
    });
    const view = x.reshape(1024, 1024);
    cu.add(x, 1, { out: x });
    x.dispose();
    x.dispose();
    expect(freed).toEqual([]);
    view.dispose();
    await cu.device("cpu").synchronize();
    expect(freed).toEqual([pointer, 2]);
  });

  it("is given back when the array is collected", async () => {
    const { bytes, pointer } = foreign([1, 2]);
    const freed: bigint[] = [];
    const free = (given: bigint) => void freed.push(given);
    const make = () => void cu.fromPointer(pointer, 2, "float32", { ...on, owner: bytes, free });
    for (let i = 0; i < 100; i++) make();
    for (let i = 0; i < 10 && freed.length < 100; i++) {
      await new Promise((resolve) => setImmediate(resolve));
      collectGarbage();
    }
    expect(freed.length).toBe(100);
    expect(bytes[1]).toBe(2);
  });

  it("takes memory of the device no longer than the array", async () => {
    const device = cu.device("cpu");
    const { bytes, pointer } = foreign(Array.from({ length: 1 << 16 }, () => 1));
    await device.synchronize();
    const before = device.memory().liveBytes;
    for (let i = 0; i < 1000; i++) {
      using x = cu.fromPointer(pointer, bytes.length, "float32", { ...on, owner: bytes });
      using y = x.add(1);
      expect(y.size).toBe(bytes.length);
    }
    await device.synchronize();
    expect(device.memory().liveBytes).toBe(before);
  });

  it.each([
    ["a null pointer", () => cu.fromPointer(0n, 4, "float32", on), "CUTS_POINTER"],
    ["an odd address", () => cu.fromPointer(0x7f0000001n, 4, "float32", on), "CUTS_POINTER"],
    ["no address", () => cu.fromPointer("x" as never, 4, "float32", on), "CUTS_POINTER"],
    [
      "strides of another rank",
      () => cu.fromPointer(64n, 4, "float32", { ...on, strides: [] }),
      "CUTS_POINTER",
    ],
    ["broken strides", () => cu.fromPointer(64n, 4, "float32", { ...on, strides: [0.5] }), "CUTS_POINTER"],
    ["more than there is", () => cu.fromPointer(2n ** 52n, 2 ** 52, "float64", on), "CUTS_POINTER"],
    [
      "before the beginning",
      () => cu.fromPointer(64n, 400, "float64", { ...on, strides: [-1] }),
      "CUTS_POINTER",
    ],
    ["an unknown option", () => cu.fromPointer(64n, 4, "float32", { owned: 1 } as never), "CUTS_OPTIONS"],
    ["a free that is none", () => cu.fromPointer(64n, 4, "float32", { free: 1 } as never), "CUTS_POINTER"],
  ])("is refused for %s", (_, make, code) => {
    expect(make).toThrow(expect.objectContaining({ code }));
  });

  it("may be none where there are no elements", async () => {
    let freed = 0;
    using x = cu.fromPointer(null, [3, 0], "float32", { ...on, free: () => freed++ });
    expect([x.shape, x.pointer, freed]).toEqual([[3, 0], 0n, 1]);
    expect(await x.tolist()).toEqual([[], [], []]);
  });
});

describe("fromBuffer", () => {
  it("shares memory with a typed array, a Buffer, and one over shared memory", async () => {
    const pixels = new Uint8Array([1, 2, 3, 4]);
    using image = cu.fromBuffer(pixels, { ...on, shape: [2, 2] });
    pixels[3] = 9;
    expect(await image.tolist()).toEqual([
      [1, 2],
      [3, 9],
    ]);
    cu.add(image, 1, { out: image });
    await cu.device("cpu").synchronize();
    expect([...pixels]).toEqual([2, 3, 4, 10]);

    const shared = new Float64Array(new SharedArrayBuffer(32));
    using y = cu.fromBuffer(shared, on);
    y.fill(2);
    await cu.device("cpu").synchronize();
    expect([...shared]).toEqual([2, 2, 2, 2]);

    using half = cu.fromBuffer(Buffer.from(Float32Array.of(1, 2).buffer), { ...on, dtype: "float32" });
    expect(await half.tolist()).toEqual([1, 2]);
  });

  it("twice over one typed array, on two streams: what one writes the other sees", async () => {
    const bytes = new Float32Array(6);
    using whole = cu.fromBuffer(bytes, on);
    using part = cu.fromBuffer(bytes.subarray(2, 5), on);
    using stream = cu.stream(on);
    for (let i = 0; i < 20; i++) {
      void stream.run(() => void whole.addInplace(1));
      part.addInplace(100);
    }
    expect(part.tolistSync()).toEqual([2020, 2020, 2020]);
    expect(await whole.tolist()).toEqual([20, 20, 2020, 2020, 2020, 20]);
    expect([...bytes]).toEqual([20, 20, 2020, 2020, 2020, 20]);
  });

  it("what was saved for a gradient is changed through another array over the same memory", () => {
    const bytes = Float32Array.of(1, 2, 3);
    using saved = cu.fromBuffer(bytes, on);
    using other = cu.fromBuffer(bytes, on);
    using w = cu.ones([3], on);
    w.requiresGrad = true;
    using loss = w.mul(saved).sum();
    other.addInplace(1);
    expect(() => loss.backward()).toThrow(expect.objectContaining({ code: "CUTS_GRADIENT_CHANGED" }));
  });

  it("finds the memory of an array of the device again", async () => {
    using x = cu.zeros(4, on);
    using y = cu.fromBuffer(x.hostView(), on);
    expect(y.address).toBe(x.address);
  });

  it("refuses what is no memory of such elements, and notices that it is gone", async () => {
    const refused = expect.objectContaining({ code: "CUTS_BUFFER" });
    expect(() => cu.fromBuffer([1, 2] as never, on)).toThrow(refused);
    expect(() => cu.fromBuffer(new Uint8Array(7), { ...on, dtype: "float32" })).toThrow(refused);
    expect(() => cu.fromBuffer(new Float32Array(4), { ...on, dtype: "int32" })).toThrow(refused);
    expect(() => cu.fromBuffer(new Float32Array(4), { ...on, shape: [3] })).toThrow(refused);
    const resizable = Reflect.construct(ArrayBuffer, [16, { maxByteLength: 64 }]) as ArrayBuffer;
    expect(() => cu.fromBuffer(new Float32Array(resizable), on)).toThrow(/can be resized[^]*Try: a copy/);
    const gone = new Float32Array(4);
    using x = cu.fromBuffer(gone, on);
    structuredClone(gone.buffer, { transfer: [gone.buffer] });
    await expect(x.add(1).data()).rejects.toMatchObject({ code: "CUTS_ARGUMENT_DETACHED" });
  });
});

describe("for others", () => {
  it("an array on the cpu has no CUDA array interface, and its streams no pointers", () => {
    using x = cu.zeros(4, on);
    expect(() => x.cudaArrayInterface).toThrow(expect.objectContaining({ code: "CUTS_ARRAY_INTERFACE" }));
    using s = cu.stream(on);
    expect(() => s.pointer).toThrow(expect.objectContaining({ code: "CUTS_ARGUMENT_DEVICE" }));
  });

  it("the pointer of an array is that which C functions get", () => {
    using x = cu.arange(4, { dtype: "float32", ...on });
    using libc = cu.dlopen(null, { memcpy: "void*(void* to, const void* from, size_t n)" });
    expect(libc.memcpy(x, Float32Array.of(9), 4)).toBe(x.pointer);
    using view = cu.viewOf(x.slice(["1:"]).pointer as cu.NativePointer, "float32", 3);
    expect([...view]).toEqual([1, 2, 3]);
  });
});
