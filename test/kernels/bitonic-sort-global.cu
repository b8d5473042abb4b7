// One compare-exchange step of a bitonic network over global memory; the host launches log²(n) of them.
extern "C" __global__ void bitonic_step(float* data, unsigned int stride, unsigned int size) {
  const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned int partner = i ^ stride;
  if (partner <= i) return;

  const float a = data[i], b = data[partner];
  const bool ascending = (i & size) == 0;
  if (ascending ? a > b : a < b) {
    data[i] = b;
    data[partner] = a;
  }
}
