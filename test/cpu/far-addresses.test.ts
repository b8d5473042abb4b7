// Indices of 64 bits: addresses have 32 here, and an index that leads beyond them is an illegal address, as on a GPU. It
// never wraps round to another element.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CpuKernels } from "./cpu-kernels.js";

const SOURCE = `
#define KERNEL extern "C" __global__ void
#define INDEX (((long long)high << 32) | (unsigned)low)
struct Pair { int first; int rest[2]; };
__device__ int table[64];
KERNEL subscript(int* out, int low, int high) { out[INDEX] = 7; }
KERNEL constant(int* out, int low, int high) { if (INDEX == 0) *out = 7; else out[1ll << 40] = 7; }
KERNEL read(int* out, int low, int high) { out[0] = 7 | out[INDEX]; }
KERNEL unsigned_subscript(int* out, int low, int high) { out[(unsigned long long)INDEX] = 7; }
KERNEL sum(int* out, int low, int high) { *(out + INDEX) = 7; }
KERNEL difference(int* out, int low, int high) { *(out - -INDEX) = 7; }
KERNEL bytes(int* out, int low, int high) { *(int*)((char*)out + INDEX) = 7; }
KERNEL moved(int* out, int low, int high) { int* p = out; p += INDEX; *p = 7; }
KERNEL number(int* out, int low, int high) { *(int*)((unsigned long long)out + INDEX) = 7; }
KERNEL member(int* out, int low, int high) { ((Pair*)out)[INDEX].rest[1] = 7; }
KERNEL nested(int* out, int low, int high) { ((Pair*)out)->rest[INDEX] = 7; }
KERNEL rows(int* out, int low, int high) { ((int (*)[2])out)[INDEX][0] = 7; }
KERNEL atomic(int* out, int low, int high) { atomicMax(&out[INDEX], 7); }
KERNEL vector(int* out, int low, int high) { ((int4*)out)[INDEX] = make_int4(7, 7, 7, 7); }
KERNEL global_variable(int* out, int low, int high) { table[INDEX] = 7; out[0] = table[0]; }
KERNEL in_shared(int* out, int low, int high) {
  __shared__ int tile[64];
  tile[threadIdx.x] = 7;
  __syncthreads();
  out[threadIdx.x] = tile[INDEX];
}
KERNEL in_local(int* out, int low, int high) {
  int own[8];
  for (int k = 0; k < 8; k++) own[k] = 7 | out[k];
  out[0] = own[INDEX];
}
KERNEL of_thread(int* out, int low, int high) {
  long long i = INDEX + (long long)blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 7;
}
KERNEL of_thread_below(int* out, int low, int high) {
  long long i = INDEX + threadIdx.x;
  if (i < 9223372036854775807ll) out[i] = 7;
}
KERNEL in_loop(int* out, int low, int high) {
  for (long long i = INDEX; i < INDEX + 4; i++) out[i] = 7;
}
KERNEL with_stride(int* out, int low, int high) { out[threadIdx.x * INDEX] = 7; }
KERNEL loaded(int* out, int low, int high) {
  long long* at = (long long*)(out + 8);
  at[threadIdx.x % 4] = INDEX;
  __syncthreads();
  out[at[threadIdx.x % 4]] = 7;
}
__device__ __noinline__ int down(int* out, long long i, int depth) {
  return depth == 0 ? (out[i] = 7) : down(out, i, depth - 1) + out[i];
}
KERNEL in_function(int* out, int low, int high) { out[1] = down(out, INDEX, 3 + out[5]); }
`;
const KERNELS = [...SOURCE.matchAll(/^KERNEL (\w+)/gm)].map((m) => m[1] as string);
const PLACES: Readonly<Record<string, number>> = { member: 2, nested: 1 };
const FAR = [2n ** 40n, 2n ** 32n, -(2n ** 40n), 2n ** 62n + 2n ** 40n, 2n ** 63n - 2n ** 20n] as const;

describe("indices of 64 bits", () => {
  let kernels: CpuKernels;
  beforeAll(async () => {
    kernels = new CpuKernels(SOURCE);
    await kernels.ready;
  });
  afterAll(() => kernels.dispose());

  const run = (name: string, index: bigint, block: number): Promise<Int32Array> => {
    const words = [Number(BigInt.asIntN(32, index)), Number(BigInt.asIntN(32, index >> 32n))];
    return kernels.run(name, new Int32Array(64), words, { block: [block, 1, 1] });
  };

  it.each(KERNELS)("%s: an index within memory works", async (name) => {
    for (const block of [1, 16]) expect((await run(name, 0n, block))[PLACES[name] ?? 0]).toBe(7);
  });

  it.each(KERNELS)("%s: an index beyond it is an illegal address", async (name) => {
    for (const block of [2, 16]) {
      for (const index of FAR) {
        await expect(run(name, index, block), `${index}`).rejects.toThrow(/cudaErrorIllegalAddress/);
      }
    }
  });

  it("as many elements as 4 GiB have are too many, whatever is there", async () => {
    await expect(run("subscript", 2n ** 30n, 1)).rejects.toThrow(/cudaErrorIllegalAddress/);
    await expect(run("vector", 2n ** 28n, 1)).rejects.toThrow(/cudaErrorIllegalAddress/);
  });
});

describe("indices of 64 bits that are no error", () => {
  const FINE = `
#define KERNEL extern "C" __global__ void
KERNEL backwards(int* out, int n) { int* end = out + n; for (long long i = -(long long)n; i < 0; i++) end[i] = i; }
KERNEL shifted(int* out, int n) { long long start = 1ll << 29; int* p = out - start; p[start + threadIdx.x] = n; }
KERNEL far_back(int* out, int n) { long long start = (long long)out; char* p = (char*)out - start; *(int*)(p + start) = n; }
KERNEL cut_by_user(int* out, int n) { long long i = (1ll << 40) + threadIdx.x; out[(int)i] = n; out[(unsigned)i + 32] = n; }
KERNEL masked(int* out, int n) { unsigned long long h = 0x123456789abcdef0ull * (threadIdx.x + 1); out[h & 63] = n; }
KERNEL remainder(int* out, int n) { unsigned long long h = 0x123456789abcdef1ull * (threadIdx.x + 1); out[h % 64] = n; }
KERNEL compared(int* out, int n) { out[0] = out + (1ll << 29) > out ? n : 0; }
KERNEL never_used(int* out, int n) { int* p = out + ((long long)n << 36); if (n < 0) *p = 1; out[0] = p != out ? n : 0; }
KERNEL guarded(int* out, int n) { for (long long i = (1ll << 40) - 8; i < (1ll << 40); i++) if (i < 64) out[i] = 1; out[0] = n; }
`;
  let kernels: CpuKernels;
  beforeAll(async () => {
    kernels = new CpuKernels(FINE);
    await kernels.ready;
  });
  afterAll(() => kernels.dispose());

  it.each([...FINE.matchAll(/^KERNEL (\w+)/gm)].map((m) => m[1] as string))("%s", async (name) => {
    const found = await kernels.run(name, new Int32Array(64), [16], { block: [16, 1, 1] });
    expect(found.some((value) => value !== 0)).toBe(true);
  });
});
