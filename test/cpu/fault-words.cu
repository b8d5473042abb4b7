// One kernel for each way to stop before the end.
#include <assert.h>
struct Abstract {
  __device__ Abstract() { indirectly(); }
  __device__ __noinline__ void indirectly() { missing(); }
  __device__ virtual void missing() = 0;
};
struct Concrete : Abstract {
  __device__ void missing() override {}
};
typedef int (*Function)(int);
__device__ __noinline__ int deep(int n) { return n == -1 ? 0 : deep(n + 1) * 3 + n; }
__device__ __noinline__ int fat(int n) {
  volatile char own[65536];
  own[n & 65535] = 1;
  return n <= 0 ? own[0] : fat(n - 1) + own[0];
}

extern "C" __global__ void calls_too_deep(int* out, int n) { out[0] = deep(n); }
extern "C" __global__ void locals_too_large(int* out, int n) { out[0] = fat(n); }
extern "C" __global__ void room_too_large(int* out, int n) {
  volatile int* room = (int*)alloca(n);
  room[0] = n;
  room[n / 4 - 1] = 1;
  out[0] = room[0];
}
extern "C" __global__ void wild_string(int* out, int n) { printf("%s!\n", (const char*)n); }
extern "C" __global__ void wild_format(int* out, int n) { printf((const char*)n, out); }
extern "C" __global__ void wide_field(int* out, int n) { printf("%*d\n", n, 1); }
extern "C" __global__ void wild_store(int* out, int n) { *(volatile int*)n = 1; }
extern "C" __global__ void odd_atomic(int* out, int n) { atomicAdd((int*)((char*)out + n), 1); }
extern "C" __global__ void quotient(int* out, int n) { out[0] = 5 / n; }
extern "C" __global__ void rest(int* out, int n) { out[0] = 5 % n; }
extern "C" __global__ void no_quotient(int* out, int n) { out[0] = (int)0x80000000 / n; }
extern "C" __global__ void no_function(int* out, int n) { out[0] = ((Function)n)(1); }
extern "C" __global__ void pure_virtual(int* out, int n) { Concrete().missing(); }
extern "C" __global__ void trap(int* out, int n) { __trap(); }
extern "C" __global__ void assertion(int* out, int n) { assert(n == 1); }
