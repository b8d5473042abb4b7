// Arrays between CuTS and the real NumPy: the same memory both ways, whatever the dtype and the strides, and nothing left behind.
import { beforeAll, describe, expect, it } from "vitest";
import { collectGarbage } from "../../src/host/garbage.js";
import { dtypeNames } from "../../src/core/dtype.js";
import * as cu from "../../src/index.js";
import { countOut } from "../../src/interop/dlpack/export-struct.js";
import { type Bridge, openBridge } from "../../src/interop/python/bridge.js";
import { noPython } from "./python.js";
import { cases } from "../cases.js";

const exchanges = cases(10_000);

const on = { device: "cpu" } as const;
const dtypes = dtypeNames.filter((name) => name !== "bfloat16");

let py: cu.Python;
let np: cu.PythonReference;
let bridge: Bridge;

async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
  }
  bridge.countObjects();
}

describe.skipIf(noPython !== undefined)(`NumPy ${noPython ?? ""}`, () => {
  beforeAll(async () => {
    py = await cu.python();
    np = await py.import("numpy");
    bridge = await openBridge({ stdout: () => {}, stderr: () => {} }, undefined);
    await py.exec("import sys, numpy\ndef address(a): return a.__array_interface__['data'][0]");
  });

  describe.each(dtypes)("%s", (dtype) => {
    it("goes to NumPy, and views of it, at the same address", async () => {
      const values = Array.from({ length: 24 }, (_, i) => (dtype === "bool" ? i % 3 === 0 : i));
      using x = cu
        .array(values as number[], on)
        .astype(dtype)
        .reshape(2, 3, 4);
      const views = [
        x,
        x.transpose(),
        x.slice([":", "::-1", "1::2"]),
        x.slice([1, 2, 3]),
        x.slice([":", "0:0"]),
      ];
      const look = await py.eval("lambda a: (address(a), a.dtype.name, list(a.shape), a.tolist())");
      for (const view of views) {
        const [address, name, shape, list] = (await look(view)) as [number, string, number[], unknown];
        if (view.size > 0) expect(BigInt(address)).toBe(view.pointer);
        expect([name, shape]).toEqual([dtype, view.shape]);
        expect(cu.array(list as number[], { dtype, ...on }).dataSync()).toEqual(view.dataSync());
      }
    });

    it("comes from NumPy, and views of it, at the same address, and is written there", async () => {
      const made = (await py.exec(
        `import numpy
base = (numpy.arange(24) % ${dtype === "bool" ? 2 : 100}).astype(${JSON.stringify(dtype)}).reshape(2, 3, 4)
views = [base, base.T, base[:, ::-1, 1::2], base[1, 2, 3:], base[::-1, ::-1, ::-1]]
addresses = [a.__array_interface__["data"][0] for a in views]
lists = [a.tolist() for a in views]`,
        {},
      )) as { views: cu.NDArray[]; addresses: number[]; lists: unknown[]; base: cu.NDArray };
      for (const [index, view] of made.views.entries()) {
        expect(view.dtype).toBe(dtype);
        expect(view.pointer).toBe(BigInt(made.addresses[index] as number));
        expect(view.dataSync()).toEqual(cu.array(made.lists[index] as number[], { dtype, ...on }).dataSync());
      }
      made.base.fill(0);
      await cu.device("cpu").synchronize();
      expect(await py.eval("bool(a.any())", { a: made.base })).toBe(false);
      expect(made.views[4]?.dataSync().every((value) => Number(value) === 0)).toBe(true);
    });
  });

  it("a view that comes from NumPy is written where its elements are, and nowhere else", async () => {
    await py.exec("grid = numpy.arange(12, dtype='float32').reshape(3, 4)");
    using column = (await py.eval("grid[::-1, 1]")) as cu.NDArray<"float32">;
    cu.mul(column, 10, { out: column });
    await cu.device("cpu").synchronize();
    expect(await py.eval("grid.tolist()")).toEqual([
      [0, 10, 2, 3],
      [4, 50, 6, 7],
      [8, 90, 10, 11],
    ]);
  });

  it("results are the array itself where they are views of it", async () => {
    using x = cu.arange(6, on);
    using y = (await np.reshape(x, [2, 3])) as cu.NDArray<"float32">;
    expect(y.pointer).toBe(x.pointer);
    using s = cu.stream(on);
    const done = s.run(() => void cu.add(x, 10, { out: x }));
    // In order, for it is the same storage.
    expect(await y.tolist()).toEqual([
      [10, 11, 12],
      [13, 14, 15],
    ]);
    await done;
  });

  it("work is waited for before Python looks, and waits while Python works", async () => {
    using x = cu.zeros([1 << 20], on);
    for (let i = 0; i < 5; i++) cu.add(x, 1, { out: x });
    const total = np.sum(x);
    cu.add(x, 1, { out: x });
    expect(await total).toBe(5 * 2 ** 20);
    expect(py.sync(np).sum(x)).toBe(6 * 2 ** 20);
    const fill = await py.eval("lambda a: (__import__('time').sleep(0.05), a.fill(3))[1]");
    const filled = fill(x);
    using y = x.add(1);
    expect((await y.data())[9]).toBe(4);
    await filled;
  });

  it("read-only stays read-only", async () => {
    using wide = cu.broadcastTo(cu.ones([3], on), [2, 3]);
    expect(await py.eval("a.flags.writeable", { a: wide })).toBe(false);
    await py.exec("frozen = numpy.zeros(3); frozen.flags.writeable = False");
    const frozen = (await py.eval("frozen")) as cu.NDArray;
    expect(frozen.isReadonly).toBe(true);
    expect(() => frozen.fill(1)).toThrow();
  });

  it("what CuTS has no dtype for stays in Python", async () => {
    for (const code of [
      "numpy.array(['a'])",
      "numpy.zeros(2, dtype='>f4')",
      "numpy.zeros(3, dtype=object)",
      "numpy.frombuffer(bytes(9), numpy.uint8)[1:].view('<f8')",
    ]) {
      const value: unknown = await py.eval(code);
      expect(cu.isNDArray(value)).toBe(false);
      expect(await py.str(value)).not.toBe("");
    }
    expect(await py.eval("numpy.float32(1.5)")).toBe(1.5);
    using half = cu.ones([2], { dtype: "bfloat16", ...on });
    const given: unknown = await np.add(half, 1).catch((error: cu.PythonError) => error.pythonType);
    expect(cu.isNDArray(given) ? given.dtype : given).toMatch(/^(bfloat16|TypeError)$/);
  });

  it("memory outlives whoever made it", async () => {
    const keep = await py.callRaw(await py.eval("lambda a: [a]"), cu.full([4], 7, on));
    collectGarbage();
    using others = cu.zeros([4], on);
    expect(await py.eval("k[0].tolist()", { k: keep })).toEqual([7, 7, 7, 7]);
    expect(others.size).toBe(4);
    const made = (await py.eval("numpy.full(4, 9.0)")) as cu.NDArray;
    await py.eval("__import__('gc').collect()");
    expect(await made.tolist()).toEqual([9, 9, 9, 9]);
  });

  it("DLPack goes both ways through NumPy's own functions", async () => {
    using x = cu.arange(6, on).reshape(2, 3);
    const wrapped = await py.array(x.transpose());
    const view = (await np.from_dlpack(wrapped)) as cu.NDArray;
    expect([view.shape, view.pointer]).toEqual([[3, 2], x.pointer]);
    expect(await py.eval("w.__dlpack_device__()", { w: wrapped })).toEqual([1, 0]);
    await expect(py.eval("w.__dlpack__(stream=1)", { w: wrapped })).rejects.toThrow(/BufferError/);
    // A capsule that nobody takes is freed.
    await py.eval("str(w.__dlpack__())", { w: wrapped });
    await py.eval("str(w.__dlpack__(max_version=(1, 0)))", { w: wrapped });
    view.dispose();
    wrapped[Symbol.dispose]();
    await settle();
    expect(countOut()).toBe(0);
    await py.exec(
      "class Producer:\n    def __init__(self, a): self.a = a\n    def __dlpack__(self, **k):\n        k.pop('max_version', None)\n        return self.a.__dlpack__(**k)\n    def __dlpack_device__(self): return self.a.__dlpack_device__()",
    );
    const taken = (await py.eval("Producer(numpy.arange(5.0)[::-2])")) as cu.NDArray;
    expect([taken.dtype, await taken.tolist()]).toEqual(["float64", [4, 2, 0]]);
  });

  it("what py.array() gives stays an array of CuTS, also of a GPU with CuPy loaded", async () => {
    // A library's own array would be ordered by nobody: each use asks CuTS for the memory anew.
    const own = await py.exec(
      [
        "import sys, types, cuts_bridge",
        "known = sys.modules.get('cupy')",
        "sys.modules['cupy'] = types.SimpleNamespace(from_dlpack=lambda array: 'taken by CuPy')",
        "try:",
        "    array = cuts_bridge.Array(0, 0, [1], None, '<f4', 'float32', False, (2, 0))",
        "    results = [cuts_bridge._for_library(array, 'cuts') is array, cuts_bridge._for_library(array, 'torch')]",
        "finally:",
        "    del sys.modules['cupy'], array",
        "    if known is not None: sys.modules['cupy'] = known",
      ].join("\n"),
      {},
    );
    expect((own as { results: unknown[] }).results).toEqual([true, "taken by CuPy"]);
  });

  it("__dlpack__ gives either struct, frees what nobody takes, and says what is not possible", async () => {
    using x = cu.arange(6, on).reshape(2, 3);
    const wrapped = await py.array(x);
    const found = await py.exec(
      [
        "import numpy",
        "names = [repr(a.__dlpack__()), repr(a.__dlpack__(max_version=(1, 0), dl_device=(1, 0), copy=False))]",
        "taken = numpy.from_dlpack(a).tolist()",
        "errors = []",
        "for wrong in ({'stream': 1}, {'stream': 0}, {'dl_device': (2, 0)}):",
        "    try: a.__dlpack__(**wrong)",
        "    except BufferError as error: errors.append(str(error))",
        "copied = repr(a.__dlpack__(copy=True, max_version=(1, 0)))",
        "del a",
      ].join("\n"),
      { a: wrapped },
    );
    const { names, taken, errors, copied } = found as Record<string, string[]>;
    expect(names?.map((name) => /"(\w+)"/.exec(name)?.[1])).toEqual(["dltensor", "dltensor_versioned"]);
    expect(copied).toContain("dltensor_versioned");
    expect(taken).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
    expect(errors).toHaveLength(3);
    expect(errors?.[0]).toContain("there are no streams on the host");
    expect(countOut()).toBe(0);
  });

  it(`${exchanges} exchanges each way leave every count as it was`, async () => {
    await py.exec("one = numpy.arange(10.0)\ndef same(a): return a\ndef length(a): return len(a)");
    const count = await py.eval("lambda: sys.getrefcount(one)");
    using x = cu.arange(10, on);
    const [same, length, give] = [
      await py.eval("same"),
      await py.eval("length"),
      await py.eval("lambda: one"),
    ];
    const [sameNow, lengthNow, giveNow] = [py.sync(same), py.sync(length), py.sync(give)];
    await settle();
    const before = {
      references: await count(),
      objects: bridge.countObjects(),
      held: bridge.values.heldCount,
      memory: cu.device("cpu").memory().liveBytes,
    };
    for (let i = 0; i < exchanges; i++) {
      if (lengthNow(x) !== 10) throw new Error("a wrong length");
      (giveNow() as cu.NDArray).dispose();
      (sameNow(x) as cu.NDArray).dispose();
    }
    for (let i = 0; i < 1000; i++) void giveNow();
    for (let i = 0; i < 100; i++) ((await same(x)) as cu.NDArray).dispose();
    await cu.device("cpu").synchronize();
    await settle();
    const after = {
      references: await count(),
      objects: bridge.countObjects(),
      held: bridge.values.heldCount,
      memory: cu.device("cpu").memory().liveBytes,
    };
    expect(after).toEqual(before);
    expect(countOut()).toBe(0);
  });
});
