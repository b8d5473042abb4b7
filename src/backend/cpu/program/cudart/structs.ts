// The structures by which programs and the runtime exchange more than one number, as C text. The header has them from
// here, and their layout is read from the same text, so that both sides agree. Enumerations have the
// size of an int there, handles that of a pointer.

import { structLayout } from "../../../../cdecl/layout.js";
import { parseTypes } from "../../../../cdecl/parse-types.js";
import { CPU_DATA_MODEL } from "../../../../compiler/clang/device-target.js";
import type { GuestMemory } from "./guest-memory.js";

/** Each structure's fields, in an order in which one may use those before it. */
export const STRUCTS = {
  cudaExtent: "size_t width; size_t height; size_t depth;",
  cudaPos: "size_t x; size_t y; size_t z;",
  cudaPitchedPtr: "void* ptr; size_t pitch; size_t xsize; size_t ysize;",
  cudaChannelFormatDesc: "int x; int y; int z; int w; enum cudaChannelFormatKind f;",
  cudaMemcpy3DParms: `
  cudaArray_t srcArray;
  struct cudaPos srcPos;
  struct cudaPitchedPtr srcPtr;
  cudaArray_t dstArray;
  struct cudaPos dstPos;
  struct cudaPitchedPtr dstPtr;
  struct cudaExtent extent;
  enum cudaMemcpyKind kind;`,
  cudaPointerAttributes: "enum cudaMemoryType type; int device; void* devicePointer; void* hostPointer;",
  cudaFuncAttributes: `
  size_t sharedSizeBytes;
  size_t constSizeBytes;
  size_t localSizeBytes;
  int maxThreadsPerBlock;
  int numRegs;
  int ptxVersion;
  int binaryVersion;
  int cacheModeCA;
  int maxDynamicSharedSizeBytes;
  int preferredShmemCarveout;
  int clusterDimMustBeSet;
  int requiredClusterWidth;
  int requiredClusterHeight;
  int requiredClusterDepth;
  int clusterSchedulingPolicyPreference;
  int nonPortableClusterSizeAllowed;`,
  cudaMemLocation: "enum cudaMemLocationType type; int id;",
  cudaMemAccessDesc: "struct cudaMemLocation location; enum cudaMemAccessFlags flags;",
  cudaMemPoolProps: `
  enum cudaMemAllocationType allocType;
  enum cudaMemAllocationHandleType handleTypes;
  struct cudaMemLocation location;
  void* win32SecurityAttributes;
  size_t maxSize;
  unsigned short usage;
  unsigned char reserved[54];`,
  cudaMemAllocNodeParams: `
  struct cudaMemPoolProps poolProps;
  const struct cudaMemAccessDesc* accessDescs;
  size_t accessDescCount;
  size_t bytesize;
  void* dptr;`,
  cudaIpcMemHandle_t: "char reserved[64];",
  cudaIpcEventHandle_t: "char reserved[64];",
  cudaKernelNodeParams:
    "void* func; dim3 gridDim; dim3 blockDim; unsigned int sharedMemBytes; void** kernelParams; void** extra;",
  cudaConditionalNodeParams:
    "cudaGraphConditionalHandle handle; enum cudaGraphConditionalNodeType type; unsigned int size; cudaGraph_t* phGraph_out;",
  cudaMemsetParams:
    "void* dst; size_t pitch; unsigned int value; unsigned int elementSize; size_t width; size_t height;",
  cudaHostNodeParams: "cudaHostFn_t fn; void* userData;",
  cudaGraphExecUpdateResultInfo:
    "enum cudaGraphExecUpdateResult result; cudaGraphNode_t errorNode; cudaGraphNode_t errorFromNode;",
  cudaTextureDesc: `
  enum cudaTextureAddressMode addressMode[3];
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned int maxAnisotropy;
  enum cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
  int disableTrilinearOptimization;
  int seamlessCubemap;`,
  cudaResourceViewDesc: `
  enum cudaResourceViewFormat format;
  size_t width;
  size_t height;
  size_t depth;
  unsigned int firstMipmapLevel;
  unsigned int lastMipmapLevel;
  unsigned int firstLayer;
  unsigned int lastLayer;
  unsigned int reserved[16];`,
  cudaUUID_t: "char bytes[16];",
  cudaDeviceProp: `
  char name[256];
  struct cudaUUID_t uuid;
  char luid[8];
  unsigned int luidDeviceNodeMask;
  size_t totalGlobalMem;
  size_t sharedMemPerBlock;
  int regsPerBlock;
  int warpSize;
  size_t memPitch;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int clockRate;
  size_t totalConstMem;
  int major;
  int minor;
  size_t textureAlignment;
  size_t texturePitchAlignment;
  int deviceOverlap;
  int multiProcessorCount;
  int kernelExecTimeoutEnabled;
  int integrated;
  int canMapHostMemory;
  int computeMode;
  int maxTexture1D;
  int maxTexture1DMipmap;
  int maxTexture1DLinear;
  int maxTexture2D[2];
  int maxTexture2DMipmap[2];
  int maxTexture2DLinear[3];
  int maxTexture2DGather[2];
  int maxTexture3D[3];
  int maxTexture3DAlt[3];
  int maxTextureCubemap;
  int maxTexture1DLayered[2];
  int maxTexture2DLayered[3];
  int maxTextureCubemapLayered[2];
  int maxSurface1D;
  int maxSurface2D[2];
  int maxSurface3D[3];
  int maxSurface1DLayered[2];
  int maxSurface2DLayered[3];
  int maxSurfaceCubemap;
  int maxSurfaceCubemapLayered[2];
  size_t surfaceAlignment;
  int concurrentKernels;
  int ECCEnabled;
  int pciBusID;
  int pciDeviceID;
  int pciDomainID;
  int tccDriver;
  int asyncEngineCount;
  int unifiedAddressing;
  int memoryClockRate;
  int memoryBusWidth;
  int l2CacheSize;
  int persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor;
  int streamPrioritiesSupported;
  int globalL1CacheSupported;
  int localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor;
  int managedMemory;
  int isMultiGpuBoard;
  int multiGpuBoardGroupID;
  int hostNativeAtomicSupported;
  int singleToDoublePrecisionPerfRatio;
  int pageableMemoryAccess;
  int concurrentManagedAccess;
  int computePreemptionSupported;
  int canUseHostPointerForRegisteredMem;
  int cooperativeLaunch;
  int cooperativeMultiDeviceLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables;
  int directManagedMemAccessFromHost;
  int maxBlocksPerMultiProcessor;
  int accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
  int hostRegisterSupported;
  int sparseCudaArraySupported;
  int hostRegisterReadOnlySupported;
  int timelineSemaphoreInteropSupported;
  int memoryPoolsSupported;
  int gpuDirectRDMASupported;
  unsigned int gpuDirectRDMAFlushWritesOptions;
  int gpuDirectRDMAWritesOrdering;
  unsigned int memoryPoolSupportedHandleTypes;
  int deferredMappingCudaArraySupported;
  int ipcEventSupported;
  int clusterLaunch;
  int unifiedFunctionPointers;
  int deviceNumaConfig;
  int deviceNumaId;
  int mpsEnabled;
  int hostNumaId;
  unsigned int gpuPciDeviceID;
  unsigned int gpuPciSubsystemID;
  int hostNumaMultinodeIpcSupported;`,
} as const;

export type StructName = keyof typeof STRUCTS;

/** Where the fields of a structure lie. */
export interface StructPlaces {
  readonly byteLength: number;
  readonly offset: Readonly<Record<string, number>>;
  readonly size: Readonly<Record<string, number>>;
}

/** A structure in the memory of a program. */
export interface PlacedStruct {
  /** The address of a field. */
  readonly at: (field: string) => number;
  /** The value of a number, an enumeration, a pointer or a handle. */
  readonly get: (field: string) => number;
  readonly set: (field: string, value: number) => void;
}

/** The structure at an address. */
export function structAt(guest: GuestMemory, name: StructName, address: number): PlacedStruct {
  const { offset, size } = structPlaces(name);
  const at = (field: string): number => {
    const place = offset[field];
    if (place === undefined) throw new Error(`internal: ${name} has no field ${field}`);
    return address + place;
  };
  return {
    at,
    get: (field) => (size[field] === 8 ? guest.u64(at(field)) : guest.u32(at(field))),
    set: (field, value) =>
      size[field] === 8 ? guest.setU64(at(field), value) : guest.setU32(at(field), value),
  };
}

// Types that are not structures, as parseTypes reads them: what matters is their size.
const PRELUDE = `
typedef struct { unsigned int x, y, z; } dim3;
typedef void* cudaArray_t;
typedef void* cudaHostFn_t;
typedef void* cudaGraphNode_t;
typedef void* cudaGraph_t;
typedef unsigned long long cudaGraphConditionalHandle;
`;

const known = new Map<StructName, StructPlaces>();

/** The layout of a structure in programs. */
export function structPlaces(name: StructName): StructPlaces {
  let places = known.get(name);
  if (!places) {
    places = layOut(name);
    known.set(name, places);
  }
  return places;
}

/** A structure and those inside it, each after those that it has. */
function usedBy(name: StructName): readonly StructName[] {
  const names = Object.keys(STRUCTS) as StructName[];
  const inner = names.filter((other) => new RegExp(`struct ${other}\\b`).test(STRUCTS[name]));
  return [...new Set([...inner.flatMap(usedBy), name])];
}

function layOut(name: StructName): StructPlaces {
  const text = usedBy(name)
    .map((other) => `struct ${other} { ${STRUCTS[other]} };`)
    .join("\n");
  const types = parseTypes(`${PRELUDE}${text.replace(/enum \w+ /g, "int ")}`);
  const struct = types.structs.get(name);
  if (!struct) throw new Error(`internal: no structure ${name}`);
  const { byteLength, parts } = structLayout(struct, CPU_DATA_MODEL, types);
  return {
    byteLength,
    offset: Object.fromEntries(struct.fields.map((f, i) => [f.name, parts[i]?.byteOffset ?? 0])),
    size: Object.fromEntries(struct.fields.map((f, i) => [f.name, parts[i]?.byteLength ?? 0])),
  };
}
