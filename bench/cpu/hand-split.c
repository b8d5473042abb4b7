// The kernels of kernels.cu with their thread loops written by hand: each stretch between barriers is a loop over the
// threads of a block, blocks are the outer loop, and what lives across a barrier is an array. What CuTS does by itself.
#include "contender.h"

#include <math.h>

static void matmul(Arrays v, int n) {
  const int tiles = n / 16;
  PARALLEL for (int block = 0; block < tiles * tiles; block++) {
    const int row0 = block / tiles * 16, col0 = block % tiles * 16;
    float As[16][16], Bs[16][16], sum[16][16];
    for (int ty = 0; ty < 16; ty++)
      for (int tx = 0; tx < 16; tx++) sum[ty][tx] = 0.0f;
    for (int t = 0; t < n; t += 16) {
      for (int ty = 0; ty < 16; ty++) {
        for (int tx = 0; tx < 16; tx++) {
          As[ty][tx] = v.a[(row0 + ty) * n + t + tx];
          Bs[ty][tx] = v.b[(t + ty) * n + col0 + tx];
        }
      }
      for (int ty = 0; ty < 16; ty++) {
        for (int tx = 0; tx < 16; tx++) {
          float s = sum[ty][tx];
#pragma GCC unroll 16
          for (int k = 0; k < 16; k++) s += As[ty][k] * Bs[k][tx];
          sum[ty][tx] = s;
        }
      }
    }
    for (int ty = 0; ty < 16; ty++)
      for (int tx = 0; tx < 16; tx++) v.out[(row0 + ty) * n + col0 + tx] = sum[ty][tx];
  }
}

static void reduce(Arrays v, int n) {
  PARALLEL for (int block = 0; block < n / BLOCK; block++) {
    float tile[BLOCK];
    for (int t = 0; t < BLOCK; t++) tile[t] = v.a[block * BLOCK + t];
    for (int half = BLOCK / 2; half > 0; half /= 2)
      for (int t = 0; t < half; t++) tile[t] += tile[t + half];
    v.out[block] = tile[0];
  }
}

// Shuffles as loops over the lanes of a warp; a lane without a partner gets its own value.
static void warp_sum(float value[32]) {
  for (int offset = 16; offset > 0; offset /= 2) {
    float other[32];
    for (int lane = 0; lane < 32; lane++) other[lane] = value[lane + offset < 32 ? lane + offset : lane];
    for (int lane = 0; lane < 32; lane++) value[lane] += other[lane];
  }
}

static void reduce_warp(Arrays v, int n) {
  PARALLEL for (int block = 0; block < n / BLOCK; block++) {
    float value[32], sums[BLOCK / 32];
    for (int warp = 0; warp < BLOCK / 32; warp++) {
      for (int lane = 0; lane < 32; lane++) value[lane] = v.a[block * BLOCK + warp * 32 + lane];
      warp_sum(value);
      sums[warp] = value[0];
    }
    for (int lane = 0; lane < 32; lane++) value[lane] = lane < BLOCK / 32 ? sums[lane] : 0.0f;
    warp_sum(value);
    v.out[block] = value[0];
  }
}

static void transpose(Arrays v, int n) {
  const int tiles = n / 32;
  PARALLEL for (int block = 0; block < tiles * tiles; block++) {
    const int x0 = block % tiles * 32, y0 = block / tiles * 32;
    float tile[32][33];
    for (int ty = 0; ty < 8; ty++)
      for (int tx = 0; tx < 32; tx++)
        for (int j = 0; j < 32; j += 8) tile[ty + j][tx] = v.a[(y0 + ty + j) * n + x0 + tx];
    for (int ty = 0; ty < 8; ty++)
      for (int tx = 0; tx < 32; tx++)
        for (int j = 0; j < 32; j += 8) v.out[(x0 + ty + j) * n + y0 + tx] = tile[tx][ty + j];
  }
}

static float pixel(const float* in, int x, int y, int n) {
  return x >= 0 && x < n && y >= 0 && y < n ? in[y * n + x] : 0.0f;
}

static void stencil(Arrays v, int n) {
  const int tiles = n / 16;
  PARALLEL for (int block = 0; block < tiles * tiles; block++) {
    const int x0 = block % tiles * 16, y0 = block / tiles * 16;
    float tile[18][18];
    for (int ty = 1; ty <= 16; ty++)
      for (int tx = 1; tx <= 16; tx++) tile[ty][tx] = v.a[(y0 + ty - 1) * n + x0 + tx - 1];
    for (int t = 1; t <= 16; t++) {
      tile[t][0] = pixel(v.a, x0 - 1, y0 + t - 1, n);
      tile[t][17] = pixel(v.a, x0 + 16, y0 + t - 1, n);
      tile[0][t] = pixel(v.a, x0 + t - 1, y0 - 1, n);
      tile[17][t] = pixel(v.a, x0 + t - 1, y0 + 16, n);
    }
    for (int ty = 1; ty <= 16; ty++)
      for (int tx = 1; tx <= 16; tx++)
        v.out[(y0 + ty - 1) * n + x0 + tx - 1] =
            0.5f * tile[ty][tx] +
            0.125f * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx]);
  }
}

static void scan(Arrays v, int n) {
  PARALLEL for (int block = 0; block < n / BLOCK; block++) {
    float tile[BLOCK], left[BLOCK];
    for (int t = 0; t < BLOCK; t++) tile[t] = v.a[block * BLOCK + t];
    for (int offset = 1; offset < BLOCK; offset *= 2) {
      for (int t = 0; t < offset; t++) left[t] = 0.0f;
      for (int t = offset; t < BLOCK; t++) left[t] = tile[t - offset];
      for (int t = 0; t < BLOCK; t++) tile[t] += left[t];
    }
    for (int t = 0; t < BLOCK; t++) v.out[block * BLOCK + t] = tile[t];
  }
}

static void softmax(Arrays v, int n) {
  PARALLEL for (int r = 0; r < n / BLOCK; r++) {
    const float* row = v.a + r * n;
    float* result = v.out + r * n;
    float tile[BLOCK];
    for (int t = 0; t < BLOCK; t++) tile[t] = -INFINITY;
    for (int c = 0; c < n; c += BLOCK)
      for (int t = 0; t < BLOCK && c + t < n; t++) tile[t] = fmaxf(tile[t], row[c + t]);
    for (int half = BLOCK / 2; half > 0; half /= 2)
      for (int t = 0; t < half; t++) tile[t] = fmaxf(tile[t], tile[t + half]);
    const float top = tile[0];
    for (int t = 0; t < BLOCK; t++) tile[t] = 0.0f;
    for (int c = 0; c < n; c += BLOCK)
      for (int t = 0; t < BLOCK && c + t < n; t++) tile[t] += result[c + t] = expf(row[c + t] - top);
    for (int half = BLOCK / 2; half > 0; half /= 2)
      for (int t = 0; t < half; t++) tile[t] += tile[t + half];
    for (int c = 0; c < n; c++) result[c] /= tile[0];
  }
}

static void nbody(Arrays v, int n) {
  PARALLEL for (int block = 0; block < n / BLOCK; block++) {
    float tile[BLOCK][4], ax[BLOCK] = {0}, ay[BLOCK] = {0}, az[BLOCK] = {0};
    for (int begin = 0; begin < n; begin += BLOCK) {
      for (int t = 0; t < BLOCK; t++)
        for (int j = 0; j < 4; j++) tile[t][j] = v.a[4 * (begin + t) + j];
      for (int t = 0; t < BLOCK; t++) {
        const float* body = v.a + 4 * (block * BLOCK + t);
        float x = ax[t], y = ay[t], z = az[t];
        for (int k = 0; k < BLOCK; k++) {
          const float dx = tile[k][0] - body[0], dy = tile[k][1] - body[1], dz = tile[k][2] - body[2];
          const float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
          const float scale = tile[k][3] * inverse * inverse * inverse;
          x += dx * scale;
          y += dy * scale;
          z += dz * scale;
        }
        ax[t] = x;
        ay[t] = y;
        az[t] = z;
      }
    }
    for (int t = 0; t < BLOCK; t++) {
      float* out = v.out + 4 * (block * BLOCK + t);
      out[0] = ax[t];
      out[1] = ay[t];
      out[2] = az[t];
      out[3] = 0.0f;
    }
  }
}

static const Case cases[] = {
    {"matmul", matmul},   {"reduce", reduce}, {"reduce-warp", reduce_warp}, {"transpose", transpose},
    {"stencil", stencil}, {"scan", scan},     {"softmax", softmax},         {"nbody", nbody},
};

int main(void) {
  return serve("gcc " __VERSION__, cases, sizeof cases / sizeof *cases, (Transfers){NULL, NULL});
}
