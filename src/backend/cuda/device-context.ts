// The primary context of one GPU, which all libraries of a process share. It is made current before calls of the driver. It knows
// whether the device still works: after an illegal operation in a kernel, every call fails until the process ends. Handles belong
// to a `generation` of the context.

import { processState } from "../../core/process-state.js";
import { type CutsError, DeviceUnavailableError, LaunchError } from "../../core/errors.js";
import { check, explainStatus, statusName } from "../../native/check.js";
import type { RawDriver } from "../../native/driver.js";
import type { RawHandle } from "../../native/raw-call.js";
import type { CudaDriver } from "./cuda-driver.js";

/**
 * Errors that destroy the context and all its memory, with their names in the CUDA runtime. The driver returns them from every
 * later call.
 */
const LOST: ReadonlyMap<number, string> = new Map([
  [4, "cudaErrorCudartUnloading"],
  [214, "cudaErrorECCUncorrectable"],
  [220, "cudaErrorNvlinkUncorrectable"],
  [226, "cudaErrorContained"],
  [700, "cudaErrorIllegalAddress"],
  [702, "cudaErrorLaunchTimeout"],
  [709, "cudaErrorContextIsDestroyed"],
  [710, "cudaErrorAssert"],
  [714, "cudaErrorHardwareStackError"],
  [715, "cudaErrorIllegalInstruction"],
  [716, "cudaErrorMisalignedAddress"],
  [717, "cudaErrorInvalidAddressSpace"],
  [718, "cudaErrorInvalidPc"],
  [719, "cudaErrorLaunchFailure"],
  [721, "cudaErrorTensorMemoryLeak"],
]);

export class DeviceContext {
  readonly id: string;
  readonly driver: CudaDriver;
  readonly api: RawDriver;
  /** CUdevice. */
  readonly device: number;
  /** Increases with each reset; handles of older generations are invalid. */
  generation = 1;
  /** Whether code with printf() was loaded. */
  hasPrintf = false;
  /** The error that broke the device. */
  failure: CutsError | undefined;
  /** The kernels that may have caused an error; set by the launcher. */
  suspects: () => readonly string[] = () => [];
  #handle: RawHandle<"CUcontext">;

  constructor(driver: CudaDriver, ordinal: number) {
    this.id = `cuda:${ordinal}`;
    this.driver = driver;
    this.api = driver.api;
    check(this.api.cuDeviceGet(driver.out(0), ordinal), "cuDeviceGet");
    this.device = driver.int(0);
    this.#handle = this.#retain();
  }

  get handle(): RawHandle<"CUcontext"> {
    return this.#handle;
  }

  /** Makes this the current context for the calls that follow. */
  activate(): void {
    if (state.current === this.#handle) return;
    check(this.api.cuCtxSetCurrent(this.#handle), "cuCtxSetCurrent");
    state.current = this.#handle;
  }

  attribute(which: number): number {
    const { api, driver } = this;
    check(api.cuDeviceGetAttribute(driver.out(0), which, this.device), "cuDeviceGetAttribute");
    return driver.int(0);
  }

  /** Throws unless `status` is success. @throws LaunchError for a device that a kernel has broken, else CudaError. */
  check(status: number, call: string): void {
    if (status !== 0) throw this.error(status, call);
  }

  /** Throws the error that broke the device, if there is one. */
  checkAlive(): void {
    if (this.failure !== undefined) throw this.failure;
  }

  /**
   * The error for a status. If the status means that the device is lost, the error is kept and returned again for every later
   * status.
   */
  error(status: number, call: string): Error {
    if (this.failure !== undefined) return this.failure;
    if (!LOST.has(status)) {
      try {
        check(status, call);
      } catch (error) {
        return error as Error;
      }
    }
    const names = this.suspects();
    const culprit =
      names.length === 0
        ? "some work"
        : names.length === 1
          ? `the kernel ${names[0]}`
          : `one of the kernels ${names.join(", ")}`;
    const hint =
      names.length === 1 ? "" : "CUTS_DEBUG=1, which waits for each launch and so finds the one that fails; ";
    this.failure = new LaunchError(
      statusName(status),
      `Cannot finish the work of ${this.id}: ${culprit} failed with ${explainStatus(status)} (${LOST.get(status)})` +
        `\nWhat was in the device's memory is lost, and this process cannot use the device any more.\nTry: ${hint}cuts check, which runs the same source on the cpu and finds the line`,
    );
    return this.failure;
  }

  /**
   * Creates a new context; everything in the old one is lost.
   * @throws DeviceUnavailableError `CUTS_DEVICE_LOST` when a kernel has broken the device.
   */
  reset(): void {
    if (this.failure !== undefined) throw this.#lost(this.failure);
    const { api, driver } = this;
    this.check(api.cuDevicePrimaryCtxReset_v2(this.device), "cuDevicePrimaryCtxReset");
    this.generation++;
    state.current = undefined;
    this.check(api.cuDevicePrimaryCtxRetain(driver.out(0), this.device), "cuDevicePrimaryCtxRetain");
    this.#handle = driver.number(0) as RawHandle<"CUcontext">;
    this.activate();
  }

  /**
   * The error for a lost device. The driver creates no second context after a fault and keeps returning the old error, and using
   * the old context again can crash the process. So it is never touched again.
   */
  #lost(cause: CutsError): DeviceUnavailableError {
    return new DeviceUnavailableError(
      "CUTS_DEVICE_LOST",
      `Cannot reset ${this.id}: CUDA lets no process go on with a device after a fault (got ${cause.code})` +
        "\nTry: start the process again, or give work that may fail to a child process",
      { cause },
    );
  }

  #retain(): RawHandle<"CUcontext"> {
    const { api, driver } = this;
    check(api.cuDevicePrimaryCtxRetain(driver.out(0), this.device), "cuDevicePrimaryCtxRetain");
    return driver.number(0) as RawHandle<"CUcontext">;
  }
}

const state = processState(() => ({
  /** The current context of this thread, as set by this file. */
  current: undefined as RawHandle<"CUcontext"> | undefined,
}));
