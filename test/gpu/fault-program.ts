// A program whose kernel fails; faults.test.ts runs it in a process of its own, because a process does not survive that on
// a GPU. It prints what it saw as JSON and ends by itself, with arrays and streams alive.

import { CutsError } from "../../src/core/errors.js";
import { buffer } from "../../src/array/array.js";
import { device, withDevice } from "../../src/runtime/devices/devices.js";
import { graph } from "../../src/runtime/graphs/graph.js";
import { module } from "../../src/runtime/modules/module.js";
import { stream } from "../../src/runtime/order/stream.js";
import "./device.js";

const kernels = module(`
  extern "C" __global__ void fine(int* x) { x[threadIdx.x] = 7; }
  extern "C" __global__ void failing_assert(int* x) { assert(x[threadIdx.x] == 1); }
  extern "C" __global__ void trapping(int* x) { if (x[0] == 0) __trap(); }
  extern "C" __global__ void out_of_bounds(int* x) { x[1ll << 40] = 1; }
  extern "C" __global__ void misaligned(int* x) { *(int*)((char*)x + 1) = 1; }
`);

const seen: Record<string, unknown> = {};
const tell = (where: string, error: unknown): void => {
  seen[where] =
    error instanceof CutsError
      ? { name: error.name, code: error.code, message: error.message }
      : String(error);
};
const failureOf = async (work: () => unknown): Promise<unknown> => {
  try {
    await work();
    return "no error";
  } catch (error) {
    return error;
  }
};

const what = process.argv[2];
tell("device", await failureOf(() => device("cuda:0")));
if (what === "none") {
  process.stdout.write(JSON.stringify(seen));
  process.exit(0);
}

await withDevice("cuda:0", async () => {
  const name = what as "trapping";
  const x = buffer("int32", [0]);
  const other = stream();
  kernels.kernel("fine")({ grid: 1, block: 1, stream: other }, buffer("int32", [0], { stream: other }));
  await other;
  await kernels.ready();
  const launched = await failureOf(() => {
    if (what === "memory") buffer("uint8", 2 * device().properties.totalMemoryBytes);
    else if (what === "graph") {
      const g = graph(() => {
        kernels.kernel("fine")({ grid: 1, block: 1 }, x);
        kernels.kernel("out_of_bounds")({ grid: 1, block: 1 }, x);
      });
      g.launch();
    } else kernels.kernel(name)({ grid: 1, block: 1 }, x);
  });
  tell("launch", launched);
  tell("data", await failureOf(() => x.data()));
  tell("again", await failureOf(() => x.data()));
  tell("later launch", await failureOf(() => kernels.kernel("fine")({ grid: 1, block: 1 }, x)));
  tell("event", await failureOf(() => other.record().synchronize()));
  tell("allocate", await failureOf(() => buffer("int32", 4)));
  tell("dispose", await failureOf(() => x.dispose()));
  tell("reset", await failureOf(() => device().reset()));
});
process.stdout.write(JSON.stringify(seen));
