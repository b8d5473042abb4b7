// The handles of CUDA as TypeScript types, under CUDA's names: what a call writes into a BigUint64Array is one of these.

import type { DevicePointer, NativePointer } from "../cdecl/types/native-pointer.js";

/**
 * An address that the driver gave (`cuMemAlloc_v2`) as a pointer that `__device__` parameters take: a CUdeviceptr is a
 * number in C, and a `float*` of cuBLAS is a pointer, though both are addresses on the GPU.
 * @example
 * const address = new BigUint64Array(1);
 * check(driver.cuMemAlloc_v2(address, 4096), "cuMemAlloc");
 * const x = devicePointer(address[0] ?? 0n);
 */
export function devicePointer(address: bigint): DevicePointer {
  return address as DevicePointer;
}

/** @example check(driver.cuCtxSetCurrent(out[0] as CUcontext), "cuCtxSetCurrent"); */
export type CUcontext = NativePointer<"struct CUctx_st">;
export type CUmodule = NativePointer<"struct CUmod_st">;
export type CUfunction = NativePointer<"struct CUfunc_st">;
export type CUlibrary = NativePointer<"struct CUlib_st">;
export type CUkernel = NativePointer<"struct CUkern_st">;
export type CUlinkState = NativePointer<"struct CUlinkState_st">;
export type CUstream = NativePointer<"struct CUstream_st">;
export type CUevent = NativePointer<"struct CUevent_st">;
export type CUgraph = NativePointer<"struct CUgraph_st">;
export type CUgraphNode = NativePointer<"struct CUgraphNode_st">;
export type CUgraphExec = NativePointer<"struct CUgraphExec_st">;
export type CUuserObject = NativePointer<"struct CUuserObject_st">;
export type CUmemoryPool = NativePointer<"struct CUmemPoolHandle_st">;
export type nvrtcProgram = NativePointer<"struct _nvrtcProgram">;
export type nvJitLinkHandle = NativePointer<"struct nvJitLink">;
export type cublasHandle_t = NativePointer<"struct cublasContext">;
export type curandGenerator_t = NativePointer<"struct curandGenerator_st">;
export type cusolverDnHandle_t = NativePointer<"struct cusolverDnContext">;
export type cusolverDnParams_t = NativePointer<"struct cusolverDnParams">;
export type gesvdjInfo_t = NativePointer<"struct gesvdjInfo">;
export type syevjInfo_t = NativePointer<"struct syevjInfo">;
export type ncclComm_t = NativePointer<"struct ncclComm">;
