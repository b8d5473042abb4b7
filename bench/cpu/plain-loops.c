// The results of kernels.cu by plain loops, as one writes them in C without a GPU in mind. Built twice: without OpenMP
// for one thread, with it for all. "copy" and "multiply" are the limits of the machine: bandwidth and fused multiply-adds.
#include "contender.h"

#include <math.h>

static void add(Arrays v, int n) {
  const float *restrict a = v.a, *restrict b = v.b;
  float* restrict out = v.out;
  PARALLEL for (int i = 0; i < n; i++) out[i] = a[i] + b[i];
}

static void saxpy(Arrays v, int n) {
  const float* restrict x = v.a;
  float* restrict y = v.out;
  PARALLEL for (int i = 0; i < n; i++) y[i] = 0.5f * x[i] + y[i];
}

static void horner(Arrays v, int n) {
  const float* restrict x = v.a;
  float* restrict out = v.out;
  PARALLEL for (int i = 0; i < n; i++) {
    float sum = 1.0f;
#pragma GCC unroll 16
    for (int k = 1; k <= 16; k++) sum = sum * x[i] + 1.0f / k;
    out[i] = sum;
  }
}

static void roots(Arrays v, int n) {
  const float* restrict x = v.a;
  float* restrict out = v.out;
  PARALLEL for (int i = 0; i < n; i++) {
    float root = x[i];
#pragma GCC unroll 8
    for (int k = 0; k < 8; k++) root = sqrtf(root * 0.75f + 0.5f);
    out[i] = root;
  }
}

static void matmul(Arrays v, int n) {
  const float *restrict a = v.a, *restrict b = v.b;
  float* restrict c = v.out;
  PARALLEL for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) c[i * n + j] = 0.0f;
    for (int k = 0; k < n; k++) {
      for (int j = 0; j < n; j++) c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
  }
}

static void reduce(Arrays v, int n) {
  const float* restrict in = v.a;
  float* restrict out = v.out;
  PARALLEL for (int block = 0; block < n / BLOCK; block++) {
    float sum = 0.0f;
    for (int t = 0; t < BLOCK; t++) sum += in[block * BLOCK + t];
    out[block] = sum;
  }
}

static void transpose(Arrays v, int n) {
  const float* restrict in = v.a;
  float* restrict out = v.out;
  PARALLEL for (int y = 0; y < n; y++) {
    for (int x = 0; x < n; x++) out[y * n + x] = in[x * n + y];
  }
}

static void stencil(Arrays v, int n) {
  const float* restrict in = v.a;
  float* restrict out = v.out;
  PARALLEL for (int y = 0; y < n; y++) {
    for (int x = 0; x < n; x++) {
      float left = x > 0 ? in[y * n + x - 1] : 0.0f;
      float right = x < n - 1 ? in[y * n + x + 1] : 0.0f;
      float up = y > 0 ? in[(y - 1) * n + x] : 0.0f;
      float down = y < n - 1 ? in[(y + 1) * n + x] : 0.0f;
      out[y * n + x] = 0.5f * in[y * n + x] + 0.125f * (left + right + up + down);
    }
  }
}

static void scan(Arrays v, int n) {
  const float* restrict in = v.a;
  float* restrict out = v.out;
  PARALLEL for (int block = 0; block < n / BLOCK; block++) {
    float sum = 0.0f;
    for (int t = 0; t < BLOCK; t++) out[block * BLOCK + t] = sum += in[block * BLOCK + t];
  }
}

static void softmax_of_rows(Arrays v, int rows, int n) {
  PARALLEL for (int r = 0; r < rows; r++) {
    const float* restrict row = v.a + r * n;
    float* restrict result = v.out + r * n;
    float top = -INFINITY, sum = 0.0f;
    for (int c = 0; c < n; c++) top = fmaxf(top, row[c]);
    for (int c = 0; c < n; c++) sum += result[c] = expf(row[c] - top);
    for (int c = 0; c < n; c++) result[c] /= sum;
  }
}

static void softmax(Arrays v, int n) { softmax_of_rows(v, n / BLOCK, n); }

static void softmax_rows(Arrays v, int n) { softmax_of_rows(v, n, n); }

static void histogram(Arrays v, int n) {
  PARALLEL for (int part = 0; part < n / 16384; part++) {
    unsigned bins[256] = {0};
    for (int i = 0; i < 16384; i++) bins[(int)(v.a[part * 16384 + i] * 256.0f)]++;
    for (int bin = 0; bin < 256; bin++) v.out[part * 256 + bin] = bins[bin];
  }
}

static void mandelbrot(Arrays v, int n) {
  float* restrict out = v.out;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 4)
#endif
  for (int py = 0; py < n; py++) {
    for (int px = 0; px < n; px++) {
      const float cx = -2.0f + px * (3.0f / n);
      const float cy = -1.5f + py * (3.0f / n);
      float x = 0.0f, y = 0.0f;
      int count = 0;
      while (count < 256 && x * x + y * y <= 4.0f) {
        const float next = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = next;
        ++count;
      }
      out[py * n + px] = count;
    }
  }
}

static void nbody(Arrays v, int n) {
  const float* restrict bodies = v.a;
  float* restrict out = v.out;
  PARALLEL for (int i = 0; i < n; i++) {
    const float bx = bodies[4 * i], by = bodies[4 * i + 1], bz = bodies[4 * i + 2];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    for (int k = 0; k < n; k++) {
      const float dx = bodies[4 * k] - bx, dy = bodies[4 * k + 1] - by, dz = bodies[4 * k + 2] - bz;
      const float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      const float scale = bodies[4 * k + 3] * inverse * inverse * inverse;
      ax += dx * scale;
      ay += dy * scale;
      az += dz * scale;
    }
    out[4 * i] = ax;
    out[4 * i + 1] = ay;
    out[4 * i + 2] = az;
    out[4 * i + 3] = 0.0f;
  }
}

static void copy(Arrays v, int n) {
  const int part = n / 64;
  PARALLEL for (int i = 0; i < 64; i++) memcpy(v.out + i * part, v.a + i * part, sizeof(float) * part);
}

typedef float Lanes __attribute__((vector_size(16)));

// 64 n multiply-adds in 16 independent chains of vectors, more than any latency needs.
static void multiply(Arrays v, int n) {
  PARALLEL for (int t = 0; t < 8; t++) {
    Lanes sums[16], x = {0.5f, 0.5f, 0.5f, 0.5f}, y = {v.a[1], v.a[2], v.a[3], v.a[4]};
    memcpy(sums, v.a + t, sizeof sums);
    for (int k = 0; k < n / 8; k++) {
      x += y;
#pragma GCC unroll 16
      for (int i = 0; i < 16; i++) sums[i] += x * y;
    }
    memcpy(v.out + 64 * t, sums, sizeof sums);
  }
}

static const Case cases[] = {
    {"add", add},         {"saxpy", saxpy},   {"horner", horner},       {"roots", roots},
    {"matmul", matmul},   {"reduce", reduce}, {"reduce-warp", reduce},  {"transpose", transpose},
    {"stencil", stencil}, {"scan", scan},     {"softmax", softmax},     {"mandelbrot", mandelbrot},
    {"softmax-rows", softmax_rows},           {"histogram", histogram},
    {"nbody", nbody},     {"copy", copy},     {"multiply", multiply},
};

int main(void) {
  return serve("gcc " __VERSION__, cases, sizeof cases / sizeof *cases, (Transfers){NULL, NULL});
}
