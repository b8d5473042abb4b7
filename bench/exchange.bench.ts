// What one exchange costs, in one process: CuTS and NumPy on the cpu device, CuTS, CuPy and PyTorch on a GPU, against what these take among each other;
// and what the call of a Python function costs that does nothing. Python is embedded (cu.python()); its own loops are timed by itself.
// Run: npm run bench:exchange            CUTS_PYTHON names the interpreter

import * as cu from "../src/index.js";
import { type Contender, loop, measure, type Timing } from "./lib/measure.js";
import { type ReportTable, writeReport } from "./lib/report.js";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 25);
/** What a call may cost beyond CPython's own. */
const MOST_OVER_NS = 3000;

const py = await cu.python();
const onGpu = cu.device().id.startsWith("cuda");

await py.exec(`
import time
def nothing(): pass
def plus(a, b): return a + b
def timed(run, milliseconds):
    """The nanoseconds of one run, by the processor time of this thread."""
    count = 1
    while True:
        begin = time.thread_time_ns()
        for _ in range(count): run()
        elapsed = time.thread_time_ns() - begin
        if elapsed >= milliseconds * 1e6: return elapsed / count
        count = max(2 * count, int(count * milliseconds * 1e6 / max(elapsed, 1)))
`);
const timed = py.sync(await py.eval("timed")) as (run: unknown, milliseconds: number) => number;

/** A loop in Python, timed there. */
async function inPython(
  name: string,
  expression: string,
  names?: Record<string, unknown>,
): Promise<Contender> {
  const run: unknown = await py.eval(`lambda: ${expression}`, names);
  return { name, sample: () => timed(run, 10) };
}

/** A function of Python that is called from here. */
async function called(expression: string): Promise<(...args: unknown[]) => unknown> {
  return py.sync(await py.eval(expression)) as (...args: unknown[]) => unknown;
}

const fromHere = (name: string, run: () => void): Contender =>
  loop(
    name,
    (n) => {
      for (let i = 0; i < n; i++) run();
    },
    // Long enough for V8 to have compiled what an exchange goes through.
    { clock: "cpu", batchMs: 100 },
  );

async function callsTable(): Promise<ReportTable> {
  const [nothing, plus] = [await called("nothing"), await called("plus")];
  return {
    title: "The call of a Python function",
    baseline: "nothing(), in Python",
    timings: await measure(
      [
        await inPython("nothing(), in Python", "nothing()", { nothing: await py.eval("nothing") }),
        fromHere("nothing(), by py.sync", () => void nothing()),
        await inPython("plus(1, 2), in Python", "plus(1, 2)", { plus: await py.eval("plus") }),
        fromHere("plus(1, 2), by py.sync", () => void plus(1, 2)),
      ],
      { rounds: ROUNDS },
    ),
  };
}

async function numpyTable(): Promise<ReportTable> {
  await py.exec("import numpy\nhost = numpy.arange(10.0)\ndef take(a): return None\ndef give(): return host");
  const [take, give] = [await called("take"), await called("give")];
  const x = cu.arange(10, { device: "cpu" });
  const wrapped = await py.array(x);
  return {
    title: "An array of 10 elements between CuTS and NumPy, on the cpu",
    baseline: "numpy.from_dlpack(an array of NumPy)",
    timings: await measure(
      [
        await inPython("numpy.from_dlpack(an array of NumPy)", "n.from_dlpack(a)", {
          n: await py.import("numpy"),
          a: await py.callRaw(await py.eval("give")),
        }),
        await inPython("numpy.asarray(an array of CuTS), in Python", "n.asarray(a)", {
          n: await py.import("numpy"),
          a: wrapped,
        }),
        fromHere("take(x): CuTS to NumPy, and a call", () => void take(x)),
        fromHere("give(): NumPy to CuTS, and a call", () => (give() as cu.NDArray).dispose()),
      ],
      { rounds: ROUNDS },
    ),
    note: "Rows that say so have the call of a Python function in them, which the first table shows by itself.",
  };
}

/** All ways between the three libraries; those that are not installed are left out. */
async function gpuTable(): Promise<ReportTable | undefined> {
  const found = (await py.eval(
    "[name for name in ('torch', 'cupy') if __import__('importlib.util').util.find_spec(name)]",
  )) as string[];
  if (found.length < 2) return undefined;
  await py.exec(
    "import torch, cupy\nof_torch = torch.arange(10.0, device='cuda')\nof_cupy = cupy.arange(10.0)\ndef give_torch(): return of_torch\ndef give_cupy(): return of_cupy\ndef take(a): return None",
  );
  const names = async (array: unknown) => ({
    torch: await py.import("torch"),
    cupy: await py.import("cupy"),
    a: array,
  });
  const raw = async (name: string) => names(await py.callRaw(await py.eval(name)));
  const x = cu.arange(10);
  const wrapped = await names(await py.array(x));
  const [take, giveTorch, giveCupy] = [
    await called("take"),
    await called("give_torch"),
    await called("give_cupy"),
  ];
  return {
    title: "An array of 10 elements between CuTS, CuPy and PyTorch, on a GPU",
    baseline: "torch.from_dlpack(an array of CuPy)",
    target: { name: "torch.from_dlpack(an array of CuTS)", atMost: 1 },
    timings: await measure(
      [
        await inPython("torch.from_dlpack(an array of CuPy)", "torch.from_dlpack(a)", await raw("give_cupy")),
        await inPython(
          "cupy.from_dlpack(a tensor of PyTorch)",
          "cupy.from_dlpack(a)",
          await raw("give_torch"),
        ),
        await inPython("torch.from_dlpack(an array of CuTS)", "torch.from_dlpack(a)", wrapped),
        await inPython("cupy.from_dlpack(an array of CuTS)", "cupy.from_dlpack(a)", wrapped),
        fromHere("take(x): CuTS to CuPy, and a call", () => void take(x)),
        fromHere("PyTorch to CuTS, and a call", () => (giveTorch() as cu.NDArray).dispose()),
        fromHere("CuPy to CuTS, and a call", () => (giveCupy() as cu.NDArray).dispose()),
      ],
      { rounds: ROUNDS },
    ),
  };
}

const calls = await callsTable();
const onDevice = onGpu ? await gpuTable() : undefined;
const tables = [calls, await numpyTable(), ...(onDevice === undefined ? [] : [onDevice])];
const time = (name: string): number => (calls.timings.find((one) => one.name === name) as Timing).medianNs;
const over = time("nothing(), by py.sync") - time("nothing(), in Python");
const isKept = over <= MOST_OVER_NS;
console.log(
  writeReport({
    name: onGpu ? "exchange-gpu" : "exchange-cpu",
    title: "What one exchange with Python costs, in processor time",
    versions: { Python: py.version },
    summary: [
      `The call of a function that does nothing costs ${(over / 1000).toFixed(2)} µs more than CPython's own call (target: at most ${MOST_OVER_NS / 1000} µs, ${isKept ? "kept" : "missed"}).`,
    ],
    tables,
  }),
);
process.exitCode = isKept ? 0 : 1;
