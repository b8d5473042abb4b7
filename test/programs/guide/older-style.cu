// What programs of many years have in them: register variables, abstract classes and their tables on the device.
#include <cstdio>

class Shape {
 public:
  __device__ virtual ~Shape() {}
  __device__ virtual float area() const = 0;
  __device__ virtual int corners() const = 0;
};
class Square : public Shape {
  float side;

 public:
  __device__ explicit Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
  __device__ int corners() const override { return 4; }
};
class Circle : public Shape {
  float radius;

 public:
  __device__ explicit Circle(float r) : radius(r) {}
  __device__ float area() const override { return 3.0f * radius * radius; }
  __device__ int corners() const override { return 0; }
};

__global__ void measure(float* areas, int* corners) {
  register int i = threadIdx.x;
  Shape* shape = i % 2 ? static_cast<Shape*>(new Square(i)) : new Circle(i);
  if (shape == nullptr) return;
  areas[i] = shape->area();
  corners[i] = shape->corners();
  delete shape;
  register int* many = new int[4];
  many[3] = i;
  corners[i] += 10 * many[3];
  delete[] many;
}

int main() {
  register int n = 8;
  float* areas;
  int* corners;
  cudaMallocManaged(&areas, n * sizeof(float));
  cudaMallocManaged(&corners, n * sizeof(int));
  measure<<<1, n>>>(areas, corners);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  for (register int i = 0; i < n; ++i) printf("%g %d\n", areas[i], corners[i]);
  cudaFree(areas);
  cudaFree(corners);
}
