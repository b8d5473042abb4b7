// From the driver's addresses to those that the libraries' tables take. CUdeviceptr is a number in C, and a `float*` of
// cuBLAS is a pointer in C, though both are addresses on the GPU.

import type { DevicePointer } from "../cdecl/types/native-pointer.js";

/**
 * An address that the driver gave (`cuMemAlloc_v2`) as a pointer that `__device__` parameters take.
 * @example
 * const address = new BigUint64Array(1);
 * check(driver.cuMemAlloc_v2(address, 4096), "cuMemAlloc");
 * const x = devicePointer(address[0] ?? 0n);
 */
export function devicePointer(address: bigint): DevicePointer {
  return address as DevicePointer;
}
