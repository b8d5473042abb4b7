// The GPU behind the port: what the conformance suite cannot see from above.

import { unwatched } from "../../src/backend/work.js";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BackendModule } from "../../src/backend/backend.js";
import type { CudaDevice } from "../../src/backend/cuda/cuda-backend.js";
import { CompileError, LaunchError } from "../../src/core/errors.js";
import { noGpu, openGpu } from "./device.js";

const source = `
extern "C" __global__ void scale(float* x, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= s;
}
extern "C" __global__ void spin(long long clocks) {
  long long start = clock64();
  while (clock64() - start < clocks) { }
}
extern "C" __global__ void big_shared(int* out, int n) {
  extern __shared__ int tile[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) tile[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) { int sum = 0; for (int i = 0; i < n; i++) sum += tile[i] & 1; *out = sum; }
}
struct Pair { char c; double d; };
extern "C" __global__ void layout(char a, double b, short c, Pair p, float3 v, int* q) { }
__constant__ float weights[4];
__device__ int counter;
namespace deep { __global__ void plain(int* x) { *x = 42; counter += 1; } }
template <typename T, int N> __global__ void fill_n(T* x) { for (int i = 0; i < N; i++) x[i] = N; }
`;
const launchOf = (threads: number, sharedBytes = 0) =>
  ({
    grid: [Math.max(1, Math.ceil(threads / 256)), 1, 1],
    block: [Math.min(threads, 256), 1, 1],
    sharedBytes,
    cooperative: false,
    cluster: undefined,
    timeoutMs: undefined,
    work: undefined,
    watch: undefined,
  }) as const;

function parameters(...fields: readonly (readonly ["p" | "i" | "f" | "l", number])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(256));
  let end = 0;
  for (const [kind, value] of fields) {
    const size = kind === "p" || kind === "l" ? 8 : 4;
    end = Math.ceil(end / size) * size;
    if (kind === "f") view.setFloat32(end, value, true);
    else if (kind === "i") view.setInt32(end, value, true);
    else view.setBigInt64(end, BigInt(value), true);
    end += size;
  }
  return new Uint8Array(view.buffer, 0, end);
}

describe.skipIf(noGpu !== undefined)(
  `the GPU behind the port${noGpu === undefined ? "" : ` (${noGpu})`}`,
  () => {
    let gpu: CudaDevice;
    let module: BackendModule;

    beforeAll(async () => {
      gpu = openGpu();
      module = gpu.compile(source, {
        nameExpressions: ["deep::plain", "fill_n<int, 5>", "&counter"],
        waitsItself: false,
      });
      await module.ready;
    });
    afterAll(() => module.dispose());

    it("tells its limits", () => {
      expect(gpu.properties.name).not.toBe("");
      expect(gpu.properties.totalMemoryBytes).toBeGreaterThan(2 ** 30);
      expect(gpu.properties.warpSize).toBe(32);
      expect(gpu.properties.maxSharedBytesPerBlock).toBeGreaterThan(48 * 1024);
      expect(gpu.properties.maxBlockDim).toEqual([1024, 1024, 64]);
    });

    it("copies, fills and reads every size, also unaligned and of many chunks", async () => {
      const stream = gpu.createStream({});
      for (const size of [1, 3, 511, 65_537, 4 * 2 ** 20 + 1, 33 * 2 ** 20 + 5]) {
        const bytes = new Uint8Array(size).map((_, i) => (i * 31 + (i >> 8)) & 255);
        const a = gpu.allocate(size, stream);
        const b = gpu.allocate(size, stream);
        gpu.write(a.address, bytes, stream, unwatched);
        gpu.copy(b.address, a.address, size, stream, unwatched);
        const kept = bytes.slice();
        bytes.fill(0);
        const back = new Uint8Array(size);
        const reading = gpu.read(b.address, back, stream, unwatched);
        // What comes later in the stream is not what was read.
        gpu.fill(b.address, Uint8Array.of(7), size, stream, unwatched);
        await reading;
        expect(Buffer.compare(back, kept)).toBe(0);
        gpu.readSync(b.address, back, stream, unwatched);
        expect(back.every((byte) => byte === 7)).toBe(true);
        gpu.free(a, stream);
        gpu.free(b, stream);
      }
      gpu.destroyStream(stream);
    });

    it.each([1, 2, 4, 8, 16])("repeats a pattern of %i bytes", async (size) => {
      const stream = gpu.defaultStream;
      const pattern = new Uint8Array(size).map((_, i) => i + 1);
      const count = 100_003;
      const memory = gpu.allocate(size * count, stream);
      gpu.fill(memory.address, pattern, count, stream, unwatched);
      const back = new Uint8Array(size * count);
      await gpu.read(memory.address, back, stream, unwatched);
      expect(back.every((byte, i) => byte === (i % size) + 1)).toBe(true);
      gpu.free(memory, stream);
    });

    it("copies ranges that overlap", async () => {
      const stream = gpu.defaultStream;
      const memory = gpu.allocate(4096, stream);
      const bytes = new Uint8Array(4096).map((_, i) => i * 7);
      gpu.write(memory.address, bytes, stream, unwatched);
      gpu.copy(memory.address + 100, memory.address, 3000, stream, unwatched);
      bytes.copyWithin(100, 0, 3000);
      const back = new Uint8Array(4096);
      await gpu.read(memory.address, back, stream, unwatched);
      expect(back).toEqual(bytes);
      gpu.free(memory, stream);
    });

    it("launches, and knows parameters, names and variables", async () => {
      const stream = gpu.defaultStream;
      const n = 1000;
      const x = gpu.allocate(4 * n, stream);
      gpu.write(
        x.address,
        new Uint8Array(Float32Array.from({ length: n }, (_, i) => i).buffer),
        stream,
        unwatched,
      );
      gpu.launch(
        module,
        "scale",
        launchOf(n),
        parameters(["p", x.address], ["f", 3], ["i", n]),
        stream,
        unwatched,
      );
      gpu.launch(
        module,
        "scale",
        launchOf(n),
        parameters(["p", x.address], ["f", 2], ["i", n]),
        stream,
        unwatched,
      );
      const back = new Float32Array(n);
      await gpu.read(x.address, new Uint8Array(back.buffer), stream, unwatched);
      expect(back).toEqual(Float32Array.from({ length: n }, (_, i) => 6 * i));
      expect(module.kernel("scale")?.parameters).toEqual([
        { offset: 0, size: 8 },
        { offset: 8, size: 4 },
        { offset: 12, size: 4 },
      ]);
      expect(module.kernel("layout")?.parameters).toEqual([
        { offset: 0, size: 1 },
        { offset: 8, size: 8 },
        { offset: 16, size: 2 },
        { offset: 24, size: 16 },
        { offset: 40, size: 12 },
        { offset: 56, size: 8 },
      ]);
      expect(module.kernel("nothing")).toBeUndefined();
      expect(module.kernelNames()).toEqual(
        expect.arrayContaining(["scale", "deep::plain", "fill_n<int, 5>"]),
      );
      expect(module.global("weights")?.byteLength).toBe(16);
      expect(module.global("nothing")).toBeUndefined();
      gpu.launch(module, "deep::plain", launchOf(1), parameters(["p", x.address]), stream, unwatched);
      gpu.launch(module, "fill_n<int, 5>", launchOf(1), parameters(["p", x.address + 4]), stream, unwatched);
      const ints = new Int32Array(6);
      await gpu.read(x.address, new Uint8Array(ints.buffer), stream, unwatched);
      expect(ints).toEqual(Int32Array.of(42, 5, 5, 5, 5, 5));
      const counter = module.global("counter");
      const count = new Int32Array(1);
      await gpu.read(counter?.address ?? 0, new Uint8Array(count.buffer), stream, unwatched);
      expect(count[0]).toBe(1);
      gpu.free(x, stream);
    });

    it("gives blocks more than 48 KiB of shared memory", async () => {
      const stream = gpu.defaultStream;
      const out = gpu.allocate(4, stream);
      const n = 40_000;
      gpu.launch(
        module,
        "big_shared",
        launchOf(256, 4 * n),
        parameters(["p", out.address], ["i", n]),
        stream,
        unwatched,
      );
      const sum = new Int32Array(1);
      await gpu.read(out.address, new Uint8Array(sum.buffer), stream, unwatched);
      expect(sum[0]).toBe(n / 2);
      gpu.free(out, stream);
    });

    it("refuses a launch that cannot be, and goes on", async () => {
      const stream = gpu.defaultStream;
      const wrong = { ...launchOf(1), block: [1024, 2, 1] } as const;
      expect(() => gpu.launch(module, "spin", wrong, parameters(["l", 1]), stream, unwatched)).toThrow(
        LaunchError,
      );
      gpu.launch(module, "spin", launchOf(1), parameters(["l", 1]), stream, unwatched);
      await gpu.synchronize(stream);
    });

    it("keeps the event loop free and tells device time", async () => {
      const stream = gpu.createStream({});
      const start = gpu.record(stream);
      gpu.launch(module, "spin", launchOf(1), parameters(["l", 200_000_000]), stream, unwatched);
      const end = gpu.record(stream);
      expect(end.isDone()).toBe(false);
      let ticks = 0;
      const timer = setInterval(() => ticks++, 1);
      await end.done;
      clearInterval(timer);
      expect(ticks).toBeGreaterThan(10);
      expect(end.timeMs() - start.timeMs()).toBeGreaterThan(20);
      start.dispose();
      end.dispose();
      gpu.destroyStream(stream);
    });

    it("waits for a short kernel while a long one runs on another stream", async () => {
      const [long, short] = [gpu.createStream({}), gpu.createStream({ priority: -1 })];
      gpu.launch(module, "spin", launchOf(1), parameters(["l", 600_000_000]), long, unwatched);
      const slow = gpu.record(long);
      let isSlowDone = false;
      const waiting = slow.done.then(() => (isSlowDone = true));
      await sleep(10);
      gpu.launch(module, "spin", launchOf(1), parameters(["l", 1000]), short, unwatched);
      await gpu.synchronize(short);
      expect(isSlowDone).toBe(false);
      await waiting;
      slow.dispose();
      gpu.destroyStream(long);
      gpu.destroyStream(short);
    });

    it("orders streams by events", async () => {
      const [a, b] = [gpu.createStream({}), gpu.createStream({})];
      const x = gpu.allocate(4, a);
      gpu.fill(x.address, Uint8Array.of(0, 0, 128, 63), 1, a, unwatched);
      gpu.launch(module, "spin", launchOf(1), parameters(["l", 20_000_000]), a, unwatched);
      gpu.launch(
        module,
        "scale",
        launchOf(1),
        parameters(["p", x.address], ["f", 5], ["i", 1]),
        a,
        unwatched,
      );
      const made = gpu.record(a);
      gpu.waitFor(made, b);
      made.dispose();
      const back = new Float32Array(1);
      await gpu.read(x.address, new Uint8Array(back.buffer), b, unwatched);
      expect(back[0]).toBe(5);
      gpu.free(x, b);
      gpu.destroyStream(a);
      gpu.destroyStream(b);
    });

    it("uses freed memory again and counts it", () => {
      const stream = gpu.defaultStream;
      const before = gpu.memory();
      const a = gpu.allocate(1_000_000, stream);
      expect(gpu.memory().liveBytes).toBeGreaterThanOrEqual(before.liveBytes + 1_000_000);
      gpu.free(a, stream);
      const b = gpu.allocate(999_999, stream);
      expect(b.address).toBe(a.address);
      gpu.free(b, stream);
      expect(gpu.memory().liveBytes).toBe(before.liveBytes);
    });

    it("says what it had when memory runs out, and goes on", () => {
      const stream = gpu.defaultStream;
      const { totalMemoryBytes } = gpu.properties;
      expect(() => gpu.allocate(2 * totalMemoryBytes, stream)).toThrow(/Cannot allocate .* on cuda:0/);
      gpu.free(gpu.allocate(1024, stream), stream);
    });

    it("shows the compiler's own text with line and caret", async () => {
      const broken = gpu.compile('extern "C" __global__ void f(int* x) {\n  *x = missing;\n}', {
        fileName: "f.cu",
        waitsItself: false,
      });
      const error = await broken.ready.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(CompileError);
      expect((error as CompileError).message).toMatch(/Cannot compile f\.cu: .*missing[^]*f\.cu\(2\)/);
      expect(() => broken.readySync()).toThrow(CompileError);
    });

    it("compiles with headers in memory, options and PTX", async () => {
      const made = gpu.compile(
        '#include "two.h"\nextern "C" __global__ void f(int* x) { *x = TWO + THREE; }',
        {
          headers: { "two.h": "#define TWO 2" },
          waitsItself: false,
          options: ["-D", "THREE=3"],
        },
      );
      await made.ready;
      const stream = gpu.defaultStream;
      const x = gpu.allocate(4, stream);
      gpu.launch(made, "f", launchOf(1), parameters(["p", x.address]), stream, unwatched);
      const value = new Int32Array(1);
      gpu.readSync(x.address, new Uint8Array(value.buffer), stream, unwatched);
      expect(value[0]).toBe(5);
      const ptx = `.version 7.0\n.target sm_52\n.address_size 64\n.visible .entry g(.param .u64 p) {
      .reg .u64 %a; .reg .u32 %v; ld.param.u64 %a, [p]; cvta.to.global.u64 %a, %a; mov.u32 %v, 77; st.global.u32 [%a], %v; ret; }`;
      const loaded = gpu.compile(ptx, { waitsItself: false });
      expect(loaded.isReady()).toBe(true);
      gpu.launch(loaded, "g", launchOf(1), parameters(["p", x.address]), stream, unwatched);
      gpu.readSync(x.address, new Uint8Array(value.buffer), stream, unwatched);
      expect(value[0]).toBe(77);
      gpu.free(x, stream);
      made.dispose();
      loaded.dispose();
    });

    it("takes machine code: a CUBIN and a fatbin", () => {
      const folder = mkdtempSync(join(tmpdir(), "cuts-code-"));
      try {
        const input = join(folder, "f.cu");
        writeFileSync(input, 'extern "C" __global__ void f(int* x) { *x = 1234; }');
        const stream = gpu.defaultStream;
        const x = gpu.allocate(4, stream);
        const value = new Int32Array(1);
        for (const kind of ["cubin", "fatbin"]) {
          const output = join(folder, `f.${kind}`);
          execFileSync("nvcc", ["-arch=native", `-${kind}`, "-o", output, input], { stdio: "pipe" });
          const loaded = gpu.machineCode.load(readFileSync(output), { waitsItself: false });
          gpu.fill(x.address, Uint8Array.of(0), 4, stream, unwatched);
          gpu.launch(loaded, "f", launchOf(1), parameters(["p", x.address]), stream, unwatched);
          gpu.readSync(x.address, new Uint8Array(value.buffer), stream, unwatched);
          expect(value[0]).toBe(1234);
          loaded.dispose();
        }
        gpu.free(x, stream);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });

    it("compiles with the macros of math.h and with cooperative groups, with no flags", async () => {
      const made = gpu.compile(
        `#include <cooperative_groups.h>
         #include <cooperative_groups/reduce.h>
         namespace cg = cooperative_groups;
         __constant__ float lowest = -INFINITY;
         constexpr float none = NAN;
         extern "C" __global__ void constants(float* x) {
           auto warp = cg::tiled_partition<32>(cg::this_thread_block());
           float sum = cg::reduce(warp, 1.0f, cg::plus<float>());
           if (threadIdx.x == 0) {
             x[0] = lowest; x[1] = none; x[2] = M_PI; x[3] = (float)HUGE_VAL; x[4] = HUGE_VALF; x[5] = sum;
           }
         }`,
        { waitsItself: false },
      );
      await made.ready;
      const stream = gpu.defaultStream;
      const x = gpu.allocate(24, stream);
      gpu.launch(made, "constants", launchOf(32), parameters(["p", x.address]), stream, unwatched);
      const values = new Float32Array(6);
      gpu.readSync(x.address, new Uint8Array(values.buffer), stream, unwatched);
      expect([...values]).toEqual([-Infinity, NaN, Math.fround(Math.PI), Infinity, Infinity, 32]);
      gpu.free(x, stream);
      made.dispose();
    });

    it("launches clusters, also larger ones than every GPU can do", async () => {
      const made = gpu.compile(
        `#include <cooperative_groups.h>
         namespace cg = cooperative_groups;
         extern "C" __global__ void ranks(int* out) {
           auto cluster = cg::this_cluster();
           __shared__ int mine;
           if (threadIdx.x == 0) mine = blockIdx.x;
           cluster.sync();
           int n = cluster.num_blocks();
           int* next = cluster.map_shared_rank(&mine, (cluster.block_rank() + 1) % n);
           if (threadIdx.x == 0) out[blockIdx.x] = 1000 * n + *next;
           cluster.sync();
         }`,
        { waitsItself: false },
      );
      await made.ready;
      const stream = gpu.defaultStream;
      const out = gpu.allocate(16 * 4, stream);
      const values = new Int32Array(16);
      for (const size of [2, 4, 8, 16]) {
        const launch = { ...launchOf(32), grid: [16, 1, 1], cluster: [size, 1, 1] } as const;
        gpu.launch(made, "ranks", launch, parameters(["p", out.address]), stream, unwatched);
        gpu.readSync(out.address, new Uint8Array(values.buffer), stream, unwatched);
        const expected = Array.from({ length: 16 }, (_, i) => {
          const first = i - (i % size);
          return 1000 * size + first + ((i - first + 1) % size);
        });
        expect([...values]).toEqual(expected);
      }
      const wrong = { ...launchOf(32), grid: [32, 1, 1], cluster: [32, 1, 1] } as const;
      expect(() =>
        gpu.launch(made, "ranks", wrong, parameters(["p", out.address]), stream, unwatched),
      ).toThrow(LaunchError);
      gpu.free(out, stream);
      made.dispose();
    });

    it("chooses a block by occupancy, and refuses priorities it has not", () => {
      const threads = module.kernel("scale")?.preferredThreadsPerBlock ?? 0;
      expect([128, 256, 512, 1024]).toContain(threads);
      expect(() => gpu.createStream({ priority: 1 })).toThrow(RangeError);
      gpu.destroyStream(gpu.createStream({ priority: -1 }));
    });

    it("survives many streams and random allocations", async () => {
      const streams = Array.from({ length: 200 }, () => gpu.createStream({}));
      let seed = 1;
      const random = (n: number): number => (seed = (seed * 48_271) % 2_147_483_647) % n;
      const live: { allocation: ReturnType<CudaDevice["allocate"]>; value: number; stream: number }[] = [];
      for (let i = 0; i < 20_000; i++) {
        if (live.length > 500) {
          const index = random(live.length);
          const [one] = live.splice(index, 1);
          if (one !== undefined) gpu.free(one.allocation, streams[one.stream] ?? gpu.defaultStream);
        }
        const stream = random(streams.length);
        const allocation = gpu.allocate(
          16 + random(1 << (5 + random(14))),
          streams[stream] ?? gpu.defaultStream,
        );
        const value = i & 255;
        gpu.fill(
          allocation.address,
          Uint8Array.of(value),
          16,
          streams[stream] ?? gpu.defaultStream,
          unwatched,
        );
        live.push({ allocation, value, stream });
      }
      const back = new Uint8Array(16);
      for (const { allocation, value, stream } of live) {
        gpu.readSync(allocation.address, back, streams[stream] ?? gpu.defaultStream, unwatched);
        expect(back.every((byte) => byte === value)).toBe(true);
        gpu.free(allocation, streams[stream] ?? gpu.defaultStream);
      }
      for (const stream of streams) gpu.destroyStream(stream);
    });

    it("works after a reset, with its modules and streams", async () => {
      const stream = gpu.createStream({});
      gpu.free(gpu.allocate(4, stream), stream);
      await gpu.synchronize(stream);
      gpu.reset();
      expect(gpu.memory()).toMatchObject({ liveBytes: 0, cachedBytes: 0 });
      const y = gpu.allocate(4, stream);
      gpu.fill(y.address, Uint8Array.of(0, 0, 128, 63), 1, stream, unwatched);
      gpu.launch(
        module,
        "scale",
        launchOf(1),
        parameters(["p", y.address], ["f", 9], ["i", 1]),
        stream,
        unwatched,
      );
      const back = new Float32Array(1);
      await gpu.read(y.address, new Uint8Array(back.buffer), stream, unwatched);
      expect(back[0]).toBe(9);
      gpu.free(y, stream);
      gpu.destroyStream(stream);
    });
  },
);
