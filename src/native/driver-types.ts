// The C types that the driver's declarations name. Handles are pointers to structs nobody sees inside of, so each gets a
// branded type of its own in TypeScript. Enumerations are ints; their values are in driver-constants.ts.

/** Types of the CUDA driver API, as C text. */
export const driverTypes = `
  typedef int CUresult;
  typedef int CUdevice;
  typedef unsigned long long CUdeviceptr;
  typedef struct CUctx_st* CUcontext;
  typedef struct CUmod_st* CUmodule;
  typedef struct CUfunc_st* CUfunction;
  typedef struct CUlib_st* CUlibrary;
  typedef struct CUkern_st* CUkernel;
  typedef struct CUlinkState_st* CUlinkState;
  typedef struct CUstream_st* CUstream;
  typedef struct CUevent_st* CUevent;
  typedef struct CUgraph_st* CUgraph;
  typedef struct CUgraphNode_st* CUgraphNode;
  typedef struct CUgraphExec_st* CUgraphExec;
  typedef struct CUmemPoolHandle_st* CUmemoryPool;
  struct CUmemLocation { int type; int id; };
  struct CUipcMemHandle { unsigned char reserved[64]; };
  struct CUipcEventHandle { unsigned char reserved[64]; };
`;
