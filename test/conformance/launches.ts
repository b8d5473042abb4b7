// Launches: grids and blocks of every shape, shared memory, arguments of every type, run() on plain arrays.

import { expect } from "vitest";
import { decodeFloat16, encodeBfloat16, encodeFloat16 } from "../../src/core/float16.js";
import { buffer } from "../../src/array/array.js";
import { device } from "../../src/runtime/devices/devices.js";
import { module } from "../../src/runtime/modules/module.js";
import type { Suite } from "./suite.js";

const m = module(`
  #include <cuda_fp16.h>
  #include <cuda_bf16.h>

  extern "C" __global__ void where(int* out, int width, int height, int depth) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < width && y < height && z < depth) out[(z * height + y) * width + x] += 1 + x + 100 * y + 10000 * z;
  }

  extern "C" __global__ void reverse(int* x) {
    extern __shared__ int tile[];
    __shared__ int last;
    int n = blockDim.x;
    tile[threadIdx.x] = x[threadIdx.x];
    if (threadIdx.x == 0) last = n - 1;
    __syncthreads();
    x[threadIdx.x] = tile[last - threadIdx.x];
  }

  extern "C" __global__ void scalars(double* out, bool a, char b, unsigned char c, short d, unsigned short e, int f,
                                     unsigned g, long long h, unsigned long long i, float j, double k, size_t l, long m) {
    double values[] = {(double)a, (double)b, (double)c, (double)d, (double)e, (double)f, (double)g,
                       (double)h, (double)i, (double)j, k, (double)l, (double)m};
    for (int n = 0; n < 13; n++) out[n] = values[n];
  }

  extern "C" __global__ void vectors(float* out, char pad, float4 a, int2 b, float3 c, uchar4 d, double2 e, dim3 f) {
    float values[] = {a.x, a.y, a.z, a.w, (float)b.x, (float)b.y, c.x, c.y, c.z, (float)d.x, (float)d.w,
                      (float)e.x, (float)e.y, (float)f.x, (float)f.y, (float)f.z, (float)pad};
    for (int n = 0; n < 17; n++) out[n] = values[n];
  }

  extern "C" __global__ void halves(float* out, __half a, __nv_bfloat16 b, const __half* c) {
    out[0] = __half2float(a);
    out[1] = __bfloat162float(b);
    out[2] = __half2float(c[1]);
  }

  struct Params { char tag; double weight; int counts[3]; };
  extern "C" __global__ void structs(double* out, int before, Params p, int after) {
    out[0] = before; out[1] = p.tag; out[2] = p.weight; out[3] = p.counts[0] + p.counts[2]; out[4] = after;
  }

  struct Twice { __device__ int operator()(int x) const { return 2 * x; } };
  struct Counted {
    int count, step;
    __device__ Counted(const Counted& other) : count(other.count), step(other.step) {}
  };
  template <class F> __global__ void apply(F f, int x, Counted c, int* out) { out[0] = f(x) + c.count * c.step; }
  extern "C" __global__ void twice(int* out, Twice f, int x) { out[0] = f(x); }

  extern "C" __global__ void maybe(const float* a, float* out) { out[0] = a ? a[0] : -1.0f; }

  extern "C" __global__ void add(const float* a, const float* b, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a[i] + b[i];
  }

  extern "C" __global__ void __launch_bounds__(64) bounded(int* count) { atomicAdd(count, 1); }
`);

const one = { grid: 1, block: 1 };

export function launchSuite(suite: Suite): void {
  suite.test("every thread of a grid knows its place", async () => {
    const shapes = [
      [[7, 1, 1], { grid: 7, block: 1 }],
      [[100, 1, 1], { grid: 4, block: 32 }],
      [[33, 17, 1], { grid: [3, 5], block: [16, 4] }],
      [[9, 8, 5], { grid: [2, 2, 2], block: [5, 4, 3] }],
      [[64, 2, 64], { grid: 1, block: [8, 2, 64] }],
      [[1000, 1, 1], { threads: 1000 }],
      [[70, 30, 1], { threads: [70, 30] }],
      [[11, 9, 7], { threads: [11, 9, 7] }],
      [[500, 3, 1], { threads: [500, 3], block: [128, 1] }],
    ] as const;
    for (const [[width, height, depth], config] of shapes) {
      using out = buffer("int32", width * height * depth);
      out.fill(0);
      m.kernel("where")(config, out, width, height, depth);
      const expected = Int32Array.from({ length: out.length }, (_, i) => {
        const x = i % width;
        const y = Math.floor(i / width) % height;
        const covered = !("grid" in config) || isCovered(config, [x, y, Math.floor(i / width / height)]);
        return covered ? 1 + x + 100 * y + 10000 * Math.floor(i / width / height) : 0;
      });
      expect(await out.data()).toEqual(expected);
    }
  });

  suite.test("a launch of no threads does nothing", async () => {
    using x = buffer("int32", [3]);
    m.kernel("where")({ threads: 0 }, x, 1, 1, 1);
    m.kernel("where")({ threads: [4, 0] }, x, 1, 1, 1);
    expect(await x.data()).toEqual(Int32Array.of(3));
  });

  suite.test("blocks share static and dynamic memory", async () => {
    for (const block of [1, 32, 100, 1024]) {
      using x = buffer(
        "int32",
        Int32Array.from({ length: block }, (_, i) => i),
      );
      m.kernel("reverse")({ grid: 1, block, shared: block * 4 }, x);
      expect(await x.data()).toEqual(Int32Array.from({ length: block }, (_, i) => block - 1 - i));
    }
  });

  suite.test("numbers of every type arrive as declared", async () => {
    using out = buffer("float64", 13);
    const scalars = m.kernel("scalars");
    const low = [
      false,
      -128,
      0,
      -32768,
      0,
      -(2 ** 31),
      0,
      -(2 ** 53) + 1,
      0,
      Math.fround(-0.1),
      -1e300,
      0,
    ] as const;
    scalars(one, out, ...low, -(2 ** 31));
    expect([...(await out.data())]).toEqual([...low.map(Number), -(2 ** 31)]);
    const high = [true, 127, 255, 32767, 65535, 2 ** 31 - 1, 2 ** 32 - 1, 2n ** 62n, 2n ** 63n] as const;
    scalars(one, out, ...high, Number.POSITIVE_INFINITY, Number.MIN_VALUE, 2 ** 32 - 1, 2 ** 31 - 1);
    expect([...(await out.data())]).toEqual([
      ...high.map(Number),
      Number.POSITIVE_INFINITY,
      Number.MIN_VALUE,
      2 ** 32 - 1,
      2 ** 31 - 1,
    ]);
  });

  suite.test("vectors arrive by value, as tuples, objects or bytes", async () => {
    using out = buffer("float32", 17);
    const expected = [1, 2, 3, 4, -5, 6, 7, 8, 9, 10, 13, 0.25, -0.5, 14, 15, 16, 65];
    m.kernel("vectors")(
      one,
      out,
      65,
      [1, 2, 3, 4],
      { x: -5, y: 6 },
      [7, 8, 9],
      [10, 11, 12, 13],
      [0.25, -0.5],
      { x: 14, y: 15, z: 16 },
    );
    expect([...(await out.data())]).toEqual(expected);
  });

  suite.test("16-bit floats arrive by value and by pointer", async () => {
    using out = buffer("float32", 3);
    using c = buffer("float16", [0.5, 1 / 3]);
    m.kernel("halves")(one, out, -2.25, 3.5, c);
    expect([...(await out.data())]).toEqual([-2.25, 3.5, decodeFloat16(encodeFloat16(1 / 3))]);
    expect(encodeBfloat16(3.5)).toBe(0x4060);
  });

  suite.test("structs arrive by their fields, pointers among them too", async () => {
    using boxes = module(`
      enum kind : unsigned char { PLAIN, ODD };
      typedef struct { float* data; int n; } span;
      struct box { kind tag; span in; double weights[2]; unsigned long long id; bool isLast; };
      extern "C" __global__ void fields(float* out, box b, float after) {
        out[0] = b.tag; out[1] = b.in.data[b.in.n - 1]; out[2] = b.weights[0] + b.weights[1];
        out[3] = (float)(b.id >> 40); out[4] = b.isLast; out[5] = after;
        b.in.data[0] = 9;
      }`);
    using data = buffer("float32", 3);
    data.set(Float32Array.of(1, 2, 3), 0);
    using out = buffer("float32", 6);
    const launch = boxes.kernel("fields");
    const box = { tag: 1, in: { data, n: 3 }, weights: [0.5, 0.25], id: 3n << 40n, isLast: true };
    launch(one, out, box, 7);
    expect([...(await out.data())]).toEqual([1, 3, 0.75, 3, 1, 7]);
    expect([...(await data.data())]).toEqual([9, 2, 3]);
    // Once more, when the kernel is compiled.
    launch(one, out, { ...box, weights: Float64Array.of(1, 2), isLast: false }, 8);
    expect([...(await out.data())]).toEqual([1, 3, 3, 3, 0, 8]);
    const wrong = (part: object) => (): void => launch(one, out, { ...box, ...part }, 1);
    expect(wrong({ id: 1.5 })).toThrow("id of argument 2 (b) of fields");
    expect(wrong({ weights: [1] })).toThrow("it must have exactly 2 elements");
    expect(wrong({ in: { data, n: 1, m: 2 } })).toThrow("it has the fields data, n, and no m");
    expect(wrong({ in: undefined })).toThrow("it must be an object with the fields data, n");
    expect(() => launch(one, out, 5, 1)).toThrow(
      "it must be an object with the fields tag, in, weights, id, isLast, or the bytes of one",
    );
  });

  suite.test("structs arrive as their bytes, between other arguments", async () => {
    using out = buffer("float64", 5);
    const bytes = new DataView(new ArrayBuffer(32));
    bytes.setInt8(0, 7);
    bytes.setFloat64(8, 0.125, true);
    bytes.setInt32(16, 40, true);
    bytes.setInt32(24, 2, true);
    m.kernel("structs")(one, out, -1, bytes, 9);
    expect([...(await out.data())]).toEqual([-1, 7, 0.125, 42, 9]);
    await m.ready();
    m.kernel("structs")(one, out, -2, new Uint8Array(bytes.buffer), 8);
    expect([...(await out.data())]).toEqual([-2, 7, 0.125, 42, 8]);
    expect(() => m.kernel("structs")(one, out, 1, new Uint8Array(31), 1)).toThrow("exactly 32 bytes (got 31");
  });

  suite.test("objects of any class arrive as their bytes, those without members too", async () => {
    using out = buffer("int32", 1);
    m.kernel("apply<Twice>")(one, new Uint8Array(1), 20, Int32Array.of(5, 100), out);
    expect(await out.data()).toEqual(Int32Array.of(540));
    m.kernel("twice")(one, out, new Uint8Array(1), -7);
    expect(await out.data()).toEqual(Int32Array.of(-14));
  });

  suite.test("null is a null pointer", async () => {
    using out = buffer("float32", 1);
    m.kernel("maybe")(one, null, out);
    expect(await out.data()).toEqual(Float32Array.of(-1));
    m.kernel("maybe")(one, out, out);
    expect(await out.data()).toEqual(Float32Array.of(-1));
  });

  suite.test("views are passed with their offset", async () => {
    using x = buffer("float32", [1, 2, 3, 4, 5, 6]);
    using a = x.subarray(0, 2);
    using b = x.subarray(2, 4);
    using out = x.subarray(4);
    m.kernel("add")({ threads: 2 }, a, b, out, 2);
    expect(await x.data()).toEqual(Float32Array.of(1, 2, 3, 4, 4, 6));
  });

  suite.test("run() copies plain arrays in and back", async () => {
    const n = 1000;
    const a = Float32Array.from({ length: n }, (_, i) => i);
    const b = Float32Array.from({ length: n }, (_, i) => 2 * i);
    const out = new Float32Array(n + 1).fill(-1);
    await m.kernel("add").run({ threads: n }, a, b, out, n);
    expect(out).toEqual(Float32Array.from({ length: n + 1 }, (_, i) => (i < n ? 3 * i : -1)));
    using there = buffer("float32", a);
    await m.kernel("add").run({ threads: n }, there, b, there, n);
    expect(await there.data()).toEqual(out.subarray(0, n));
    await m.kernel("add").run({ threads: n }, out, out, out, n);
    expect(out[10]).toBe(60);
  });

  suite.test("run() reads parts of larger arrays only", async () => {
    const memory = Float32Array.of(9, 1, 2, 9, 0, 0, 9);
    await m
      .kernel("add")
      .run({ threads: 2 }, memory.slice(1, 3), memory.slice(1, 3), memory.subarray(4, 6), 2);
    expect(memory).toEqual(Float32Array.of(9, 1, 2, 9, 2, 4, 9));
  });

  suite.test("a block larger than the device or the kernel allows is refused before it runs", async () => {
    const { maxThreadsPerBlock, maxBlockDim, maxGridDim, maxSharedBytesPerBlock } = device().properties;
    using x = buffer("int32", [0]);
    const bounded = m.kernel("bounded");
    await bounded.ready();
    for (const config of [
      { grid: 1, block: maxThreadsPerBlock + 1 },
      { grid: 1, block: [1, 1, maxBlockDim[2] + 1] },
      { grid: [1, maxGridDim[1] + 1], block: 1 },
      { grid: 0, block: 1 },
      { grid: 1, block: 0 },
    ]) {
      expect(() => bounded(config, x)).toThrow("cudaErrorInvalidConfiguration");
    }
    expect(() => bounded({ grid: 1, block: 1, shared: maxSharedBytesPerBlock + 1 }, x)).toThrow(
      "of shared memory",
    );
    expect(await x.data()).toEqual(Int32Array.of(0));
  });

  suite.test("a kernel's own limit on its block holds", async () => {
    using x = buffer("int32", [0]);
    const bounded = m.kernel("bounded");
    await bounded.ready();
    expect(() => bounded({ grid: 1, block: 65 }, x)).toThrow("a block of this kernel has at most 64 threads");
    bounded({ threads: 128 }, x);
    expect(await x.data()).toEqual(Int32Array.of(128));
  });

  suite.test("a cooperative launch synchronises its grid", async () => {
    using k = module(`
      #include <cooperative_groups.h>
      extern "C" __global__ void ring(int* x, int rounds) {
        auto grid = cooperative_groups::this_grid();
        int i = blockIdx.x, n = gridDim.x;
        for (int r = 0; r < rounds; r++) {
          int next = x[(i + 1) % n];
          grid.sync();
          x[i] = next;
          grid.sync();
        }
      }`);
    const blocks = 2;
    using x = buffer("int32", [1, 2]);
    k.kernel("ring")({ grid: blocks, block: 1, cooperative: true }, x, 5);
    expect(await x.data()).toEqual(Int32Array.of(2, 1));
  });
}

function isCovered(
  { grid, block }: { readonly grid: number | readonly number[]; readonly block: number | readonly number[] },
  place: readonly number[],
): boolean {
  const size = (extent: number | readonly number[], axis: number): number =>
    typeof extent === "number" ? (axis === 0 ? extent : 1) : (extent[axis] ?? 1);
  return place.every((at, axis) => at < size(grid, axis) * size(block, axis));
}
