// The first numbers of cuRAND's device generators for several seeds, subsequences and offsets. Integers and uniform
// numbers are printed exactly; normal numbers to three digits, since sine and logarithm differ in the last bits.
#include <cstdio>
#include <curand_kernel.h>

const int COUNT = 6;

struct Numbers {
  unsigned bits[COUNT];
  float uniform[COUNT], normal[COUNT], log_normal[COUNT];
  double uniform_double[COUNT], normal_double[COUNT];
  unsigned poisson[COUNT];
};

template <class State>
__global__ void draw(unsigned long long seed, unsigned long long subsequence, unsigned long long offset, Numbers* out) {
  State state;
  curand_init(seed, subsequence, offset, &state);
  for (int i = 0; i < COUNT; i++) out->bits[i] = curand(&state);
  for (int i = 0; i < COUNT; i++) out->uniform[i] = curand_uniform(&state);
  for (int i = 0; i < COUNT; i++) out->uniform_double[i] = curand_uniform_double(&state);
  for (int i = 0; i < COUNT; i++) out->normal[i] = curand_normal(&state);
  for (int i = 0; i < COUNT; i++) out->normal_double[i] = curand_normal_double(&state);
  for (int i = 0; i < COUNT; i++) out->log_normal[i] = curand_log_normal(&state, 0.5f, 0.25f);
  for (int i = 0; i < COUNT; i++) out->poisson[i] = curand_poisson(&state, 7.5);
  skipahead(1000000007ULL, &state);
  out->bits[COUNT - 1] ^= curand(&state);
}

template <class State> void show(const char* name, unsigned long long seed, unsigned long long subsequence, unsigned long long offset) {
  Numbers* device;
  Numbers n;
  cudaMalloc(&device, sizeof(Numbers));
  draw<State><<<1, 1>>>(seed, subsequence, offset, device);
  cudaMemcpy(&n, device, sizeof n, cudaMemcpyDeviceToHost);
  cudaFree(device);
  printf("%s seed %llu subsequence %llu offset %llu\n", name, seed, subsequence, offset);
  printf(" bits");
  for (unsigned x : n.bits) printf(" %08x", x);
  printf("\n uniform");
  for (float x : n.uniform) printf(" %.9g", x);
  printf("\n uniform_double");
  for (double x : n.uniform_double) printf(" %.17g", x);
  printf("\n normal");
  for (float x : n.normal) printf(" %.3f", x);
  printf("\n normal_double");
  for (double x : n.normal_double) printf(" %.9f", x);
  printf("\n log_normal");
  for (float x : n.log_normal) printf(" %.3f", x);
  printf("\n poisson");
  for (unsigned x : n.poisson) printf(" %u", x);
  printf("\n");
}

__global__ void four(uint4* bits, float4* uniform, float4* normal, double2* uniform_double) {
  curandStatePhilox4_32_10_t state;
  curand_init(99, 1, 2, &state);
  *bits = curand4(&state);
  *uniform = curand_uniform4(&state);
  *normal = curand_normal4(&state);
  *uniform_double = curand_uniform2_double(&state);
}

int main() {
  const unsigned long long cases[][3] = {{0, 0, 0}, {1234, 0, 0}, {1234, 1, 0}, {42, 4095, 17},
                                         {0x123456789abcdefULL, 1000003, 123456789012345ULL}};
  for (auto& c : cases) show<curandStateXORWOW_t>("XORWOW", c[0], c[1], c[2]);
  for (auto& c : cases) show<curandStatePhilox4_32_10_t>("Philox", c[0], c[1], c[2]);
  for (auto& c : cases) show<curandStateMRG32k3a_t>("MRG32k3a", c[0], c[1], c[2]);

  uint4* bits;
  float4* floats;
  double2* doubles;
  cudaMallocManaged(&bits, sizeof *bits);
  cudaMallocManaged(&floats, 2 * sizeof *floats);
  cudaMallocManaged(&doubles, sizeof *doubles);
  four<<<1, 1>>>(bits, floats, floats + 1, doubles);
  cudaDeviceSynchronize();
  printf("four at a time %08x %08x %08x %08x\n", bits->x, bits->y, bits->z, bits->w);
  printf(" uniform %.9g %.9g %.9g %.9g\n", floats[0].x, floats[0].y, floats[0].z, floats[0].w);
  printf(" normal %.3f %.3f %.3f %.3f\n", floats[1].x, floats[1].y, floats[1].z, floats[1].w);
  printf(" uniform_double %.17g %.17g\n", doubles->x, doubles->y);
  cudaFree(bits);
  cudaFree(floats);
  cudaFree(doubles);
  return 0;
}
