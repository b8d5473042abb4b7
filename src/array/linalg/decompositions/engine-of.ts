// Chooses the engine that decomposes matrices on a device.

import type { DeviceCore } from "../../../runtime/order/stream-core.js";
import type { MatrixEngine } from "./engine.js";
import { kernelEngine } from "./kernel-engine.js";
import { routineEngine } from "./routine-engine.js";

/** The engine of a device. */
export function engineOf(device: DeviceCore): MatrixEngine {
  return (device.backend.routines?.factorizations ?? null) === null ? kernelEngine : routineEngine;
}
