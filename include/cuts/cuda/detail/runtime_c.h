// The CUDA runtime API for sources in C, which has no names without their `struct` or `enum`: each gets one, as CUDA's own header gives it
// to most. A source in C has it by its include.
#pragma once
#include <stddef.h>
#include "runtime_enums.h"
#include "runtime_errors.h"
#include "runtime_attributes.h"

typedef enum cudaMemcpyKind cudaMemcpyKind;
typedef enum cudaMemoryType cudaMemoryType;
typedef enum cudaChannelFormatKind cudaChannelFormatKind;
typedef enum cudaResourceType cudaResourceType;
typedef enum cudaResourceViewFormat cudaResourceViewFormat;
typedef enum cudaTextureAddressMode cudaTextureAddressMode;
typedef enum cudaTextureFilterMode cudaTextureFilterMode;
typedef enum cudaTextureReadMode cudaTextureReadMode;
typedef enum cudaSurfaceBoundaryMode cudaSurfaceBoundaryMode;
typedef enum cudaFuncAttribute cudaFuncAttribute;
typedef enum cudaFuncCache cudaFuncCache;
typedef enum cudaSharedMemConfig cudaSharedMemConfig;
typedef enum cudaSharedCarveout cudaSharedCarveout;
typedef enum cudaComputeMode cudaComputeMode;
typedef enum cudaLimit cudaLimit;
typedef enum cudaMemoryAdvise cudaMemoryAdvise;
typedef enum cudaMemRangeAttribute cudaMemRangeAttribute;
typedef enum cudaMemPoolAttr cudaMemPoolAttr;
typedef enum cudaMemLocationType cudaMemLocationType;
typedef enum cudaMemAccessFlags cudaMemAccessFlags;
typedef enum cudaMemAllocationType cudaMemAllocationType;
typedef enum cudaMemAllocationHandleType cudaMemAllocationHandleType;
typedef enum cudaDeviceP2PAttr cudaDeviceP2PAttr;
typedef enum cudaStreamCaptureStatus cudaStreamCaptureStatus;
typedef enum cudaStreamCaptureMode cudaStreamCaptureMode;
typedef enum cudaGraphNodeType cudaGraphNodeType;
typedef enum cudaGraphConditionalHandleFlags cudaGraphConditionalHandleFlags;
typedef enum cudaGraphConditionalNodeType cudaGraphConditionalNodeType;
typedef enum cudaStreamUpdateCaptureDependenciesFlags cudaStreamUpdateCaptureDependenciesFlags;
typedef enum cudaGraphMemAttributeType cudaGraphMemAttributeType;
typedef enum cudaGraphExecUpdateResult cudaGraphExecUpdateResult;
typedef enum cudaGraphInstantiateFlags cudaGraphInstantiateFlags;
typedef enum cudaLaunchAttributeID cudaLaunchAttributeID;
typedef enum cudaLaunchMemSyncDomain cudaLaunchMemSyncDomain;
typedef enum cudaAccessProperty cudaAccessProperty;
typedef enum cudaError cudaError;
typedef enum cudaDeviceAttr cudaDeviceAttr;

typedef struct cudaExtent cudaExtent;
typedef struct cudaPos cudaPos;
typedef struct cudaPitchedPtr cudaPitchedPtr;
typedef struct cudaChannelFormatDesc cudaChannelFormatDesc;
typedef struct cudaMemcpy3DParms cudaMemcpy3DParms;
typedef struct cudaPointerAttributes cudaPointerAttributes;
typedef struct cudaFuncAttributes cudaFuncAttributes;
typedef struct cudaMemLocation cudaMemLocation;
typedef struct cudaMemAccessDesc cudaMemAccessDesc;
typedef struct cudaMemPoolProps cudaMemPoolProps;
typedef struct cudaMemAllocNodeParams cudaMemAllocNodeParams;
typedef struct cudaIpcMemHandle_t cudaIpcMemHandle_t;
typedef struct cudaIpcEventHandle_t cudaIpcEventHandle_t;
typedef struct cudaKernelNodeParams cudaKernelNodeParams;
typedef struct cudaMemsetParams cudaMemsetParams;
typedef struct cudaHostNodeParams cudaHostNodeParams;
typedef struct cudaGraphExecUpdateResultInfo cudaGraphExecUpdateResultInfo;
typedef struct cudaTextureDesc cudaTextureDesc;
typedef struct cudaResourceViewDesc cudaResourceViewDesc;
typedef struct cudaUUID_t cudaUUID_t;
typedef struct cudaDeviceProp cudaDeviceProp;
typedef struct cudaResourceDesc cudaResourceDesc;
typedef struct cudaConditionalNodeParams cudaConditionalNodeParams;
typedef struct cudaGraphNodeParams cudaGraphNodeParams;
typedef struct cudaGraphEdgeData cudaGraphEdgeData;
typedef struct cudaAccessPolicyWindow cudaAccessPolicyWindow;
typedef union cudaLaunchAttributeValue cudaLaunchAttributeValue;
typedef struct cudaLaunchAttribute cudaLaunchAttribute;
typedef struct cudaLaunchConfig_t cudaLaunchConfig_t;

typedef struct uint3 {
  unsigned x, y, z;
} uint3;
typedef struct dim3 {
  unsigned x, y, z;
} dim3;
#define CUTS_C_VECTORS(T, name)                \
  typedef struct name##2 { T x, y; } name##2;  \
  typedef struct name##3 { T x, y, z; } name##3; \
  typedef struct name##4 { T x, y, z, w; } name##4;
CUTS_C_VECTORS(int, int)
CUTS_C_VECTORS(float, float)
CUTS_C_VECTORS(double, double)
#undef CUTS_C_VECTORS

#include "runtime_structs.h"
#include "runtime_types.h"
#include "runtime_functions.h"
