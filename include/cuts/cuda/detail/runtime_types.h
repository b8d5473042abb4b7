// The types of the CUDA runtime API: enumerations, structures, and the few structures with unions in them.
#pragma once
#include "runtime_attributes.h"
#include "runtime_enums.h"
#include "runtime_errors.h"
#include "runtime_structs.h"

typedef cudaUUID_t CUuuid_st;
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void* data);
#define CUDART_CB

struct cudaResourceDesc {
  enum cudaResourceType resType;
  union {
    struct {
      cudaArray_t array;
    } array;
    struct {
      cudaMipmappedArray_t mipmap;
    } mipmap;
    struct {
      void* devPtr;
      struct cudaChannelFormatDesc desc;
      size_t sizeInBytes;
    } linear;
    struct {
      void* devPtr;
      struct cudaChannelFormatDesc desc;
      size_t width;
      size_t height;
      size_t pitchInBytes;
    } pitch2D;
    int reserved[16];
  } res;
};

struct cudaGraphEdgeData {
  unsigned char from_port, to_port, type, reserved[5];
};
// What cudaGraphAddNode takes: a node of any type.
struct cudaGraphNodeParams {
  enum cudaGraphNodeType type;
  int reserved0[3];
  union {
    long long reserved1[29];
    struct cudaKernelNodeParams kernel;
    struct {
      int flags, reserved[3];
      struct cudaMemcpy3DParms copyParams;
    } memcpy;
    struct cudaMemsetParams memset;
    struct cudaHostNodeParams host;
    struct {
      cudaGraph_t graph;
    } graph;
    struct {
      cudaEvent_t event;
    } eventWait, eventRecord;
    struct cudaMemAllocNodeParams alloc;
    struct {
      void* dptr;
    } free;
    struct cudaConditionalNodeParams conditional;
  };
  long long reserved2;
};
struct cudaAccessPolicyWindow {
  void* base_ptr;
  size_t num_bytes;
  float hitRatio;
  enum cudaAccessProperty hitProp;
  enum cudaAccessProperty missProp;
};
union cudaLaunchAttributeValue {
  char pad[64];
  struct cudaAccessPolicyWindow accessPolicyWindow;
  int cooperative;
  struct {
    unsigned int x, y, z;
  } clusterDim;
  int programmaticStreamSerializationAllowed;
  int priority;
  struct {
    unsigned char default_, remote;
  } memSyncDomainMap;
  enum cudaLaunchMemSyncDomain memSyncDomain;
  unsigned int sharedMemCarveout;
};
struct cudaLaunchAttribute {
  enum cudaLaunchAttributeID id;
  union cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_t {
  dim3 gridDim;
  dim3 blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  struct cudaLaunchAttribute* attrs;
  unsigned int numAttrs;
};
typedef struct cudaLaunchConfig_t cudaLaunchConfig_st;

static inline struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  struct cudaExtent extent = {width, height, depth};
  return extent;
}
static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  struct cudaPos position = {x, y, z};
  return position;
}
static inline struct cudaPitchedPtr make_cudaPitchedPtr(void* pointer, size_t pitch, size_t width, size_t height) {
  struct cudaPitchedPtr pitched = {pointer, pitch, width, height};
  return pitched;
}
