// y = alpha * x + y by a grid-stride loop: any grid covers any n.
extern "C" __global__ void saxpy(int n, float alpha, const float* __restrict__ x, float* __restrict__ y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    y[i] = alpha * x[i] + y[i];
  }
}
