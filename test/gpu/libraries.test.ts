// cuBLAS, cuFFT, cuRAND and cuSOLVER on a real device, by the public functions of cuts/driver alone. What they compute is
// compared with plain loops in double precision; a tolerance is the rounding of the type times the length of the sums.

import { afterEach, describe, expect, it } from "vitest";
import { openRawCublas } from "../../src/native/cublas.js";
import { openRawCufft } from "../../src/native/cufft.js";
import { openRawCurand } from "../../src/native/curand.js";
import { openRawCusolver } from "../../src/native/cusolver.js";
import { openRawNccl } from "../../src/native/nccl.js";
import type * as cuda from "../../src/native/driver-entry.js";
import {
  check,
  cublasFunctions,
  cufftFunctions,
  curandFunctions,
  cusolverFunctions,
  libraryConstants as is,
  ncclFunctions,
  openCublas,
  openCufft,
  openCurand,
  openCusolver,
} from "../../src/native/driver-entry.js";
import { withDevice } from "../../src/runtime/devices/devices.js";
import { buffer } from "../../src/array/array.js";
import { noGpu } from "./device.js";
import { distance, Gpu, made, matrix, product, told } from "./tables.js";

const gpu = noGpu === undefined ? new Gpu() : (undefined as never);
const why = noGpu === undefined ? "" : ` (skipped: ${noGpu})`;
afterEach(() => gpu?.freeAll());

const identity = (n: number): Float64Array =>
  Float64Array.from({ length: n * n }, (_, at) => (at % (n + 1) === 0 ? 1 : 0));
/** The transpose of a matrix of `rows` rows. */
const transpose = (a: Float64Array, rows: number): Float64Array =>
  Float64Array.from(
    a,
    (_, at) => a[(at % (a.length / rows)) * rows + Math.floor(at / (a.length / rows))] ?? 0,
  );
const one = Float64Array.of(1);
const zero = Float64Array.of(0);

describe.skipIf(noGpu !== undefined)(`symbols${why}`, () => {
  it("are those that the libraries have", () => {
    const missing = <T extends object>(table: T, raw: { has: (symbol: keyof T) => boolean }) =>
      (Object.keys(table) as (keyof T)[]).filter((symbol) => !raw.has(symbol));
    expect(missing(cublasFunctions, openRawCublas())).toEqual([]);
    expect(missing(cufftFunctions, openRawCufft())).toEqual([]);
    expect(missing(curandFunctions, openRawCurand())).toEqual([]);
    expect(missing(cusolverFunctions, openRawCusolver())).toEqual([]);
    expect(missing(ncclFunctions, openRawNccl())).toEqual([]);
  });
});

describe.skipIf(noGpu !== undefined)(`cuBLAS${why}`, () => {
  const cublas = noGpu === undefined ? openCublas() : (undefined as never);
  let made_: cuda.cublasHandle_t | undefined;
  const handle = () => (made_ ??= made("cublasCreate", (out) => cublas.cublasCreate_v2(out)));
  const [m, n, k] = [33, 20, 47];

  it("multiplies matrices, in float, double and any type", () => {
    const [a, b] = [matrix(m, k), matrix(k, n)];
    const expected = product(a, b, [m, k, n]);
    const N = is.CUBLAS_OP_N;
    const c = gpu.upload(new Float64Array(m * n));
    const [da, db] = [gpu.upload(a), gpu.upload(b)];
    check(cublas.cublasDgemm_v2(handle(), N, N, m, n, k, one, da, m, db, k, zero, c, m), "cublasDgemm");
    expect(distance(gpu.download(c, new Float64Array(m * n)), expected)).toBeLessThan(1e-13 * k);

    const [fa, fb] = [gpu.upload(Float32Array.from(a)), gpu.upload(Float32Array.from(b))];
    const f = gpu.upload(new Float32Array(m * n));
    const [alpha, beta] = [Float32Array.of(1), Float32Array.of(0)];
    check(cublas.cublasSetMathMode(handle(), is.CUBLAS_PEDANTIC_MATH), "cublasSetMathMode");
    check(cublas.cublasSgemm_v2(handle(), N, N, m, n, k, alpha, fa, m, fb, k, beta, f, m), "cublasSgemm");
    expect(distance(gpu.download(f, new Float32Array(m * n)), expected)).toBeLessThan(1.2e-7 * k);
    check(
      cublas.cublasGemmEx(
        handle(),
        N,
        N,
        m,
        n,
        k,
        alpha,
        fa,
        is.CUDA_R_32F,
        m,
        fb,
        is.CUDA_R_32F,
        k,
        alpha,
        f,
        is.CUDA_R_32F,
        m,
        is.CUBLAS_COMPUTE_32F_PEDANTIC,
        is.CUBLAS_GEMM_DEFAULT,
      ),
      "cublasGemmEx",
    );
    const doubled = expected.map((value) => 2 * value);
    expect(distance(gpu.download(f, new Float32Array(m * n)), doubled)).toBeLessThan(2.4e-7 * k);
    check(cublas.cublasSetMathMode(handle(), is.CUBLAS_DEFAULT_MATH), "cublasSetMathMode");
  });

  it("multiplies many matrices at once", () => {
    const [a, b] = [matrix(m, k * 3), matrix(k, n * 3)];
    const c = gpu.upload(new Float64Array(m * n * 3));
    const R = is.CUDA_R_64F;
    const N = is.CUBLAS_OP_N;
    check(
      cublas.cublasGemmStridedBatchedEx(
        handle(),
        N,
        N,
        m,
        n,
        k,
        one,
        gpu.upload(a),
        R,
        m,
        m * k,
        gpu.upload(b),
        R,
        k,
        k * n,
        zero,
        c,
        R,
        m,
        m * n,
        3,
        is.CUBLAS_COMPUTE_64F,
        is.CUBLAS_GEMM_DEFAULT,
      ),
      "cublasGemmStridedBatchedEx",
    );
    const got = gpu.download(c, new Float64Array(m * n * 3));
    for (let i = 0; i < 3; i++) {
      const expected = product(a.subarray(i * m * k), b.subarray(i * k * n), [m, k, n]);
      expect(distance(got.subarray(i * m * n, (i + 1) * m * n), expected)).toBeLessThan(1e-13 * k);
    }
  });

  it("computes with vectors", () => {
    const [x, y] = [matrix(100, 1), matrix(1, 100).map((value) => value * value - 0.3)];
    const [dx, dy] = [gpu.upload(x), gpu.upload(y)];
    const dot = x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0);
    const result = new Float64Array(1);
    check(cublas.cublasDdot_v2(handle(), 100, dx, 1, dy, 1, result), "cublasDdot");
    expect(result[0]).toBeCloseTo(dot, 12);
    check(cublas.cublasDnrm2_v2(handle(), 100, dx, 1, result), "cublasDnrm2");
    expect(result[0]).toBeCloseTo(Math.hypot(...x), 12);
    check(cublas.cublasDaxpy_v2(handle(), 100, Float64Array.of(3), dx, 1, dy, 1), "cublasDaxpy");
    check(cublas.cublasDscal_v2(handle(), 100, Float64Array.of(2), dy, 1), "cublasDscal");
    expect(
      distance(
        gpu.download(dy, new Float64Array(100)),
        x.map((v, i) => 2 * (3 * v + (y[i] ?? 0))),
      ),
    ).toBeLessThan(1e-14);
    const index = told("cublasIdamax", (out) => cublas.cublasIdamax_v2(handle(), 100, dx, 1, out));
    expect(Math.abs(x[index - 1] ?? 0)).toBe(Math.max(...x.map(Math.abs)));
    const a = matrix(m, 100);
    const v = gpu.upload(new Float64Array(m));
    check(
      cublas.cublasDgemv_v2(handle(), is.CUBLAS_OP_N, m, 100, one, gpu.upload(a), m, dx, 1, zero, v, 1),
      "cublasDgemv",
    );
    expect(distance(gpu.download(v, new Float64Array(m)), product(a, x, [m, 100, 1]))).toBeLessThan(1e-12);
  });

  it("solves triangular systems, and many small ones by LU", () => {
    const a = matrix(8, 8, 8);
    const x = matrix(8, 3);
    const lower = a.map((value, at) => (at % 8 >= Math.floor(at / 8) ? value : 0));
    const b = gpu.upload(product(lower, x, [8, 8, 3]));
    check(
      cublas.cublasDtrsm_v2(
        handle(),
        is.CUBLAS_SIDE_LEFT,
        is.CUBLAS_FILL_MODE_LOWER,
        is.CUBLAS_OP_N,
        is.CUBLAS_DIAG_NON_UNIT,
        8,
        3,
        one,
        gpu.upload(a),
        8,
        b,
        8,
      ),
      "cublasDtrsm",
    );
    expect(distance(gpu.download(b, new Float64Array(24)), x)).toBeLessThan(1e-13);

    const [da, db] = [gpu.upload(a), gpu.upload(product(a, x, [8, 8, 3]))];
    const [as, bs] = [gpu.upload(BigUint64Array.of(da)), gpu.upload(BigUint64Array.of(db))];
    const pivots = gpu.upload(new Int32Array(8));
    const info = gpu.upload(Int32Array.of(-1));
    check(cublas.cublasDgetrfBatched(handle(), 8, as, 8, pivots, info, 1), "cublasDgetrfBatched");
    expect(gpu.download(info, new Int32Array(1))[0]).toBe(0);
    const solved = told("cublasDgetrsBatched", (out) =>
      cublas.cublasDgetrsBatched(handle(), is.CUBLAS_OP_N, 8, 3, as, 8, pivots, bs, 8, out, 1),
    );
    expect(solved).toBe(0);
    expect(distance(gpu.download(db, new Float64Array(24)), x)).toBeLessThan(1e-13);
  });

  it("says what is wrong with an argument", () => {
    const x = gpu.upload(new Float64Array(16));
    const N = is.CUBLAS_OP_N;
    expect(() =>
      check(cublas.cublasDgemm_v2(handle(), N, N, 4, 4, 4, one, x, 2, x, 4, zero, x, 4), "cublasDgemm"),
    ).toThrow(expect.objectContaining({ code: "CUBLAS_STATUS_INVALID_VALUE" }));
    expect(() => cublas.cublasDscal_v2(handle(), 4, one, new Float64Array(4) as never, 1)).toThrow(
      expect.objectContaining({ code: "CUTS_ARGUMENT_DEVICE" }),
    );
  });
});

describe.skipIf(noGpu !== undefined)(`buffers of CuTS${why}`, () => {
  it("go into a library as they are, in order with the default stream", async () => {
    await withDevice("cuda:0", async () => {
      using x = buffer("float32", Float32Array.of(1, 2, 3));
      using y = buffer("float32", Float32Array.of(10, 20, 30));
      const cublas = openCublas();
      const blas = made("cublasCreate", (out) => cublas.cublasCreate_v2(out));
      check(cublas.cublasSaxpy_v2(blas, 3, Float32Array.of(2), x, 1, y, 1), "cublasSaxpy");
      expect([...(await y.data())]).toEqual([12, 24, 36]);
      check(cublas.cublasDestroy_v2(blas), "cublasDestroy");
    });
  });
});

describe.skipIf(noGpu !== undefined)(`cuFFT${why}`, () => {
  const cufft = noGpu === undefined ? openCufft() : (undefined as never);
  const n = 60;
  /** The transform by its definition, of interleaved complex numbers. */
  const transform = (data: Float64Array): Float64Array => {
    const out = new Float64Array(data.length);
    for (let j = 0; j < data.length / 2; j++) {
      for (let i = 0; i < data.length / 2; i++) {
        const angle = (-4 * Math.PI * ((i * j) % (data.length / 2))) / data.length;
        const [re, im] = [data[2 * i] ?? 0, data[2 * i + 1] ?? 0];
        out[2 * j] = (out[2 * j] ?? 0) + re * Math.cos(angle) - im * Math.sin(angle);
        out[2 * j + 1] = (out[2 * j + 1] ?? 0) + re * Math.sin(angle) + im * Math.cos(angle);
      }
    }
    return out;
  };

  it("transforms many rows on a stream, with a work area of ours", () => {
    const batch = 3;
    const data = matrix(2 * n, batch);
    const stream = made("cuStreamCreate", (out) => gpu.driver.cuStreamCreate(out, 1));
    const plan = told("cufftCreate", (out) => cufft.cufftCreate(out));
    check(cufft.cufftSetAutoAllocation(plan, 0), "cufftSetAutoAllocation");
    const size = new BigUint64Array(1);
    check(
      cufft.cufftMakePlanMany(plan, 1, Int32Array.of(n), null, 1, n, null, 1, n, is.CUFFT_Z2Z, batch, size),
      "cufftMakePlanMany",
    );
    check(cufft.cufftSetWorkArea(plan, gpu.allocate(Math.max(512, Number(size[0])))), "cufftSetWorkArea");
    check(cufft.cufftSetStream(plan, stream), "cufftSetStream");
    const x = gpu.upload(data);
    const y = gpu.upload(new Float64Array(data.length));
    check(cufft.cufftExecZ2Z(plan, x, y, is.CUFFT_FORWARD), "cufftExecZ2Z");
    const got = gpu.download(y, new Float64Array(data.length));
    for (let i = 0; i < batch; i++) {
      const row = transform(data.subarray(2 * n * i, 2 * n * (i + 1)));
      expect(distance(got.subarray(2 * n * i, 2 * n * (i + 1)), row)).toBeLessThan(1e-12);
    }
    check(cufft.cufftDestroy(plan), "cufftDestroy");
    check(gpu.driver.cuStreamDestroy_v2(stream), "cuStreamDestroy");
  });

  it("goes from real to complex and back", () => {
    const data = Float32Array.from(matrix(n, 1));
    const forward = told("cufftPlan1d", (out) => cufft.cufftPlan1d(out, n, is.CUFFT_R2C, 1));
    const back = told("cufftPlan1d", (out) => cufft.cufftPlan1d(out, n, is.CUFFT_C2R, 1));
    const [x, y] = [gpu.upload(data), gpu.upload(new Float32Array(n + 2))];
    check(cufft.cufftExecR2C(forward, x, y), "cufftExecR2C");
    const whole = transform(Float64Array.from({ length: 2 * n }, (_, i) => (i % 2 ? 0 : (data[i / 2] ?? 0))));
    expect(distance(gpu.download(y, new Float32Array(n + 2)), whole.subarray(0, n + 2))).toBeLessThan(1e-5);
    check(cufft.cufftExecC2R(back, y, x), "cufftExecC2R");
    expect(
      distance(
        gpu.download(x, new Float32Array(n)).map((value) => value / n),
        data,
      ),
    ).toBeLessThan(1e-6);
    for (const plan of [forward, back]) check(cufft.cufftDestroy(plan), "cufftDestroy");
    expect(() => check(cufft.cufftDestroy(forward), "cufftDestroy")).toThrow(
      expect.objectContaining({ code: "CUFFT_INVALID_PLAN" }),
    );
  });
});

describe.skipIf(noGpu !== undefined)(`cuRAND${why}`, () => {
  const curand = noGpu === undefined ? openCurand() : (undefined as never);
  const count = 100_000;
  function generator(seed: bigint) {
    const one_ = made("curandCreateGenerator", (out) =>
      curand.curandCreateGenerator(out, is.CURAND_RNG_PSEUDO_PHILOX4_32_10),
    );
    check(curand.curandSetPseudoRandomGeneratorSeed(one_, seed), "curandSetPseudoRandomGeneratorSeed");
    return one_;
  }
  const mean = (values: ArrayLike<number>): number =>
    Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

  it("draws uniform numbers that a seed repeats", () => {
    const draw = (seed: bigint): Float32Array => {
      const random = generator(seed);
      const x = gpu.allocate(4 * count);
      check(curand.curandGenerateUniform(random, x, count), "curandGenerateUniform");
      const values = gpu.download(x, new Float32Array(count));
      check(curand.curandDestroyGenerator(random), "curandDestroyGenerator");
      return values;
    };
    const values = draw(42n);
    expect(Math.min(...values.subarray(0, 50_000))).toBeGreaterThan(0);
    expect(Math.max(...values.subarray(0, 50_000))).toBeLessThanOrEqual(1);
    // Five times the deviation of the mean of `count` uniform numbers.
    expect(Math.abs(mean(values) - 0.5)).toBeLessThan(5 * Math.sqrt(1 / 12 / count));
    expect(draw(42n)).toEqual(values);
    expect(draw(43n)).not.toEqual(values);
  });

  it("draws normal numbers", () => {
    const random = generator(7n);
    const x = gpu.allocate(8 * count);
    check(curand.curandGenerateNormalDouble(random, x, count, 3, 0.5), "curandGenerateNormalDouble");
    const values = gpu.download(x, new Float64Array(count));
    expect(Math.abs(mean(values) - 3)).toBeLessThan((5 * 0.5) / Math.sqrt(count));
    const variance = mean(values.map((value) => (value - 3) ** 2));
    expect(Math.abs(variance - 0.25)).toBeLessThan(5 * 0.25 * Math.sqrt(2 / count));
    check(curand.curandDestroyGenerator(random), "curandDestroyGenerator");
  });

  it("says what is wrong with a count", () => {
    const quasi = made("curandCreateGenerator", (out) =>
      curand.curandCreateGenerator(out, is.CURAND_RNG_QUASI_SOBOL32),
    );
    check(
      curand.curandSetQuasiRandomGeneratorDimensions(quasi, 3),
      "curandSetQuasiRandomGeneratorDimensions",
    );
    const x = gpu.allocate(64);
    expect(() => check(curand.curandGenerateUniform(quasi, x, 4), "curandGenerateUniform")).toThrow(
      expect.objectContaining({ code: "CURAND_STATUS_LENGTH_NOT_MULTIPLE" }),
    );
    check(curand.curandDestroyGenerator(quasi), "curandDestroyGenerator");
  });
});

describe.skipIf(noGpu !== undefined)(`cuSOLVER${why}`, () => {
  const solver = noGpu === undefined ? openCusolver() : (undefined as never);
  let made_: cuda.cusolverDnHandle_t | undefined;
  const handle = () => (made_ ??= made("cusolverDnCreate", (out) => solver.cusolverDnCreate(out)));
  const n = 24;
  const workspace = (call: string, ask: (out: Int32Array) => number, elementBytes = 8) => {
    const length = told(call, ask);
    return { length, memory: gpu.allocate(Math.max(16, length * elementBytes)) };
  };
  const devInfo = () => gpu.upload(Int32Array.of(-1));
  const succeeded = (info: bigint): boolean => gpu.download(info, new Int32Array(1))[0] === 0;

  it("solves by LU, for real and for any type", () => {
    const [a, x] = [matrix(n, n, 4), matrix(n, 2)];
    const [da, db] = [gpu.upload(a), gpu.upload(product(a, x, [n, n, 2]))];
    const pivots = gpu.upload(new Int32Array(n));
    const info = devInfo();
    const { memory } = workspace("cusolverDnDgetrf_bufferSize", (out) =>
      solver.cusolverDnDgetrf_bufferSize(handle(), n, n, da, n, out),
    );
    check(solver.cusolverDnDgetrf(handle(), n, n, da, n, memory, pivots, info), "cusolverDnDgetrf");
    expect(succeeded(info)).toBe(true);
    check(
      solver.cusolverDnDgetrs(handle(), is.CUBLAS_OP_N, n, 2, da, n, pivots, db, n, info),
      "cusolverDnDgetrs",
    );
    expect(distance(gpu.download(db, new Float64Array(2 * n)), x)).toBeLessThan(1e-12);

    const params = made("cusolverDnCreateParams", (out) => solver.cusolverDnCreateParams(out));
    const [onDevice, onHost] = [new BigUint64Array(1), new BigUint64Array(1)];
    const R = is.CUDA_R_64F;
    const again = gpu.upload(a);
    check(
      solver.cusolverDnXgetrf_bufferSize(handle(), params, n, n, R, again, n, R, onDevice, onHost),
      "cusolverDnXgetrf_bufferSize",
    );
    const deviceBytes = Number(onDevice[0]);
    const host = new Uint8Array(Math.max(8, Number(onHost[0])));
    const deviceBuffer = gpu.allocate(Math.max(16, deviceBytes));
    const longPivots = gpu.upload(new BigInt64Array(n));
    check(
      solver.cusolverDnXgetrf(
        handle(),
        params,
        n,
        n,
        R,
        again,
        n,
        longPivots,
        R,
        deviceBuffer,
        deviceBytes,
        host,
        Number(onHost[0]),
        info,
      ),
      "cusolverDnXgetrf",
    );
    expect(succeeded(info)).toBe(true);
    expect(
      distance(gpu.download(again, new Float64Array(n * n)), gpu.download(da, new Float64Array(n * n))),
    ).toBeLessThan(1e-12);
    check(solver.cusolverDnDestroyParams(params), "cusolverDnDestroyParams");
  });

  it("factors by Cholesky", () => {
    const a = matrix(n, n);
    const spd = product(a, a, [n, n, n], "b").map((value, at) => value + (at % (n + 1) === 0 ? n : 0));
    const d = gpu.upload(spd);
    const info = devInfo();
    const lower = is.CUBLAS_FILL_MODE_LOWER;
    const { memory, length } = workspace("cusolverDnDpotrf_bufferSize", (out) =>
      solver.cusolverDnDpotrf_bufferSize(handle(), lower, n, d, n, out),
    );
    check(solver.cusolverDnDpotrf(handle(), lower, n, d, n, memory, length, info), "cusolverDnDpotrf");
    expect(succeeded(info)).toBe(true);
    const l = gpu.download(d, new Float64Array(n * n)).map((v, at) => (at % n >= Math.floor(at / n) ? v : 0));
    expect(distance(product(l, l, [n, n, n], "b"), spd)).toBeLessThan(1e-11);
  });

  it("factors by QR", () => {
    const m = n + 7;
    const a = matrix(m, n);
    const d = gpu.upload(a);
    const tau = gpu.allocate(8 * n);
    const info = devInfo();
    const first = workspace("cusolverDnDgeqrf_bufferSize", (out) =>
      solver.cusolverDnDgeqrf_bufferSize(handle(), m, n, d, m, out),
    );
    check(
      solver.cusolverDnDgeqrf(handle(), m, n, d, m, tau, first.memory, first.length, info),
      "cusolverDnDgeqrf",
    );
    expect(succeeded(info)).toBe(true);
    const packed = gpu.download(d, new Float64Array(m * n));
    const r = Float64Array.from({ length: n * n }, (_, at) =>
      at % n <= Math.floor(at / n) ? (packed[Math.floor(at / n) * m + (at % n)] ?? 0) : 0,
    );
    const second = workspace("cusolverDnDorgqr_bufferSize", (out) =>
      solver.cusolverDnDorgqr_bufferSize(handle(), m, n, n, d, m, tau, out),
    );
    check(
      solver.cusolverDnDorgqr(handle(), m, n, n, d, m, tau, second.memory, second.length, info),
      "cusolverDnDorgqr",
    );
    expect(succeeded(info)).toBe(true);
    const q = gpu.download(d, new Float64Array(m * n));
    expect(distance(product(q, q, [n, m, n], "a"), identity(n))).toBeLessThan(1e-13);
    expect(distance(product(q, r, [m, n, n]), a)).toBeLessThan(1e-13);
  });

  it("finds singular values, by Jacobi and by QR", () => {
    const m = n + 5;
    const a = matrix(m, n);
    const info = devInfo();
    const [d, s, u, v] = [
      gpu.upload(a),
      gpu.allocate(8 * n),
      gpu.allocate(8 * m * n),
      gpu.allocate(8 * n * n),
    ];
    const options = made("cusolverDnCreateGesvdjInfo", (out) => solver.cusolverDnCreateGesvdjInfo(out));
    const vectors = is.CUSOLVER_EIG_MODE_VECTOR;
    const jacobi = workspace("cusolverDnDgesvdj_bufferSize", (out) =>
      solver.cusolverDnDgesvdj_bufferSize(handle(), vectors, 1, m, n, d, m, s, u, m, v, n, out, options),
    );
    check(
      solver.cusolverDnDgesvdj(
        handle(),
        vectors,
        1,
        m,
        n,
        d,
        m,
        s,
        u,
        m,
        v,
        n,
        jacobi.memory,
        jacobi.length,
        info,
        options,
      ),
      "cusolverDnDgesvdj",
    );
    expect(succeeded(info)).toBe(true);
    const values = gpu.download(s, new Float64Array(n));
    expect([...values]).toEqual([...values].sort((p, q) => q - p));
    const scaled = gpu
      .download(u, new Float64Array(m * n))
      .map((value, at) => value * (values[Math.floor(at / m)] ?? 0));
    expect(
      distance(product(scaled, gpu.download(v, new Float64Array(n * n)), [m, n, n], "b"), a),
    ).toBeLessThan(1e-12);
    check(solver.cusolverDnDestroyGesvdjInfo(options), "cusolverDnDestroyGesvdjInfo");

    const e = gpu.upload(a);
    const qr = workspace("cusolverDnDgesvd_bufferSize", (out) =>
      solver.cusolverDnDgesvd_bufferSize(handle(), m, n, out),
    );
    const S = "S".charCodeAt(0);
    check(
      solver.cusolverDnDgesvd(handle(), S, S, m, n, e, m, s, u, m, v, n, qr.memory, qr.length, null, info),
      "cusolverDnDgesvd",
    );
    expect(succeeded(info)).toBe(true);
    expect(distance(gpu.download(s, new Float64Array(n)), values)).toBeLessThan(1e-12);
  });

  it("finds eigenvalues, of symmetric and of Hermitian matrices", () => {
    const a = matrix(n, n);
    const symmetric = a.map((value, at) => value + (transpose(a, n)[at] ?? 0));
    const [d, w] = [gpu.upload(symmetric), gpu.allocate(8 * n)];
    const info = devInfo();
    const [vectors, lower] = [is.CUSOLVER_EIG_MODE_VECTOR, is.CUBLAS_FILL_MODE_LOWER];
    const { memory, length } = workspace("cusolverDnDsyevd_bufferSize", (out) =>
      solver.cusolverDnDsyevd_bufferSize(handle(), vectors, lower, n, d, n, w, out),
    );
    check(
      solver.cusolverDnDsyevd(handle(), vectors, lower, n, d, n, w, memory, length, info),
      "cusolverDnDsyevd",
    );
    expect(succeeded(info)).toBe(true);
    const values = gpu.download(w, new Float64Array(n));
    const basis = gpu.download(d, new Float64Array(n * n));
    const stretched = basis.map((value, at) => value * (values[Math.floor(at / n)] ?? 0));
    expect(distance(product(symmetric, basis, [n, n, n]), stretched)).toBeLessThan(1e-12);

    // The Hermitian matrix [[2, i], [-i, 2]] has the eigenvalues 1 and 3.
    const z = gpu.upload(Float64Array.of(2, 0, 0, -1, 0, 1, 2, 0));
    const complex = workspace(
      "cusolverDnZheevd_bufferSize",
      (out) => solver.cusolverDnZheevd_bufferSize(handle(), vectors, lower, 2, z, 2, w, out),
      16,
    );
    check(
      solver.cusolverDnZheevd(handle(), vectors, lower, 2, z, 2, w, complex.memory, complex.length, info),
      "cusolverDnZheevd",
    );
    expect(succeeded(info)).toBe(true);
    expect(distance(gpu.download(w, new Float64Array(2)), [1, 3])).toBeLessThan(1e-14);
  });
});
