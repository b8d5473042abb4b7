// The NVIDIA driver, by asking it for its GPUs. The declarations are the few this needs; the whole API is not here.

import { readFile } from "node:fs/promises";
import { formatByteSize, plural } from "../../core/text.js";
import { dlopen } from "../../ffi/dlopen.js";
import { driverCandidates } from "./cuda-toolkit.js";
import { findLibrary } from "./find-library.js";
import { type Finding, type Inspection, tryCall } from "./report.js";

/** libcuda, which comes with the driver and not with a toolkit. */
export async function inspectDriver(
  inspection: Inspection,
  names = driverCandidates(inspection),
): Promise<Finding> {
  if (inspection.platform === "darwin") {
    return { found: false, whyNot: "NVIDIA has no driver for macOS" };
  }
  const search = findLibrary(names);
  if (search.name === undefined) {
    return {
      found: false,
      whyNot: `the system's loader opens no ${names[0]}`,
      tried: search.tried,
      hint: "on a machine with an NVIDIA GPU, install its driver; without one nothing is wrong",
    };
  }
  const versions: string[] = [];
  const details: string[] = [];
  const call = await tryCall("count the GPUs", async () => {
    // It is never closed: the driver does not survive being unloaded after cuInit.
    const driver = openDriver(search.name);
    versions.push(`CUDA ${apiVersion(driver)}`);
    details.push(...(await listGpus(driver)));
    return plural(details.length, "GPU");
  });
  const kernelModule = await kernelModuleVersion();
  if (kernelModule !== undefined) versions.push(`driver ${kernelModule}`);
  return { found: true, where: search.where, version: versions.join(", "), details, call };
}

type Driver = ReturnType<typeof openDriver>;

function openDriver(name: string) {
  return dlopen(name, {
    cuInit: "int(unsigned int flags)",
    cuDriverGetVersion: "int(int* version)",
    cuDeviceGetCount: "int(int* count)",
    cuDeviceGet: "int(int* device, int ordinal)",
    cuDeviceGetName: "int(char name[length], int length, int device)",
    cuDeviceTotalMem_v2: "int(size_t* bytes, int device)",
    cuDeviceGetAttribute: "int(int* value, int attribute, int device)",
  });
}

const computeCapabilityMajor = 75;
const computeCapabilityMinor = 76;

async function listGpus(driver: Driver): Promise<readonly string[]> {
  // cuInit may take a second; it is the one call that must not run on the event loop.
  check("cuInit", await driver.cuInit.async(0));
  const count = new Int32Array(1);
  check("cuDeviceGetCount", driver.cuDeviceGetCount(count));
  return Array.from({ length: count[0] ?? 0 }, (_, ordinal) => describeGpu(driver, ordinal));
}

function describeGpu(driver: Driver, ordinal: number): string {
  const device = new Int32Array(1);
  check("cuDeviceGet", driver.cuDeviceGet(device, ordinal));
  const id = device[0] ?? 0;
  const name = new Uint8Array(128);
  check("cuDeviceGetName", driver.cuDeviceGetName(name, name.length, id));
  const bytes = new BigUint64Array(1);
  check("cuDeviceTotalMem", driver.cuDeviceTotalMem_v2(bytes, id));
  const attribute = (which: number): number => {
    const value = new Int32Array(1);
    check("cuDeviceGetAttribute", driver.cuDeviceGetAttribute(value, which, id));
    return value[0] ?? 0;
  };
  const capability = `${attribute(computeCapabilityMajor)}.${attribute(computeCapabilityMinor)}`;
  const text = Buffer.from(name.subarray(0, name.indexOf(0))).toString();
  return `cuda:${ordinal} ${text}, compute ${capability}, ${formatByteSize(Number(bytes[0] ?? 0n))}`;
}

function apiVersion(driver: Driver): string {
  const version = new Int32Array(1);
  if (driver.cuDriverGetVersion(version) !== 0) return "of unknown version";
  const number = version[0] ?? 0;
  return `${Math.floor(number / 1000)}.${Math.floor((number % 1000) / 10)}`;
}

async function kernelModuleVersion(): Promise<string | undefined> {
  try {
    const text = await readFile("/proc/driver/nvidia/version", "utf8");
    return /\b(\d+\.\d+(?:\.\d+)?)\b/.exec(text)?.[1];
  } catch {
    return undefined;
  }
}

// The reasons people meet; any other status is told by its number.
const reasons: Readonly<Record<number, string>> = {
  100: "CUDA_ERROR_NO_DEVICE, no GPU is visible (CUDA_VISIBLE_DEVICES may hide them)",
  34: "CUDA_ERROR_STUB_LIBRARY, this libcuda is the toolkit's stub for linking, not the driver",
  3: "CUDA_ERROR_NOT_INITIALIZED",
  802: "CUDA_ERROR_SYSTEM_NOT_READY, the fabric manager may not run",
  803: "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, libcuda and the kernel module differ in version",
  999: "CUDA_ERROR_UNKNOWN, the kernel module may not be loaded",
};

function check(name: string, status: number): void {
  if (status !== 0)
    throw new Error(`${name} returned ${status}: ${reasons[status] ?? "see CUDA's list of errors"}`);
}
