// Data from Python: NumPy makes an array, a CUDA kernel works in its memory, and Python sees the result; nothing is copied on the
// cpu. Files go both ways, too. It needs a Python with NumPy; `npx cuts doctor` says which one is found.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as cu from "cuts";
import { program } from "../shared/program.js";

const scale = cu.kernel(`
  extern "C" __global__ void standardize(double* rows, const double* mean, const double* deviation, int count, int width) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) rows[i] = (rows[i] - mean[i % width]) / deviation[i % width];
  }`);

/** What Python and CuTS say of the same numbers. */
export interface Told {
  /** The means of columns as NumPy sees them after the kernel. */
  readonly means: readonly number[];
  /** Whether a file that Python wrote has the same numbers. */
  readonly isSame: boolean;
}

/** Standardizes columns of an array of NumPy. */
export async function standardize(rows: number, width: number, seed: number): Promise<Told> {
  const py = await cu.python();
  await py.exec(`
import numpy
def samples(rows, width, seed):
    return numpy.random.default_rng(seed).normal(5, 3, (rows, width))
def means(x):
    return [round(float(one), 6) for one in x.mean(axis=0)]`);
  const x = (await (await py.eval("samples"))(rows, width, seed)) as cu.NDArray<"float64">;
  using onDevice = x.to(cu.device());
  using mean = onDevice.mean({ axis: 0 });
  using deviation = onDevice.std({ axis: 0 });
  scale({ threads: x.size }, onDevice, mean, deviation, x.size, width);
  const means = (await (await py.eval("means"))(onDevice.to("cpu"))) as number[];

  const folder = mkdtempSync(join(tmpdir(), "from-python-"));
  try {
    const file = join(folder, "x.npy");
    const numpy = await py.import("numpy");
    await numpy.save(file, onDevice.to("cpu"));
    using loaded = await cu.loadNpy(file);
    return { means, isSame: await cu.allclose(loaded, onDevice) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await program(
  import.meta.url,
  {
    rows: [1000, "samples"],
    width: [4, "numbers of a sample"],
    seed: [1, "NumPy's seed"],
  },
  async ({ rows, width, seed }) => {
    const { means, isSame } = await standardize(rows, width, seed);
    console.log(`means of columns, as NumPy sees them: ${means.map((mean) => mean.toFixed(6)).join(", ")}`);
    console.log(`a .npy file of NumPy has the same numbers: ${isSame}`);
  },
);
