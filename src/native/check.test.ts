import { describe, expect, it } from "vitest";
import { CudaError } from "../core/errors.js";
import { check, explainStatus, statusName } from "./check.js";

describe("check", () => {
  it("passes success, whichever library it is of", () => {
    for (const call of ["cuInit", "nvrtcVersion", "cublasCreate_v2", "cufftPlan1d"]) check(0, call);
  });

  it("names the call, CUDA's name and what it means", () => {
    expect(() => check(2, "cuMemAlloc")).toThrow(
      "Cannot complete cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY (2): the device has too little free memory",
    );
    expect(() => check(2, "cuMemAlloc")).toThrow(CudaError);
  });

  it.each([
    ["cuMemAlloc_v2", 1, "CUDA_ERROR_INVALID_VALUE"],
    ["nvrtcCompileProgram of a.cu", 6, "NVRTC_ERROR_COMPILATION"],
    ["nvJitLinkComplete", 4, "NVJITLINK_ERROR_PTX_COMPILE"],
    ["cublasSgemm_v2", 7, "CUBLAS_STATUS_INVALID_VALUE"],
    ["cufftExecC2C", 13, "CUFFT_NO_WORKSPACE"],
    ["curandGenerateUniform", 104, "CURAND_STATUS_OUT_OF_RANGE"],
    ["cusolverDnSgetrf", 7, "CUSOLVER_STATUS_INTERNAL_ERROR"],
    ["ncclAllReduce", 5, "ncclInvalidUsage"],
    ["a launch", 719, "CUDA_ERROR_LAUNCH_FAILED"],
  ])("tells by %s whose status %i is", (call, status, code) => {
    expect(() => check(status, call)).toThrow(
      expect.objectContaining({
        code,
        message: expect.stringContaining(`Cannot complete ${call}: ${code} (`),
      }),
    );
  });

  it("tells a status of a newer library by its number", () => {
    expect(() => check(77, "cublasSgemm_v2")).toThrow(
      expect.objectContaining({
        code: "CUBLAS_STATUS_UNLISTED",
        message: expect.stringContaining("status 77"),
      }),
    );
    expect(explainStatus(12_345)).toBe("status 12345, which is newer than this version of CuTS");
    expect(statusName(600)).toBe("CUDA_ERROR_NOT_READY");
  });
});
