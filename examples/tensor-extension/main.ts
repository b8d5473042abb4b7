// What torch.utils.cpp_extension.load does for PyTorch: C++ and CUDA sources, built and called with arrays: by nvcc, on a GPU, or,
// where there is none, on the cpu device. Run: npx tsx examples/tensor-extension/main.ts

import * as cu from "cuts";

const { sum_cuda } = await cu.load<{ sum_cuda(a: cu.NDArray, b: cu.NDArray): cu.NDArray }>({
  name: "sum",
  directory: import.meta.dirname,
  sources: ["wrapper.cpp", "kernel.cu"],
});
using a = cu.arange(1_000_000);
using b = cu.ones([1_000_000]);
using sum = sum_cuda(a, b); // on the current stream, after the work that makes a and b
console.log(sum.shape, sum.device.id, await sum.item(999_999));
