// What one GPU call costs from TypeScript: launches behind the port and through kernel(), allocation, copies, first kernel.
// Prints one JSON object; run beside its native twin by launch.bench.ts.

import type { Backend } from "../../src/backend/backend.js";

const t0 = performance.now();
const { cudaBackends } = await import("../../src/backend/cuda/find-devices.js");
const { registerBackend, knownBackends } = await import("../../src/runtime/backends.js");
if (!knownBackends().some(({ provider }) => provider.kind === "cuda")) registerBackend(cudaBackends);
const { kernel } = await import("../../src/runtime/kernel.js");
const { buffer } = await import("../../src/runtime/device-buffer.js");
const { device } = await import("../../src/runtime/devices.js");
const imported = performance.now();

const source = `extern "C" __global__ void add_arrays(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}`;
const launches = Number(process.argv[2] ?? 20_000);
const rounds = Number(process.argv[3] ?? 15);
const gpu = device("cuda:0");
const n = 256;
const a = buffer(
  "float32",
  Float32Array.from({ length: n }, (_, i) => i),
);
const b = buffer("float32", n);
b.fill(2);
const out = buffer("float32", n);
const add = kernel(source);
add({ grid: 1, block: 256 }, a, b, out, n);
const first = (await out.data())[3];
const firstKernelMs = performance.now() - imported;
if (first !== 5) throw new Error(`wrong result: ${first}`);

const median = (values: number[]): number => values.sort((x, y) => x - y)[values.length >> 1] as number;
async function perCall(
  count: number,
  body: () => void,
  finish: () => Promise<void>,
): Promise<{ total: number; host: number }> {
  const totals: number[] = [];
  const hosts: number[] = [];
  for (let round = -2; round < rounds; round++) {
    const start = performance.now();
    for (let i = 0; i < count; i++) body();
    const host = performance.now() - start;
    await finish();
    if (round < 0) continue;
    totals.push(((performance.now() - start) * 1000) / count);
    hosts.push((host * 1000) / count);
  }
  return { total: median(totals), host: median(hosts) };
}
const sync = async (): Promise<void> => gpu.synchronizeSync();
const config = { grid: 1, block: 256 };
const launch = await perCall(launches, () => add(config, a, b, out, n), sync);

const { backend } = gpu as unknown as { backend: Backend };
const module = backend.compile(source, {});
await module.ready;
const parameters = new Uint8Array(128).subarray(0, 28);
const view = new DataView(parameters.buffer);
for (const [i, one] of [a, b, out].entries()) view.setBigUint64(8 * i, one.address, true);
view.setInt32(24, n, true);
const shape = {
  grid: [1, 1, 1],
  block: [256, 1, 1],
  sharedBytes: 0,
  cooperative: false,
  cluster: undefined,
  timeoutMs: undefined,
} as const;
const stream = backend.createStream({});
const port = await perCall(
  launches,
  () => backend.launch(module, "add_arrays", shape, parameters, stream),
  async () => backend.synchronizeSync(stream),
);
const allocation = await perCall(
  launches,
  () => backend.free(backend.allocate(4096, stream), stream),
  async () => {},
);

async function bandwidth(byteLength: number): Promise<Record<string, number>> {
  const memory = backend.allocate(byteLength, stream);
  const host = new Uint8Array(byteLength).fill(3);
  const time = async (body: () => unknown): Promise<number> => {
    const times: number[] = [];
    for (let i = 0; i < 4; i++) {
      const start = performance.now();
      await body();
      backend.synchronizeSync(stream);
      times.push(performance.now() - start);
    }
    return byteLength / median(times) / 1e6;
  };
  const result = {
    writeGBs: await time(() => backend.write(memory.address, host, stream)),
    readGBs: await time(() => backend.read(memory.address, host, stream)),
    readSyncGBs: await time(() => backend.readSync(memory.address, host, stream)),
  };
  backend.free(memory, stream);
  return result;
}
const copies = await bandwidth(256 * 2 ** 20);
const awaits: number[] = [];
for (let i = 0; i < 200; i++) {
  const start = performance.now();
  add(config, a, b, out, n);
  await backend.synchronize(backend.defaultStream);
  awaits.push((performance.now() - start) * 1000);
}
console.log(
  JSON.stringify({
    node: process.version,
    device: gpu.properties.name,
    importMs: imported - t0,
    firstKernelMs,
    launchUs: launch.total,
    launchHostUs: launch.host,
    portLaunchUs: port.total,
    portHostUs: port.host,
    allocateFreeUs: allocation.host,
    launchAndAwaitUs: median(awaits),
    ...copies,
  }),
);
