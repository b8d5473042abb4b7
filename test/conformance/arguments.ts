// Wrong arguments: each is an error before anything is launched, it says what is wrong, and the device goes on.

import { expect } from "vitest";
import { arange, array, buffer, managed, type NDArray, zeros } from "../../src/array/array.js";
import { kernel } from "../../src/runtime/kernels/kernel.js";
import type { Kernel } from "../../src/runtime/kernels/kernel.js";
import type { Suite } from "./suite.js";

const source = `
  extern "C" __global__ void touch(const float* a, int* out, int n, float s, bool b, float2 v, long long w) {
    out[0] = 1;
  }`;
const one = { grid: 1, block: 1 };

export function argumentSuite(suite: Suite): void {
  const touch = kernel(source) as Kernel<readonly unknown[]>;

  /** The right arguments, with some replaced by wrong ones. */
  function argumentsWith(change: Readonly<Record<number, unknown>>, a: unknown, out: unknown): unknown[] {
    const args: unknown[] = [a, out, 1, 0.5, true, [1, 2], 3n];
    for (const [index, value] of Object.entries(change)) args[Number(index)] = value;
    return args;
  }

  const cases: readonly [string, Readonly<Record<number, unknown>>, string, RegExp][] = [
    ["a fraction for int", { 2: 1.5 }, "CUTS_NOT_AN_INTEGER", /argument 3 \(n\) of touch .*\(got 1\.5\)/],
    ["NaN for int", { 2: Number.NaN }, "CUTS_NOT_AN_INTEGER", /argument 3 \(n\) of touch .*\(got NaN\)/],
    ["too large an int", { 2: 2 ** 31 }, "CUTS_INTEGER_RANGE", /between -2147483648 and 2147483647/],
    ["a string for int", { 2: "1" }, "CUTS_NOT_AN_INTEGER", /\(got "1"\)/],
    ["nothing for int", { 2: undefined }, "CUTS_NOT_AN_INTEGER", /\(got undefined\)/],
    ["a bigint for float", { 3: 1n }, "CUTS_NOT_A_NUMBER", /argument 4 \(s\)/],
    ["a number for bool", { 4: 1 }, "CUTS_NOT_A_BOOLEAN", /argument 5 \(b\)/],
    ["three of two", { 5: [1, 2, 3] }, "CUTS_ARGUMENT_TYPE", /argument 6 \(v\) .*\[x, y\]/],
    ["too large a 64-bit integer", { 6: 2n ** 63n }, "CUTS_INTEGER_RANGE", /argument 7 \(w\)/],
    [
      "a typed array for a pointer",
      { 0: new Float32Array(1) },
      "CUTS_ARGUMENT_TYPE",
      /Try: await kernel\.run/,
    ],
    ["a number for a pointer", { 0: 0 }, "CUTS_ARGUMENT_TYPE", /argument 1 \(a\) of touch as const float\*/],
    ["nothing for a pointer", { 0: undefined }, "CUTS_ARGUMENT_TYPE", /\(got undefined\)/],
  ];
  for (const [name, change, code, message] of cases) {
    suite.test(`${name} is refused`, async () => {
      using a = buffer("float32", [1]);
      using out = buffer("int32", [0]);
      for (const isReady of [false, true]) {
        if (isReady) await touch.ready();
        const launch = (): void => touch(one, ...argumentsWith(change, a, out));
        expect(launch).toThrow(expect.objectContaining({ code }));
        expect(launch).toThrow(message);
      }
      expect(await out.data()).toEqual(Int32Array.of(0));
    });
  }

  suite.test("arrays of every make are taken by a launch and by run()", async () => {
    const increment = kernel(`extern "C" __global__ void increment(float* x, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i < n) x[i] += 1;
    }`);
    using whole = arange(8);
    using matrix = zeros([3, 4]);
    const arrays: Readonly<Record<string, NDArray<"float32">>> = {
      zeros: zeros(4),
      array: array([1, 2, 3, 4]),
      buffer: buffer("float32", 4),
      "of two axes": zeros([2, 2]),
      managed: managed("float32", 4),
      pinned: zeros(4, { memory: "pinned" }),
      subarray: whole.subarray(2, 6),
      slice: matrix.slice([1]),
      reshaped: matrix.reshape(12).slice("8:"),
    };
    for (const [name, x] of Object.entries(arrays)) {
      x.fill(1);
      increment({ threads: 4 }, x, 4);
      await increment.run({ threads: 4 }, x, 4);
      expect([name, ...(await x.data())]).toEqual([name, 3, 3, 3, 3]);
      x.dispose();
    }
    expect(await whole.data()).toEqual(Float32Array.of(0, 1, 3, 3, 3, 3, 6, 7));
    using columns = matrix.slice([":", "1:3"]);
    const refused = { code: "CUTS_ARGUMENT_CONTIGUITY", message: expect.stringContaining("Try: x.copy()") };
    expect(() => increment({ threads: 4 }, columns, 4)).toThrow(expect.objectContaining(refused));
    await expect(increment.run({ threads: 4 }, columns, 4)).rejects.toThrow(expect.objectContaining(refused));
  });

  suite.test("a wrong dtype is refused", async () => {
    using wrong = buffer("float64", [1]);
    using out = buffer("int32", [0]);
    const launch = (): void => touch(one, ...argumentsWith({}, wrong, out));
    expect(launch).toThrow(/its dtype must be float32 \(got float64\[1\] on /);
    await touch.ready();
    expect(launch).toThrow("float32");
    expect(await out.data()).toEqual(Int32Array.of(0));
  });

  suite.test("a disposed array is refused", async () => {
    const gone = buffer("float32", [1]);
    gone.dispose();
    using out = buffer("int32", [0]);
    const launch = (): void => touch(one, ...argumentsWith({}, gone, out));
    expect(launch).toThrow(
      expect.objectContaining({ name: "DisposedError", code: "CUTS_ARGUMENT_DISPOSED" }),
    );
    await touch.ready();
    expect(launch).toThrow("must not be disposed");
  });

  suite.test("too few and too many arguments are refused", async () => {
    using a = buffer("float32", [1]);
    using out = buffer("int32", [0]);
    const args = argumentsWith({}, a, out);
    for (const wrong of [args.slice(1), [...args, 1], []]) {
      expect(() => touch(one, ...wrong)).toThrow(`it takes 7 arguments, (const float* a, int* out`);
    }
    touch(one, ...args);
    expect(await out.data()).toEqual(Int32Array.of(1));
  });

  suite.test("run() rejects with the same errors", async () => {
    const out = new Int32Array(1);
    const run = (change: Readonly<Record<number, unknown>>): Promise<void> =>
      touch.run(one, ...(argumentsWith(change, new Float32Array(1), out) as never[]));
    await expect(run({ 2: 0.5 })).rejects.toThrow("argument 3 (n) of touch");
    await expect(run({ 0: new Float64Array(1) })).rejects.toThrow("it must be a Float32Array");
    expect(out).toEqual(new Int32Array(1));
    await run({});
    expect(out).toEqual(Int32Array.of(1));
  });
}
