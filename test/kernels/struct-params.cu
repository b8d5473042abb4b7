// Moves 2-D points by an affine map that arrives by value as a struct with a nested struct and a method.
struct Matrix2 {
  float a, b, c, d;
  __host__ __device__ float2 apply(float2 p) const { return make_float2(a * p.x + b * p.y, c * p.x + d * p.y); }
};

struct Affine {
  Matrix2 linear;
  float2 shift;
  int mode;         // 0: map, 1: map and clamp to [low, high]
  float low, high;
};

extern "C" __global__ void transform_points(Affine affine, const float2* in, float2* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float2 p = affine.linear.apply(in[i]);
  p.x += affine.shift.x;
  p.y += affine.shift.y;
  if (affine.mode == 1) {
    p.x = fminf(fmaxf(p.x, affine.low), affine.high);
    p.y = fminf(fmaxf(p.y, affine.low), affine.high);
  }
  out[i] = p;
}
