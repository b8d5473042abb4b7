// What arrays ask of a device's routines: which calls of NVIDIA's libraries are made, in which order and with which sizes, and
// what is left to kernels. The libraries are fakes; what the real ones compute is tested in test/gpu.

import { beforeEach, describe, expect, it, vi } from "vitest";
import * as cu from "../../src/index.js";
import { calls, HOST_BYTES, WORK_BYTES } from "./fake-libraries.js";
import { registerLibraryDevice } from "./library-device.js";

vi.mock("../../src/native/cublas.js", async () => {
  const { fakeLibrary } = await import("./fake-libraries.js");
  return { openRawCublas: fakeLibrary };
});
vi.mock("../../src/native/cusolver.js", async () => {
  const { fakeLibrary } = await import("./fake-libraries.js");
  return { openRawCusolver: fakeLibrary };
});
vi.mock("../../src/native/cufft.js", async () => {
  const { fakeLibrary } = await import("./fake-libraries.js");
  return { openRawCufft: fakeLibrary };
});

const entry = registerLibraryDevice();
const names = (): readonly string[] => calls.map(([name]) => name);

/** Runs work on the device and waits for it. */
async function on(body: () => void): Promise<void> {
  cu.withDevice("lib:0", () => cu.scope(body));
  await cu.device("lib:0").synchronize();
}

beforeEach(async () => {
  // Handles are there, so that a test sees only its own calls.
  await on(() => {
    cu.matmul(cu.ones([2, 2]), cu.ones([2, 2]));
    cu.linalg.cholesky(cu.eye(40));
  });
  calls.length = 0;
  entry.entered.length = 0;
});

describe("products", () => {
  /** Sizes and distances of the products that were computed: m, n, k, whether each is transposed, and its leading size. */
  const products = (): readonly object[] =>
    calls
      .filter(([name]) => /gemm/i.test(name))
      .map(([name, , ta, tb, m, n, k, ...rest]) => {
        if (name.startsWith("cublasGemmEx"))
          return {
            ta,
            tb,
            m,
            n,
            k,
            lda: rest[3],
            ldb: rest[6],
            ldc: rest[10],
            type: rest[2],
            compute: rest[11],
          };
        return name.endsWith("_v2")
          ? { name, ta, tb, m, n, k, lda: rest[2], ldb: rest[4], ldc: rest[7] }
          : { name, ta, tb, m, n, k, steps: [rest[3], rest[6], rest[10]], batch: rest[11] };
      });

  it("are one call, of the transposes in column order", async () => {
    await on(() => void cu.matmul(cu.ones([4, 3]), cu.ones([3, 5])));
    expect(names()).toEqual(["cublasSgemm_v2"]);
    expect(products()).toEqual([
      { name: "cublasSgemm_v2", ta: 0, tb: 0, m: 5, n: 4, k: 3, lda: 5, ldb: 3, ldc: 5 },
    ]);
    expect(entry.entered).toEqual(["a product of cuBLAS"]);
  });

  it("take transposes as they lie, and copy what has gaps in both axes", async () => {
    await on(() => void cu.matmul(cu.ones([3, 4]).T, cu.ones([5, 3]).T));
    expect(products()).toMatchObject([{ ta: 1, tb: 1, lda: 3, ldb: 4 }]);
    calls.length = 0;
    await on(() => void cu.matmul(cu.ones([6, 8]).slice(["::2", "::2"]), cu.ones([4, 3])));
    expect(products()).toMatchObject([{ ta: 0, tb: 0, m: 3, n: 3, k: 4, ldb: 4 }]);
    calls.length = 0;
    await on(() => void cu.matmul(cu.ones([6, 4]).slice("::-1"), cu.ones([4, 3])));
    expect(products()).toMatchObject([{ m: 3, n: 6, k: 4, ldb: 4 }]);
  });

  it("tell cuBLAS the dtype and how sums are made", async () => {
    const kinds = [
      ["float16", 2, 68],
      ["bfloat16", 14, 68],
      ["complex64", 4, 68],
      ["complex128", 5, 70],
    ] as const;
    for (const [dtype, type, compute] of kinds) {
      calls.length = 0;
      await on(() => void cu.matmul(cu.ones([2, 3], { dtype }), cu.ones([3, 2], { dtype })));
      expect(products(), dtype).toMatchObject([{ type, compute }]);
    }
    calls.length = 0;
    const double = { dtype: "float64" } as const;
    await on(() => void cu.matmul(cu.ones([2, 3], double), cu.ones([3, 2], double)));
    expect(names()).toEqual(["cublasDgemm_v2"]);
    calls.length = 0;
    await on(() => void cu.matmul(cu.ones([2, 3]), cu.ones([3, 2]), { precision: "tf32" }));
    expect(products()).toMatchObject([{ type: 0, compute: 77 }]);
  });

  it("are a call for a batch, and one for each of a second axis", async () => {
    await on(() => void cu.matmul(cu.ones([7, 3, 4]), cu.ones([7, 4, 2])));
    const name = "cublasSgemmStridedBatched";
    const batch = { name, ta: 0, tb: 0, m: 2, n: 3, k: 4, steps: [8, 12, 6], batch: 7 };
    expect(products()).toEqual([batch]);
    calls.length = 0;
    await on(() => void cu.einsum("bij,bjk->bik", cu.ones([7, 3, 4]), cu.ones([7, 4, 2])));
    expect(products()).toEqual([batch]);
    calls.length = 0;
    await on(() => void cu.matmul(cu.ones([7, 3, 4]), cu.ones([1, 4, 2])));
    expect(products()).toMatchObject([{ m: 2, n: 21, k: 4 }]);
    calls.length = 0;
    await on(() => void cu.matmul(cu.ones([1, 3, 4]), cu.ones([7, 4, 2])));
    expect(products()).toEqual([{ ...batch, steps: [8, 0, 6] }]);
    calls.length = 0;
    await on(() => void cu.matmul(cu.ones([2, 7, 3, 4]), cu.ones([7, 4, 2])));
    expect(products()).toEqual([batch, batch]);
    calls.length = 0;
    await on(() => void cu.matmul(cu.ones([7, 3, 4]), cu.ones([4, 2])));
    expect(products()).toMatchObject([{ m: 2, n: 21, k: 4 }]);
  });

  it("of two long vectors are one call, whose result is written on the device", async () => {
    await on(() => void cu.dot(cu.ones([20_000]), cu.ones([40_000]).slice("::2")));
    expect(names()).toEqual(["cublasSetPointerMode_v2", "cublasSdot_v2", "cublasSetPointerMode_v2"]);
    expect([calls[0]?.[2], calls[2]?.[2]]).toEqual([1, 0]);
    const [, , n, , incx, , incy] = calls[1] as readonly number[];
    expect([n, incx, incy]).toEqual([20_000, 1, 2]);
  });

  it("of integers and of two short vectors are left to kernels", async () => {
    await cu.withDevice("lib:0", async () => {
      const int = cu.ones([2, 3], { dtype: "int32" });
      expect(await cu.matmul(int, int.T).tolist()).toEqual([
        [3, 3],
        [3, 3],
      ]);
      expect(await cu.matmul(cu.ones([5]), cu.ones([5])).item()).toBe(5);
    });
    expect(names()).toEqual([]);
  });

  it("keep their memory on the default stream, take some on others, and share it in a graph", async () => {
    const workspaces = (): readonly (number | undefined)[] =>
      calls.filter(([name]) => name === "cublasSetWorkspace_v2").map(([, , address]) => address);
    await on(() => {
      cu.matmul(cu.ones([2, 3]), cu.ones([3, 2]));
      cu.matmul(cu.ones([2, 3]), cu.ones([3, 2]));
    });
    expect(workspaces()).toEqual([]);
    await on(() => {
      const [x, y, out] = [cu.ones([2, 3]), cu.ones([3, 2]), cu.zeros([2, 2])];
      const recorded = cu.graph(() => {
        cu.matmul(x, y, { out });
        cu.matmul(x, y, { out });
      });
      recorded.launch();
    });
    expect(workspaces()).toHaveLength(1);
    calls.length = 0;
    await cu.withDevice("lib:0", async () => {
      using own = cu.stream();
      await own.run(() => void cu.matmul(cu.ones([2, 3]), cu.ones([3, 2])));
    });
    expect(names()).toEqual(["cublasSetStream_v2", "cublasSetWorkspace_v2", "cublasSgemm_v2"]);
  });

  it("have a new handle and new memory after a reset, and are dropped on a broken device", async () => {
    entry.generation++;
    await on(() => void cu.matmul(cu.ones([2, 3]), cu.ones([3, 2])));
    expect(names()).toEqual([
      "cublasCreate_v2",
      "cublasSetStream_v2",
      "cublasSetWorkspace_v2",
      "cublasSgemm_v2",
    ]);
    calls.length = 0;
    entry.isBroken = true;
    await on(() => void cu.matmul(cu.ones([2, 3]), cu.ones([3, 2])));
    entry.isBroken = false;
    expect(names()).toEqual([]);
  });
});

describe("factorizations", () => {
  /** The calls that compute, without the letter of the dtype. */
  const computed = (): readonly string[] =>
    names()
      .filter((name) => !/SetStream|bufferSize/.test(name))
      .map((name) => name.replace(/cusolverDn[SDCZ]/, ""));

  it("ask for memory, set the stream, then decompose", async () => {
    await on(() => void cu.linalg.cholesky(cu.ones([40, 40])));
    const [size, set, ...each] = calls;
    // From the lower triangle, of float32.
    expect(size?.slice(0, 6)).toEqual(["cusolverDnXpotrf_bufferSize", size?.[1], size?.[2], 0, 40, 0]);
    expect(set?.[0]).toBe("cusolverDnSetStream");
    expect(each.map((call) => [call[0], call[3], call[4], call[7], call[10], call[12]])).toEqual([
      ["cusolverDnXpotrf", 0, 40, 40, WORK_BYTES, HOST_BYTES],
    ]);
    expect(entry.entered).toEqual(["potrf of cuSOLVER"]);
  });

  it("decompose each matrix of a batch", async () => {
    await on(() => void cu.linalg.inv(cu.ones([2, 513, 513])));
    const each = calls.filter(([name]) => name === "cusolverDnSgetrf");
    const [first, second] = each.map((call) => call[4] as number) as [number, number];
    expect(second - first).toBe(4 * 513 * 513);
    const codes = each.map((call) => call[8] as number) as [number, number];
    expect(codes[1] - codes[0]).toBe(4);
    expect(each).toHaveLength(2);
  });

  it("are one call for a batch where the library has one", async () => {
    await on(() => void cu.linalg.cholesky(cu.ones([3, 40, 40])));
    expect(computed()).toEqual(["potrfBatched"]);
    expect(calls.at(-1)?.slice(2, 4)).toEqual([0, 40]);
    expect(calls.at(-1)?.at(-1)).toBe(3);
    calls.length = 0;
    await on(() => void cu.linalg.eigh(cu.ones([3, 40, 40], { dtype: "complex64" })));
    expect(computed()).toEqual(["cusolverDnXsyevBatched"]);
    const [, , , vectors, upper, n, type, , lda, real] = calls.at(-1) as readonly number[];
    expect([vectors, upper, n, type, lda, real]).toEqual([1, 1, 40, 4, 40, 0]);
    expect(calls.at(-1)?.at(-1)).toBe(3);
    calls.length = 0;
    await on(() => void cu.linalg.solve(cu.ones([3, 40, 40]), cu.ones([3, 40, 2])));
    const [factor, solve] = calls.filter(([name]) => name.includes("getr"));
    expect([factor?.[0], factor?.[2], factor?.at(-1)]).toEqual(["cublasSgetrfBatched", 40, 3]);
    // What cuBLAS has are the transposes.
    expect(solve?.slice(2, 5)).toEqual([1, 40, 2]);
    expect([solve?.[0], solve?.at(-1)]).toEqual(["cublasSgetrsBatched", 3]);
  });

  it("are the functions of LAPACK for each decomposition", async () => {
    const square = (dtype: "float32" | "complex128") => cu.eye(40, { dtype });
    const table = [
      [() => cu.linalg.inv(square("float32")), ["getrf", "getrs"]],
      [() => cu.linalg.det(square("float32")), ["getrf"]],
      [() => cu.linalg.qr(square("float32")), ["geqrf", "orgqr"]],
      [() => cu.linalg.qr(square("complex128")), ["geqrf", "ungqr"]],
      [() => cu.linalg.qr(square("float32"), { mode: "r" }), ["geqrf"]],
      [() => cu.linalg.eigh(square("float32")), ["syevd"]],
      [() => cu.linalg.eigh(square("complex128")), ["heevd"]],
      [() => cu.linalg.svd(square("float32")), ["gesvdj"]],
    ] as const;
    for (const [decompose, expected] of table) {
      calls.length = 0;
      await on(() => void decompose());
      expect(computed()).toEqual(expected);
    }
  });

  it("of many small matrices are left to kernels", async () => {
    await cu.withDevice("lib:0", async () => {
      using a = cu.eye(2).mul(4);
      using batch = cu.linalg.cholesky(cu.broadcastTo(a, [8, 2, 2]));
      expect(await batch.slice(0).tolist()).toEqual([
        [2, 0],
        [0, 2],
      ]);
    });
    expect(names()).toEqual([]);
  });

  it("cannot be recorded, with the reason of the library", () => {
    cu.withDevice("lib:0", () => {
      using a = cu.eye(33);
      expect(() => cu.graph(() => void cu.linalg.inv(a))).toThrow(
        "Cannot decompose a matrix inside graph(): cuSOLVER works with the host while it decomposes",
      );
    });
  });
});

describe("transforms", () => {
  const complex = (...shape: number[]) => cu.ones(shape, { dtype: "complex64" });
  /** Lengths of sides and distances of the plans that were made, beside the addresses of lists. */
  const plans = (): readonly object[] =>
    calls
      .filter(([name]) => name === "cufftMakePlanMany64")
      .map((call) => ({ in: call.slice(5, 7), out: call.slice(8, 10), type: call[10], batch: call[11] }));

  it("make a plan, give it memory and a stream, and execute it", async () => {
    await on(() => void cu.fft.fft(complex(3, 9)));
    expect(names()).toEqual([
      "cufftCreate",
      "cufftSetAutoAllocation",
      "cufftMakePlanMany64",
      "cufftSetStream",
      "cufftSetWorkArea",
      "cufftExecC2C",
    ]);
    expect(plans()).toEqual([{ in: [1, 9], out: [1, 9], type: 0x29, batch: 3 }]);
    // No sizes in memory: they are cuFFT's own.
    expect([calls[2]?.[4], calls[2]?.[7]]).toEqual([0, 0]);
    expect(calls.at(-1)?.[4]).toBe(-1);
    expect(entry.entered).toEqual(["cufftMakePlan", "a transform of cuFFT"]);
  });

  it("keep their plan, and the stream it has", async () => {
    await on(() => void cu.fft.fft(complex(10)));
    calls.length = 0;
    await on(() => void cu.fft.ifft(complex(10)));
    expect(names()).toEqual(["cufftExecC2C"]);
    expect(calls.at(-1)?.[4]).toBe(1);
  });

  it("along the last axes are one plan and one call", async () => {
    await on(() => void cu.fft.fft2(complex(5, 6, 7)));
    expect(plans()).toEqual([{ in: [1, 42], out: [1, 42], type: 0x29, batch: 5 }]);
    expect(calls.find(([name]) => name === "cufftMakePlanMany64")?.[2]).toBe(2);
    expect(names().filter((name) => name.startsWith("cufftExec"))).toEqual(["cufftExecC2C"]);
    calls.length = 0;
    await on(() => void cu.fft.ifftn(complex(3, 4, 5)));
    expect(calls.find(([name]) => name === "cufftMakePlanMany64")?.[2]).toBe(3);
    expect(names().filter((name) => name.startsWith("cufftExec"))).toEqual(["cufftExecC2C"]);
    calls.length = 0;
    // Axes in another order, or longer than they are, are transformed one by one.
    await on(() => void cu.fft.fft2(complex(6, 7), { s: [8, 7] }));
    expect(names().filter((name) => name.startsWith("cufftExec"))).toHaveLength(2);
  });

  it("take an axis as it lies, and real numbers as such", async () => {
    await on(() => void cu.fft.fft(complex(11, 3), { axis: 0 }));
    expect(plans()).toEqual([{ in: [3, 1], out: [3, 1], type: 0x29, batch: 3 }]);
    calls.length = 0;
    await on(() => {
      cu.fft.rfft(cu.ones([12]));
      cu.fft.irfft(complex(7));
      cu.fft.rfft(cu.ones([12], { dtype: "float64" }));
    });
    expect(names().filter((name) => name.startsWith("cufftExec"))).toEqual([
      "cufftExecR2C",
      "cufftExecC2R",
      "cufftExecD2Z",
    ]);
  });

  it("forget plans of before a reset", async () => {
    await on(() => void cu.fft.fft(complex(13)));
    calls.length = 0;
    entry.generation++;
    await on(() => void cu.fft.fft(complex(13)));
    expect(names()).toContain("cufftMakePlanMany64");
    expect(names()).not.toContain("cufftDestroy");
  });

  it("keep 64 plans", async () => {
    await on(() => {
      for (let n = 20; n < 90; n++) cu.fft.fft(complex(n));
    });
    expect(names().filter((name) => name === "cufftDestroy").length).toBeGreaterThan(0);
    calls.length = 0;
    await on(() => void cu.fft.fft(complex(89)));
    expect(plans()).toEqual([]);
    await on(() => void cu.fft.fft(complex(20)));
    expect(plans()).toHaveLength(1);
  });
});
