// A program whose kernels print; the conformance suite runs it and reads what it wrote.

import { device } from "../../src/runtime/devices/devices.js";
import { module } from "../../src/runtime/modules/module.js";

const m = module(`
  #include <cstdio>
  extern "C" __global__ void first() {
    if (threadIdx.x == 0) printf("block %d: %u %d %.3f %s %%\\n", blockIdx.x, 1u, -2, 3.5, "text");
  }
  extern "C" __global__ void second() { printf("second %#x %llu\\n", 31, ~0ull); }
  // Each of these is another function of C to an optimizer that knows printf.
  extern "C" __global__ void rewritten(int n) {
    int results = printf("hello\\n");
    results = results * 10 + printf("%s\\n", "text");
    results = results * 10 + printf("%c", 'a' + n);
    results = results * 10 + printf("b");
    results = results * 10 + printf("");
    results = results * 10 + printf("%s", "c\\n");
    printf("results %d\\n", results);
  }
`);

const first = m.kernel("first");
first({ grid: 1, block: 32 });
await device().synchronize();
// Blocks of one launch may print in any order, so the second block comes in a launch of its own.
module(`
  #include <cstdio>
  extern "C" __global__ void other() { printf("block %d: %u %d %.3f %s %%\\n", 1, 1u, -2, 3.5, "text"); }
`).kernel("other")({ grid: 1, block: 1 });
m.kernel("second")({ grid: 1, block: 1 });
await device().synchronize();
m.kernel("rewritten")({ grid: 1, block: 1 }, 0);
await device().synchronize();
process.stdout.write("done\n");
