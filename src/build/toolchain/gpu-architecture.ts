// The architecture of a GPU, as nvcc names it: asked of the driver, so that a cache which two machines share keeps their
// code apart.

import { check } from "../../native/check.js";
import { openDriver } from "../../native/driver.js";

const COMPUTE_CAPABILITY_MAJOR = 75;
const COMPUTE_CAPABILITY_MINOR = 76;

/** `"90"` for `cuda:0` of compute capability 9.0; the device must be one of this machine. */
export function gpuArchitecture(deviceId: string): string {
  const driver = openDriver();
  const out = new Int32Array(1);
  check(driver.cuDeviceGet(out, Number(deviceId.replace("cuda:", ""))), "cuDeviceGet");
  const device = out[0] as number;
  const attribute = (which: number): number => {
    check(driver.cuDeviceGetAttribute(out, which, device), "cuDeviceGetAttribute");
    return out[0] as number;
  };
  return String(10 * attribute(COMPUTE_CAPABILITY_MAJOR) + attribute(COMPUTE_CAPABILITY_MINOR));
}
