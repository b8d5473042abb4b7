// Methods of arrays that share them with other libraries and threads of the process.

import type { DType } from "../core/dtype.js";
import { addMethods } from "../array/add-methods.js";
import type { NDArray } from "../array/ndarray.js";
import type { DlpackCapsule } from "./dlpack/capsule.js";
import { type ThreadHandle, threadHandle } from "./thread.js";
import { dlpackDevice, type DlpackDevicePair, toDlpack, type ToDlpackOptions } from "./dlpack/to-dlpack.js";
import { type CudaArrayInterface, cudaArrayInterface } from "./cuda-array-interface.js";

/** Arrays as others in the process see them. */
export interface ExchangeMethods<D extends DType = DType> {
  /**
   * The address of the first element for native code: a host address on the cpu device, a device address on a GPU (CuPy's
   * `x.data.ptr`). The memory stays as long as the array does. CuTS does not order work that uses the address, so await earlier
   * work first.
   */
  readonly pointer: bigint;
  /**
   * The array's description by the CUDA array interface, version 3. The array is ready on the stream in the description, which is
   * the current one. Keep the array as long as the other library uses it.
   * @throws UnsupportedError `CUTS_ARRAY_INTERFACE` on the cpu, and for bfloat16.
   */
  readonly cudaArrayInterface: CudaArrayInterface;
  /** Exports the array by DLPack: {@link toDlpack}. */
  toDlpack(options?: ToDlpackOptions): DlpackCapsule;
  /**
   * A handle with which another thread of this process can use the same memory, by {@link openThreadHandle}. It is plain data, to
   * be sent by `postMessage`. The array must live as long as the other thread uses it. This blocks until the work on the array is
   * done.
   */
  threadHandle(): ThreadHandle<D>;
  /** The array's device in DLPack's numbers: `[1, 0]` is the host, `[2, 0]` the first GPU. */
  readonly dlpackDevice: DlpackDevicePair;
}

declare module "../array/ndarray.js" {
  // oxlint-disable-next-line no-unused-vars -- the parameter of the class
  interface NDArray<out D extends DType = DType> extends ExchangeMethods<D> {}
}

const exchangeMethods: ExchangeMethods & ThisType<NDArray> = {
  get pointer(): bigint {
    return pointerOf(this);
  },
  get cudaArrayInterface(): CudaArrayInterface {
    return cudaArrayInterface(this);
  },
  toDlpack(options) {
    return toDlpack(this, options);
  },
  threadHandle() {
    return threadHandle(this);
  },
  get dlpackDevice(): DlpackDevicePair {
    return dlpackDevice(this);
  },
};

addMethods(exchangeMethods);

function pointerOf(array: NDArray): bigint {
  array.check("take the pointer of an array");
  if (array.size === 0) return 0n;
  const { storage } = array;
  storage.awaitSync();
  return storage.pointer + BigInt(array.start - storage.address);
}
