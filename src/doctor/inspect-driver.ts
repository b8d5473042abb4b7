// Inspects the NVIDIA driver, by asking it for its GPUs.

import { readFile } from "node:fs/promises";
import { formatByteSize, plural } from "../core/text.js";
import { check } from "../native/check.js";
import { type Driver, openDriver } from "../native/driver.js";
import { driverConstants } from "../native/driver-constants.js";
import { findCudaLibrary } from "../native/find-library.js";
import { libraryFiles } from "../native/library-files.js";
import { findLibrary } from "./find-library.js";
import { type Finding, type Inspection, tryCall } from "./report.js";

/** Finds libcuda, which comes with the driver and not with a toolkit. */
export async function inspectDriver(
  inspection: Inspection,
  names = findCudaLibrary(libraryFiles.driver, inspection),
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
    const driver = openDriver([search.name]);
    versions.push(`CUDA ${apiVersion(driver)}`);
    details.push(...(await listGpus(driver)));
    return plural(details.length, "GPU");
  });
  const kernelModule = await kernelModuleVersion();
  if (kernelModule !== undefined) versions.push(`driver ${kernelModule}`);
  return { found: true, where: search.where, version: versions.join(", "), details, call };
}

async function listGpus(driver: Driver): Promise<readonly string[]> {
  // cuInit may take a second; it is the one call that must not run on the event loop.
  check(await driver.cuInit.async(0), "cuInit");
  const count = new Int32Array(1);
  check(driver.cuDeviceGetCount(count), "cuDeviceGetCount");
  return Array.from({ length: count[0] ?? 0 }, (_, ordinal) => describeGpu(driver, ordinal));
}

function describeGpu(driver: Driver, ordinal: number): string {
  const device = new Int32Array(1);
  check(driver.cuDeviceGet(device, ordinal), "cuDeviceGet");
  const id = device[0] ?? 0;
  const name = new Uint8Array(128);
  check(driver.cuDeviceGetName(name, name.length, id), "cuDeviceGetName");
  const bytes = new BigUint64Array(1);
  check(driver.cuDeviceTotalMem_v2(bytes, id), "cuDeviceTotalMem");
  const attribute = (which: number): number => {
    const value = new Int32Array(1);
    check(driver.cuDeviceGetAttribute(value, which, id), "cuDeviceGetAttribute");
    return value[0] ?? 0;
  };
  const capability = `${attribute(driverConstants.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)}.${attribute(driverConstants.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)}`;
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
