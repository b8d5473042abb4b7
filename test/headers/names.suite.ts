// That sources compile: every name of the API is known, every header resolves, and user code may do what real programs do.
import { expect, it } from "vitest";
import {
  BFLOAT16_FUNCTIONS,
  COMPLEX_FUNCTIONS,
  DEVICE_FUNCTIONS,
  FLOAT16_FUNCTIONS,
  HALF_FUNCTIONS,
  MATH_FUNCTIONS,
  VECTOR_MAKERS,
} from "./api-names.js";
import type { HeaderCompiler } from "./compile.js";

const HEADERS = (
  "cuda.h cuda_runtime.h cuda_runtime_api.h device_launch_parameters.h cuda_fp16.h cuda_bf16.h cooperative_groups.h " +
  "cooperative_groups/reduce.h cooperative_groups/scan.h cooperative_groups/memcpy_async.h math_constants.h " +
  "math_functions.h vector_types.h vector_functions.h cuComplex.h cstdint stdint.h cstdio stdio.h cmath math.h cassert " +
  "assert.h float.h cfloat limits climits limits.h stddef.h cstddef type_traits utility algorithm functional array " +
  "complex cstring string.h stdlib.h cstdlib new initializer_list thrust/complex.h cuda/atomic cuda/std/cstdint " +
  "cuda/std/cmath cuda/std/limits cuda/std/type_traits cuda/std/utility cuda/std/array cuda/std/complex " +
  "cuda/std/functional device_functions.h sm_60_atomic_functions.h host_defines.h inttypes.h time.h"
).split(" ");

// x, y, z and w are members of the vector types, hence no name for a macro on a GPU either.
const MACROS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuv"
  .split("")
  .map((letter) => `#define ${letter} @`)
  .join("\n");
const KERNEL = 'extern "C" __global__ void k(float* a, int* q, int n)';
/** Sources that must compile, each for what its name says. */
const SOURCES: Record<string, string> = {
  "all names of the prelude": `namespace names { ${[...DEVICE_FUNCTIONS, ...MATH_FUNCTIONS, ...VECTOR_MAKERS].map((n) => `using ::${n};`).join(" ")} }`,
  "all names of the half precision headers": `#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuComplex.h>
namespace names { ${[...FLOAT16_FUNCTIONS, ...HALF_FUNCTIONS, ...BFLOAT16_FUNCTIONS, ...COMPLEX_FUNCTIONS].map((n) => `using ::${n};`).join(" ")} }`,
  "all headers, in both orders and twice": [...HEADERS, ...HEADERS.toReversed()]
    .map((h) => `#include <${h}>`)
    .join("\n"),
  "macros min and max before headers that use the words": `#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#include <algorithm>
#include <limits>
#include <cuda_fp16.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
${KERNEL} { a[0] = min(a[1], a[2]) + max(n, 3); }`,
  "functions min and max of its own": `__host__ __device__ inline int min(int a, int b) { return a < b ? a : b; }
template <class T> __device__ T max(T a, T b) { return a > b ? a : b; }
int lower(int a, int b) { return min(a, b); }
${KERNEL} { q[0] = min(n, 3) + max(n, 4) + min(n, 7u) + max(2.0f, a[0]); }`,
  "using namespace std": `#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <limits>
using namespace std;
${KERNEL} { a[0] = min(n, 3) + max(a[1], 2.0f) + sqrt(a[2]) + pow(a[3], 2) + abs(n) + numeric_limits<float>::max() + max({1, 2, n}); printf("%f\\n", exp(a[1])); }`,
  "min and max of mixed signs and widths": `${KERNEL} {
  static_assert(__is_same(decltype(min(1, 2u)), unsigned) && __is_same(decltype(max(1.0f, 2.0)), double), "");
  static_assert(__is_same(decltype(min(1ll, 2ull)), unsigned long long) && __is_same(decltype(max(1l, 2l)), long), "");
  static_assert(__is_same(decltype(min(sizeof(int), 2ull)), unsigned long long) && __is_same(decltype(max(1ll, 2l)), long long), "");
  q[0] = min(n, 2u) + max(1ll, 2ull) + min(1.0f, 2.0) + min((int64_t)n, 5l); }`,
  "macros of every letter before the headers": `${MACROS}
${HEADERS.map((h) => `#include <${h}>`).join("\n")}`,
  "overloads of math functions": `${KERNEL} {
  static_assert(__is_same(decltype(sin(1.0f)), float) && __is_same(decltype(sin(1)), double) && __is_same(decltype(pow(1.0f, 2)), float), "");
  static_assert(__is_same(decltype(pow(1.0f, 2.0)), double) && __is_same(decltype(pow(2, 3)), double) && __is_same(decltype(fabs(1.0f)), float), "");
  static_assert(__is_same(decltype(atan2(1, 2.0f)), double) && __is_same(decltype(fmax(1.0f, 2.0f)), float) && __is_same(decltype(abs(-1ll)), long long), "");
  float (*f)(float) = sinf; double (*g)(double) = sin; a[0] = f(a[0]) + g(a[1]); }
template <class F> __device__ float apply(F f, float x) { return f(x); }
extern "C" __global__ void named(float* a) { a[0] = apply(expf, a[1]) + apply(tanhf, a[2]); }`,
  "built-in variables": `__device__ unsigned area(dim3 d) { return d.x * d.y * d.z; }
__device__ unsigned first(const uint3& v) { return v.x; }
${KERNEL} {
  auto t = threadIdx; const uint3 b = blockIdx; dim3 d(blockDim), g = gridDim; uint3 c(threadIdx);
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x; int lane = threadIdx.x % warpSize, least = min(threadIdx.x, 5);
  q[i] = t.y + b.z + d.x + g.y + c.x + lane + least + area(blockDim) + first(threadIdx); }`,
  qualifiers: `#define N 16
__constant__ float table[N]; __device__ int counter; __managed__ float shared_with_host;
template <class T> __constant__ T mask[N];
__device__ __noinline__ float plain(float x) { return x; }
__device__ __forceinline__ float inlined(float x) { return x; }
struct __align__(16) Body { float4 place; __host__ __device__ Body() {} };
template <class T, int Width> __global__ void __launch_bounds__(256, 2) scaled(const T* __restrict__ in, T* __restrict__ out) {
  __shared__ T tile[Width][Width + 1]; static __shared__ T more[Width]; extern __shared__ __align__(16) unsigned char dynamic[];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.x]; more[0] = mask<T>[0]; dynamic[0] = 1;
  __syncthreads();
#pragma unroll
  for (int i = 0; i < Width; ++i) out[i] = tile[i][threadIdx.x] + table[i % N] + plain(more[0]) + inlined(1);
}
template __global__ void scaled<float, 8>(const float*, float*);
static_assert(__CUDA_ARCH__ == 900 && CUDART_VERSION == 13000 && __CUDACC_VER_MAJOR__ == 13, "");
#if !defined(__CUDACC__) || !defined(__CUDA_RUNTIME_H__) || !defined(__DRIVER_TYPES_H__)
#error guards
#endif`,
  "classes with virtual functions, lambdas, new and delete": `struct Shape { __device__ virtual float area() const = 0; __device__ virtual ~Shape() {} };
struct Square : Shape { float side; __device__ Square(float s) : side(s) {} __device__ float area() const override { return side * side; } };
${KERNEL} { Shape* s = new Square(a[0]); auto twice = [=](float x) { return x * n; }; a[1] = twice(s->area()); delete s;
  int* list = new int[n]; list[0] = 1; q[0] = list[0]; delete[] list; Square* placed = new (a) Square(2); placed->~Square(); }`,
  "atomics of its own beside ours": `__device__ float atomicMax(float* address, float value) { return __int_as_float(atomicMax((int*)address, __float_as_int(value))); }
__device__ double atomicAdd(double* address, double value) { return value; }
${KERNEL} { atomicMax(a, 2.0f); atomicAdd((double*)a, 1.0); atomicAdd(a, 1); atomicAdd((unsigned long long*)a, 1ull); }`,
  "half precision with conversions switched off": `#define __CUDA_NO_HALF_CONVERSIONS__
#define __CUDA_NO_HALF_OPERATORS__
#include <cuda_fp16.h>
${KERNEL} { __half h = __float2half(a[0]); a[1] = __half2float(__hadd(h, h)); __half2 p = __half2half2(h); a[2] = __low2float(__hmul2(p, p)); }`,
  "C++20": `#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <algorithm>
${KERNEL} { a[0] = std::min(1.0f, a[1]); }`,
};

/** Sources that must compile, and one that must not. */
export function namesSuite(compiler: HeaderCompiler): void {
  it.each(Object.entries(SOURCES))("%s", async (name, source) => {
    const flags = name === "C++20" ? ["-std=c++20"] : [];
    const { log, output } = await compiler.compile(source, [...flags, "-emit-llvm"]);
    expect(log).toBe("");
    expect(output).toBeDefined();
  });

  it("refuses a tile whose size is none", async () => {
    const source = `#include <cooperative_groups.h>
__global__ void k() { cooperative_groups::tiled_partition<48>(cooperative_groups::this_thread_block()); }`;
    const { log, output } = await compiler.compile(source, ["-fsyntax-only"]);
    expect(output).toBeUndefined();
    expect(log).toContain("tiles have 1, 2, 4,");
  });
}
