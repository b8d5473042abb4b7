// What the headers ask of the CPU backend, and what they do by themselves: the calls behind barriers and warp functions,
// atomics, memory, layout of vector types, the std shims, complex numbers, functions that C's library lacks.
import { beforeAll, beforeEach, expect, it } from "vitest";
import type { HeaderCompiler } from "./compile.js";
import { DeviceModule } from "./device-module.js";

const source = `
#include <algorithm>
#include <array>
#include <cuda/atomic>
#include <complex>
#include <cooperative_groups.h>
#include <cuComplex.h>
#include <cuda_fp16.h>
#include <limits>
#include <utility>
namespace cg = cooperative_groups;
#define API extern "C" __device__

API void barriers(int* out) {
  __syncthreads();
  out[0] = __syncthreads_count(3);
  out[1] = __syncthreads_and(1) + __syncthreads_or(0);
  cg::this_grid().sync();
  cg::this_thread_block().sync();
}
API void shuffles(float* f, double* d, int* i, long long* l, __half* h) {
  f[0] = __shfl_sync(0xff, f[0], 3);
  d[0] = __shfl_up_sync(0xffffffff, d[0], 2, 16);
  i[0] = __shfl_down_sync(0xf0, i[0], 5, 8);
  l[0] = __shfl_xor_sync(0xffffffff, l[0], 16);
  h[0] = __shfl_sync(1, h[0], -1);
  i[1] = __shfl(i[1], 7);
}
API void votes(unsigned* out, float value) {
  out[0] = __ballot_sync(0xff, 5);
  out[1] = __all_sync(0x0f, 0);
  out[2] = __any_sync(0xf0, 1);
  out[3] = __match_any_sync(0xff, value);
  int same;
  out[4] = __match_all_sync(0xff, 7u, &same);
  out[5] = same;
  out[6] = __activemask();
  __syncwarp(0x3);
  __syncwarp();
  out[7] = __reduce_add_sync(0xff, -3) + __reduce_min_sync(0xff, 2u) + __reduce_min_sync(0xff, -2);
  out[8] = __reduce_max_sync(0xff, 2u) + __reduce_max_sync(0xff, -2) + __reduce_and_sync(1, 3u) + __reduce_or_sync(1, 3u) + __reduce_xor_sync(1, 3u);
}
API void tiles(int* out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  out[0] = tile.thread_rank();
  out[1] = tile.meta_group_rank();
  out[2] = tile.meta_group_size();
  out[3] = tile.shfl_xor(out[3], 1);
  out[4] = tile.ballot(1);
  auto inner = cg::tiled_partition<2>(tile);
  out[5] = inner.meta_group_rank() * 100 + inner.meta_group_size();
  struct Wide { int a[3]; } wide = {{1, 2, 3}};
  out[6] = tile.shfl(wide, 2).a[2];
  out[7] = cg::this_grid().thread_rank();
}
API void indices(unsigned* out) {
  out[0] = threadIdx.x; out[1] = threadIdx.y; out[2] = threadIdx.z; out[3] = blockIdx.x; out[4] = blockIdx.y; out[5] = blockIdx.z;
  out[6] = blockDim.x; out[7] = blockDim.y; out[8] = blockDim.z; out[9] = gridDim.x; out[10] = gridDim.y; out[11] = gridDim.z;
  out[12] = cg::this_thread_block().thread_rank();
}

API void atomics(int* i, unsigned* u, unsigned long long* l, float* f, double* d, unsigned short* s) {
  i[1] = atomicAdd(i, 5); i[2] = atomicSub(i, 2); i[3] = atomicMin(i, -7); i[4] = atomicMax(i, 9); i[5] = atomicExch(i, 12);
  i[6] = atomicAnd(i, 10); i[7] = atomicOr(i, 5); i[8] = atomicXor(i, 3); i[9] = atomicCAS(i, 14, 1); i[10] = atomicCAS(i, 99, 2); i[11] = *i;
  u[1] = atomicMin(u, 3u); u[2] = atomicMax(u, 0xfffffff0u); u[3] = atomicInc(u, 0xfffffff0u); u[4] = atomicInc(u, 7u);
  u[5] = atomicDec(u, 4u); *u = 9; u[6] = atomicDec(u, 4u); u[7] = *u; *u = 0; u[8] = atomicDec(u, 4u); u[9] = *u;
  l[1] = atomicAdd(l, 1ull << 40); l[2] = atomicMax(l, ~0ull); l[3] = atomicCAS(l, ~0ull, 7ull); l[4] = atomicAdd_system(l, 1); l[5] = *l;
  f[1] = atomicAdd(f, 1.5f); f[2] = atomicExch(f, 8.0f); f[3] = atomicAdd_block(f, 1); d[1] = atomicAdd(d, 0.25); d[2] = *d;
  s[1] = atomicCAS(s, (unsigned short)3, (unsigned short)9); s[2] = *s;
  float2 v = atomicAdd((float2*)(f + 4), make_float2(1, 2)); f[6] = v.y;
}
API int libcu(int* x) {
  cuda::atomic_ref<int, cuda::thread_scope_device> r(*x);
  cuda::atomic<int> a(5);
  r.fetch_max(20, cuda::memory_order_relaxed); r++; r += 2; a.store(r.load() + a);
  int expected = 23; r.compare_exchange_strong(expected, 40);
  return a.fetch_add(1);
}

API void layout(int* out) {
  out[0] = sizeof(char3); out[1] = alignof(uchar4); out[2] = alignof(short2); out[3] = sizeof(float3); out[4] = alignof(float2);
  out[5] = alignof(float4); out[6] = alignof(double2); out[7] = alignof(longlong2); out[8] = sizeof(double4); out[9] = alignof(double4);
  out[10] = alignof(double4_32a); out[11] = sizeof(dim3); out[12] = alignof(ushort4); out[13] = alignof(int2); out[14] = sizeof(__half2);
  int4 v = make_int4(1, 2, 3, 4); uchar4 c = make_uchar4(250, 260, 3, 4); dim3 d(2, 3);
  out[15] = v.w * 1000 + c.y * 100 + d.z + (int)make_double2(0.5, 7.0).y;
}

API int memory(int* out) {
  int* list = new int[4];
  list[3] = 5;
  *(int**)(out + 1) = list;  // seen from outside, or the compiler leaves new and delete out
  void* raw = malloc(24);
  memset(raw, 1, 24);
  memcpy(out, raw, 8);
  free(raw);
  delete[] list;
  return (int)clock64() == 3 ? 0 : (clock() == clock64()) + (__ldg(out) == 0x01010101);
}
API void stop(int value) { assert(value > 1 && value < 3); }
API int say(const char* text) { return printf("%d %s\\n", 42, text); }

API void shims(float* f, int* i) {
  std::swap(f[0], f[1]);
  f[2] = std::numeric_limits<float>::max(); f[3] = std::numeric_limits<float>::lowest(); f[4] = std::numeric_limits<float>::epsilon();
  i[0] = std::numeric_limits<int>::min(); i[1] = std::numeric_limits<unsigned char>::max(); i[2] = std::clamp(15, 0, 9);
  std::array<int, 3> list{3, 2, 1}; std::reverse(list.begin(), list.end()); i[3] = list[0] * 100 + list[1] * 10 + list[2];
  i[4] = std::lower_bound(list.begin(), list.end(), 2) - list.begin(); i[5] = std::max({4, 9, 2}); i[6] = std::min(7, 3);
  std::pair<int, float> p = std::make_pair(3, 2.5f); i[7] = p.first; f[5] = p.second; i[8] = std::exchange(i[7], 8);
  std::fill_n(i + 9, 2, 6); i[11] = std::is_same<std::common_type_t<int, double>, double>::value + std::index_sequence_for<int, float>::size();
  f[6] = std::hypot(3.0f, 4.0f); f[7] = std::pow(2.0f, 3); i[12] = sizeof(size_t); i[13] = sizeof(long); i[14] = std::isnan(f[6]);
}
API void complexes(double* out) {
  std::complex<double> z(1, 2), w(3, -4);
  auto put = [&](std::complex<double> v) { *out++ = v.real(); *out++ = v.imag(); };
  put(z * w); put(z / w); put(std::exp(z)); put(std::log(w)); put(std::sqrt(w)); put(std::pow(z, w)); put(2.0 * z + 1.0);
  *out++ = std::abs(w); *out++ = std::arg(z);
  cuDoubleComplex a = make_cuDoubleComplex(1, 2), b = make_cuDoubleComplex(3, -4), q = cuCdiv(cuCmul(a, b), b);
  *out++ = cuCreal(q); *out++ = cuCimag(q); *out++ = cuCabs(b);
}

API void special(const double* x, double* out) {
  out[0] = erfinv(x[0]); out[1] = erfcinv(x[1]); out[2] = erfcx(x[2]); out[3] = normcdf(x[3]); out[4] = normcdfinv(x[4]);
  out[5] = cyl_bessel_i0(x[5]); out[6] = cyl_bessel_i1(x[6]); out[7] = sinpi(x[7]); out[8] = cospi(x[8]); out[9] = exp10(x[9]);
  out[10] = norm3d(x[10], 2, 3); out[11] = rnorm4d(x[11], 2, 3, 4); out[12] = rhypot(x[12], 4); out[13] = rcbrt(x[13]);
  out[14] = rsqrt(x[14]); out[15] = round(x[15]); out[16] = fma(x[16], x[16], -1.0); out[17] = acosh(x[17]);
  out[18] = norm(3, x); out[19] = ldexp(x[19], 3); out[20] = logb(x[20]); out[21] = remainder(x[21], 3.0);
}
API float of(int which, float x) {
  switch (which) {
    case 0: return normcdff(x);
    case 1: return erfinvf(x);
    case 2: return erfcxf(x);
    case 3: return normcdfinvf(x);
    case 4: return cyl_bessel_i0f(x);
    case 5: return rhypotf(x, 4);
    default: return norm3df(x, 2, 3);
  }
}
API float least(float a, float b) { return fminf(a, b); }
API float most(float a, float b) { return fmaxf(a, b); }
API double wideLeast(double a, double b) { return min(a, b); }
`;

/** Calls of the backend, atomics, memory, layout, shims, special functions. */
export function languageSuite(compiler: HeaderCompiler): void {
  let module: DeviceModule;
  let wasm: WebAssembly.Module;
  beforeAll(async () => {
    wasm = await compiler.build(source);
  }, 60_000);
  beforeEach(() => {
    module = new DeviceModule(wasm);
  });

  it("calls the backend for barriers", () => {
    module.call("barriers", new Int32Array(2));
    expect(module.calls).toEqual([
      ["__cuts_barrier"],
      ["__cuts_barrier_reduce", 0, 3],
      ["__cuts_barrier_reduce", 1, 1],
      ["__cuts_barrier_reduce", 2, 0],
      ["__cuts_grid_barrier"],
      ["__cuts_barrier"],
    ]);
  });

  it("encodes shuffles as operation, mask, 64 bits and lane with width", () => {
    const doubleBits = BigUint64Array.of(0n);
    new Float64Array(doubleBits.buffer)[0] = 2.5;
    module.call(
      "shuffles",
      Float32Array.of(1),
      Float64Array.of(2.5),
      Int32Array.of(-1, 6),
      BigInt64Array.of(-2n),
      Uint16Array.of(0x3c00),
    );
    expect(module.calls).toEqual([
      ["__cuts_warp_op", 1, 0xff, 0x3f800000n, 3 | (32 << 16)],
      ["__cuts_warp_op", 2, -1, doubleBits[0], 2 | (16 << 16)],
      ["__cuts_warp_op", 3, 0xf0, 0xffffffffn, 5 | (8 << 16)],
      ["__cuts_warp_op", 4, -1, -2n, 16 | (32 << 16)],
      ["__cuts_warp_op", 1, 1, 0x3c00n, 0xffff | (32 << 16)],
      ["__cuts_warp_op", 1, -1, 6n, 7 | (32 << 16)],
    ]);
  });

  it("encodes votes, matches and reductions", () => {
    module.warpOp = (op) => BigInt(op);
    const out = new Uint32Array(9);
    module.call("votes", out, 1.5);
    expect(
      module.calls.map(([, op, mask, value]) => [
        op,
        Number(mask) >>> 0,
        BigInt.asUintN(64, value as bigint),
      ]),
    ).toEqual([
      [5, 0xff, 1n],
      [17, 0x0f, 0n],
      [18, 0xf0, 1n],
      [6, 0xff, 0x3fc00000n],
      [7, 0xff, 7n],
      [16, 0, 0n],
      [0, 3, 0n],
      [0, 0xffffffff, 0n],
      [8, 0xff, 0xfffffffdn],
      [9, 0xff, 2n],
      [11, 0xff, 0xfffffffen],
      [10, 0xff, 2n],
      [12, 0xff, 0xfffffffen],
      [13, 1, 3n],
      [14, 1, 3n],
      [15, 1, 3n],
    ]);
    expect([...out]).toEqual([5, 17, 18, 6, 7, 1, 16, 8 + 9 + 11, 10 + 12 + 13 + 14 + 15]);
  });

  it("counts threads, lanes and tiles in three dimensions", () => {
    Object.assign(module.variables, { tid_x: 1, tid_y: 2, tid_z: 1, bdim_x: 4, bdim_y: 3, bdim_z: 2 });
    Object.assign(module.variables, { bid_x: 5, bid_y: 6, bid_z: 7, gdim_x: 8, gdim_y: 9, gdim_z: 10 });
    const indices = new Uint32Array(13);
    module.call("indices", indices);
    expect([...indices]).toEqual([1, 2, 1, 5, 6, 7, 4, 3, 2, 8, 9, 10, 21]);

    const tiles = new Int32Array(8);
    module.call("tiles", tiles);
    const blocks = 5 + 8 * (6 + 9 * 7);
    expect([...tiles]).toEqual([5, 2, 3, 0, 0, 204, 3, blocks * 24 + 21]);
    const tile = 0xff << 16;
    expect(module.calls.map(([, op, mask, , argument]) => [op, mask, argument])).toEqual([
      [4, tile, 1 | (8 << 16)],
      [5, tile, 0],
      [1, tile, 2 | (8 << 16)],
      [1, tile, 2 | (8 << 16)],
      [1, tile, 2 | (8 << 16)],
    ]);
  });

  it("has atomics with CUDA's results", () => {
    const i = Int32Array.from({ length: 12 }, (_, n) => (n === 0 ? 10 : 0));
    const u = Uint32Array.from({ length: 10 }, (_, n) => (n === 0 ? 5 : 0));
    const l = BigUint64Array.of(1n, 0n, 0n, 0n, 0n, 0n);
    const f = Float32Array.of(2, 0, 0, 0, 5, 6, 0);
    const d = Float64Array.of(1, 0, 0);
    const s = Uint16Array.of(3, 0, 0);
    module.call("atomics", i, u, l, f, d, s);
    expect([...i]).toEqual([1, 10, 15, 13, -7, 9, 12, 8, 13, 14, 1, 1]);
    expect([...u]).toEqual([4, 5, 3, 0xfffffff0, 0, 1, 9, 4, 0, 4]);
    expect([...l]).toEqual([8n, 1n, 1n + (1n << 40n), 2n ** 64n - 1n, 7n, 8n]);
    expect([...f]).toEqual([9, 2, 3.5, 8, 6, 8, 6]);
    expect([[...d], [...s]]).toEqual([
      [1.25, 1, 1.25],
      [9, 3, 9],
    ]);
    const x = Int32Array.of(7);
    expect(module.call("libcu", x)).toBe(28);
    expect(x[0]).toBe(40);
  });

  it("lays vector types out as CUDA does", () => {
    const out = new Int32Array(16);
    module.call("layout", out);
    expect([...out]).toEqual([3, 4, 4, 12, 8, 16, 16, 16, 32, 16, 32, 12, 8, 8, 4, 4000 + 400 + 1 + 7]);
  });

  it("allocates, copies, reads the clock, asserts and prints", () => {
    expect(module.call("memory", new Int32Array(2))).toBe(2);
    expect(module.calls.map(([name]) => name).filter((name) => name !== "__cuts_clock")).toEqual([
      "__cuts_malloc",
      "__cuts_malloc",
      "__cuts_free",
      "__cuts_free",
    ]);
    module.variables.tid_x = 7;
    expect(() => module.call("stop", 3)).toThrow("assertion failed");
    const [name, expression, file, line, fn, ...place] = module.calls.at(-1) ?? [""];
    expect(name).toBe("__cuts_assert_fail");
    const texts = [expression, file, fn].map((address) => module.text(address as number));
    expect(texts).toEqual(["value > 1 && value < 3", "kernel.cu", "void stop(int)"]);
    expect([Number(line) > 0, ...place]).toEqual([true, 0, 0, 0, 7, 0, 0]);
    module.call("say", new Uint8Array([104, 105, 0]));
    const [, format, args] = module.calls.at(-1) ?? [""];
    expect(module.text(format as number)).toBe("%d %s\n");
    const words = new Uint32Array(module.memory.buffer, args as number, 2);
    expect([words[0], module.text(words[1] ?? 0)]).toEqual([42, "hi"]);
  });

  it("has the std shims", () => {
    const f = Float32Array.of(1, 2, 0, 0, 0, 0, 0, 0);
    const i = new Int32Array(15);
    module.call("shims", f, i);
    const most = Math.fround(3.4028234663852886e38);
    expect([...f]).toEqual([2, 1, most, -most, 2 ** -23, 2.5, 5, 8]);
    expect([...i]).toEqual([-(2 ** 31), 255, 9, 123, 1, 9, 3, 8, 3, 6, 6, 3, 4, 4, 0]);
  });

  it("has complex numbers", () => {
    const out = new Float64Array(20);
    module.call("complexes", out);
    const expected = [
      11,
      2,
      -0.2,
      0.4,
      -1.1312043837568135,
      2.471726672004819,
      Math.log(5),
      -0.9272952180016122,
      2,
      -1,
    ];
    expected.push(932.1391946432213, 95.94653366034201, 3, 4, 5, 1.1071487177940904, 1, 2, 5);
    // A power multiplies the error of the logarithm by the exponent and more; the rest is a few ulp.
    expected.forEach((value, i) => {
      expect(Math.abs((out[i] ?? 0) / value - 1), `part ${i}: ${out[i]}`).toBeLessThan(
        i === 10 || i === 11 ? 1e-13 : 1e-15,
      );
    });
  });

  it("has the functions that C's library lacks", () => {
    // Reference values to 17 digits from arbitrary-precision arithmetic.
    const table: readonly (readonly [x: number, value: number])[] = [
      [0.3, 0.2724627147267543],
      [1e-300, 26.209469960516124],
      [12.5, 0.04499209900102792],
      [-37.5, 4.605353009581955e-308],
      [1e-10, -6.361340902404057],
      [35, 107338818494514.06],
      [2.5, 2.5167162452886984],
      [1e15 + 0.25, Math.SQRT1_2],
      [0.5, 0],
      [300.5, 3.1622776601683795e300],
      [1e200, 1e200],
      [1e-200, 0.18569533817705186],
      [3, 0.2],
      [8, 0.5],
      [0.25, 2],
      [-2.5, -3],
      [1 + 2 ** -30, 2 ** -29 + 2 ** -60],
      [-5, Number.NaN],
      [0.3, Math.hypot(0.3, 1e-300, 12.5)],
      [1.5, 12],
      [0.1, -4],
      [7.5, 1.5],
    ];
    const out = new Float64Array(22);
    module.call(
      "special",
      Float64Array.from(table, ([x]) => x),
      out,
    );
    table.forEach(([x, value], i) => {
      if (Number.isNaN(value) || value === 0) expect(out[i]).toBe(value);
      else
        expect(Math.abs((out[i] ?? 0) / value - 1), `row ${i} at ${x}: ${out[i]}`).toBeLessThan(8 * 2 ** -53);
    });
    const rows = [
      [0, -1, 0.15865525],
      [1, 0.5, 0.47693628],
      [2, 3, 0.17900115],
      [3, 0.975, 1.9599639],
      [4, 2, 2.2795854],
      [5, 3, 0.2],
      [6, 6, 7],
    ] as const;
    for (const [which, x, value] of rows) expect(module.call("of", which, x)).toBeCloseTo(value, 6);
  });

  it("treats NaN as missing in minima and maxima", () => {
    expect(module.call("least", Number.NaN, 1)).toBe(1);
    expect(module.call("least", 1, Number.NaN)).toBe(1);
    expect(module.call("most", Number.NaN, -1)).toBe(-1);
    expect(module.call("most", -1, Number.NaN)).toBe(-1);
    expect(module.call("most", Number.NaN, Number.NaN)).toBeNaN();
    expect(module.call("wideLeast", Number.NaN, 1)).toBe(1);
    expect([module.call("least", 2, -3), module.call("most", 2, -3)]).toEqual([-3, 2]);
  });
}
