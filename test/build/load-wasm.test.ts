// load() without any compiler of the machine: C, C++ and CUDA sources as WebAssembly, called as native ones are.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import * as cu from "../../src/index.js";

const folder = mkdtempSync(join(tmpdir(), "cuts-load-wasm-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const options = { toolchain: "wasm", device: "cpu" } as const;

describe("C as WebAssembly", () => {
  it("calls functions with numbers, arrays and strings, and checks them as dlopen does", async () => {
    const source = write(
      "plain.c",
      `#include <stdint.h>
       #include <string.h>
       #include <math.h>
       static int calls;
       int add(int a, int b) { calls++; return a + b; }
       int count(void) { return calls; }
       int64_t wide(int64_t a, uint8_t b) { return a * b; }
       double root(double x) { return sqrt(x); }
       unsigned int all_ones(void) { return 0xffffffffu; }
       size_t length(const char* text) { return strlen(text); }
       const char* greeting(void) { return "grüß"; }
       void scale(float* x /*[n]*/, int n, float by) { for (int i = 0; i < n; i++) x[i] *= by; }
       double total(const double* x /*[n]*/, int n) { double s = 0; for (int i = 0; i < n; i++) s += x[i]; return s; }
       void longs(long* x) { x[0] = -(1L << 40); }`,
    );
    const lib = await cu.load({ sources: source, ...options });
    const f = (name: string) => lib[name] as (...args: readonly unknown[]) => unknown;
    expect(cu.loadInfo(lib)).toMatchObject({ toolchain: "wasm", kind: "library", device: "cpu" });
    expect(f("add")(2, 3)).toBe(5);
    expect(f("add")(2, -3)).toBe(-1);
    expect(f("count")()).toBe(2);
    expect(f("wide")(2n ** 40n, 3)).toBe(3n * 2n ** 40n);
    expect(f("root")(2)).toBe(Math.SQRT2);
    expect(f("all_ones")()).toBe(0xffff_ffff);
    expect(f("length")("grüß")).toBe(6);
    expect(f("greeting")()).toBe("grüß");

    const own = Float32Array.of(1, 2, 3);
    f("scale")(own, 3, 2);
    expect(own).toEqual(Float32Array.of(2, 4, 6));
    using x = cu.arange(5, { device: "cpu" });
    f("scale")(x, 5, 10);
    expect(await x.tolist()).toEqual([0, 10, 20, 30, 40]);
    expect(f("total")(Float64Array.of(0.5, 1), 2)).toBe(1.5);

    expect(() => f("add")(1)).toThrow(/it takes 2 arguments \(got 1\)/);
    expect(() => f("add")(1.5, 2)).toThrow(/argument 1 \(a\) of add/);
    expect(() => f("scale")(own, 4, 2)).toThrow(/at least n = 4 elements/);
    expect(() => f("scale")(new Float64Array(3), 3, 2)).toThrow(/Float32Array/);
    const longs = new BigInt64Array(1);
    f("longs")(longs);
    expect(longs[0]).toBe(-(2n ** 40n));
    const disposed = cu.zeros([3], { device: "cpu" });
    disposed.dispose();
    expect(() => f("scale")(disposed, 3, 2)).toThrow(/must not be disposed/);
    lib.dispose();
    expect(() => f("add")(1, 2)).toThrow(/was disposed/);
  });

  it("ends a library that crashes, and nothing else", async () => {
    const source = write(
      "crash.cpp",
      `#include <cstdlib>
       #include <stdexcept>
       extern "C" int divide(int a, int b) { return a / b; }
       extern "C" void leave() { std::exit(3); }
       extern "C" void fail() { throw std::runtime_error("no good"); }`,
    );
    const open = async () => {
      const lib = await cu.load({ sources: source, ...options });
      return (name: string) => lib[name] as (...args: readonly unknown[]) => unknown;
    };
    const first = await open();
    expect(first("divide")(7, 2)).toBe(3);
    expect(() => first("divide")(1, 0)).toThrow(/Cannot finish divide.*divide/s);
    expect(() => first("divide")(4, 2)).toThrow(/ended in an earlier call.*load it again/s);
    const second = await open();
    expect(() => second("leave")()).toThrow(/exit\(3\)/);
    const third = await open();
    expect(() => third("fail")()).toThrow(/CUTS|Cannot finish fail/);
  });

  it("says where a source is wrong, and which library it cannot have", async () => {
    const broken = write("broken.c", "int f(int a) { return b; }\n");
    await expect(cu.load({ sources: broken, ...options })).rejects.toThrow(/broken\.c:1.*b/s);
    const fine = write("fine.c", "int f(int a) { return a; }\n");
    await expect(cu.load({ sources: fine, libraries: ["z"], ...options })).rejects.toThrow(
      /a library of this machine/,
    );
  });
});

describe("CUDA as WebAssembly", () => {
  it("takes C++ that includes CUDA's headers for the cpu device", async () => {
    const source = write(
      "round_trip.cpp",
      `#include <cuda_runtime.h>
       extern "C" cudaError_t round_trip(const float* from /*[n]*/, float* to /*[n]*/, int n, cudaStream_t stream) {
         float* there = nullptr;
         if (cudaError_t error = cudaMalloc(&there, n * sizeof(float))) return error;
         cudaMemcpyAsync(there, from, n * sizeof(float), cudaMemcpyHostToDevice, stream);
         cudaMemcpyAsync(to, there, n * sizeof(float), cudaMemcpyDeviceToHost, stream);
         cudaError_t error = cudaStreamSynchronize(stream);
         cudaFree(there);
         return error;
       }`,
    );
    using lib = await cu.load<{
      round_trip(from: unknown, to: unknown, n: number, stream: unknown): number;
    }>({ sources: source, libraries: ["cudart"], device: "cpu" });
    expect(cu.loadInfo(lib).toolchain).toBe("wasm");
    const to = new Float32Array(3);
    expect(lib.round_trip(Float32Array.of(1, 2, 3), to, 3, null)).toBe(0);
    expect(to).toEqual(Float32Array.of(1, 2, 3));
    using x = cu.arange(3, { device: "cpu" });
    using y = cu.zeros([3], { device: "cpu" });
    using s = cu.stream({ device: "cpu" });
    // An array is memory of the host for one function and of the device for another.
    expect(lib.round_trip(x, y, 3, s)).toBe(0);
    expect(await y.tolist()).toEqual([0, 1, 2]);
  });

  it("runs a host launcher on the cpu device: the very file that nvcc would compile", async () => {
    const source = write(
      "sum_kernel.cu",
      `#include <cuda_runtime.h>
       #include <stdio.h>
       __global__ void sum_kernel(const float* a, const float* b, float* out, int n) {
         int i = blockIdx.x * blockDim.x + threadIdx.x;
         if (i < n) out[i] = a[i] + b[i];
       }
       extern "C" int launch_sum_kernel(const float* a /*[n]*/, const float* b /*[n]*/, float* out /*[n]*/, int n) {
         float *da, *db, *dout;
         size_t bytes = n * sizeof(float);
         if (cudaMalloc(&da, bytes) || cudaMalloc(&db, bytes) || cudaMalloc(&dout, bytes)) return 1;
         cudaMemcpy(da, a, bytes, cudaMemcpyHostToDevice);
         cudaMemcpy(db, b, bytes, cudaMemcpyHostToDevice);
         sum_kernel<<<(n + 255) / 256, 256>>>(da, db, dout, n);
         cudaError_t error = cudaMemcpy(out, dout, bytes, cudaMemcpyDeviceToHost);
         cudaFree(da); cudaFree(db); cudaFree(dout);
         return error;
       }
       extern "C" void add_on_device(float* x /*[n]*/, int n) { sum_kernel<<<(n + 255) / 256, 256>>>(x, x, x, n); }`,
    );
    const lib = await cu.load({
      functions: {
        launch_sum_kernel: "int(const float a[n], const float b[n], float out[n], int n)",
        add_on_device: "void(float x[n], int n)",
      },
      sources: source,
      ...options,
    });
    const n = 1000;
    const out = new Float32Array(n);
    const a = Float32Array.from({ length: n }, (_, i) => i);
    expect(lib.launch_sum_kernel(a, new Float32Array(n).fill(0.5), out, n)).toBe(0);
    expect(out).toEqual(a.map((value) => value + 0.5));

    using x = cu.arange(n, { device: "cpu" });
    using y = cu.ones([n], { device: "cpu" });
    using z = cu.zeros([n], { device: "cpu" });
    expect(lib.launch_sum_kernel(x, y, z, n)).toBe(0);
    // Memory of the device, used where it is, and in order with what comes after.
    lib.add_on_device(z, n);
    expect(await z.sub(1).data()).toEqual(a.map((value) => 2 * value + 1));
    expect(await lib.launch_sum_kernel.async(a, a, out, n)).toBe(0);
    expect(out[999]).toBe(1998);
  });

  const launcherSource = `#include <cuda_runtime.h>
    __global__ void fill_kernel(float* x, float value, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i < n) x[i] = value + i;
    }
    extern "C" float* make(float value, int n) {
      float* x = 0;
      if (cudaMalloc(&x, n * sizeof(float))) return 0;
      fill_kernel<<<(n + 255) / 256, 256>>>(x, value, n);
      return cudaDeviceSynchronize() ? 0 : x;
    }
    extern "C" void drop(float* x) { cudaFree(x); }
    extern "C" int fill(float* x /*[n]*/, float value, int n, cudaStream_t stream) {
      fill_kernel<<<(n + 255) / 256, 256, 0, stream>>>(x, value, n);
      return cudaGetLastError();
    }
    extern "C" int wait(cudaStream_t stream) { return cudaStreamSynchronize(stream); }
    struct counter { int count; };
    extern "C" struct counter* open_counter() { return new counter{0}; }
    struct hidden;
    extern "C" hidden* open_hidden() { return (hidden*)new int(41); }
    extern "C" int next(hidden* own) { return ++*(int*)own; }
    extern "C" void close_hidden(hidden* own) { delete (int*)own; }`;
  const functions = {
    make: "float*(float value, int n)",
    drop: "void(float* x)",
    fill: "int(float x[n], float value, int n, cudaStream_t stream)",
    wait: "int(cudaStream_t stream)",
  } as const;

  it("returns pointers that the process can follow, and takes them back", async () => {
    const lib = await cu.load({ sources: write("pointers.cu", launcherSource), functions, ...options });
    const pointer = lib.make(3, 4);
    expect(cu.viewOf(pointer, "float32", 4)).toEqual(Float32Array.of(3, 4, 5, 6));
    expect(lib.fill(pointer as never, 10, 4, null)).toBe(0);
    expect(lib.wait(null)).toBe(0);
    expect(cu.viewOf(pointer, "float32", 4)).toEqual(Float32Array.of(10, 11, 12, 13));
    // A kernel of another module takes it too.
    const double = cu.kernel(
      "__global__ void twice(float* x, int n) { if (threadIdx.x < n) x[threadIdx.x] *= 2; }",
      {
        device: "cpu",
      },
    );
    double({ threads: 4 }, pointer as never, 4);
    await cu.device("cpu").synchronize();
    expect(cu.viewOf(pointer, "float32", 4)).toEqual(Float32Array.of(20, 22, 24, 26));
    lib.drop(pointer);
    // Above all that the memory of the device can have; a low one would be taken for an address in it.
    expect(() => lib.drop(0x7fff_0000_0000n as never)).toThrow(/must be in the memory of the cpu device/);
    lib.dispose();
  });

  it("takes a stream where C has cudaStream_t, in order with the other work of that stream", async () => {
    const lib = await cu.load({ sources: write("streams.cu", launcherSource), functions, ...options });
    using s = cu.stream({ device: "cpu" });
    using x = cu.zeros([1000], { device: "cpu" });
    let doubled: cu.NDArray<"float32"> | undefined;
    await s.run(() => {
      expect(lib.fill(x, 1, 1000, s)).toBe(0);
      doubled = x.mul(2);
    });
    expect(Array.from((await doubled?.data()) ?? []).slice(0, 3)).toEqual([2, 4, 6]);
    expect(lib.wait(s)).toBe(0);
    expect(lib.fill(x, 5, 1000, null)).toBe(0);
    expect((await x.data())[999]).toBe(1004);
    // @ts-expect-error a number is no stream
    expect(() => lib.wait(5)).toThrow(/argument 1 \(stream\) of wait/);
    const ended = cu.stream({ device: "cpu" });
    ended.dispose();
    expect(() => lib.wait(ended)).toThrow(/disposed/);
    lib.dispose();
  });

  it("loses what a kernel was to write that failed, and tells whoever reads it", async () => {
    const source = write(
      "fault.cu",
      `#include <cuda_runtime.h>
       __global__ void store_through_null(float* x, float* nowhere) { x[0] = 1; nowhere[0] = 1; }
       extern "C" void fault(float* x /*[1]*/, const float* other /*[1]*/) { store_through_null<<<1, 1>>>(x, nullptr); }`,
    );
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    using lib = await cu.load({
      sources: source,
      functions: { fault: "void(float x[1], const float other[1])" },
      ...options,
    });
    using x = cu.ones([1], { device: "cpu" });
    using other = cu.ones([1], { device: "cpu" });
    lib.fault(x, other);
    await expect(x.data()).rejects.toThrow(/store_through_null.*wrote through a null pointer/s);
    expect(await other.tolist()).toEqual([1]);
    stderr.mockRestore();
  });

  it("passes structs of numbers, by value and behind pointers", async () => {
    const source = write(
      "structs.cu",
      `#include <cuda_runtime.h>
       typedef struct { double x, y; int id; } point;
       struct one { float value; };
       struct wrapped { struct one inner[1]; };
       struct mixed { char tag; long count; struct one parts[2]; unsigned char bytes[3]; };
       struct owner { float* memory; };
       __global__ void shift(float* out, point by, int n) { if (threadIdx.x < n) out[threadIdx.x] += by.x + by.id; }
       extern "C" point moved(point p, double dx, struct one dy) { p.x += dx; p.y += dy.value; p.id++; return p; }
       extern "C" struct one half(struct wrapped w) { struct one r = { w.inner[0].value / 2 }; return r; }
       extern "C" struct mixed next(const struct mixed* m) {
         struct mixed r = *m; r.tag++; r.count += 1l << 40; r.parts[1].value = -1; r.bytes[2] = 255; return r;
       }
       extern "C" void turn(point* all /*[n]*/, int n) {
         for (int i = 0; i < n; i++) { double x = all[i].x; all[i].x = -all[i].y; all[i].y = x; }
       }
       extern "C" float2 swapped(float2 v) { return make_float2(v.y, v.x); }
       extern "C" int shift_on_device(float* out /*[n]*/, point by, int n) {
         shift<<<1, 32>>>(out, by, n);
         return cudaGetLastError();
       }
       extern "C" void adopt(struct owner o) { (void)o; }`,
    );
    const lib = await cu.load({ sources: source, ...options });
    const f = (name: string) => lib[name] as (...args: readonly unknown[]) => unknown;
    expect(f("moved")({ x: 1, y: 2, id: 7 }, 0.5, { value: 0.25 })).toEqual({ x: 1.5, y: 2.25, id: 8 });
    expect(f("half")({ inner: [{ value: 5 }] })).toEqual({ value: 2.5 });
    const parts = [{ value: 1 }, { value: 2 }];
    expect(f("next")({ tag: 65, count: 3, parts, bytes: [1, 2, 3] })).toEqual({
      tag: 66,
      count: 2n ** 40n + 3n,
      parts: [{ value: 1 }, { value: -1 }],
      bytes: Uint8Array.of(1, 2, 255),
    });
    const points = [
      { x: 1, y: 2, id: 0 },
      { x: 3, y: 4, id: 1 },
    ];
    f("turn")(points, 2);
    expect(points).toEqual([
      { x: -2, y: 1, id: 0 },
      { x: -4, y: 3, id: 1 },
    ]);
    expect(() => f("turn")([points[0], points[0]], 2)).toThrow(/must be given once/);
    expect(f("swapped")([1, 2])).toEqual({ x: 2, y: 1 });
    using out = cu.zeros([4], { device: "cpu" });
    expect(f("shift_on_device")(out, { x: 0.5, y: 0, id: 2 }, 3)).toBe(0);
    expect(await out.tolist()).toEqual([2.5, 2.5, 2.5, 0]);
    expect(() => f("moved")({ x: 1, y: 2 }, 0.5, { value: 0 })).toThrow(
      /field id of argument 1 \(p\) of moved/,
    );
    expect(() => f("adopt")({ memory: null })).toThrow(/cannot be passed to WebAssembly/);
    lib.dispose();
  });

  it("hands out handles of structs that are only named", async () => {
    const lib = await cu.load({ sources: write("handles.cu", launcherSource), ...options });
    const f = (name: string) => lib[name] as (...args: readonly unknown[]) => unknown;
    const own = f("open_hidden")();
    expect(f("next")(own)).toBe(42);
    expect(f("next")(own)).toBe(43);
    f("close_hidden")(own);
    lib.dispose();
  });
});
