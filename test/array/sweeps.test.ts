// What sorts, counts and running sums in sweeps read and write, on a device that cannot run their kernels: the cpu device that
// says it can, and is given their sources with an error in them. What they were to write is lost, what they read is not.

import { expect, it } from "vitest";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.js";
import { warpTuning } from "../../src/backend/tuning.js";
import * as cu from "../../src/index.js";
import { oneDevice } from "../../src/backend/provider.js";
import { registerBackend } from "../../src/runtime/devices/backends.js";

const device = "swept:0";
const backend = createCpuBackend();
Object.defineProperties(backend, {
  id: { value: device },
  tuning: {
    value: { ...backend.tuning, worker: "team", teamThreads: warpTuning.teamThreads, blocksPassOn: true },
  },
});
const compile = backend.compile.bind(backend);
// What blocks tell each other is only in these kernels.
backend.compile = (source, options) =>
  compile(
    typeof source === "string" && source.includes("cuts_tell")
      ? `#error these do not compile\n${source}`
      : source,
    options,
  );
registerBackend(oneDevice(device, () => backend));

it.each([
  ["sort", (x: cu.NDArray) => [cu.sort(x)]],
  ["argsort", (x: cu.NDArray) => [cu.argsort(x)]],
  ["topk", (x: cu.NDArray) => Object.values(cu.topk(x, 3))],
  ["cumsum", (x: cu.NDArray) => [cu.cumsum(x)]],
] as const)("%s loses its results and keeps its operand where its kernels do not compile", async (_, act) => {
  const values = Float32Array.from({ length: 10_000 }, (_unused, i) => (i * 7919) % 10_007);
  using x = cu.array(values, { device });
  for (const result of act(x)) await expect(result.data()).rejects.toMatchObject({ code: "CUTS_COMPILE" });
  expect(await x.data()).toEqual(values);
});
