// The C types that the driver's declarations name. Handles are pointers to structs nobody sees inside of, so each gets a
// branded type of its own in TypeScript. Enumerations are ints; the values one needs are in driver-constants.ts. Unions
// are bytes. Names of one type share a typedef, since TypeScript reads some seventy statements and then gives up.

/** Types of the CUDA driver API, as C text. */
export const driverTypes = `
  typedef int CUresult, CUdevice, CUdevice_P2PAttribute, CUdevice_attribute, CUdriverProcAddressQueryResult,
    CUexecAffinityType, CUfunc_cache, CUfunctionLoadingState, CUfunction_attribute, CUgraphExecUpdateResult,
    CUgraphMem_attribute, CUgraphNodeType, CUjit_option, CUjitInputType, CUlibraryOption, CUlimit,
    CUmemAccess_flags, CUmemAllocationGranularity_flags, CUmemAllocationHandleType, CUmemPool_attribute,
    CUmemRangeHandleType, CUmem_advise, CUmem_range_attribute, CUmoduleLoadingMode, CUpointer_attribute,
    CUstreamAttrID, CUstreamCaptureMode, CUstreamCaptureStatus;
  typedef unsigned int cuuint32_t;
  typedef unsigned long long CUdeviceptr, CUmemGenericAllocationHandle, cuuint64_t;
  typedef struct CUctx_st* CUcontext;
  typedef struct CUmod_st* CUmodule;
  typedef struct CUfunc_st* CUfunction;
  typedef struct CUlib_st* CUlibrary;
  typedef struct CUkern_st* CUkernel;
  typedef struct CUlinkState_st* CUlinkState;
  typedef struct CUstream_st* CUstream;
  typedef struct CUevent_st* CUevent;
  typedef struct CUarray_st* CUarray;
  typedef struct CUgraph_st* CUgraph;
  typedef struct CUgraphNode_st* CUgraphNode;
  typedef struct CUgraphExec_st* CUgraphExec;
  typedef struct CUuserObject_st* CUuserObject;
  typedef struct CUmemPoolHandle_st* CUmemoryPool;
  typedef struct { unsigned char bytes[16]; } CUuuid;
  typedef struct { unsigned char pad[64]; } CUstreamAttrValue;
  typedef struct {
    unsigned int gridDimX; unsigned int gridDimY; unsigned int gridDimZ; unsigned int blockDimX; unsigned int blockDimY;
    unsigned int blockDimZ; unsigned int sharedMemBytes; CUstream hStream; void* attrs; unsigned int numAttrs;
  } CUlaunchConfig;
  typedef struct { int type; int id; } CUmemLocation;
  typedef struct { CUmemLocation location; int flags; } CUmemAccessDesc;
  typedef struct { unsigned char reserved[64]; } CUipcMemHandle;
  typedef struct { unsigned char reserved[64]; } CUipcEventHandle;
  typedef struct { unsigned char reserved[64]; } CUmemPoolPtrExportData;
  typedef struct {
    int allocType; int handleTypes; CUmemLocation location; void* win32SecurityAttributes;
    size_t maxSize; unsigned short usage; unsigned char reserved[54];
  } CUmemPoolProps;
  typedef struct {
    unsigned char compressionType; unsigned char gpuDirectRDMACapable; unsigned short usage; unsigned char reserved[4];
  } CUmemAllocationFlags;
  typedef struct {
    int type; int requestedHandleTypes; CUmemLocation location; void* win32HandleMetaData; CUmemAllocationFlags allocFlags;
  } CUmemAllocationProp;
  typedef struct {
    size_t srcXInBytes; size_t srcY; int srcMemoryType; const void* srcHost; CUdeviceptr srcDevice; CUarray srcArray;
    size_t srcPitch; size_t dstXInBytes; size_t dstY; int dstMemoryType; void* dstHost; CUdeviceptr dstDevice;
    CUarray dstArray; size_t dstPitch; size_t WidthInBytes; size_t Height;
  } CUDA_MEMCPY2D;
  typedef struct {
    size_t srcXInBytes; size_t srcY; size_t srcZ; size_t srcLOD; int srcMemoryType; const void* srcHost;
    CUdeviceptr srcDevice; CUarray srcArray; void* reserved0; size_t srcPitch; size_t srcHeight;
    size_t dstXInBytes; size_t dstY; size_t dstZ; size_t dstLOD; int dstMemoryType; void* dstHost;
    CUdeviceptr dstDevice; CUarray dstArray; void* reserved1; size_t dstPitch; size_t dstHeight;
    size_t WidthInBytes; size_t Height; size_t Depth;
  } CUDA_MEMCPY3D;
  typedef struct {
    CUfunction func; unsigned int gridDimX; unsigned int gridDimY; unsigned int gridDimZ; unsigned int blockDimX;
    unsigned int blockDimY; unsigned int blockDimZ; unsigned int sharedMemBytes; void** kernelParams; void** extra;
    CUkernel kern; CUcontext ctx;
  } CUDA_KERNEL_NODE_PARAMS;
  typedef struct {
    CUdeviceptr dst; size_t pitch; unsigned int value; unsigned int elementSize; size_t width; size_t height;
  } CUDA_MEMSET_NODE_PARAMS;
  typedef struct { void* fn; void* userData; } CUDA_HOST_NODE_PARAMS;
  typedef struct {
    cuuint64_t flags; CUstream hUploadStream; CUgraphNode hErrNode_out; int result_out;
  } CUDA_GRAPH_INSTANTIATE_PARAMS;
  typedef struct { int result; CUgraphNode errorNode; CUgraphNode errorFromNode; } CUgraphExecUpdateResultInfo;
  typedef struct {
    unsigned char from_port; unsigned char to_port; unsigned char type; unsigned char reserved[5];
  } CUgraphEdgeData;
`;
