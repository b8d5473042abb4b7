// Compensated summation in double precision: each thread carries its rounding error along, and so does the final fold.
struct Compensated {
  double sum = 0.0;
  double error = 0.0;

  __device__ void add(double value) {
    // Neumaier's form; the __d*_rn intrinsics keep a compiler from fusing or reordering it.
    double total = __dadd_rn(sum, value);
    double lost = fabs(sum) >= fabs(value) ? __dadd_rn(__dadd_rn(sum, -total), value)
                                           : __dadd_rn(__dadd_rn(value, -total), sum);
    error = __dadd_rn(error, lost);
    sum = total;
  }
};

extern "C" __global__ void kahan_sum(const double* in, int n, double* result) {
  extern __shared__ double parts[];
  Compensated mine;
  for (int i = threadIdx.x; i < n; i += blockDim.x) mine.add(in[i]);
  parts[2 * threadIdx.x] = mine.sum;
  parts[2 * threadIdx.x + 1] = mine.error;
  __syncthreads();

  if (threadIdx.x == 0) {
    Compensated all;
    for (int t = 0; t < 2 * blockDim.x; ++t) all.add(parts[t]);
    *result = all.sum + all.error;
  }
}
