// Resets the cpu device under work that somebody awaits; the test of resets runs it. Its argument says where the work is.

import * as cu from "../../src/index.js";

const on = { device: "cpu" };
const spin = cu.kernel(
  'extern "C" __global__ void spin(volatile float* x) { for (long long i = 0; i < 1000000000000LL; i++) x[0] += 1; }',
  on,
);
const mode = process.argv[2];
if (mode !== "compiling") await spin.ready();
using x = cu.buffer("float32", 1, on);
spin({ threads: 1 }, x); // the lost launch
if (mode === "followed") spin({ threads: 1 }, x);
const read = mode === "stream" ? cu.device("cpu").synchronize() : x.data();
if (mode !== "compiling") await new Promise((resolve) => setTimeout(resolve, 20));
cu.device("cpu").reset();
await read.catch((error: cu.CutsError) => console.log(error.code, error.message));
