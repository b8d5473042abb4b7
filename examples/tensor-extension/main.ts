// What torch.utils.cpp_extension.load does for PyTorch: C++ and CUDA sources, built and called with arrays that live on the
// GPU. It needs a GPU and nvcc. Run: npx tsx examples/tensor-extension/main.ts

import * as cu from "cuts";

if (cu.device().id === "cpu") {
  console.log("There is no GPU: sum_cuda has nothing to run on.");
} else {
  const { sum_cuda } = await cu.load<{ sum_cuda(a: cu.NDArray, b: cu.NDArray): cu.NDArray }>({
    name: "sum",
    directory: import.meta.dirname,
    sources: ["wrapper.cpp", "kernel.cu"],
  });
  using a = cu.arange(1_000_000);
  using b = cu.ones([1_000_000]);
  using sum = sum_cuda(a, b); // on the current stream, after the work that makes a and b
  console.log(sum.shape, sum.device.id, await sum.item(999_999));
}
