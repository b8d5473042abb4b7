// Addons on the cpu: what crosses between JavaScript and C++, what is refused with which words, and how long things live.

import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { arange, array, buffer, managed, ones, zeros } from "../../src/array/array.js";
import "../../src/array/methods.js";
import { type Addon, addonInfo, openAddon } from "../../src/build/addon/open-addon.js";
import { AddonError, DisposedError } from "../../src/core/errors.js";
import { decodeFloat16, encodeBfloat16, encodeFloat16 } from "../../src/core/float16.js";
import { device } from "../../src/runtime/devices/devices.js";
import { graph } from "../../src/runtime/graphs/graph.js";
import { liveHandles } from "../../src/runtime/lifetimes/handle.js";
import { scope } from "../../src/runtime/lifetimes/scope.js";
import { collectDropped } from "../native/collect.js";
import { isWasm, noCompiler, openFixture } from "./build-fixture.js";
import type { Features } from "./features.js";

const cpu = { device: "cpu" } as const;
let addon: Addon<Features>;

describe.skipIf(noCompiler)(`addons${noCompiler === undefined ? "" : ` (${noCompiler})`}`, () => {
  beforeAll(async () => {
    addon = await openFixture<Features>("features");
  });
  // Handles are counted below.
  beforeEach(() => collectDropped(() => liveHandles().length));

  const message = (body: () => unknown): string => {
    try {
      body();
    } catch (error) {
      const { name, code, message } = error as Error & { code: string };
      return `${name} ${code}: ${message}`;
    }
    return "no error";
  };

  describe("values", () => {
    it("takes arrays and gives arrays of the same pools", async () => {
      using a = array([1, 2, 3], cpu);
      using b = array([10, 20, 30], cpu);
      using sum = addon.add(a, b);
      expect([sum.dtype, sum.shape, sum.device]).toEqual(["float32", [3], device("cpu")]);
      expect(await sum.tolist()).toEqual([11, 22, 33]);
      using wide = addon.add(a.astype("float64"), b.astype("float64"));
      expect(await wide.data()).toEqual(Float64Array.of(11, 22, 33));
    });

    it("takes arrays of every make", async () => {
      using whole = buffer("float32", [1, 2, 3, 4, 5], cpu);
      for (const x of [
        buffer("float32", [2, 3], cpu),
        managed("float32", [2, 3], cpu),
        array([2, 3], { ...cpu, memory: "pinned" }),
        whole.subarray(1, 3),
        whole.slice("1:3"),
      ]) {
        addon.scale(x, 10);
        expect(await x.data()).toEqual(Float32Array.of(20, 30));
        x.set([2, 3]);
        x.dispose();
      }
    });

    it("sees the results of work that was just given", async () => {
      using a = ones([5000], cpu);
      using b = a.mul(3).add(a);
      using sum = addon.add(b, b);
      expect(await sum.max().item()).toBe(8);
      addon.scale(sum, 0.5);
      expect(await sum.add(1).min().item()).toBe(5);
    });

    it("honours strides", () => {
      using m = arange(12, { ...cpu, dtype: "float64" }).reshape(3, 4);
      expect(addon.trace(m.slice([":", "1:4"]))).toBe(1 + 6 + 11);
      expect(addon.trace(m.slice([":", "::-1"]).slice([":", "0:3"]).transpose())).toBe(3 + 6 + 9);
      expect(addon.describe(m.slice(["::2", "::-1"]))).toBe("float64[2, 4] on cpu strides [8, -1]");
      expect(addon.describe(m)).toBe("float64[3, 4] on cpu strides [4, 1] contiguous");
      expect(addon.describe(zeros([0, 3], cpu))).toBe("float32[0, 3] on cpu strides [3, 1] contiguous");
    });

    it.each([
      ["int8", -128, 127],
      ["uint8", 0, 255],
      ["int16", -32768, 32767],
      ["int32", -2147483648, 2147483647],
      ["uint32", 0, 4294967295],
    ] as const)("checks the range of %s", (name, min, max) => {
      const call = addon[name];
      expect([call(min), call(max), call(BigInt(max))]).toEqual([min, max, max]);
      for (const wrong of [min - 1, max + 1, BigInt(max) + 1n, 0.5, Number.NaN, Infinity]) {
        expect(message(() => call(wrong))).toMatch(/^RangeError CUTS_ARGUMENT_RANGE: Cannot use argument 1/);
      }
      expect(message(() => call("1"))).toMatch(/^TypeError CUTS_ARGUMENT_TYPE/);
    });

    it("takes 64-bit integers as bigint and as safe numbers, and gives bigints", () => {
      fc.assert(
        fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (x) => addon.int64(x) === x),
      );
      fc.assert(fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (x) => addon.uint64(x) === x));
      fc.assert(fc.property(fc.maxSafeInteger(), (x) => addon.int64(x) === BigInt(x)));
      for (const wrong of [2 ** 53, 2n ** 63n, -(2n ** 63n) - 1n, 1.5]) {
        expect(message(() => addon.int64(wrong))).toContain("RangeError CUTS_ARGUMENT_RANGE");
      }
      expect(message(() => addon.uint64(-1))).toBe(
        "RangeError CUTS_ARGUMENT_RANGE: Cannot use argument 1 (argument1) of uint64 as uint64: " +
          "it must be a safe number or a bigint from 0 to 18446744073709551615 (got -1)",
      );
    });

    it("takes floats, booleans, strings, dtypes", () => {
      expect([addon.float64(0.1), addon.float32(0.1)]).toEqual([0.1, Math.fround(0.1)]);
      expect([addon.boolean(true), addon.boolean(false)]).toEqual([true, false]);
      expect(addon.text("a\0ü", "€", "😀")).toBe("a\0ü€😀");
      expect(addon.dtype("bfloat16")).toBe("bfloat16");
      expect(message(() => addon.float64(1n))).toMatch(/it must be a number \(got 1n\)/);
      expect(message(() => addon.boolean(1))).toMatch(/it must be true or false \(got 1\)/);
      expect(message(() => addon.text("a", "b", "c\0"))).toMatch(/must not hold a NUL/);
      expect(message(() => addon.dtype("float31"))).toMatch(/the name of a dtype \(got "float31"\)/);
    });

    it("takes lists, optionals and tuples, and gives them", () => {
      expect(addon.vector([1, 2.5])).toEqual([2, 5]);
      expect(addon.vector(Float64Array.of(1, 2))).toEqual([2, 4]);
      expect(addon.strings(["a", "b"])).toBe(2n);
      expect(addon.optional(undefined)).toBeNull();
      expect([addon.optional(1), addon.optional(1, null), addon.optional(1, "x")]).toEqual([
        "1-",
        "1-",
        "1x",
      ]);
      expect(addon.pair([3, "x"])).toEqual(["x", 3, true]);
      expect(message(() => addon.vector(Float32Array.of(1)))).toMatch(
        /as a list: .*\(got Float32Array\(1\)\)/,
      );
      expect(message(() => addon.vector([1, "2"]))).toMatch(/as float64: it must be a number \(got "2"\)/);
      expect(message(() => addon.pair([3]))).toMatch(/an array of 2 \(got \[3\]\)/);
    });

    it("takes arrays in lists and optionals", () => {
      using a = array([1], cpu);
      using b = array([2], cpu);
      expect([addon.sum_all([a, b]), addon.sum_all([a, b], a), addon.sum_all([], b)]).toEqual([3, 4, 2]);
      expect(message(() => addon.sum_all([a, 1]))).toMatch(
        /argument 1 .* of sum_all as tensors: it must be an array \(got 1\)/,
      );
    });

    it("fills in defaults, and counts", () => {
      expect([addon.defaults(), addon.defaults(2), addon.defaults(2, "x", 3)]).toEqual([
        "1two-1",
        "2two-1",
        "2x3",
      ]);
      expect(addon.defaults(undefined, "z")).toBe("1z-1");
      expect(message(() => addon.defaults(1, "b", 2, 3))).toBe(
        "TypeError CUTS_ARGUMENT_COUNT: Cannot call defaults: it takes 0 to 3 arguments (a?, b?, c?) (got 4)",
      );
      expect(message(() => addon.add())).toMatch(/it takes 2 arguments \(a, b\) \(got 0\)/);
    });

    it("has constants", () => {
      expect([addon.answer, addon.title, addon.huge, addon.nothing]).toEqual([
        42,
        'features "quoted"\n',
        2n ** 64n - 1n,
        Number.NaN,
      ]);
      expect(Object.isFrozen(addon)).toBe(true);
    });

    it("gives several results", async () => {
      using a = array([1, 2], cpu);
      const [like, made, count] = addon.several(a);
      expect([like.shape, made.shape, made.dtype, count]).toEqual([[2], [2, 3], "int64", 2n]);
      expect(await made.data()).toEqual(new BigInt64Array(6));
      expect(addon.same(a)).toBe(a);
      expect([addon.maybe_tensor(false), addon.maybe_tensor(true)?.shape]).toEqual([null, [2]]);
    });

    it("has float16 and bfloat16 as the package has them", () => {
      for (let bits = 0; bits < 65536; bits += 31) {
        const value = decodeFloat16(bits);
        expect(addon.half_value(bits)).toEqual(value);
        if (!Number.isNaN(value)) expect(addon.half_bits(value)).toBe(bits);
      }
      fc.assert(fc.property(fc.float({ noNaN: true }), (x) => addon.half_bits(x) === encodeFloat16(x)));
      fc.assert(fc.property(fc.float({ noNaN: true }), (x) => addon.bfloat_bits(x) === encodeBfloat16(x)));
    });

    it("has complex numbers as std::complex", async () => {
      using z = array([{ re: 1, im: 2 }], cpu);
      addon.conjugate(z);
      expect(await z.tolist()).toEqual([{ re: 1, im: -2 }]);
    });
  });

  describe("overloads", () => {
    it("takes the first that fits, by dtype, rank, kind and count", () => {
      using f = ones([2, 2], cpu);
      expect([addon.kind(f), addon.kind(f.reshape(4)), addon.kind(f.astype("float64"))]).toEqual([
        "a float32 matrix",
        "float32",
        "float64",
      ]);
      expect([addon.kind(1), addon.kind("x", 1)]).toEqual(["a number", "text and a number"]);
    });

    it("lists them where none fits", () => {
      using i = ones([2], { ...cpu, dtype: "int32" });
      expect(message(() => addon.kind(i, 1))).toBe(
        "TypeError CUTS_NO_OVERLOAD: Cannot call kind: the arguments must fit one of\n" +
          '  kind(x: NDArray<"float32">): string\n  kind(x: NDArray<"float32">): string\n  kind(x: NDArray<"float64">): string\n' +
          "  kind(x: number): string\n  kind(x: string, y: number): string\n(got int32[2] on cpu, 1)",
      );
    });
  });

  describe("errors", () => {
    it.each([
      ["error", "AddonError CUTS_ADDON: Cannot call raise: an error"],
      ["type", "TypeError CUTS_ADDON: Cannot call raise: a type error"],
      ["range", "RangeError CUTS_ADDON: Cannot call raise: a range error"],
      ["runtime", "AddonError CUTS_ADDON: Cannot call raise: a runtime error"],
      ["int", "AddonError CUTS_ADDON: Cannot call raise: it threw something that is no std::exception"],
      ["negative", "RangeError CUTS_ADDON: Cannot call raise: a size must not be negative (got [-1])"],
      ["swallowed", "no error"],
    ])("turns a thrown %s into an error", (what, text) => {
      expect(message(() => addon.raise(what))).toBe(text);
    });

    it("keeps what JavaScript threw, and tells where a check failed", () => {
      expect(message(() => addon.raise("out_of_range"))).toMatch(
        /^RangeError CUTS_ADDON: Cannot call raise: vector/,
      );
      expect(message(() => addon.raise("bad_alloc"))).toMatch(/^AddonError CUTS_OUT_OF_MEMORY/);
      expect(message(() => addon.raise("javascript"))).toMatch(/^CutsError CUTS_OUT_OF_MEMORY/);
      expect(message(() => addon.raise("check"))).toMatch(
        /^AddonError CUTS_ADDON: Cannot call raise: it must hold that 1 \+ 1 == 3 \(features.cpp:\d+\)$/,
      );
      expect(() => addon.raise("error")).toThrow(AddonError);
    });

    it("refuses arrays of a wrong dtype, shape or state", () => {
      using a = ones([2], cpu);
      using i = ones([2], { ...cpu, dtype: "int32" });
      expect(message(() => addon.scale(i))).toBe(
        "TypeError CUTS_ADDON: Cannot call scale: argument 1 (t) must be float32 here (got int32)",
      );
      expect(message(() => addon.add(i, i))).toBe(
        "TypeError CUTS_ADDON: Cannot call add: the dtype of a must be float32 or float64 (got int32)",
      );
      expect(message(() => addon.add(a, ones([3], cpu)))).toMatch(
        /a and b must have one shape, but have \[2\] and \[3\] \(features.cpp:\d+\)$/,
      );
      expect(message(() => addon.add(a, Float32Array.of(1)))).toMatch(
        /as NDArray: it must be an array \(got Float32Array\(1\)\)\nTry: cu.array\(values\)/,
      );
      const gone = ones([2], cpu);
      gone.dispose();
      expect(() => addon.add(a, gone)).toThrow(DisposedError);
      expect(message(() => addon.add(a, gone))).toMatch(
        /CUTS_ARGUMENT_DISPOSED: Cannot use argument 2 \(b\) of add .*\(got float32\[2\] on cpu\)/,
      );
    });

    it("refuses to write what may only be read", () => {
      using a = ones([2], cpu);
      using wide = a.broadcastTo([3, 2]);
      expect(addon.describe(wide)).toBe("float32[3, 2] on cpu strides [0, 1]");
      expect(message(() => addon.scale(wide))).toMatch(
        /^TypeError CUTS_ADDON: Cannot call scale: argument 1 \(t\) may only be read/,
      );
      expect(message(() => addon.write_to_read(a))).toMatch(/may only be read/);
    });

    it("refuses a result of another dtype than declared, and an undefined one", () => {
      using a = ones([2], cpu);
      const before = liveHandles().length;
      expect(message(() => addon.wrong_dtype(a))).toMatch(
        /^TypeError CUTS_ADDON: Cannot call wrong_dtype: the tensor float64\[2\] must be float32 \(got float64\)/,
      );
      expect(message(() => addon.undefined_tensor())).toMatch(
        /it must not return an undefined tensor\nTry: std::optional/,
      );
      expect(message(() => addon.misfit())).toMatch(/a class that the module does not define/);
      expect(liveHandles().length).toBe(before);
    });

    it("is no part of a graph", () => {
      using a = ones([2], cpu);
      expect(() => graph(() => addon.add(a, a), cpu as never)).toThrow(/Cannot call add inside graph\(\)/);
    });

    it("refuses files that are no addons", () => {
      expect(message(() => openAddon("/nonexistent/x.node", "x"))).toMatch(
        /^CutsError CUTS_ADDON_LOAD: Cannot load the addon x: /,
      );
    });
  });

  describe("classes", () => {
    it("makes objects, with methods, properties and overloaded constructors", () => {
      const { Counter } = addon;
      using a = new Counter(3);
      using b = new Counter(4, "b");
      expect([a.add(), a.add(2), a.value(), a.doubled, a.name, b.name]).toEqual([
        4,
        6,
        6,
        12,
        "counter",
        "b",
      ]);
      b.name = "other";
      expect(b.name).toBe("other");
      expect(a.join(b, b)).toBe(14);
      using copy = a.copy();
      copy.add(1);
      expect([copy.value(), a.value(), copy instanceof Counter]).toEqual([15, 14, true]);
      using made = addon.make_counter(9);
      expect([made.value(), made instanceof Counter]).toEqual([9, true]);
      expect(message(() => new Counter("x"))).toMatch(/CUTS_NO_OVERLOAD/);
      expect(message(() => a.add("x"))).toMatch(/Cannot use argument 1 \(amount\) of Counter.add as int32/);
    });

    it("deletes the value once, and refuses the object afterwards", () => {
      const { Counter } = addon;
      const before = Counter.alive();
      const a = new Counter(1);
      expect(Counter.alive()).toBe(before + 1);
      a.dispose();
      a.dispose();
      expect(Counter.alive()).toBe(before);
      expect(message(() => a.value())).toBe(
        "DisposedError CUTS_ARGUMENT_DISPOSED: Cannot use the object of Counter.value as Counter: the object must not be disposed (got a Counter)",
      );
    });

    it("refuses objects of other classes", () => {
      using a = new addon.Counter(1);
      using w = ones([1], cpu);
      using m = new addon.Model(w);
      expect(message(() => a.join(m, a))).toMatch(
        /argument 1 .* of Counter.join as Counter: it must be an object of this class \(got a Model\)/,
      );
      const method = Object.getOwnPropertyDescriptor(addon.Counter.prototype, "value")?.value as () => number;
      for (const wrong of [undefined, null, 1, {}, addon.Counter, m]) {
        expect(message(() => method.call(wrong as never))).toMatch(
          /Cannot use the object of Counter.value as Counter/,
        );
      }
      const dispose = Object.getOwnPropertyDescriptor(addon.Counter.prototype, "dispose")
        ?.value as () => void;
      expect(message(() => dispose.call({} as never))).toMatch(/on an object of the class/);
    });
  });

  describe("lifetimes", () => {
    it("keeps the memory of a tensor that a class holds, also when the array is disposed", async () => {
      const weights = array([1, 2, 3], cpu);
      const live = device("cpu").memory().liveBytes;
      const model = new addon.Model(weights);
      weights.dispose();
      using x = array([1, 1, 1], cpu);
      // What would take the memory, if it were free.
      using other = zeros([3], cpu);
      expect([model.apply(x), other.size]).toEqual([6, 3]);
      using view = model.weights();
      expect(await view.tolist()).toEqual([1, 2, 3]);
      addon.scale(view, 10);
      expect(model.apply(x)).toBe(60);
      await expect(model.apply_later(x)).rejects.toThrow(
        /kept from an earlier call can be used only in a call that is not async/,
      );
      view.dispose();
      x.dispose();
      other.dispose();
      model.dispose();
      // What is given back comes after the calls that used it.
      await device("cpu").synchronize();
      expect(device("cpu").memory().liveBytes).toBeLessThan(live);
    });

    it("waits for work on a tensor that was kept", () => {
      using weights = ones([5000], cpu);
      using model = new addon.Model(weights);
      using x = ones([5000], cpu);
      weights.addInplace(weights);
      expect(model.apply(x)).toBe(10_000);
    });

    it("lets go of what a static has kept, on any thread", () => {
      const before = liveHandles().length;
      scope(() => {
        addon.keep(array([7], cpu));
      });
      expect(addon.kept()).toBe(7);
      expect(liveHandles().length).toBe(before + 1);
      addon.forget();
      expect(liveHandles().length).toBe(before);
      using a = array([8], cpu);
      addon.keep(a);
      expect(addon.kept()).toBe(8);
      addon.forget_in_thread();
      addon.int32(1);
      expect(liveHandles().length).toBe(before + 1);
      expect(message(() => addon.kept())).toMatch(/the tensor must refer to an array/);
    });

    it("keeps what a function has made itself", () => {
      const before = liveHandles().length;
      addon.keep_new();
      expect([addon.kept(), liveHandles().length]).toEqual([0, before + 1]);
      addon.forget();
      expect(liveHandles().length).toBe(before);
    });

    it("gives temporaries back at once", () => {
      const { peakBytes } = device("cpu").memory();
      expect(addon.many_temporaries(200, 1 << 20)).toBe(200n);
      expect(device("cpu").memory().peakBytes - peakBytes).toBeLessThan(64 << 20);
    });

    it("gives what it makes to the scope around", () => {
      const before = liveHandles().length;
      const kept = scope(() => {
        const a = array([1], cpu);
        addon.add(a, a);
        return addon.add(a, a);
      });
      expect(liveHandles().length).toBe(before + 1);
      kept.dispose();
    });

    it("lets threads of the addon use a tensor of the call, and makes none there", () => {
      using a = array([5], cpu);
      expect(addon.in_thread(a)).toEqual([
        5,
        expect.stringMatching(/it must be done on the thread of a call from JavaScript/),
      ]);
    });
  });

  it("has the types of its functions", async () => {
    await expect(addon[addonInfo].types).toMatchFileSnapshot("fixtures/features.d.ts.txt");
    expect(addon[addonInfo]).toMatchObject({ name: "features", doc: "Everything an addon can have." });
  });

  it.skipIf(isWasm)("opens a file once", () => {
    expect(openAddon(addon[addonInfo].path ?? "", "again")).toBe(addon);
  });
});
