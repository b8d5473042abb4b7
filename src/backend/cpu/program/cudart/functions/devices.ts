// The one device: its properties, limits, flags, and waiting for it.

import type { Implementations } from "../bind-function.js";
import { attributeName, CUDA_VERSION, deviceAttributes, PROPERTY_ATTRIBUTES } from "../device-facts.js";
import { fail } from "../error-state.js";
import type { Runtime } from "../runtime.js";
import type { DEVICES } from "../signatures/execution.js";
import { structPlaces } from "../structs.js";

const PCI_BUS_ID = "0000:00:00.0";
/** cudaLimit: stack, printf and heap sizes, nesting depth, pending launches, L2 granularity, persisting L2 size. */
const DEFAULT_LIMITS = [1024, 1_048_576, 8_388_608, 2, 2048, 64, 0];

export function deviceFunctions(rt: Runtime): Implementations<typeof DEVICES> {
  const { guest } = rt;
  const attributes = deviceAttributes(rt.backend.properties);
  const limits = [...DEFAULT_LIMITS];
  let flags = 0;
  let cacheConfig = 0;
  let sharedConfig = 1;
  const requireDevice = (device = 0): undefined => {
    if (device !== 0) fail("cudaErrorInvalidDevice");
  };
  const synchronize = (): undefined => {
    rt.streams.refuseDuringCapture("cudaErrorStreamCaptureUnsupported");
    rt.work.wait();
  };
  const reset = (): undefined => {
    rt.work.wait();
    rt.errors.take();
  };
  const version = (address = 0): undefined => {
    guest.setU32(address, CUDA_VERSION);
  };
  return {
    cudaGetDeviceCount: (count = 0) => {
      guest.setU32(count, 1);
    },
    cudaGetDevice: (device = 0) => {
      guest.setU32(device, 0);
    },
    cudaSetDevice: requireDevice,
    cudaInitDevice: requireDevice,
    cudaSetValidDevices: (devices = 0, count = 0) => {
      for (let i = 0; i < count; i++) requireDevice(guest.i32(devices + 4 * i));
    },
    cudaChooseDevice: (device = 0) => {
      guest.setU32(device, 0);
    },
    cudaGetDeviceProperties: (properties = 0, device = 0) => {
      requireDevice(device);
      writeProperties(rt, properties);
    },
    cudaDeviceGetAttribute: (value = 0, attribute = 0, device = 0) => {
      requireDevice(device);
      const name = attributeName(attribute);
      if (name === undefined) fail("cudaErrorInvalidValue");
      guest.setU32(value, attributes[name] ?? 0);
    },
    cudaDeviceSynchronize: synchronize,
    cudaThreadSynchronize: synchronize,
    cudaDeviceReset: reset,
    cudaThreadExit: reset,
    cudaDeviceSetLimit: (limit = 0, value = 0) => {
      if (limits[limit] === undefined) fail("cudaErrorUnsupportedLimit");
      limits[limit] = value;
    },
    cudaDeviceGetLimit: (value = 0, limit = 0) => {
      const answer = limits[limit];
      if (answer === undefined) fail("cudaErrorUnsupportedLimit");
      guest.setWord(value, answer);
    },
    cudaDeviceSetCacheConfig: (config = 0) => {
      if (config > 3) fail("cudaErrorInvalidValue");
      cacheConfig = config;
    },
    cudaDeviceGetCacheConfig: (config = 0) => {
      guest.setU32(config, cacheConfig);
    },
    cudaDeviceSetSharedMemConfig: (config = 0) => {
      if (config > 2) fail("cudaErrorInvalidValue");
      sharedConfig = config === 0 ? 1 : config;
    },
    cudaDeviceGetSharedMemConfig: (config = 0) => {
      guest.setU32(config, sharedConfig);
    },
    cudaSetDeviceFlags: (value = 0) => {
      if (value > 0xff) fail("cudaErrorInvalidValue");
      flags = value;
    },
    cudaGetDeviceFlags: (address = 0) => {
      guest.setU32(address, flags);
    },
    cudaDeviceGetStreamPriorityRange: (least = 0, greatest = 0) => {
      if (least !== 0) guest.setU32(least, 0);
      if (greatest !== 0) guest.setU32(greatest, -5);
    },
    cudaDeviceGetPCIBusId: (text = 0, length = 0, device = 0) => {
      requireDevice(device);
      if (length <= 0) fail("cudaErrorInvalidValue");
      guest.setText(text, PCI_BUS_ID, length);
    },
    cudaDeviceGetByPCIBusId: (device = 0, text = 0) => {
      if (guest.text(text) !== PCI_BUS_ID) fail("cudaErrorInvalidDevice");
      guest.setU32(device, 0);
    },
    cudaDriverGetVersion: version,
    cudaRuntimeGetVersion: version,
    cudaCtxResetPersistingL2Cache: () => 0,
    cudaProfilerStart: () => 0,
    cudaProfilerStop: () => 0,
  };
}

function writeProperties(rt: Runtime, address: number): void {
  const { guest, backend } = rt;
  const { byteLength, offset } = structPlaces("cudaDeviceProp");
  const attributes = deviceAttributes(backend.properties);
  guest.range(address, byteLength).fill(0);
  guest.setText(address, backend.properties.name, 256);
  guest.setWord(address + (offset["totalGlobalMem"] ?? 0), backend.properties.totalMemoryBytes);
  for (const [field, names] of Object.entries(PROPERTY_ATTRIBUTES)) {
    const place = offset[field];
    if (place === undefined) throw new Error(`internal: cudaDeviceProp has no field ${field}`);
    [names].flat().forEach((name, i) => guest.setU32(address + place + 4 * i, attributes[name] ?? 0));
  }
}
