// Inline PTX: arithmetic, predicates, carries, memory, shuffles; and the tensor core's products with what feeds them.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdint>
#include <cstdio>
#include "inline-ptx/helpers.h"

__global__ void scalars(unsigned* out, const float* in) {
  unsigned a = 0xf0f01234u, b = 77, r;
  float f, x = in[0], y = in[1];
  double d;
  unsigned long long wide;
  asm("mad.lo.u32 %0, %1, %2, 5;" : "=r"(r) : "r"(a), "r"(b));
  out[0] = r;
  asm("mul.hi.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  out[1] = r;
  asm("mul.wide.s32 %0, %1, %2;" : "=l"(wide) : "r"((int)a), "r"((int)b));
  out[2] = (unsigned)wide;
  out[3] = (unsigned)(wide >> 32);
  asm("fma.rn.f32 %0, %1, %2, 0f3F800000;" : "=f"(f) : "f"(x), "f"(y));
  out[4] = __float_as_uint(f);
  asm("{\n\t.reg .f64 t;\n\tcvt.f64.f32 t, %1;\n\tmul.f64 %0, t, 0d4000000000000000;\n}" : "=d"(d) : "f"(x));
  out[5] = (unsigned)(d * 1000);
  asm("bfe.s32 %0, %1, 8, 12;" : "=r"(r) : "r"(a));
  out[6] = r;
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(r) : "r"(a), "r"(b), "r"(0xff00ffu));
  out[7] = r;
  asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(r) : "r"(a), "r"(b));
  out[8] = r;
  asm("{ .reg .pred p, q; setp.gt.f32 p, %1, %2; selp.u32 %0, 11, 22, p; @!p add.u32 %0, %0, 100; }" : "=r"(r) : "f"(x), "f"(y));
  out[9] = r;
  asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(r) : "f"(y * -2.5f));
  out[10] = r;
  unsigned low, high;
  asm("add.cc.u32 %0, %2, %3;\n\taddc.u32 %1, %4, %5;" : "=r"(low), "=r"(high) : "r"(0xffffffffu), "r"(2u), "r"(7u), "r"(1u));
  out[11] = low;
  out[12] = high;
  unsigned short h;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(x));
  out[13] = h;
  unsigned sum = 0, n = 5;
  asm("{\n .reg .pred p;\nagain:\n add.u32 %0, %0, %1;\n sub.u32 %1, %1, 1;\n setp.ne.u32 p, %1, 0;\n @p bra again;\n}" : "+r"(sum), "+r"(n));
  out[14] = sum;
  out[16] = sum + 1;
  asm volatile("st.global.v2.u32 [%0+8], {%1, %2};" :: "l"(out + 12), "r"(r), "r"(sum) : "memory");
  asm("ld.global.nc.u32 %0, [%1+4];" : "=r"(r) : "l"(in));
  out[17] = r;
  out[18] = bits_of_pair(x, y);
}

__global__ void lanes(unsigned* out) {
  unsigned lane, value, all, t = threadIdx.x;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm volatile("shfl.sync.bfly.b32 %0, %1, 3, 0x1f, 0xffffffff;" : "=r"(value) : "r"(t * 10));
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 5; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(all) : "r"(lane));
  asm volatile("red.global.add.u32 [%0], %1;" :: "l"(out + 32), "r"(lane) : "memory");
  out[t] = value + all;
}

// A 16 by 8 product: a is 16 by k, b is k by 8 in columns, both loaded by ldmatrix from tiles that cp.async has filled.
__global__ void products(const __half* a, const __half* b, float* out) {
  __shared__ __align__(16) __half left[16 * 16], right[8 * 16];
  unsigned lane = threadIdx.x;
  copy16(left + lane * 8, a + lane * 8);
  if (lane < 16) copy16(right + lane * 8, b + lane * 8);
  asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;");
  __syncwarp();
  uint32_t x[4], y[2];
  load4(x, left + (lane % 16) * 16 + lane / 16 * 8);
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];"
               : "=r"(y[0]), "=r"(y[1])
               : "r"((uint32_t)__cvta_generic_to_shared(right + lane % 8 * 16 + lane / 8 % 2 * 8)));
  float d[4] = {1, 2, 3, 4};
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};\n"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
  float e[4];
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};\n"
               : "=f"(e[0]), "=f"(e[1]), "=f"(e[2]), "=f"(e[3])
               : "r"(x[0]), "r"(x[1]), "r"(y[0]), "f"(0.f), "f"(0.f), "f"(0.f), "f"(0.f));
  for (int i = 0; i < 4; i++) out[lane * 8 + i] = d[i], out[lane * 8 + 4 + i] = e[i];
}

__global__ void narrow_products(float* out, int* sums) {
  unsigned lane = threadIdx.x, group = lane / 4, t = lane % 4;
  float d[4] = {};
  unsigned a[4], b[2];
  // tf32: a[i][k] = i + k, b[k][j] = k - j.
  for (int i = 0; i < 4; i++) a[i] = __float_as_uint(float(group + i % 2 * 8 + t + i / 2 * 4));
  for (int i = 0; i < 2; i++) b[i] = __float_as_uint(float(int(t + 4 * i) - int(group)));
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  for (int i = 0; i < 4; i++) out[lane * 4 + i] = d[i];
  // Bytes: a[i][k] = i - k, b[k][j] = j.
  int s[4] = {};
  for (int i = 0; i < 4; i++) {
    a[i] = 0;
    for (int k = 0; k < 4; k++) a[i] |= (unsigned)(uint8_t)(int(group + i % 2 * 8) - int(t * 4 + k + i / 2 * 16)) << 8 * k;
  }
  b[0] = b[1] = group * 0x01010101u;
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
               : "+r"(s[0]), "+r"(s[1]), "+r"(s[2]), "+r"(s[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  for (int i = 0; i < 4; i++) sums[lane * 4 + i] = s[i];
}

// Halves and bytes of a register: side by side, saturated, or added up.
__global__ void video(unsigned* out, unsigned a, unsigned b) {
  asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(out[0]) : "r"(a), "r"(b), "r"(1000));
  asm("vabsdiff4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(out[1]) : "r"(a), "r"(b), "r"(0));
  asm("vadd4.s32.s32.s32.sat %0, %1, %2, %3;" : "=r"(out[2]) : "r"(a), "r"(b), "r"(0));
  asm("vadd4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(out[3]) : "r"(a), "r"(b), "r"(0));
  asm("vsub2.u32.u32.u32.sat %0, %1, %2, %3;" : "=r"(out[4]) : "r"(a), "r"(b), "r"(0));
  asm("vavrg4.s32.s32.s32 %0, %1, %2, %3;" : "=r"(out[5]) : "r"(a), "r"(b), "r"(0));
  asm("vmin2.s32.s32.s32 %0, %1, %2, %3;" : "=r"(out[6]) : "r"(a), "r"(b), "r"(0));
  asm("vmax4.s32.s32.s32.add %0, %1, %2, %3;" : "=r"(out[7]) : "r"(a), "r"(b), "r"(-5));
}

int main() {
  unsigned* words;
  float *in, *out;
  __half *a, *b;
  int* sums;
  cudaMallocManaged(&words, 64 * sizeof(unsigned));
  cudaMallocManaged(&in, 2 * sizeof(float));
  cudaMallocManaged(&out, 256 * sizeof(float));
  cudaMallocManaged(&a, 256 * sizeof(__half));
  cudaMallocManaged(&b, 128 * sizeof(__half));
  cudaMallocManaged(&sums, 128 * sizeof(int));
  in[0] = 1.25f;
  in[1] = 3.5f;
  scalars<<<1, 1>>>(words, in);
  cudaDeviceSynchronize();
  for (int i = 0; i < 19; i++) printf("%08x%c", words[i], i % 8 == 7 || i == 18 ? '\n' : ' ');
  video<<<1, 1>>>(words, 0x017f80f0u, 0x7f018020u);
  cudaDeviceSynchronize();
  printf("video:");
  for (int i = 0; i < 8; i++) printf(" %08x", words[i]);
  printf("\n");
  for (int i = 0; i < 64; i++) words[i] = 0;
  lanes<<<1, 32>>>(words);
  cudaDeviceSynchronize();
  printf("lanes: %u %u %u sum %u\n", words[0], words[7], words[31], words[32]);
  for (int i = 0; i < 256; i++) a[i] = __float2half(i % 13 - 6);
  for (int i = 0; i < 128; i++) b[i] = __float2half(i % 7 - 3);
  products<<<1, 32>>>(a, b, out);
  cudaDeviceSynchronize();
  printf("products:");
  for (int i = 0; i < 256; i += 11) printf(" %g", out[i]);
  narrow_products<<<1, 32>>>(out, sums);
  cudaDeviceSynchronize();
  printf("\ntf32:");
  for (int i = 0; i < 128; i += 9) printf(" %g", out[i]);
  printf("\nbytes:");
  for (int i = 0; i < 128; i += 9) printf(" %d", sums[i]);
  printf("\n%s\n", cudaGetErrorString(cudaGetLastError()));
  void* all[] = {words, in, out, a, b, sums};
  for (void* one : all) cudaFree(one);
  return 0;
}
