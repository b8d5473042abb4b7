// Kernels that fail: the error has the name CUDA users know, says which kernel, reaches whoever waits, and afterwards the
// device works.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "vitest";
import { CutsError } from "../../src/core/errors.js";
import { buffer } from "../../src/array/array.js";
import { device } from "../../src/runtime/devices/devices.js";
import { graph } from "../../src/runtime/graphs/graph.js";
import { module } from "../../src/runtime/modules/module.js";
import { stream } from "../../src/runtime/order/stream.js";
import type { Suite } from "./suite.js";

const source = `
  #include <assert.h>
  extern "C" __global__ void fine(int* x) { x[threadIdx.x] = 7; }
  extern "C" __global__ void forever(volatile int* x) { while (x[0] == 0) { } }
  extern "C" __global__ void failing_assert(int* x) { assert(x[threadIdx.x] == 1); }
  extern "C" __global__ void trapping(int* x) { if (x[0] == 0) __trap(); }
  extern "C" __global__ void copy(const int* a, int* b) { b[0] = a[0]; }
  extern "C" __global__ void out_of_bounds(int* x, long long i) { x[i] = 1; }
`;
const one = { grid: 1, block: 1 };

export function faultSuite(suite: Suite): void {
  /** Launches a kernel that fails, expects the error at the next await, and that the device works afterwards. */
  async function expectFault(
    launch: (m: ReturnType<typeof module<typeof source>>, x: Int) => void,
    message: RegExp,
  ) {
    const m = module(source);
    const x = buffer("int32", [0]);
    await m.ready();
    launch(m, x);
    const failure = x.data();
    await expect(failure).rejects.toThrow(CutsError);
    await expect(failure).rejects.toThrow(message);
    if (suite.faultsNeedReset) device().reset();
    const again = module(source);
    using y = buffer("int32", [0, 0]);
    again.kernel("fine")({ grid: 1, block: 2 }, y);
    expect(await y.data()).toEqual(Int32Array.of(7, 7));
    await device().synchronize();
    for (const owner of [m, x, again]) owner.dispose();
  }

  suite.test("a failed assertion names the kernel and the condition", async () => {
    await expectFault(
      (m, x) => m.kernel("failing_assert")(one, x),
      /failing_assert.*cudaErrorAssert.*x\[threadIdx\.x\] == 1/s,
    );
  });

  suite.test("a trap names the kernel", async () => {
    await expectFault((m, x) => m.kernel("trapping")(one, x), /trapping.*cudaErrorLaunchFailure/s);
  });

  suite.test("an address outside all memory names the kernel", async () => {
    await expectFault(
      (m, x) => m.kernel("out_of_bounds")(one, x, 2 ** 29),
      /out_of_bounds.*cudaErrorIllegalAddress/s,
    );
  });

  suite.test("a kernel that does not end is stopped", async () => {
    await expectFault(
      (m, x) => m.kernel("forever")({ ...one, timeoutMs: 200 }, x),
      /forever.*200 ms.*cudaErrorLaunchTimeout/s,
    );
  });

  suite.test("a kernel that does not end is stopped when blocked for", () => {
    using m = module(source);
    using x = buffer("int32", [0]);
    m.kernel("forever")({ ...one, timeoutMs: 200 }, x);
    expect(() => x.dataSync()).toThrow("cudaErrorLaunchTimeout");
    using y = buffer("int32", [0]);
    m.kernel("fine")(one, y);
    expect(y.dataSync()).toEqual(Int32Array.of(7));
  });

  suite.test("an error is seen once by those who wait for everything", async () => {
    using m = module(source);
    using x = buffer("int32", [0]);
    m.kernel("trapping")(one, x);
    await expect(device().synchronize()).rejects.toThrow("trapping");
    await device().synchronize();
  });

  suite.test(
    "whoever reads what a kernel was to write gets its error, until it is written anew",
    async () => {
      using m = module(source);
      using x = buffer("int32", [0]);
      m.kernel("trapping")(one, x);
      const both = [x.data(), x.data()];
      for (const one of both) await expect(one).rejects.toThrow(/trapping.*Launched at .*faults\.ts:\d+/s);
      await expect(x.data()).rejects.toThrow("trapping");
      x.fill(0);
      m.kernel("fine")(one, x);
      expect(await x.data()).toEqual(Int32Array.of(7));
    },
  );

  suite.test("work of others goes on after a failure", async () => {
    using m = module(source);
    await m.ready();
    using x = buffer("int32", [0]);
    m.kernel("trapping")(one, x);
    using y = buffer("int32", [1]);
    using z = buffer("int32", [1, 2, 3]);
    m.kernel("fine")(one, y);
    expect(await z.data()).toEqual(Int32Array.of(1, 2, 3));
    expect(await y.data()).toEqual(Int32Array.of(7));
    await expect(x.data()).rejects.toThrow("trapping");
    await device().synchronize();
  });

  suite.test("two calls of run() at once have an outcome each", async () => {
    using m = module(source);
    await m.ready();
    const y = new Int32Array(2);
    const [bad, good] = await Promise.allSettled([
      m.kernel("trapping").run(one, new Int32Array(1)),
      m.kernel("fine").run({ grid: 1, block: 2 }, y),
    ]);
    expect(bad).toMatchObject({ status: "rejected", reason: { code: "CUTS_KERNEL_TRAP" } });
    expect(good.status).toBe("fulfilled");
    expect(y).toEqual(Int32Array.of(7, 7));
  });

  suite.test("what is computed from what was lost is lost, and says where it was skipped", async () => {
    using m = module(source);
    await m.ready();
    using x = buffer("int32", [0]);
    using y = buffer("int32", [5]);
    m.kernel("trapping")(one, x);
    m.kernel("copy")(one, x, y);
    await expect(y.data()).rejects.toThrow(
      /trapping.*Launched at .*faults\.ts:\d+.*Skipped because of it: the work given at .*faults\.ts:\d+/s,
    );
  });

  suite.test("an error stays with its stream", async () => {
    using m = module(source);
    await m.ready();
    using s = stream();
    using x = buffer("int32", [0], { stream: s });
    using y = buffer("int32", [0]);
    m.kernel("trapping")({ ...one, stream: s }, x);
    m.kernel("fine")(one, y);
    expect(await y.data()).toEqual(Int32Array.of(7));
    await expect(s.synchronize()).rejects.toThrow("trapping");
    await s;
  });

  suite.test("an event after a failure rejects, and so do those who asked before", async () => {
    using m = module(source);
    using s = stream();
    using x = buffer("int32", [0], { stream: s });
    m.kernel("trapping")({ ...one, stream: s }, x);
    using event = s.record();
    const waiting = s.synchronize();
    await expect(event.synchronize()).rejects.toThrow("trapping");
    await expect(waiting).rejects.toThrow("trapping");
    await s;
    using y = buffer("int32", [0], { stream: s });
    m.kernel("trapping")({ ...one, stream: s }, y);
    using later = s.record();
    expect(() => later.synchronizeSync()).toThrow("trapping");
    await s;
  });

  suite.test("an error reaches the stream that uses the result", async () => {
    using m = module(source);
    using s = stream();
    using x = buffer("int32", [0], { stream: s });
    m.kernel("trapping")({ ...one, stream: s }, x);
    m.kernel("fine")(one, x);
    const waiting = s.synchronize();
    await expect(x.data()).rejects.toThrow("trapping");
    await expect(waiting).rejects.toThrow("trapping");
  });

  suite.test("a graph fails as a whole, and can be launched again", async () => {
    using m = module(source);
    await m.ready();
    using x = buffer("int32", [0]);
    using y = buffer("int32", [0]);
    using g = graph(() => {
      m.kernel("trapping")(one, x);
      m.kernel("fine")(one, y);
    });
    g.launch();
    await expect(y.data()).rejects.toThrow("trapping");
    x.fill(1);
    y.fill(0);
    g.launch();
    expect(await y.data()).toEqual(Int32Array.of(7));
  });

  suite.test("a variable that a failed kernel may have written is lost until it is set", async () => {
    using m = module(`
      __device__ int counter;
      extern "C" __global__ void count(int* x) { counter += 1; if (x[0]) __trap(); }
      extern "C" __global__ void look(int* x) { x[0] = counter; }`);
    await m.ready();
    m.global("counter").set([1]);
    using bad = buffer("int32", [1]);
    using x = buffer("int32", [0]);
    m.kernel("count")(one, bad);
    m.kernel("look")(one, x);
    await expect(x.data()).rejects.toThrow("count");
    await expect(m.global("counter").data()).rejects.toThrow("count");
    m.global("counter").set([3]);
    x.fill(0);
    m.kernel("look")(one, x);
    expect(await x.data()).toEqual(Int32Array.of(3));
  });

  suite.test("run() rejects with what stopped the kernel", async () => {
    using m = module(source);
    await expect(m.kernel("trapping").run(one, new Int32Array(1))).rejects.toThrow("trapping");
    const x = new Int32Array(1);
    await m.kernel("fine").run(one, x);
    expect(x).toEqual(Int32Array.of(7));
  });

  suite.test("printf of kernels reaches the standard output, in the order of the stream", async () => {
    const program = fileURLToPath(new URL("printf-program.ts", import.meta.url));
    const env = { ...process.env, CUTS_DEVICE: suite.device };
    const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", program], { env });
    expect(stdout.replaceAll("\r", "")).toBe(
      "block 0: 1 -2 3.500 text %\nblock 1: 1 -2 3.500 text %\nsecond 0x1f 18446744073709551615\n" +
        // printf counts arguments, as CUDA's does.
        "hello\ntext\nabc\nresults 11001\ndone\n",
    );
  });
}

type Int = ReturnType<typeof buffer<"int32">>;
