# The twin of first-kernel.ts: import CuPy, compile one kernel, run it, read the result.
import cupy as cp

kernel = cp.RawKernel(
    """extern "C" __global__ void add_arrays(const float* a, const float* b, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}""",
    "add_arrays",
)
a = cp.asarray([1, 2, 3], dtype=cp.float32)
b = cp.asarray([10, 20, 30], dtype=cp.float32)
out = cp.empty(3, dtype=cp.float32)
kernel((1,), (32,), (a, b, out, cp.int32(3)))
assert cp.asnumpy(out).tolist() == [11, 22, 33]
