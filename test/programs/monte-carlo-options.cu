// The price of an option from Philox normal numbers, against the formula of Black and Scholes.
#include <cmath>
#include <cstdio>
#include <curand_kernel.h>

__global__ void paths(float s0, float strike, float drift, float spread, double* sum) {
  __shared__ double partial[128];
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  curandStatePhilox4_32_10_t state;
  curand_init(2024, id, 0, &state);
  double mine = 0;
  for (int i = 0; i < 50; i++) {
    float4 z = curand_normal4(&state);
    mine += fmaxf(s0 * expf(drift + spread * z.x) - strike, 0.0f);
    mine += fmaxf(s0 * expf(drift + spread * z.y) - strike, 0.0f);
    mine += fmaxf(s0 * expf(drift + spread * z.z) - strike, 0.0f);
    mine += fmaxf(s0 * expf(drift + spread * z.w) - strike, 0.0f);
  }
  partial[threadIdx.x] = mine;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s /= 2) {
    if (threadIdx.x < s) partial[threadIdx.x] += partial[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(sum, partial[0]);
}

int main() {
  const double s0 = 100, strike = 105, rate = 0.03, volatility = 0.2, years = 1;
  double *d, sum = 0;
  cudaMalloc(&d, sizeof sum);
  cudaMemset(d, 0, sizeof sum);
  const int blocks = 16, threads = 128;
  paths<<<blocks, threads>>>(s0, strike, (rate - 0.5 * volatility * volatility) * years, volatility * sqrt(years), d);
  cudaMemcpy(&sum, d, sizeof sum, cudaMemcpyDeviceToHost);
  double price = exp(-rate * years) * sum / (blocks * threads * 200.0);
  double d1 = (log(s0 / strike) + (rate + 0.5 * volatility * volatility) * years) / (volatility * sqrt(years)), d2 = d1 - volatility * sqrt(years);
  double formula = s0 * 0.5 * erfc(-d1 / sqrt(2.0)) - strike * exp(-rate * years) * 0.5 * erfc(-d2 / sqrt(2.0));
  printf("Monte Carlo %.2f, formula %.2f\n", price, formula);
  cudaFree(d);
  return 0;
}
