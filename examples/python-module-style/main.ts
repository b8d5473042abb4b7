// A compiled module with plain functions, a matrix that is read by its strides, and vector addition in C++ and by a kernel, which
// runs on the GPU where there is one, and on the cpu device elsewhere. Run: npx tsx examples/python-module-style/main.ts

import * as cu from "cuts";

/** What module.cpp has; `cu.loadInfo(module).types` prints it. */
interface Functions {
  helloworld(): string;
  fib(n: number): bigint;
  trace(matrix: cu.NDArray<"float64">): number;
  vector_add(a: cu.NDArray, b: cu.NDArray): cu.NDArray;
  vector_add_cuda(a: cu.NDArray, b: cu.NDArray): cu.NDArray;
}

const module = await cu.load<Functions>({
  name: "module",
  directory: import.meta.dirname,
  sources: ["module.cpp", "vector_add.cu"],
});

console.log(module.helloworld());
console.log("fib(50) =", module.fib(50));

using square = cu.arange(9, { dtype: "float64", device: "cpu" }).reshape(3, 3);
console.log(
  "trace of the matrix:",
  module.trace(square),
  "and of its mirror:",
  module.trace(square.slice([":", "::-1"])),
);

using a = cu.arange(4, { device: "cpu" });
using b = cu.full([4], 10, { device: "cpu" });
using sum = module.vector_add(a, b);
console.log("vector_add:", await sum.tolist());

const device = cu.device().id;
using byKernel = module.vector_add_cuda(a.to(device), b.to(device));
console.log("vector_add_cuda:", await byKernel.tolist(), "on", byKernel.device.id);
