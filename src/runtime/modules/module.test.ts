import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { inspect, promisify } from "node:util";
import { beforeEach, describe, expect, it } from "vitest";
import { type FakeBackend, registerFake } from "../../../test/runtime/fake-backend.js";
import { CompileError, CutsError } from "../../core/errors.js";
import { buffer } from "../../array/array.js";
import { device, withDevice } from "../devices/devices.js";
import { liveHandles } from "../lifetimes/handle.js";
import { kernel } from "../kernels/kernel.js";
import { module } from "./module.js";
import { stream } from "../order/stream.js";

const source = `
  __constant__ float coef[4];
  __device__ int counter;
  extern "C" __global__ void plain(int n) {}
  namespace ns { __global__ void mangled(int n) {} }
  template <typename T, int N = 4> __global__ void scan(const T* x, T* y) {}
`;
const one = { grid: 1, block: 1 };

let fakes = 0;
/** A device whose compiler waits for the test. */
function slowDevice(): { readonly id: string; readonly fake: FakeBackend } {
  const id = `slow${fakes++}:0`;
  return { id, fake: registerFake(id, { slowCompiler: true, globals: { coef: 16, counter: 4, table: 24 } }) };
}

describe("a module of compiled code", () => {
  const ptx = `// made elsewhere
    .version 8.0
    .target sm_52
    .visible .entry scale(.param .u64 x, .param .f32 by, .param .u32 n) { ret; }`;
  const declarations = 'extern "C" __global__ void scale(float* x, float by, int n);';

  it("has the kernels that its declarations say", () => {
    const id = `code${fakes++}:0`;
    const fake = registerFake(id, { loadsMachineCode: true });
    using x = buffer("float32", 1, { device: id });
    for (const code of [ptx, Uint8Array.of(127, 69, 76, 70)]) {
      const m = module(code, { declarations, device: id });
      expect(m.kernelNames).toEqual(["scale"]);
      m.kernel("scale")(one, x, 2, 1);
      expect(fake.modules.at(-1)?.source).toBe(code);
      // @ts-expect-error a text for a float
      expect(() => m.kernel("scale")(one, x, "2", 1)).toThrow(TypeError);
    }
    expect(fake.launches).toHaveLength(2);
  });

  it("may be the bytes of PTX", () => {
    const id = `code${fakes++}:0`;
    const fake = registerFake(id, {});
    using x = buffer("float32", 1, { device: id });
    module(Buffer.from(`${ptx}\0`), { declarations, device: id }).kernel("scale")(one, x, 2, 1);
    expect(fake.modules.at(-1)?.source).toBe(ptx);
  });

  it("is not a source that was read as bytes", () => {
    const bytes = Buffer.from('extern "C" __global__ void scale(float* x) {}');
    for (const options of [{}, { declarations }]) {
      expect(() => module(bytes as never, options as never)).toThrow(
        /bytes must be PTX, a CUBIN or a fatbin .*\nTry: CUDA C\+\+ as a string/,
      );
    }
  });

  it.each([
    ["float* x", "CUTS_KERNEL_SIGNATURE", /has 3 parameters, but it is declared with 1/],
    ["float* x, int by, int n", "CUTS_KERNEL_SIGNATURE", /argument 2 is declared as int, but .* has \.f32/],
    ["float* x, float by, float n", "CUTS_KERNEL_SIGNATURE", /argument 3 is declared as float, but .* \.u32/],
  ])("is not declared as scale(%s)", (list, code, message) => {
    const wrong = module(ptx, { declarations: `extern "C" __global__ void scale(${list});` });
    expect(() => wrong.kernel("scale" as never)).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
  });

  it("has no kernel that the PTX does not have", () => {
    const wrong = module(ptx, { declarations: 'extern "C" __global__ void other(float* x);' });
    expect(() => wrong.kernel("other")).toThrow('Cannot find the kernel "other": the PTX has only scale');
  });

  it("and sources are given, not their paths", () => {
    expect(() => module("./kernels/k.cu")).toThrow(
      'Cannot make a kernel: the source must be the text of CUDA C++ (got the path "./kernels/k.cu")\nTry: kernel(readFileSync("./kernels/k.cu", "utf8"))',
    );
    expect(() => module("k.ptx", { declarations })).toThrow(/Try: module\(readFileSync\("k\.ptx"\), \{ decl/);
  });

  it("is refused without declarations, and where only source can run", () => {
    const id = `code${fakes++}:0`;
    registerFake(id, {});
    expect(() => module(ptx, { device: id })).toThrow(/Try: the option declarations/);
    expect(() => module(source, { declarations })).toThrow(/declarations are for compiled code/);
    expect(() => module(1 as never)).toThrow(TypeError);
    using x = buffer("float32", 1, { device: id });
    const cubin = new Uint8Array([0x7f, 0x45, 0x4c, 0x46]);
    expect(() => module(cubin, { declarations, device: id }).kernel("scale")(one, x, 2, 1)).toThrow(
      expect.objectContaining({ code: "CUTS_MACHINE_CODE" }),
    );
  });
});

describe("a module", () => {
  it("is compiled at first use, once, with everything asked for until then", async () => {
    const { id, fake } = slowDevice();
    const m = module(source, {
      device: id,
      options: ["-std=c++17"],
      headers: { "a.h": "" },
      fileName: "m.cu",
    });
    const scan = m.kernel("scan<float, 256>");
    m.kernel("scan<double>");
    m.kernel("mangled");
    expect(fake.modules).toEqual([]);
    using x = buffer("float32", 1, { device: id });
    scan(one, x, x);
    m.kernel("plain")(one, 1);
    expect(fake.modules).toHaveLength(1);
    expect(fake.modules[0]?.options).toEqual({
      options: ["-std=c++17"],
      headers: { "a.h": "" },
      fileName: "m.cu",
      nameExpressions: ["ns::mangled", "scan<float, 256>", "scan<double>"],
      waitsItself: false,
    });
    fake.modules[0]?.finish();
    await m.ready();
    await device(id).synchronize();
    expect(fake.launches.map((launch) => launch.kernel)).toEqual(["scan<float, 256>", "plain"]);
  });

  it("delays the streams of its launches and nobody else", async () => {
    const { id, fake } = slowDevice();
    const k = kernel('extern "C" __global__ void k(const float* x, int n) {}', { device: id });
    await withDevice(id, async () => {
      using s = stream();
      using x = buffer("float32", [1]);
      fake.clearLog();
      k({ ...one, stream: s }, x, 1);
      x.set([2]);
      using event = s.record();
      k(one, x, 2);
      x.dispose();
      expect(fake.log).toEqual(["wait 1 for 0"]);
      expect(event.isDone).toBe(false);
      fake.modules[0]?.finish();
      await event;
      await s;
      await device().synchronize();
    });
    expect(fake.log).toEqual([
      "wait 1 for 0",
      "launch k on 1",
      "wait 0 for 1",
      "write 4 on 0",
      "launch k on 0",
      "free 4 on 0",
      "destroy 1",
    ]);
    expect(fake.launches.map(({ parameters }) => parameters[8])).toEqual([1, 2]);
  });

  it("is compiled for each device it is used on, unless it is bound to one", async () => {
    const a = registerFake("a:0");
    const b = registerFake("b:0");
    const m = module(source);
    for (const id of ["a:0", "b:0"]) withDevice(id, () => m.kernel("plain")(one, 1));
    expect([a.launches.length, b.launches.length]).toEqual([1, 1]);
    using s = stream({ device: "b:0" });
    const bound = module(source, { device: "a:0" });
    expect(() => bound.kernel("plain")({ ...one, stream: s }, 1)).toThrow("the stream must be one of a:0");
    withDevice("b:0", () => bound.kernel("plain")(one, 1));
    expect([a.launches.length, b.launches.length]).toEqual([2, 1]);
  });

  it("finds kernels by name, with or without namespace, and says what there is", () => {
    const m = module(source, { device: "cpu" });
    expect(m.kernelNames).toEqual(["plain", "ns::mangled", "scan"]);
    expect(m.kernel("mangled").name).toBe("ns::mangled");
    expect(m.kernel("ns::mangled").signature.parameters).toHaveLength(1);
    expect(m.kernel("plain")).toBe(m.kernel("plain"));
    expect(inspect(m)).toBe("Module (plain, ns::mangled, scan)");
    expect(inspect(m.kernel("scan<int>"))).toBe("Kernel scan<int>(const int* x, int* y)");
    expect(() => m.kernel("plian" as never)).toThrow('Cannot find the kernel "plian"');
    expect(() => m.kernel("scan")).toThrow('the template parameter "T" must have an argument');
    expect(() => module(3 as never)).toThrow(
      "the source must be CUDA C++ or PTX as a string, or machine code as a Uint8Array (got 3)",
    );
    expect(() => module(source, { nameExpressions: ["nope<int>"] })).toThrow("nope");
  });

  it("reads macros of the options and kernels of the headers", () => {
    const m = module('#include "k.h"\n__global__ void f(REAL x[N]) {}', {
      options: ["-DREAL=float", "-D", "N=4"],
      headers: { "k.h": "__global__ void g(int n) {}" },
      device: "cpu",
    });
    expect(inspect(m.kernel("f"))).toBe("Kernel f(float x[4])");
    expect(inspect(m.kernel("g"))).toBe("Kernel g(int n)");
  });

  it("cannot be used after dispose()", async () => {
    registerFake("gone:0");
    const before = liveHandles().length;
    const m = module(source, { device: "gone:0" });
    const plain = m.kernel("plain");
    const counter = m.global("counter");
    m.dispose();
    m.dispose();
    expect(liveHandles()).toHaveLength(before);
    expect(() => plain(one, 1)).toThrow(
      "Cannot launch plain: the module was disposed (3 kernels: plain, ns::mangled, scan, by dispose())",
    );
    expect(() => counter.set([1])).toThrow("disposed");
    expect(() => m.kernel("plain")).toThrow("disposed");
    await expect(m.ready()).rejects.toThrow("disposed");
    await expect(plain.ready()).rejects.toThrow("disposed");
    await expect(plain.run(one, 1)).rejects.toThrow("disposed");
  });

  it("is disposed after the launches that wait for it", async () => {
    const { id, fake } = slowDevice();
    const k = kernel('extern "C" __global__ void k() {}', { device: id });
    k(one);
    k.dispose();
    expect(fake.modules[0]?.isDisposed).toBe(false);
    fake.modules[0]?.finish();
    await device(id).synchronize();
    await new Promise((resolve) => setImmediate(resolve));
    expect(fake.launches).toHaveLength(1);
    expect(fake.modules[0]?.isDisposed).toBe(true);
  });
});

describe("a template instance asked for later", () => {
  it("is a new compilation that takes over, with what the variables hold", async () => {
    const { id, fake } = slowDevice();
    const m = module(source, { device: id });
    m.kernel("plain")(one, 1);
    m.global("counter").set([7]);
    fake.modules[0]?.finish();
    expect(await m.global("counter").data()).toEqual(Int32Array.of(7));
    using x = buffer("float32", 1, { device: id });
    m.kernel("scan<float>")(one, x, x);
    m.kernel("plain")(one, 2);
    expect(fake.modules[1]?.options.nameExpressions).toEqual(["ns::mangled", "scan<float>"]);
    fake.modules[1]?.finish();
    expect(await m.global("counter").data()).toEqual(Int32Array.of(7));
    expect(fake.launches.map(({ module: version }) => fake.modules.indexOf(version))).toEqual([0, 1, 1]);
    expect(fake.modules.map(({ isDisposed }) => isDisposed)).toEqual([true, false]);
  });

  it("that does not compile stops nothing else", async () => {
    const { id, fake } = slowDevice();
    const m = module(source, { device: id });
    const plain = m.kernel("plain");
    plain(one, 1);
    fake.modules[0]?.finish();
    await plain.ready();
    const bad = m.kernel("scan<struct nothing>");
    const failed = bad.ready();
    fake.modules[1]?.fail(new CompileError("CUTS_COMPILE", "no such type", ""));
    await expect(failed).rejects.toThrow("no such type");
    await expect(bad.ready()).rejects.toThrow("no such type");
    expect(fake.modules).toHaveLength(2);
    plain(one, 2);
    await device(id).synchronize();
    const good = m.kernel("scan<float>").ready();
    expect(fake.modules[2]?.options.nameExpressions).toEqual([
      "ns::mangled",
      "scan<struct nothing>",
      "scan<float>",
    ]);
    fake.modules[2]?.fail(new CompileError("CUTS_COMPILE", "no such type", ""));
    await expect(good).rejects.toThrow("no such type");
    const alone = m.kernel("scan<float>").ready();
    expect(fake.modules[3]?.options.nameExpressions).toEqual(["ns::mangled", "scan<float>"]);
    fake.modules[3]?.finish();
    await alone;
  });
});

describe("a compiler that fails", () => {
  it("is asked again by the next use: that is no fault of the source", async () => {
    const { id, fake } = slowDevice();
    const k = kernel('extern "C" __global__ void k(float* x) {}', { device: id });
    const x = buffer("float32", [1], { device: id });
    k(one, x);
    const killed = new CutsError("CUTS_COMPILER_CRASHED", "Cannot run clang: it ended with SIGKILL");
    fake.modules[0]?.fail(killed);
    await expect(x.data()).rejects.toThrow(killed.message);
    x.fill(1);
    const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
    const ready = k.ready();
    fake.modules[1]?.fail(full);
    await expect(ready).rejects.toBe(full);
    k(one, x);
    fake.modules[2]?.finish();
    await k.ready();
    await device(id).synchronize();
    expect(fake.launches).toHaveLength(1);
    expect(fake.modules).toHaveLength(3);
  });
});

describe("a compile error", () => {
  const error = new CompileError(
    "CUTS_COMPILE",
    "kernel.cu:1:51: error: use of undeclared identifier",
    "log",
  );
  const failing = async () => {
    const { id, fake } = slowDevice();
    const k = kernel('extern "C" __global__ void k(float* x) {}', { device: id });
    return { id, fake, k, x: buffer("float32", [1], { device: id }) };
  };

  const same = {
    code: "CUTS_COMPILE",
    log: "log",
    message: expect.stringContaining("undeclared identifier"),
  };

  it("is what whoever reads the results gets, until they are written anew", async () => {
    const { fake, k, x } = await failing();
    k(one, x);
    fake.modules[0]?.fail(error);
    await expect(x.data()).rejects.toMatchObject(same);
    await expect(x.data()).rejects.toBeInstanceOf(CompileError);
    await expect(x.data()).rejects.toThrow(/Launched at .*module\.test\.ts:\d+/);
    x.set([1]);
    expect(await x.data()).toEqual(Float32Array.of(1));
    k(one, x);
    await expect(x.data()).rejects.toMatchObject(same);
    expect(fake.launches).toEqual([]);
  });

  it("concerns nobody who does not read them", async () => {
    const { id, fake, k, x } = await failing();
    k(one, x);
    using y = buffer("float32", [2], { device: id });
    const fine = y.data();
    fake.modules[0]?.fail(error);
    expect(await fine).toEqual(Float32Array.of(2));
    expect(await y.data()).toEqual(Float32Array.of(2));
    await expect(x.data()).rejects.toMatchObject(same);
    await device(id).synchronize();
  });

  it("is what ready() rejects with at once, and dataSync() throws", async () => {
    const { fake, k, x } = await failing();
    const ready = k.ready();
    fake.modules[0]?.fail(error);
    await expect(ready).rejects.toBe(error);
    await expect(k.ready()).rejects.toBe(error);
    k(one, x);
    expect(() => x.dataSync()).toThrow("undeclared identifier");
    await expect(k.run(one, new Float32Array(1))).rejects.toMatchObject(same);
  });

  it("reaches whoever uses what was to be computed, on any stream", async () => {
    const { id, fake, k, x } = await failing();
    const use = kernel('extern "C" __global__ void use(const float* x, float* y) {}', { device: id });
    using s = stream({ device: id });
    using y = buffer("float32", [0], { device: id });
    k({ ...one, stream: s }, x);
    use(one, x, y);
    fake.modules[0]?.fail(error);
    fake.modules[1]?.finish();
    const waiting = expect(s.synchronize()).rejects.toMatchObject(same);
    await expect(y.data()).rejects.toMatchObject(same);
    await expect(y.data()).rejects.toThrow(
      /Launched at .*\nSkipped because of it: the work given at .*module\.test/,
    );
    await waiting;
    expect(fake.launches).toEqual([]);
  });
});

describe("a launch that the compiled kernel turns out not to allow", () => {
  it("is an error at the next await, and the stream goes on", async () => {
    const fake = registerFake("late:0", { slowCompiler: true, maxThreadsPerBlock: 100 });
    const k = kernel('extern "C" __global__ void k(float* x) {}', { device: "late:0" });
    using x = buffer("float32", [1], { device: "late:0" });
    k({ grid: 1, block: 128 }, x);
    fake.modules[0]?.finish();
    await expect(x.data()).rejects.toThrow("a block of this kernel has at most 100 threads");
    x.fill(0);
    k({ grid: 1, block: 64 }, x);
    await x.data();
    expect(fake.launches).toHaveLength(1);
  });
});

describe("an error that nobody awaits", () => {
  const program = fileURLToPath(new URL("../../../test/runtime/unseen.ts", import.meta.url));
  const run = async (...args: string[]) => {
    const command = promisify(execFile)(process.execPath, ["--import", "tsx", program, ...args]);
    return command.then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
  };

  it("ends the process when it would end, unless somebody has seen it", async () => {
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toMatch(/CompileError: unseen\nLaunched at .*unseen\.ts:\d+:\d+/);
    expect(stderr).not.toMatch(/: seen/);
  });

  it("is seen by uncaughtException", async () => {
    const { code, stdout, stderr } = await run("handler");
    expect([code, stdout, stderr]).toEqual([0, "caught CUTS_COMPILE\n", ""]);
  });

  it("is printed when the process is ended, with 1 as exit code", async () => {
    const { code, stderr } = await run("exit");
    expect(code).toBe(1);
    expect(stderr).toMatch(/nobody awaited it\nCompileError: unseen\nLaunched at .*unseen\.ts/);
  });
});

describe("a blocking wait", () => {
  it("compiles what is in its way", () => {
    const { id, fake } = slowDevice();
    const k = kernel('extern "C" __global__ void k(float* x) {}', { device: id });
    using x = buffer("float32", [3], { device: id });
    k(one, x);
    expect(x.dataSync()).toEqual(Float32Array.of(3));
    expect(fake.launches).toHaveLength(1);
  });

  it("in the middle of an asynchronous one does everything once", async () => {
    const { id, fake } = slowDevice();
    const k = kernel('extern "C" __global__ void k(float* x) {}', { device: id });
    using x = buffer("float32", [3], { device: id });
    k(one, x);
    const pending = x.data();
    await Promise.resolve();
    x.dataSync();
    expect(await pending).toEqual(Float32Array.of(3));
    expect(fake.launches).toHaveLength(1);
  });
});

describe("reset()", () => {
  it("drops what waits, and tells whoever waits for it", async () => {
    const { id, fake } = slowDevice();
    const k = kernel('extern "C" __global__ void k(float* x) {}', { device: id });
    const x = buffer("float32", [3], { device: id });
    k(one, x);
    const pending = x.data();
    device(id).reset();
    await expect(pending).rejects.toThrow(`the device ${id} was reset`);
    fake.modules[0]?.finish();
    expect(() => x.set([3])).toThrow("by device.reset()");
    await expect(x.data()).rejects.toThrow("by device.reset()");
    using y = buffer("float32", [3], { device: id });
    expect(await y.data()).toEqual(Float32Array.of(3));
    expect(fake.launches).toEqual([]);
  });
});

describe("a variable of a module", () => {
  const many = `
    #define N 2
    typedef unsigned short word;
    __constant__ float coef[4];
    __device__ int counter;
    __device__ float4 vectors[N][3];
    static __constant__ word words[N * 8] = { 1, 2 };
    __device__ __half half_value;
    __constant__ struct Params { int a; } params;
    __device__ Params table[3];
    __device__ float* pointer;
    __device__ bool flags[sizeof(int)];
    __device__ int helper(int n) { return n; }
    __global__ void k() {}
  `;

  it.each([
    ["coef", "float32", 4],
    ["counter", "int32", 1],
    ["vectors", "float32", 24],
    ["words", "uint16", 16],
    ["half_value", "float16", 1],
  ] as const)("%s is %s[%i], as declared", (name, dtype, length) => {
    registerFake("many:0");
    const g = module(many, { device: "many:0" }).global(name);
    expect([g.dtype, g.length]).toEqual([dtype, length]);
  });

  it("is bytes where its type is not plain, and of the length that the compiler says", async () => {
    registerFake("bytes:0", { globals: { table: 24, flags: 4 } });
    const m = module(many, { device: "bytes:0" });
    const table = m.global("table");
    expect(table.dtype).toBe("uint8");
    expect(() => table.length).toThrow("its module must be compiled first\nTry: await module.ready()");
    await m.ready();
    expect(table.length).toBe(24);
    expect([m.global("flags").dtype, m.global("flags").length]).toEqual(["bool", 4]);
  });

  it("is written, filled and read in order with the launches", async () => {
    const fake = registerFake("vars:0", { globals: { coef: 16, counter: 4 } });
    const m = module(source, { device: "vars:0" });
    const coef = m.global("coef");
    coef.set([1, 2]);
    m.global("counter").fill(9);
    expect(await coef.data()).toEqual(Float32Array.of(1, 2, 0, 0));
    coef.fill(3);
    expect(coef.dataSync()).toEqual(Float32Array.of(3, 3, 3, 3));
    expect(m.global("counter").dataSync()).toEqual(Int32Array.of(9));
    using s = stream({ device: "vars:0" });
    fake.clearLog();
    m.kernel("plain")({ ...one, stream: s }, 1);
    coef.set([5]);
    m.kernel("plain")({ ...one, stream: s }, 1);
    const id = fake.launches[0]?.stream;
    expect(fake.log).toEqual([
      `wait ${id} for 0`,
      `launch plain on ${id}`,
      `wait 0 for ${id}`,
      "write 4 on 0",
      `wait ${id} for 0`,
      `launch plain on ${id}`,
    ]);
  });

  it("is checked", async () => {
    registerFake("checked:0", { globals: { coef: 16, counter: 4 } });
    const m = module(source, { device: "checked:0" });
    expect(() => m.global("coef").set([1, 2, 3, 4, 5])).toThrow(
      "Cannot write to coef: the data must fit into its 4 elements (got 5 elements)",
    );
    expect(() => m.global("coef").set(new Int32Array(1))).toThrow("it must be a Float32Array");
    expect(() => m.global("counter").fill(0.5)).toThrow("it must be a whole number");
    await expect(m.global("coeff").data()).rejects.toThrow(
      'no such variable (it has coef, counter)\nTry: module.global("coef")',
    );
    expect(() => m.global("nope").set([1])).toThrow("the module has no such variable");
    await device("checked:0").synchronize();
  });

  it("goes to kernels as a pointer, read-only when it is constant", async () => {
    const fake = registerFake("pass:0", { globals: { coef: 16, counter: 4 } });
    const m = module(source, { device: "pass:0" });
    const k = kernel('extern "C" __global__ void k(const float* c) {}', { device: "pass:0" });
    const write = kernel('extern "C" __global__ void w(float* c) {}', { device: "pass:0" });
    expect(() => k(one, m.global<"float32">("coef"))).toThrow("its module must be compiled first");
    await m.ready();
    fake.clearLog();
    k(one, m.global<"float32">("coef"));
    expect(Buffer.from(fake.launches[0]?.parameters ?? []).readBigUInt64LE()).toBeGreaterThan(0n);
    expect(() => write(one, m.global<"float32">("coef"))).toThrow("the array is read-only");
  });
});

describe("kernel()", () => {
  beforeEach(() => void registerFake("k:0"));

  it("wants exactly one kernel, or a name", () => {
    expect(() => kernel("int x;")).toThrow("the source has no __global__ function");
    expect(() => kernel(source)).toThrow(
      'the source has more than one kernel (plain, ns::mangled, scan)\nTry: the option name: "plain", or module(source)',
    );
    expect(kernel(source, { name: "scan<double>" }).signature.parameters[0]?.type).toMatchObject({
      to: { name: "float64" },
    });
    expect(() => kernel("__global__ void f(const P& p) {}")).toThrow("Cannot read the kernel source");
  });

  it("is a function with a name, a signature and an end", async () => {
    const k = kernel('extern "C" __global__ void k(int n) {}', { device: "k:0" });
    expect(k.name).toBe("k");
    expect(k.signature.line).toBe(1);
    expect(inspect(k)).toBe("Kernel k(int n)");
    await k.ready();
    k.dispose();
    expect(() => k(one, 1)).toThrow("disposed");
  });

  it("lives on while a launch of it waits", () => {
    using x = buffer("float32", 1, { device: "k:0" });
    kernel('extern "C" __global__ void k(float* x) {}', { device: "k:0" })(one, x);
    x.dataSync();
  });
});
