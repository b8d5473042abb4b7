// What the cpu device says of itself: one table of attributes, from which cudaDeviceProp is filled too. Limits are those
// of compute capability 9.0, which sources are compiled for; what has no meaning here is 0.

import type { DeviceProperties } from "../../../backend.js";
import { ATTRIBUTE_NUMBERS, type AttributeName } from "./attribute-numbers.js";
import { DEFAULT_SHARED_BYTES } from "./module-registry.js";

/** The compute capability that sources are compiled for. */
export const COMPUTE_CAPABILITY = { major: 9, minor: 0 } as const;
/** CUDA 13.0. */
export const CUDA_VERSION = 13_000;
/** Threads and blocks that a multiprocessor holds, as occupancy counts them. */
export const THREADS_PER_MULTIPROCESSOR = 2048;
export const BLOCKS_PER_MULTIPROCESSOR = 32;
export const SHARED_BYTES_PER_MULTIPROCESSOR = 228 * 1024;
/** Shared memory that a GPU keeps for itself in each block. */
export const RESERVED_SHARED_BYTES = 1024;
const REGISTERS = 65_536;
/** What a signed int holds, which is how sizes of a GPU are told. */
const MOST = 2 ** 31 - 1;

/** Attributes of the device by name; those that are missing are 0. */
export function deviceAttributes(p: DeviceProperties): Readonly<Partial<Record<AttributeName, number>>> {
  return {
    MaxThreadsPerBlock: p.maxThreadsPerBlock,
    MaxBlockDimX: p.maxBlockDim[0],
    MaxBlockDimY: p.maxBlockDim[1],
    MaxBlockDimZ: p.maxBlockDim[2],
    MaxGridDimX: p.maxGridDim[0],
    MaxGridDimY: p.maxGridDim[1],
    MaxGridDimZ: p.maxGridDim[2],
    MaxSharedMemoryPerBlock: DEFAULT_SHARED_BYTES,
    MaxSharedMemoryPerBlockOptin: p.maxSharedBytesPerBlock,
    MaxSharedMemoryPerMultiprocessor: SHARED_BYTES_PER_MULTIPROCESSOR,
    ReservedSharedMemoryPerBlock: RESERVED_SHARED_BYTES,
    TotalConstantMemory: 65_536,
    WarpSize: p.warpSize,
    MaxPitch: MOST,
    MaxRegistersPerBlock: REGISTERS,
    MaxRegistersPerMultiprocessor: REGISTERS,
    // clock64() counts nanoseconds.
    ClockRate: 1_000_000,
    TextureAlignment: 512,
    TexturePitchAlignment: 32,
    SurfaceAlignment: 512,
    GpuOverlap: 1,
    AsyncEngineCount: 1,
    MultiProcessorCount: p.multiprocessors,
    MaxThreadsPerMultiProcessor: THREADS_PER_MULTIPROCESSOR,
    MaxBlocksPerMultiprocessor: BLOCKS_PER_MULTIPROCESSOR,
    Integrated: 1,
    CanMapHostMemory: 1,
    ConcurrentKernels: 1,
    UnifiedAddressing: 1,
    ManagedMemory: 1,
    ConcurrentManagedAccess: 1,
    DirectManagedMemAccessFromHost: 1,
    HostNativeAtomicSupported: 1,
    HostRegisterSupported: 1,
    CanUseHostPointerForRegisteredMem: 1,
    ComputeCapabilityMajor: COMPUTE_CAPABILITY.major,
    ComputeCapabilityMinor: COMPUTE_CAPABILITY.minor,
    StreamPrioritiesSupported: 1,
    GlobalL1CacheSupported: 1,
    LocalL1CacheSupported: 1,
    CooperativeLaunch: 1,
    ComputePreemptionSupported: 1,
    MemoryPoolsSupported: 1,
    SingleToDoublePrecisionPerfRatio: 2,
    // A machine's memory does not tell its clock; one channel of DDR4 stands for it, so that nothing divides by zero.
    MemoryClockRate: 1_600_000,
    GlobalMemoryBusWidth: 64,
    L2CacheSize: 4 * 1024 * 1024,
    MaxTexture1DWidth: 131_072,
    MaxTexture1DLinearWidth: 268_435_456,
    MaxTexture2DWidth: 131_072,
    MaxTexture2DHeight: 65_536,
    MaxTexture2DLinearWidth: 131_072,
    MaxTexture2DLinearHeight: 65_000,
    MaxTexture2DLinearPitch: 2_097_120,
    MaxTexture3DWidth: 16_384,
    MaxTexture3DHeight: 16_384,
    MaxTexture3DDepth: 16_384,
    MaxTexture1DLayeredWidth: 32_768,
    MaxTexture1DLayeredLayers: 2048,
    MaxTexture2DLayeredWidth: 32_768,
    MaxTexture2DLayeredHeight: 32_768,
    MaxTexture2DLayeredLayers: 2048,
  };
}

const NAMES = new Map(Object.entries(ATTRIBUTE_NUMBERS).map(([name, number]) => [number as number, name]));

/** The name of an attribute by CUDA's number. */
export function attributeName(number: number): AttributeName | undefined {
  return NAMES.get(number) as AttributeName | undefined;
}

/** Fields of cudaDeviceProp that are attributes under another name; arrays have one for each element. */
export const PROPERTY_ATTRIBUTES: Readonly<Record<string, AttributeName | readonly AttributeName[]>> = {
  sharedMemPerBlock: "MaxSharedMemoryPerBlock",
  regsPerBlock: "MaxRegistersPerBlock",
  warpSize: "WarpSize",
  memPitch: "MaxPitch",
  maxThreadsPerBlock: "MaxThreadsPerBlock",
  maxThreadsDim: ["MaxBlockDimX", "MaxBlockDimY", "MaxBlockDimZ"],
  maxGridSize: ["MaxGridDimX", "MaxGridDimY", "MaxGridDimZ"],
  clockRate: "ClockRate",
  totalConstMem: "TotalConstantMemory",
  major: "ComputeCapabilityMajor",
  minor: "ComputeCapabilityMinor",
  textureAlignment: "TextureAlignment",
  texturePitchAlignment: "TexturePitchAlignment",
  surfaceAlignment: "SurfaceAlignment",
  deviceOverlap: "GpuOverlap",
  multiProcessorCount: "MultiProcessorCount",
  integrated: "Integrated",
  canMapHostMemory: "CanMapHostMemory",
  maxTexture1D: "MaxTexture1DWidth",
  maxTexture1DLinear: "MaxTexture1DLinearWidth",
  maxTexture2D: ["MaxTexture2DWidth", "MaxTexture2DHeight"],
  maxTexture2DLinear: ["MaxTexture2DLinearWidth", "MaxTexture2DLinearHeight", "MaxTexture2DLinearPitch"],
  maxTexture3D: ["MaxTexture3DWidth", "MaxTexture3DHeight", "MaxTexture3DDepth"],
  maxTexture1DLayered: ["MaxTexture1DLayeredWidth", "MaxTexture1DLayeredLayers"],
  maxTexture2DLayered: ["MaxTexture2DLayeredWidth", "MaxTexture2DLayeredHeight", "MaxTexture2DLayeredLayers"],
  concurrentKernels: "ConcurrentKernels",
  asyncEngineCount: "AsyncEngineCount",
  unifiedAddressing: "UnifiedAddressing",
  memoryClockRate: "MemoryClockRate",
  memoryBusWidth: "GlobalMemoryBusWidth",
  l2CacheSize: "L2CacheSize",
  maxThreadsPerMultiProcessor: "MaxThreadsPerMultiProcessor",
  maxBlocksPerMultiProcessor: "MaxBlocksPerMultiprocessor",
  streamPrioritiesSupported: "StreamPrioritiesSupported",
  globalL1CacheSupported: "GlobalL1CacheSupported",
  localL1CacheSupported: "LocalL1CacheSupported",
  sharedMemPerMultiprocessor: "MaxSharedMemoryPerMultiprocessor",
  sharedMemPerBlockOptin: "MaxSharedMemoryPerBlockOptin",
  reservedSharedMemPerBlock: "ReservedSharedMemoryPerBlock",
  regsPerMultiprocessor: "MaxRegistersPerMultiprocessor",
  managedMemory: "ManagedMemory",
  concurrentManagedAccess: "ConcurrentManagedAccess",
  directManagedMemAccessFromHost: "DirectManagedMemAccessFromHost",
  hostNativeAtomicSupported: "HostNativeAtomicSupported",
  hostRegisterSupported: "HostRegisterSupported",
  canUseHostPointerForRegisteredMem: "CanUseHostPointerForRegisteredMem",
  singleToDoublePrecisionPerfRatio: "SingleToDoublePrecisionPerfRatio",
  computePreemptionSupported: "ComputePreemptionSupported",
  cooperativeLaunch: "CooperativeLaunch",
  memoryPoolsSupported: "MemoryPoolsSupported",
};
