// Arrays of structures and structures of arrays, nested structures, structures as kernel parameters.
#include <cstdio>
#include <vector>

struct Vec3 { float x, y, z; };
struct __align__(16) Particle {
  Vec3 position, velocity;
  int id;
  char alive;
};
struct Settings {
  float dt;
  Vec3 gravity;
  int bounds[2];
};
struct Columns { float *x, *y; int n; };

__global__ void step(Particle* particles, int n, Settings s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Particle p = particles[i];
  p.velocity.x += s.gravity.x * s.dt;
  p.velocity.y += s.gravity.y * s.dt;
  p.position.x += p.velocity.x * s.dt;
  p.position.y += p.velocity.y * s.dt;
  p.alive = p.position.y >= s.bounds[0] && p.position.y < s.bounds[1];
  particles[i] = p;
}
__global__ void swapColumns(Columns c) {
  int i = threadIdx.x;
  if (i < c.n) {
    float t = c.x[i];
    c.x[i] = c.y[i];
    c.y[i] = t;
  }
}

int main() {
  const int n = 6;
  std::vector<Particle> h(n);
  for (int i = 0; i < n; i++) h[i] = Particle{{float(i), 8.0f * i, 0}, {1, 0, 0}, i * 11, 1};
  Particle* d;
  cudaMalloc(&d, n * sizeof(Particle));
  cudaMemcpy(d, h.data(), n * sizeof(Particle), cudaMemcpyHostToDevice);
  Settings settings = {0.5f, {0, -10, 0}, {0, 20}};
  for (int i = 0; i < 2; i++) step<<<1, 32>>>(d, n, settings);
  cudaMemcpy(h.data(), d, n * sizeof(Particle), cudaMemcpyDeviceToHost);
  for (const Particle& p : h) printf("%d: (%g, %g) %s\n", p.id, p.position.x, p.position.y, p.alive ? "alive" : "gone");
  printf("size %d align %d\n", (int)sizeof(Particle), (int)alignof(Particle));
  Columns c;
  c.n = 4;
  cudaMallocManaged(&c.x, c.n * sizeof(float));
  cudaMallocManaged(&c.y, c.n * sizeof(float));
  for (int i = 0; i < c.n; i++) {
    c.x[i] = i;
    c.y[i] = -i;
  }
  swapColumns<<<1, 4>>>(c);
  cudaDeviceSynchronize();
  printf("%g %g\n", c.x[3], c.y[3]);
  cudaFree(d);
  cudaFree(c.x);
  cudaFree(c.y);
}
