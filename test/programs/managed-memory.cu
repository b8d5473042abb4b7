// Unified memory: host and device touch the same pointers; a class that lives in it; a __managed__ variable.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <new>

class Managed {
 public:
  void* operator new(size_t size) {
    void* p;
    cudaMallocManaged(&p, size);
    cudaDeviceSynchronize();
    return p;
  }
  void operator delete(void* p) {
    cudaDeviceSynchronize();
    cudaFree(p);
  }
};

class Name : public Managed {
  int length_;
  char* data_;

 public:
  explicit Name(const char* text) : length_((int)strlen(text) + 1) {
    cudaMallocManaged(&data_, length_);
    memcpy(data_, text, length_);
  }
  ~Name() { cudaFree(data_); }
  __host__ __device__ char& operator[](int i) { return data_[i]; }
  __host__ __device__ int length() const { return length_ - 1; }
  const char* text() const { return data_; }
};

__device__ __managed__ int counter = 40;

__global__ void shout(Name* name) {
  int i = threadIdx.x;
  if (i < name->length() && (*name)[i] >= 'a' && (*name)[i] <= 'z') (*name)[i] -= 'a' - 'A';
  if (i == 0) counter += 2;
}
__global__ void add(int n, float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] + y[i];
}

int main() {
  const int n = 1000;
  float *x, *y;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  for (int i = 0; i < n; i++) {
    x[i] = 1.0f;
    y[i] = 2.0f;
  }
  add<<<(n + 255) / 256, 256>>>(n, x, y);
  cudaDeviceSynchronize();
  float maxError = 0.0f;
  for (int i = 0; i < n; i++) maxError = fmax(maxError, fabs(y[i] - 3.0f));
  printf("Max error: %g\n", maxError);
  Name* name = new Name("unified memory");
  shout<<<1, 32>>>(name);
  cudaDeviceSynchronize();
  printf("%s, %d\n", name->text(), counter);
  delete name;
  cudaFree(x);
  cudaFree(y);
}
