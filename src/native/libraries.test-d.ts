// What TypeScript knows of the tables: each entry is a function, and memory of the host and of the GPU do not mix.

import { describe, expectTypeOf, it } from "vitest";
import type { ArrayArgument } from "../core/array-argument.js";
import type { DevicePointer, NativePointer } from "../cdecl/types/native-pointer.js";
import type { Cublas, RawCublas } from "./cublas.js";
import type { Cufft } from "./cufft.js";
import type { Curand } from "./curand.js";
import type { Cusolver } from "./cusolver.js";
import type { Driver } from "./driver.js";
import type { CUcontext, CUevent, CUgraphExec, CUstream, cublasHandle_t } from "./handles.js";
import type { Nccl } from "./nccl.js";
import type { NvJitLink } from "./nvjitlink.js";
import type { Nvrtc } from "./nvrtc.js";
import type { RawHandle } from "./raw-call.js";

/** The entries that TypeScript cannot read. */
type Unread<T> = {
  [Name in keyof T]: T[Name] extends (...args: never[]) => number | string | null ? never : Name;
}[keyof T];

declare const cublas: Cublas;
declare const cufft: Cufft;
declare const driver: Driver;
declare const handle: NativePointer<"struct cublasContext">;
declare const stream: NativePointer<"struct CUstream_st">;
declare const floats: ArrayArgument<"float32", "device">;
declare const doubles: ArrayArgument<"float64", "device">;
declare const complex: ArrayArgument<"complex64", "device">;
declare const address: DevicePointer;
declare const raw: RawCublas;
declare const rawHandle: RawHandle<"cublasHandle_t">;

describe("the tables", () => {
  it("can be read to the last entry", () => {
    expectTypeOf<Unread<Driver>>().toEqualTypeOf<never>();
    expectTypeOf<Unread<Nvrtc>>().toEqualTypeOf<never>();
    expectTypeOf<Unread<NvJitLink>>().toEqualTypeOf<never>();
    expectTypeOf<Unread<Cublas>>().toEqualTypeOf<never>();
    expectTypeOf<Unread<Cufft>>().toEqualTypeOf<never>();
    expectTypeOf<Unread<Curand>>().toEqualTypeOf<never>();
    expectTypeOf<Unread<Cusolver>>().toEqualTypeOf<never>();
    expectTypeOf<Unread<Nccl>>().toEqualTypeOf<never>();
  });

  it("take the handles that have names", () => {
    driver.cuCtxSetCurrent(0n as CUcontext);
    driver.cuStreamDestroy_v2(0n as CUstream);
    driver.cuGraphLaunch(0n as CUgraphExec, 0n as CUstream);
    cublas.cublasSetStream_v2(0n as cublasHandle_t, 0n as CUstream);
    // @ts-expect-error an event for a stream
    driver.cuStreamDestroy_v2(0n as CUevent);
  });

  it("take right calls", () => {
    const alpha = new Float32Array([1]);
    expectTypeOf(cublas.cublasSaxpy_v2(handle, 4, alpha, floats, 1, floats, 1)).toEqualTypeOf<number>();
    cublas.cublasSaxpy_v2(handle, 4, alpha, address, 1, address, 1);
    cublas.cublasSetStream_v2(handle, stream);
    cufft.cufftExecC2C(1, complex, complex, -1);
    driver.cuMemAdvise_v2(1n, 4096, 1, { type: 1, id: 0 });
    raw.cublasSaxpy_v2(rawHandle, 4, 1, 2, 1, 3, 1);
  });

  it("refuse wrong ones", () => {
    const alpha = new Float32Array([1]);
    // @ts-expect-error doubles for floats
    cublas.cublasSaxpy_v2(handle, 4, alpha, doubles, 1, floats, 1);
    // @ts-expect-error memory of the host for memory of the GPU
    cublas.cublasSaxpy_v2(handle, 4, alpha, alpha, 1, floats, 1);
    // @ts-expect-error memory of the GPU for a scalar of the host
    cublas.cublasSaxpy_v2(handle, 4, floats, floats, 1, floats, 1);
    // @ts-expect-error a stream for a handle
    cublas.cublasDestroy_v2(stream);
    // @ts-expect-error real for complex
    cufft.cufftExecC2C(1, floats, complex, -1);
    // @ts-expect-error a bare number is no handle
    raw.cublasSaxpy_v2(1, 4, 1, 2, 1, 3, 1);
  });
});
