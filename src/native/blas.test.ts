import { describe, expect, it } from "vitest";
import type { Koffi } from "../ffi/koffi.js";
import { openBlas } from "./blas.js";
import { bindCblas, type BlasProduct, multiplies } from "./cblas.js";
import { findBlas } from "./find-blas.js";

/** koffi, of a library with these functions: each gets its arguments. */
function fakeKoffi(functions: Readonly<Record<string, (...args: never[]) => unknown>>): Koffi {
  const native = {
    symbol: (name: string) => {
      if (name in functions) return 1n;
      throw new Error(`no ${name}`);
    },
    func: (name: string) => functions[name],
  };
  return { load: () => native } as unknown as Koffi;
}

describe("findBlas", () => {
  it("takes what the environment says, and nothing else then", () => {
    const of = (value: string | undefined) =>
      findBlas({ environment: { CUTS_BLAS: value }, platform: "linux" });
    expect(of("0")).toEqual({ kind: "off", names: [] });
    expect(of("/opt/libblas.so")).toEqual({ kind: "named", names: ["/opt/libblas.so"] });
    expect(of(undefined)).toMatchObject({ kind: "any", names: expect.arrayContaining(["libopenblas.so.0"]) });
    expect(of("")).toEqual(of(undefined));
    // The reference BLAS is slower than kernels of CuTS.
    expect(of(undefined).names.join()).not.toContain("libblas");
  });

  it("knows those of each system", () => {
    const of = (platform: "darwin" | "win32") => findBlas({ environment: {}, platform }).names;
    expect(of("darwin")).toEqual(["/System/Library/Frameworks/Accelerate.framework/Accelerate"]);
    expect(of("win32")).toContain("mkl_rt.2.dll");
  });
});

describe("openBlas", () => {
  const open = (value: string) => openBlas({ environment: { CUTS_BLAS: value }, platform: process.platform });

  it("opens none where it is switched off", () => {
    expect(open("0")).toBeUndefined();
  });

  it("refuses one that was named and is not there", () => {
    expect(() => open("/nowhere/libopenblas.so")).toThrow(
      expect.objectContaining({ code: "CUTS_LIBRARY_NOT_FOUND" }),
    );
  });

  it.skipIf(process.platform !== "linux")("refuses one that was named and is no BLAS", () => {
    expect(() => open("libc.so.6")).toThrow(
      "Cannot use a BLAS for products: it must have the C interface (CBLAS), but has no cblas_sgemm (got libc.so.6)\n" +
        "Try: CUTS_BLAS=0, for the kernels of CuTS",
    );
  });
});

describe("bindCblas", () => {
  const library = { path: "libfake.so", prefix: "", suffix: "" };
  const product: BlasProduct = {
    type: "float64",
    m: 2,
    n: 3,
    k: 4,
    a: { address: 1000, isTransposed: false, leading: 5 },
    b: { address: 2000, isTransposed: true, leading: 6 },
    c: { address: 3000, leading: 7 },
  };

  it("calls the function of a type as the library spells it", () => {
    const calls: unknown[][] = [];
    const note =
      (name: string) =>
      (...args: unknown[]): void =>
        void calls.push([name, ...args]);
    const koffi = fakeKoffi({
      scipy_cblas_dgemm64_: note("d"),
      scipy_cblas_cgemm64_: note("c"),
      scipy_openblas_get_config64_: () => "OpenBLAS 1.2 USE64BITINT",
      scipy_openblas_get_num_threads64_: () => 1,
      scipy_openblas_set_num_threads64_: () => {},
    });
    const blas = bindCblas(koffi, { path: "libfake.so", prefix: "scipy_", suffix: "64_" });
    expect(blas.name).toBe("OpenBLAS 1.2 USE64BITINT");
    blas.multiply(product);
    blas.multiply({ ...product, type: "complex64" });
    const [one, zero] = [Float32Array.of(1, 0), Float32Array.of(0, 0)];
    expect(calls).toEqual([
      ["d", 101, 111, 112, 2, 3, 4, 1, 1000, 5, 2000, 6, 0, 3000, 7],
      ["c", 101, 111, 112, 2, 3, 4, one, 1000, 5, 2000, 6, zero, 3000, 7],
    ]);
  });

  it("sets the number of threads for a while, where the library has one", () => {
    let threads = 4;
    const sets: number[] = [];
    const set = (count: number): void => {
      sets.push(count);
      threads = count;
    };
    const openblas = fakeKoffi({
      openblas_get_config: () => "OpenBLAS",
      openblas_get_num_threads: () => threads,
      openblas_set_num_threads: set,
    });
    const blis = fakeKoffi({
      bli_info_get_version_str: () => "0.9",
      bli_thread_get_num_threads: () => threads,
      bli_thread_set_num_threads: set,
    });
    const mkl = fakeKoffi({
      MKL_Set_Num_Threads_Local: (count: number) => {
        const before = threads;
        set(count);
        return before;
      },
    });
    for (const koffi of [openblas, blis, mkl]) {
      sets.length = 0;
      const restore = bindCblas(koffi, library).limitThreads(2);
      expect(threads).toBe(2);
      restore();
      expect(sets).toEqual([2, 4]);
    }
    // Others in the process see nothing of it where it is as it should be.
    sets.length = 0;
    bindCblas(openblas, library).limitThreads(4)();
    expect(sets).toEqual([]);
    expect(bindCblas(fakeKoffi({}), library).name).toBe("a BLAS that does not tell its name");
  });

  it("notices a library that multiplies wrongly", () => {
    const wrong = bindCblas(fakeKoffi({ cblas_sgemm: () => {} }), library);
    expect(multiplies(wrong, () => 0)).toBe(false);
  });
});
