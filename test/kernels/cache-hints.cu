// Loads and stores with cache hints, and atomics of narrower and wider scope: the values are those of plain ones.
extern "C" __global__ void hinted_sum(const int* a, const float* b, const double* c, const int4* d, double* sums,
                                      float* scaled, int4* doubled, unsigned int* block_count, unsigned int* grid_count,
                                      int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const double total = __ldg(&a[i]) + static_cast<double>(__ldcs(&b[i])) + __ldcg(&c[i]);
    __stcg(&sums[i], total);
    __stcs(&scaled[i], 2.0f * __ldca(&b[i]));
    const int4 v = __ldcs(&d[i]);
    __stwt(&doubled[i], make_int4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w));
    if (total > 0.0) atomicAdd_block(&block_count[blockIdx.x], 1u);
    atomicMax_system(grid_count, static_cast<unsigned int>(i));
  }
}
