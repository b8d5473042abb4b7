// Arrays between CuTS, CuPy and PyTorch in one process: the same device pointer, the right order across streams, nothing left
// behind. They need a CPython with a shared library, CuPy and PyTorch.

import { beforeAll, describe, expect, it } from "vitest";
import { collectGarbage } from "../../src/host/garbage.js";
import { dtypeNames } from "../../src/core/dtype.js";
import * as cu from "../../src/index.js";
import { countOut } from "../../src/interop/dlpack/export-struct.js";
import { type Bridge, openBridge } from "../../src/interop/python/bridge.js";
import { noPython } from "../interop/python.js";
import { noGpu } from "./device.js";

const on = { device: "cuda:0" } as const;
const why = noGpu ?? noPython;
// PyTorch has no unsigned integers to compute with, and CuPy no bfloat16.
const dtypes = dtypeNames.filter((name) => name !== "bfloat16" && !/^uint(16|32|64)$/.test(name));

let py: cu.Python;
let bridge: Bridge;
let libraries: readonly string[] = [];

async function settle(): Promise<void> {
  await cu.device("cuda:0").synchronize();
  for (let i = 0; i < 5; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  bridge.countObjects();
}

/** A kernel that takes its time, so that who does not wait sees what was there before. */
const slow = cu.kernel(`extern "C" __global__ void slow(float* x, float value, int n, long long cycles) {
  long long start = clock64();
  while (clock64() - start < cycles) {}
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = value;
}`);

describe.skipIf(why !== undefined)(`exchange on a GPU ${why ?? ""}`, () => {
  beforeAll(async () => {
    py = await cu.python();
    bridge = await openBridge({ stdout: () => {}, stderr: () => {} }, undefined);
    const found = (await py.eval(
      "[name for name in ('torch', 'cupy') if __import__('importlib.util').util.find_spec(name)]",
    )) as string[];
    libraries = found;
    for (const name of found) await py.exec(`import ${name}`);
    expect(found.length).toBeGreaterThan(0);
  }, 180_000);

  it.each(["torch", "cupy"])(
    "%s sees every dtype at the same address, and gives it back",
    async (library) => {
      if (!libraries.includes(library)) return;
      const address = library === "torch" ? "a.data_ptr()" : "a.data.ptr";
      const look = await py.eval(`lambda a: (${address}, a)`);
      const from = await py.eval(`${library}.from_dlpack`);
      for (const dtype of dtypes) {
        using x = cu.ones([2, 3], { dtype, ...on });
        for (const view of [x, x.transpose()]) {
          const made = await py.callRaw(from, await py.array(view));
          const [pointer, back] = (await look(made)) as [number, cu.NDArray];
          expect([BigInt(pointer), back.pointer, back.dtype]).toEqual([view.pointer, view.pointer, dtype]);
          expect(back.shape).toEqual(view.shape);
        }
      }
    },
  );

  it("PyTorch's bfloat16 goes both ways", async () => {
    if (!libraries.includes("torch")) return;
    using x = cu.full([4], 1.5, { dtype: "bfloat16", ...on });
    const torch = await py.import("torch");
    using y = (await torch.mul(x, 2)) as cu.NDArray;
    expect([y.dtype, await y.tolist()]).toEqual(["bfloat16", [3, 3, 3, 3]]);
  });

  it("PyTorch waits for work here, and work here for PyTorch's, on whatever streams", async () => {
    if (!libraries.includes("torch")) return;
    const torch = await py.import("torch");
    using x = cu.zeros([1 << 16], on);
    using s = cu.stream(on);
    for (let round = 1; round <= 20; round++) {
      const sum = await s.run(async () => {
        slow({ threads: x.size }, x, round, x.size, 20_000_000);
        const added = (await torch.add(x, 1)) as cu.NDArray<"float32">;
        return added.sum();
      });
      expect(await sum.item()).toBe((round + 1) * x.size);
    }
    await py.exec(
      "side = torch.cuda.Stream()\ndef late(n, value):\n    with torch.cuda.stream(side):\n        a = torch.zeros(n, device='cuda')\n        torch.cuda._sleep(20_000_000)\n        a += value\n        return a",
    );
    await py.exec(
      "class OnSide:\n    def __init__(self, a): self.a = a\n    def __dlpack_device__(self): return self.a.__dlpack_device__()\n    def __dlpack__(self, stream=None, **k):\n        with torch.cuda.stream(side):\n            return self.a.__dlpack__(stream=stream)",
    );
    for (let round = 1; round <= 20; round++) {
      using late = (await py.eval(`OnSide(late(65536, ${round}))`)) as cu.NDArray<"float32">;
      expect(await late.sum().item()).toBe(round * 65_536);
    }
  });

  it("what PyTorch writes to an array of CuTS is there before work on any stream here", async () => {
    if (!libraries.includes("torch")) return;
    await py.exec(
      "def fill(a, value):\n    t = torch.from_dlpack(a)\n    torch.cuda._sleep(20_000_000)\n    t.fill_(value)",
    );
    const fill = await py.eval("fill");
    using x = cu.zeros([1 << 16], on);
    const wrapped = await py.array(x);
    using s = cu.stream(on);
    for (let round = 1; round <= 20; round++) {
      const sum = await s.run(async () => {
        await fill(wrapped, round);
        return x.sum();
      });
      expect(await sum.item()).toBe(round * x.size);
    }
  });

  it("tensors that Python keeps are in order with work here, call by call", async () => {
    if (!libraries.includes("torch")) return;
    await py.exec(
      "kept = None\ndef keep(a):\n    global kept\n    kept = torch.from_dlpack(a)\ndef fill_kept(value):\n    torch.cuda._sleep(20_000_000)\n    kept.fill_(value)\ndef sum_kept(): return float(kept.sum().item())\ndef drop():\n    global kept\n    kept = None",
    );
    const [keep, fill, sum, drop] = await Promise.all(
      ["keep", "fill_kept", "sum_kept", "drop"].map((name) => py.eval(name)),
    );
    using x = cu.zeros([1 << 16], on);
    using s = cu.stream(on);
    await keep(await py.array(x));
    for (let round = 1; round <= 10; round++) {
      using theirs = await s.run(async () => {
        await fill(round);
        return x.sum();
      });
      expect(await theirs.item()).toBe(round * x.size);
      const ours = await s.run(() => {
        slow({ threads: x.size }, x, -round, x.size, 20_000_000);
        return sum();
      });
      expect(ours).toBe(-round * x.size);
    }
    await drop();
    // The other way round: memory of Python's that is used here, and written there.
    await py.exec("kept = torch.zeros(65536, device='cuda')");
    using y = (await py.eval("kept")) as cu.NDArray<"float32">;
    for (let round = 1; round <= 10; round++) {
      using theirs = await s.run(async () => {
        await fill(round);
        return y.sum();
      });
      expect(await theirs.item()).toBe(round * y.size);
    }
  });

  it("the CUDA array interface tells the stream of now", async () => {
    if (!libraries.includes("cupy")) return;
    const sum = await py.eval("lambda a: float(cupy.asarray(a).sum())");
    using x = cu.zeros([1 << 16], on);
    using s = cu.stream(on);
    const wrapped = await py.array(x);
    for (let round = 1; round <= 10; round++) {
      const found = await s.run(() => {
        slow({ threads: x.size }, x, round, x.size, 20_000_000);
        return sum(wrapped);
      });
      expect(found).toBe(round * x.size);
    }
  });

  it("the wait is what makes it right: without it the old values are seen", async () => {
    if (!libraries.includes("torch")) return;
    using x = cu.zeros([1 << 16], on);
    using s = cu.stream(on);
    const wrapped = await py.array(x);
    await py.exec(
      "def seen(a, s):\n    side = torch.cuda.Stream()\n    with torch.cuda.stream(side):\n        t = torch.utils.dlpack.from_dlpack(a.__dlpack__(stream=side.cuda_stream if s else -1))\n        return float(t.sum().item())",
    );
    const seen = await py.eval("seen");
    const results: number[] = [];
    for (const waits of [true, false]) {
      x.fill(0);
      await cu.device("cuda:0").synchronize();
      const result = await s.run(() => {
        slow({ threads: x.size }, x, 1, x.size, 400_000_000);
        return py.sync(seen)(wrapped, waits) as number;
      });
      results.push(result);
    }
    expect(results[0]).toBe(x.size);
    expect(results[1]).not.toBe(x.size);
  });

  it("the CUDA array interface goes both ways with CuPy", async () => {
    if (!libraries.includes("cupy")) return;
    using x = cu.arange(12, on).reshape(3, 4);
    using part = x.slice([":", "::2"]);
    const wrapped = await py.array(part);
    const made = await py.callRaw(await py.eval("cupy.asarray"), wrapped);
    expect(BigInt((await made.data.ptr) as number)).toBe(part.pointer);
    const described = part.cudaArrayInterface;
    expect([described.shape, described.strides, described.typestr]).toEqual([[3, 2], [16, 8], "<f4"]);
    using same = cu.fromCudaArrayInterface(part);
    expect(await same.tolist()).toEqual(await part.tolist());
    expect(() => cu.fromCudaArrayInterface({ ...described, stream: 0 })).toThrow(
      expect.objectContaining({ code: "CUTS_ARRAY_INTERFACE" }),
    );
  });

  it("managed and pinned memory says so", async () => {
    using managed = cu.vec("float32", [1, 2, 3], on);
    expect(managed.dlpackDevice).toEqual([13, 0]);
    using pinned = cu.zeros([3], { memory: "pinned", ...on });
    expect(pinned.dlpackDevice).toEqual([3, 0]);
    using back = cu.fromDlpack(managed.toDlpack({ stream: -1 }));
    expect(back.pointer).toBe(managed.pointer);
    expect(() => cu.toDlpack(managed, { stream: 0 })).toThrow(
      expect.objectContaining({ code: "CUTS_DLPACK_STREAM" }),
    );
  });

  it("a stream of CuTS is one of CuPy's and PyTorch's", async () => {
    using s = cu.stream(on);
    if (libraries.includes("torch")) {
      const own = await py.eval("lambda p: torch.cuda.ExternalStream(p).cuda_stream");
      expect(BigInt((await own(s.pointer)) as number)).toBe(s.pointer);
    }
    if (libraries.includes("cupy")) {
      const own = await py.eval("lambda p: cupy.cuda.ExternalStream(p).ptr");
      expect(BigInt((await own(s.pointer)) as number)).toBe(s.pointer);
    }
  });

  it("a model of PyTorch's takes arrays of CuTS", async () => {
    if (!libraries.includes("torch")) return;
    await py.exec(
      "torch.manual_seed(0)\nmodel = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.GELU(), torch.nn.Linear(16, 4)).cuda().eval()\n@torch.no_grad()\ndef infer(x): return model(torch.from_dlpack(x) if not torch.is_tensor(x) else x)\n@torch.no_grad()\ndef expected(): return model(torch.ones(5, 8, device='cuda'))",
    );
    using x = cu.ones([5, 8], on);
    using y = (await (await py.eval("infer"))(x)) as cu.NDArray<"float32">;
    using wanted = (await (await py.eval("expected"))()) as cu.NDArray<"float32">;
    expect(y.shape).toEqual([5, 4]);
    expect(await cu.allclose(y, wanted)).toBe(true);
  });

  it("an operation of CuTS is one that PyTorch calls", async () => {
    if (!libraries.includes("torch")) return;
    const twice = (x: cu.NDArray<"float32">): cu.NDArray => x.mul(2).add(1);
    const call = await py.eval("lambda f: f(torch.arange(4, device='cuda', dtype=torch.float32)) * 10");
    using y = (await call(twice)) as cu.NDArray;
    expect(await y.tolist()).toEqual([10, 30, 50, 70]);
  });

  it("100,000 exchanges leave memory as it was", async () => {
    if (!libraries.includes("torch")) return;
    await py.exec("one = torch.arange(10.0, device='cuda')\ndef same(a): return a\ndef give(): return one");
    const [same, give] = [py.sync(await py.eval("same")), py.sync(await py.eval("give"))];
    using x = cu.arange(10, on);
    const used = async () => ({
      torch: (await py.eval("torch.cuda.memory_allocated()")) as number,
      own: cu.device("cuda:0").memory().liveBytes,
      objects: bridge.countObjects(),
      held: bridge.values.heldCount,
      structs: countOut(),
    });
    (same(x) as cu.NDArray).dispose();
    await settle();
    const before = await used();
    for (let i = 0; i < 50_000; i++) {
      (same(x) as cu.NDArray).dispose();
      (give() as cu.NDArray).dispose();
    }
    await settle();
    // What earlier tests have dropped may go meanwhile; nothing may be added.
    for (const [what, count] of Object.entries(await used())) {
      expect(count, what).toBeLessThanOrEqual(before[what as keyof typeof before]);
    }
  }, 600_000);
});
