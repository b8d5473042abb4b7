// Sobel edges of a synthetic picture, with a halo in shared memory and uchar4 pixels.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define B 16

__global__ void grey(const uchar4* in, unsigned char* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (in[i].x * 77 + in[i].y * 151 + in[i].z * 28) >> 8;
}
__global__ void sobel(const unsigned char* in, unsigned char* out, int w, int h) {
  __shared__ int tile[B + 2][B + 2];
  int x0 = blockIdx.x * B - 1, y0 = blockIdx.y * B - 1;
  for (int i = threadIdx.y * B + threadIdx.x; i < (B + 2) * (B + 2); i += B * B) {
    int x = min(max(x0 + i % (B + 2), 0), w - 1), y = min(max(y0 + i / (B + 2), 0), h - 1);
    tile[i / (B + 2)][i % (B + 2)] = in[y * w + x];
  }
  __syncthreads();
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1, x = x0 + tx, y = y0 + ty;
  if (x >= w || y >= h) return;
  int gx = tile[ty - 1][tx + 1] + 2 * tile[ty][tx + 1] + tile[ty + 1][tx + 1] - tile[ty - 1][tx - 1] - 2 * tile[ty][tx - 1] - tile[ty + 1][tx - 1];
  int gy = tile[ty + 1][tx - 1] + 2 * tile[ty + 1][tx] + tile[ty + 1][tx + 1] - tile[ty - 1][tx - 1] - 2 * tile[ty - 1][tx] - tile[ty - 1][tx + 1];
  out[y * w + x] = min(abs(gx) + abs(gy), 255);
}

int main() {
  const int w = 60, h = 20;
  std::vector<uchar4> picture(w * h);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      int dx = x - 30, dy = (y - 10) * 2;
      bool ring = dx * dx + dy * dy < 300 && dx * dx + dy * dy > 100;
      picture[y * w + x] = ring ? make_uchar4(200, 220, 240, 255) : make_uchar4(10, 20, 30, 255);
    }
  uchar4* in;
  unsigned char *middle, *out;
  cudaMalloc(&in, w * h * sizeof(uchar4));
  cudaMalloc(&middle, w * h);
  cudaMalloc(&out, w * h);
  cudaMemcpy(in, picture.data(), w * h * sizeof(uchar4), cudaMemcpyHostToDevice);
  grey<<<(w * h + 127) / 128, 128>>>(in, middle, w * h);
  sobel<<<dim3((w + B - 1) / B, (h + B - 1) / B), dim3(B, B)>>>(middle, out, w, h);
  std::vector<unsigned char> result(w * h);
  cudaMemcpy(result.data(), out, w * h, cudaMemcpyDeviceToHost);
  long sum = 0;
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++) {
      sum += result[y * w + x];
      putchar(" .+#"[result[y * w + x] / 64]);
    }
    putchar('\n');
  }
  printf("sum %ld\n", sum);
  cudaFree(in);
  cudaFree(middle);
  cudaFree(out);
  return 0;
}
