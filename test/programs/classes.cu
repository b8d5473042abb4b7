// Classes with __host__ __device__ members: operators, inheritance, a small matrix class, device-side new with virtuals.
#include <cstdio>

class Complex {
  double re_, im_;

 public:
  __host__ __device__ Complex(double re = 0, double im = 0) : re_(re), im_(im) {}
  __host__ __device__ Complex operator+(const Complex& o) const { return Complex(re_ + o.re_, im_ + o.im_); }
  __host__ __device__ Complex operator*(const Complex& o) const { return Complex(re_ * o.re_ - im_ * o.im_, re_ * o.im_ + im_ * o.re_); }
  __host__ __device__ double re() const { return re_; }
  __host__ __device__ double im() const { return im_; }
};
template <int R, int C> struct Matrix {
  int at[R][C];
  __host__ __device__ int& operator()(int r, int c) { return at[r][c]; }
  template <int K> __host__ __device__ Matrix<R, K> operator*(const Matrix<C, K>& o) const {
    Matrix<R, K> out;
    for (int i = 0; i < R; i++)
      for (int j = 0; j < K; j++) {
        out.at[i][j] = 0;
        for (int k = 0; k < C; k++) out.at[i][j] += at[i][k] * o.at[k][j];
      }
    return out;
  }
};
class Shape {
 public:
  __device__ virtual ~Shape() {}
  __device__ virtual float area() const = 0;
};
class Square : public Shape {
  float a_;
 public:
  __device__ explicit Square(float a) : a_(a) {}
  __device__ float area() const override { return a_ * a_; }
};
class Triangle : public Shape {
  float b_, h_;
 public:
  __device__ Triangle(float b, float h) : b_(b), h_(h) {}
  __device__ float area() const override { return b_ * h_ / 2; }
};

__global__ void powers(Complex* out, Complex base, int n) {
  Complex value(1, 0);
  for (int i = 0; i < n; i++) {
    out[i] = value;
    value = value * base;
  }
}
__global__ void product(Matrix<2, 3> a, Matrix<3, 2> b, Matrix<2, 2>* out) { *out = a * b; }
__global__ void areas(float* out) {
  Shape* shape = threadIdx.x % 2 ? (Shape*)new Square(threadIdx.x) : (Shape*)new Triangle(threadIdx.x, 3);
  out[threadIdx.x] = shape->area();
  delete shape;
}

int main() {
  Complex *d, h[6];
  cudaMalloc(&d, sizeof h);
  powers<<<1, 1>>>(d, Complex(1, 2), 6);
  cudaMemcpy((void*)h, d, sizeof h, cudaMemcpyDeviceToHost);
  Complex sum;
  for (const Complex& c : h) sum = sum + c;
  printf("last %g%+gi, sum %g%+gi\n", h[5].re(), h[5].im(), sum.re(), sum.im());
  Matrix<2, 3> a = {{{1, 2, 3}, {4, 5, 6}}};
  Matrix<3, 2> b = {{{7, 8}, {9, 10}, {11, 12}}};
  Matrix<2, 2>*dm, m, expected = a * b;
  cudaMalloc(&dm, sizeof m);
  product<<<1, 1>>>(a, b, dm);
  cudaMemcpy(&m, dm, sizeof m, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d (%d)\n", m(0, 0), m(0, 1), m(1, 0), m(1, 1), expected(1, 1));
  float *df, f[4];
  cudaMalloc(&df, sizeof f);
  areas<<<1, 4>>>(df);
  cudaMemcpy(f, df, sizeof f, cudaMemcpyDeviceToHost);
  printf("areas %g %g %g %g\n", f[0], f[1], f[2], f[3]);
  cudaFree(d);
  cudaFree(dm);
  cudaFree(df);
  return 0;
}
