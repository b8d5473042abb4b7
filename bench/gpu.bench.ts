// What the GPU backend costs: launches, graphs, allocation, copies, a large kernel and the first kernel of a process, in turns with the
// same work in C, cuda.core, CuPy and PyTorch. Needs a GPU, nvcc and a python3 with these packages; what is missing is
// left out. Run: npm run bench:launches

import { unwatched } from "../src/backend/work.js";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { add as addArrays, full } from "../src/array/array.js";
import { cudaBackends } from "../src/backend/cuda/find-devices.js";
import { knownBackends, registerBackend } from "../src/runtime/devices/backends.js";
import { buffer } from "../src/array/array.js";
import { device, toDevice, withDevice } from "../src/runtime/devices/devices.js";
import { graph } from "../src/runtime/graphs/graph.js";
import { kernel } from "../src/runtime/kernels/kernel.js";
import { pinned } from "../src/runtime/memory/pinned.js";
import { stream } from "../src/runtime/order/stream.js";
import { type ExternalContender, external } from "./lib/external.js";
import { type Contender, measure } from "./lib/measure.js";
import { type ReportTable, packageVersion, ratioOf, writeReport } from "./lib/report.js";

const source = `extern "C" __global__ void add_arrays(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}`;
/** Sixteen bytes per access and four accesses per thread: what it takes to fill the memory's bandwidth. */
const largeSource = `extern "C" __global__ void add_large(const float4* a, const float4* b, float4* out, int n) {
  int first = blockIdx.x * blockDim.x * 4 + threadIdx.x;
  float4 x[4], y[4];
  #pragma unroll
  for (int k = 0; k < 4; k++) { x[k] = a[first + k * blockDim.x]; y[k] = b[first + k * blockDim.x]; }
  #pragma unroll
  for (int k = 0; k < 4; k++)
    out[first + k * blockDim.x] = make_float4(x[k].x + y[k].x, x[k].y + y[k].y, x[k].z + y[k].z, x[k].w + y[k].w);
}`;
const IN_C = "C, with machine code from a file";
const LAUNCHES = 5000;
const GIB = 2 ** 30;
const rounds = Number(process.env["CUTS_BENCH_ROUNDS"] ?? 30);
const work = mkdtempSync(join(tmpdir(), "cuts-bench-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
if (!knownBackends().some(({ provider }) => provider.kind === "cuda")) registerBackend(cudaBackends);

const path = (name: string): string => fileURLToPath(new URL(`gpu/${name}`, import.meta.url));
const python = process.env["CUTS_BENCH_PYTHON"] ?? "python3";
const gpu = toDevice("cuda:0");
const { backend } = gpu;

const twin = await startTwin();
const libraries = await startAll(["cuda.core", "cupy-raw", "cupy-add", "torch"]);
const rows = (request: string, names: readonly ExternalContender[]): readonly Contender[] =>
  names.map((one) => ({ name: one.name, sample: async () => Number(await one.ask(request)) }));

await withDevice(gpu, async () => {
  const own = stream();
  const n = 256;
  const [a, b, out] = [buffer("float32", n), buffer("float32", n), buffer("float32", n)];
  for (const x of [a, b]) x.fill(1);
  const add = kernel(source);
  const config = { grid: 1, block: 256, stream: own };
  await add.ready();
  add(config, a, b, out, n);
  await own;
  const launches = await measure(
    [
      ...rows("launch", twin === undefined ? [] : [twin]),
      {
        name: "CuTS kernel()",
        sample: () => {
          const start = performance.now();
          for (let i = 0; i < LAUNCHES; i++) add(config, a, b, out, n);
          own.synchronizeSync();
          return ((performance.now() - start) * 1e6) / LAUNCHES;
        },
      },
      portContender(a.address, b.address, out.address),
      ...rows("launch", libraries),
    ],
    { rounds },
  );
  const allocations = await measure(
    [
      ...rows("allocate", twin === undefined ? [] : [twin]),
      {
        name: "CuTS",
        sample: () => {
          const start = performance.now();
          for (let i = 0; i < LAUNCHES; i++) {
            backend.free(backend.allocate(4096, backend.defaultStream), backend.defaultStream);
          }
          return ((performance.now() - start) * 1e6) / LAUNCHES;
        },
      },
      ...rows(
        "allocate",
        libraries.filter(({ name }) => name !== "CuPy a + b"),
      ),
    ],
    { rounds },
  );
  const sums = await smallSums();
  const graphs = await replays();
  const copies = await hostCopies();
  const large = await largeKernel();
  const first = await firstKernel();
  await report([
    {
      title: `Launch of a small kernel with four arguments (${LAUNCHES} launches and a wait, per launch)`,
      baseline: launches[0]?.name ?? "CuTS kernel()",
      ...(twin === undefined ? {} : { target: { name: "CuTS kernel()", atMost: 1.2 } }),
      timings: launches,
    },
    {
      title: "Allocate and free 4 KiB",
      baseline: allocations[0]?.name ?? "CuTS",
      timings: allocations,
      note: "C is cuMemAllocAsync and cuMemFreeAsync on a pool that keeps its memory.",
    },
    ...sums,
    ...graphs,
    ...copies,
    ...large,
    ...first,
  ]);
});
for (const one of [twin, ...libraries]) one?.stop();

/** Sums of small arrays, each freed at once, as Python frees what nobody holds. */
async function smallSums(): Promise<readonly ReportTable[]> {
  const n = 256;
  const [x, y] = [full([n], 1), full([n], 2)];
  const sum = addArrays(x, y);
  if ((await sum.data()).some((value) => value !== 3))
    throw new Error("Cannot measure add(a, b): 1 + 2 must be 3");
  sum.dispose();
  const peers = libraries.filter(({ name }) => name.endsWith("a + b"));
  const timings = await measure(
    [
      ...rows("launch", peers),
      {
        name: "CuTS add(a, b)",
        sample: () => {
          const start = performance.now();
          for (let i = 0; i < LAUNCHES; i++) addArrays(x, y).dispose();
          gpu.synchronizeSync();
          return ((performance.now() - start) * 1e6) / LAUNCHES;
        },
      },
    ],
    { rounds },
  );
  const baseline = peers.find(({ name }) => name.startsWith("PyTorch"))?.name;
  return [
    {
      title: `Sum of two small arrays (${LAUNCHES} sums and a wait, per sum)`,
      baseline: baseline ?? "CuTS add(a, b)",
      ...(baseline === undefined ? {} : { target: { name: "CuTS add(a, b)", atMost: 1 } }),
      timings,
    },
  ];
}

function portContender(...addresses: readonly bigint[]): Contender {
  const module = backend.compile(source, { waitsItself: false });
  module.readySync();
  const parameters = new Uint8Array(128).subarray(0, 28);
  const view = new DataView(parameters.buffer);
  for (const [i, address] of addresses.entries()) view.setBigUint64(8 * i, address, true);
  view.setInt32(24, 256, true);
  const own = backend.createStream({});
  const launch = {
    grid: [1, 1, 1],
    block: [256, 1, 1],
    sharedBytes: 0,
    cooperative: false,
    cluster: undefined,
    timeoutMs: undefined,
    work: undefined,
    watch: undefined,
  } as const;
  return {
    name: "CuTS, behind the port",
    sample: () => {
      const start = performance.now();
      for (let i = 0; i < LAUNCHES; i++)
        backend.launch(module, "add_arrays", launch, parameters, own, unwatched);
      backend.synchronizeSync(own);
      return ((performance.now() - start) * 1e6) / LAUNCHES;
    },
  };
}

/** A graph of a hundred small kernels. */
async function replays(): Promise<readonly ReportTable[]> {
  if (twin === undefined) return [];
  const own = stream();
  const [a, b, out] = [buffer("float32", 256), buffer("float32", 256), buffer("float32", 256)];
  const add = kernel(source);
  await add.ready();
  const g = graph(() => {
    for (let i = 0; i < 100; i++) add({ grid: 1, block: 256 }, a, b, out, 256);
  });
  const on = { stream: own };
  const timings = await measure(
    [
      ...rows("graph", [twin]),
      {
        name: "CuTS graph()",
        sample: () => {
          const start = performance.now();
          for (let i = 0; i < 100; i++) g.launch(on);
          own.synchronizeSync();
          return (performance.now() - start) * 1e4;
        },
      },
    ],
    { rounds, warmupRounds: 2 },
  );
  for (const one of [g, a, b, out, own]) one.dispose();
  return [
    {
      title: "Replay of a graph of 100 small kernels (100 launches and a wait, per launch)",
      baseline: "C",
      target: { name: "CuTS graph()", atMost: 1.1 },
      timings,
    },
  ];
}

/** Copies of 256 MiB between host and device. */
async function hostCopies(): Promise<readonly ReportTable[]> {
  if (twin === undefined) return [];
  const n = 2 ** 26;
  const times = 4;
  const x = buffer("float32", n);
  x.fill(1);
  const locked = pinned("float32", n);
  const plain = new Float32Array(n).fill(3);
  const row = (name: string, copy: () => void): Contender => ({
    name,
    sample: () => {
      device().synchronizeSync();
      const start = performance.now();
      for (let i = 0; i < times; i++) copy();
      device().synchronizeSync();
      return ((performance.now() - start) * 1e6) / times;
    },
  });
  const table = async (
    title: string,
    request: string,
    own: Contender,
    atMost: number,
  ): Promise<ReportTable> => ({
    title,
    baseline: "C",
    target: { name: own.name, atMost },
    timings: await measure([...rows(request, [twin]), own], {
      rounds: Math.min(rounds, 12),
      warmupRounds: 2,
    }),
  });
  const tables = [
    await table(
      "256 MiB from pinned memory to the device",
      "host-write",
      row("CuTS x.set(pinned)", () => x.set(locked)),
      1.031,
    ),
    await table(
      "256 MiB from the device to pinned memory",
      "host-read",
      row("CuTS x.copyTo(pinned)", () => x.copyTo(locked)),
      1.031,
    ),
    await table(
      "256 MiB from ordinary memory to the device",
      "host-plain",
      row("CuTS x.set(array)", () => x.set(plain)),
      1,
    ),
  ];
  for (const one of [x, locked]) one.dispose();
  return tables;
}

async function largeKernel(): Promise<readonly ReportTable[]> {
  if (twin === undefined) return [];
  const add = kernel(largeSource);
  const n = GIB / 4;
  const [a, b, out] = [buffer("float32", n), buffer("float32", n), buffer("float32", n)];
  for (const x of [a, b]) x.fill(1.5);
  const config = { grid: n / 4 / 1024, block: 256 };
  const timings = await measure(
    [
      // A copy moves two thirds of the bytes, so the same bandwidth is one and a half times its time.
      {
        name: "device copy in C, for the same bytes",
        sample: async () => 1.5 * Number(await twin.ask("copy")),
      },
      { name: "the kernel in C", sample: async () => Number(await twin.ask("add")) },
      {
        name: "CuTS kernel()",
        sample: () => {
          device().synchronizeSync();
          const start = performance.now();
          for (let i = 0; i < 20; i++) add(config, a, b, out, n / 4);
          device().synchronizeSync();
          return ((performance.now() - start) * 1e6) / 20;
        },
      },
    ],
    { rounds: Math.min(rounds, 10), warmupRounds: 2 },
  );
  for (const x of [a, b, out]) x.dispose();
  return [
    {
      title: "Vector add of 1 GiB arrays",
      baseline: "device copy in C, for the same bytes",
      target: { name: "CuTS kernel()", atMost: 1.053 },
      timings,
    },
  ];
}

/** Whole processes: start, import, compile or find in the cache, run, read, end. */
async function firstKernel(): Promise<readonly ReportTable[]> {
  if (!existsSync(new URL("../dist/index.js", import.meta.url))) {
    throw new Error("Cannot time the first kernel: it is the built package's (`npm run build` first)");
  }
  // In the repository, where "cuts" is the package as it is built.
  const program = fileURLToPath(new URL("../.first-kernel.mjs", import.meta.url));
  await build({ entryPoints: [path("first-kernel.ts")], format: "esm", outfile: program });
  let count = 0;
  const time = (
    command: string,
    args: readonly string[],
    folder: string,
    variables: NodeJS.ProcessEnv,
  ): number => {
    const start = performance.now();
    execFileSync(command, args, {
      stdio: "inherit",
      env: { ...process.env, ...variables, CUTS_CACHE_DIR: folder, CUPY_CACHE_DIR: folder },
    });
    return (performance.now() - start) * 1e6;
  };
  const contender = (
    name: string,
    command: string,
    args: readonly string[],
    cached: boolean,
    variables: NodeJS.ProcessEnv = {},
  ): Contender => {
    const kept = join(work, `kept-${count++}`);
    const sample = (): number =>
      time(command, args, cached ? kept : join(work, `fresh-${count++}`), variables);
    return { name, sample };
  };
  const tables: ReportTable[] = [];
  try {
    for (const cached of [false, true]) {
      const timings = await measure(
        [
          contender("CuPy RawKernel", python, [path("first-kernel.py")], cached),
          contender("CuTS kernel()", process.execPath, [program], cached),
          ...(cached
            ? [
                contender("CuTS, with NODE_COMPILE_CACHE", process.execPath, [program], true, {
                  NODE_COMPILE_CACHE: join(work, "node-code"),
                }),
              ]
            : []),
          ...(cached && twin !== undefined
            ? [contender(IN_C, join(work, "twin"), [join(work, "add.cubin"), "once"], true)]
            : []),
        ],
        { rounds: Math.min(rounds, 6), warmupRounds: 1 },
      );
      tables.push({
        title: `First kernel of a process, ${cached ? "compiled before" : "compiled"}`,
        baseline: cached && twin !== undefined ? IN_C : "CuPy RawKernel",
        target: { name: "CuTS kernel()", atMost: cached && twin !== undefined ? 1.2 : 1 / 2 },
        timings,
      });
    }
  } finally {
    rmSync(program, { force: true });
  }
  return tables;
}

async function report(tables: readonly ReportTable[]): Promise<void> {
  const versions = Object.fromEntries(
    [twin, ...libraries].flatMap((one) =>
      one === undefined ? [] : [one.description.split(/ (?=[^ ]*$)/) as [string, string]],
    ),
  );
  const text = writeReport({
    name: "gpu",
    title: "The GPU backend",
    tables,
    versions: { koffi: packageVersion("koffi"), gpu: gpu.properties.name, ...versions },
  });
  process.stdout.write(text);
  for (const table of tables) {
    if (table.target !== undefined && ratioOf(table, table.target.name) > table.target.atMost)
      process.exitCode = 1;
  }
}

async function startTwin(): Promise<ExternalContender | undefined> {
  const [input, cubin, program] = [join(work, "add.cu"), join(work, "add.cubin"), join(work, "twin")];
  writeFileSync(input, `${source}\n${largeSource}`);
  try {
    execFileSync("nvcc", ["-arch=native", "-cubin", "-o", cubin, input], { stdio: "inherit" });
    execFileSync("nvcc", ["-O2", "-o", program, path("twin.cu"), "-lcuda"], { stdio: "inherit" });
  } catch {
    return undefined;
  }
  return external("C", program, [cubin]);
}

async function startAll(names: readonly string[]): Promise<readonly ExternalContender[]> {
  const labels: Readonly<Record<string, string>> = {
    "cupy-raw": "CuPy RawKernel",
    "cupy-add": "CuPy a + b",
    torch: "PyTorch a + b",
  };
  const started: ExternalContender[] = [];
  for (const name of names) {
    const one = await external(labels[name] ?? name, python, [path("twin.py"), name]);
    if (one === undefined) process.stderr.write(`${name} is left out: it does not start here\n`);
    else started.push(one);
  }
  return started;
}
