// Kernels that write through null, or not. Those without a loop run on the calling thread where the launch is small.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#define KERNEL extern "C" __global__ void

struct Node {
  int values[100];
  Node* next;
};

KERNEL store(int* out, int* p, int value) {
  p[threadIdx.x] = value;
  out[threadIdx.x] = value;
}
KERNEL member(int* out, Node* node) {
  node->next = node;
  out[0] = 1;
}
KERNEL add(int* out, int* p) {
  atomicAdd(p + blockIdx.x, 1);
  out[0] = 1;
}
KERNEL store_in_loop(int* out, int* p, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = 0;
  out[0] = n;
}
KERNEL clear(int* out, int* p, int bytes) {
  memset(p, 0, bytes);
  out[0] = 1;
}
KERNEL after_barrier(int* out, volatile int* p) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = tile[63 - threadIdx.x];
  out[0] = 1;
}
KERNEL from_malloc(int* out) {
  volatile int* p = (int*)malloc(1u << 30);
  p[threadIdx.x] = 1;
  out[0] = 1;
}
KERNEL store_and_trap(int* out, volatile int* p) {
  p[0] = 1;
  __trap();
}
KERNEL store_and_spin(int* out, volatile int* p) {
  p[0] = 1;
  for (volatile int* x = out;;) x[0] = 1;
}
KERNEL store_and_wait(volatile int* out, volatile int* p) {
  p[0] = 1;
  out[1] = 1;
  while (out[0] == 0) {
  }
}
KERNEL follow(int* out, Node* node) {
  out[0] = node->next->values[0];
}
KERNEL harmless(int* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] += 1;
}

// Each reads through p what it writes there; only element `at` is touched.
#define UPDATE(name, T, expression)                                \
  KERNEL name(int* out, T* first, int at, int operand) { \
    T* p = first + at;                                    \
    expression;                                                    \
    out[0] = 1;                                                    \
  }
UPDATE(add_float, float, *p += (float)operand)
UPDATE(add_small_float, float, *p += (float)operand * 1e-30f)
UPDATE(subtract_float, float, *p -= (float)operand)
UPDATE(multiply_float, float, *p *= (float)operand)
UPDATE(multiply_float_by_almost_1, float, *p *= 1.0f + (float)operand * 0x1p-23f)
UPDATE(divide_float, float, *p /= (float)operand)
UPDATE(fused_float, float, *p = fmaf(*p, (float)operand, 1.0f))
UPDATE(negate_float, float, *p = -*p)
UPDATE(max_float, float, *p = fmaxf(*p, (float)operand))
UPDATE(atomic_float, float, atomicAdd(p, (float)operand))
UPDATE(add_double, double, *p += (double)operand)
UPDATE(add_small_double, double, *p += (double)operand * 1e-200)
UPDATE(multiply_double, double, *p *= (double)operand)
UPDATE(multiply_double_by_almost_1, double, *p *= 1.0 + (double)operand * 0x1p-52)
UPDATE(atomic_double, double, atomicAdd(p, (double)operand))
UPDATE(add_half, __half, *p = *p + __float2half((float)operand))
UPDATE(multiply_half, __half, *p = *p * __float2half(1.0f + (float)operand * 0x1p-10f))
UPDATE(atomic_half, __half, atomicAdd(p, __float2half((float)operand)))
UPDATE(add_half2, __half2, *p = __hadd2(*p, __float2half2_rn((float)operand)))
UPDATE(add_bfloat16, __nv_bfloat16, *p = *p + __float2bfloat16((float)operand))
UPDATE(multiply_bfloat16, __nv_bfloat16, *p = *p * __float2bfloat16(1.0f + (float)operand * 0x1p-7f))
UPDATE(add_float2, float2, p->y += (float)operand)
UPDATE(add_float4, float4, p->w += (float)operand)
UPDATE(atomic_float2, float2, atomicAdd(p, make_float2(0, (float)operand)))
UPDATE(add_int, int, *p += operand)
UPDATE(multiply_int, int, *p *= operand)
UPDATE(or_int, int, *p |= operand)
UPDATE(xor_int, int, *p ^= operand)
UPDATE(shift_int, int, *p >>= operand)
UPDATE(atomic_int, int, atomicAdd(p, operand))
UPDATE(atomic_max_int, int, atomicMax(p, operand))
UPDATE(atomic_min_unsigned, unsigned, atomicMin(p, (unsigned)operand))
UPDATE(atomic_inc, unsigned, atomicInc(p, (unsigned)operand))
UPDATE(add_long, long long, *p += operand)
// Every eighth byte is 0xff.
UPDATE(or_byte, unsigned char, p[at == 3 ? 4 : 0] |= operand)
UPDATE(add_short, short, *p += operand)
UPDATE(and_bool, bool, *p &= operand != 0)
UPDATE(or_bool, bool, p[at == 3 ? 4 : 0] |= operand != 0)
// As many elements as there are threads.
KERNEL add_floats(int* out, float* p, int operand) {
  p[threadIdx.x] += (float)operand;
  out[0] = 1;
}
KERNEL add_doubles(int* out, double* p, int operand) {
  p[threadIdx.x] += (double)operand;
  out[0] = 1;
}
