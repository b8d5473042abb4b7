// The functions of the driver API. Written from the tables in src/backend/cpu/program/cudart; do not edit.
#pragma once
#include "driver_api_types.h"
#include "host_import.h"

CUTS_C_BEGIN
// driver
CUTS_IMPORT("cuda") CUresult cuInit(unsigned int flags);
CUTS_IMPORT("cuda") CUresult cuDriverGetVersion(int* version);
CUTS_IMPORT("cuda") CUresult cuGetErrorName(CUresult error, const char** text);
CUTS_IMPORT("cuda") CUresult cuGetErrorString(CUresult error, const char** text);
CUTS_IMPORT("cuda") CUresult cuDeviceGetCount(int* count);
CUTS_IMPORT("cuda") CUresult cuDeviceGet(CUdevice* device, int ordinal);
CUTS_IMPORT("cuda") CUresult cuDeviceGetName(char* name, int length, CUdevice device);
CUTS_IMPORT("cuda") CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device);
CUTS_IMPORT("cuda") CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device);
CUTS_IMPORT("cuda") CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device);
CUTS_IMPORT("cuda") CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer);
CUTS_IMPORT("cuda") CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device);
CUTS_IMPORT("cuda") CUresult cuDevicePrimaryCtxRelease(CUdevice device);
CUTS_IMPORT("cuda") CUresult cuCtxCreate(CUcontext* context, unsigned int flags, CUdevice device);
CUTS_IMPORT("cuda") CUresult cuCtxDestroy(CUcontext context);
CUTS_IMPORT("cuda") CUresult cuCtxSetCurrent(CUcontext context);
CUTS_IMPORT("cuda") CUresult cuCtxGetCurrent(CUcontext* context);
CUTS_IMPORT("cuda") CUresult cuCtxPushCurrent(CUcontext context);
CUTS_IMPORT("cuda") CUresult cuCtxPopCurrent(CUcontext* context);
CUTS_IMPORT("cuda") CUresult cuCtxGetDevice(CUdevice* device);
CUTS_IMPORT("cuda") CUresult cuCtxSynchronize(void);
CUTS_IMPORT("cuda") CUresult cuMemAlloc(CUdeviceptr* pointer, size_t size);
CUTS_IMPORT("cuda") CUresult cuMemAllocManaged(CUdeviceptr* pointer, size_t size, unsigned int flags);
CUTS_IMPORT("cuda") CUresult cuMemAllocPitch(CUdeviceptr* pointer, size_t* pitch, size_t width, size_t height, unsigned int elementSize);
CUTS_IMPORT("cuda") CUresult cuMemFree(CUdeviceptr pointer);
CUTS_IMPORT("cuda") CUresult cuMemAllocHost(void** pointer, size_t size);
CUTS_IMPORT("cuda") CUresult cuMemFreeHost(void* pointer);
CUTS_IMPORT("cuda") CUresult cuMemGetInfo(size_t* free, size_t* total);
CUTS_IMPORT("cuda") CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, size_t count);
CUTS_IMPORT("cuda") CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, size_t count);
CUTS_IMPORT("cuda") CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t count);
CUTS_IMPORT("cuda") CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, size_t count, CUstream stream);
CUTS_IMPORT("cuda") CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, size_t count, CUstream stream);
CUTS_IMPORT("cuda") CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t count, CUstream stream);
CUTS_IMPORT("cuda") CUresult cuMemsetD8(CUdeviceptr pointer, unsigned char value, size_t count);
CUTS_IMPORT("cuda") CUresult cuMemsetD16(CUdeviceptr pointer, unsigned short value, size_t count);
CUTS_IMPORT("cuda") CUresult cuMemsetD32(CUdeviceptr pointer, unsigned int value, size_t count);
CUTS_IMPORT("cuda") CUresult cuModuleLoad(CUmodule* module, const char* fileName);
CUTS_IMPORT("cuda") CUresult cuModuleLoadData(CUmodule* module, const void* image);
CUTS_IMPORT("cuda") CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned int count, CUjit_option* options, void** values);
CUTS_IMPORT("cuda") CUresult cuModuleUnload(CUmodule module);
CUTS_IMPORT("cuda") CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name);
CUTS_IMPORT("cuda") CUresult cuModuleGetGlobal(CUdeviceptr* pointer, size_t* size, CUmodule module, const char* name);
CUTS_IMPORT("cuda") CUresult cuLinkCreate(unsigned int count, CUjit_option* options, void** values, CUlinkState* state);
CUTS_IMPORT("cuda") CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void* data, size_t size, const char* name, unsigned int count, CUjit_option* options, void** values);
CUTS_IMPORT("cuda") CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* path, unsigned int count, CUjit_option* options, void** values);
CUTS_IMPORT("cuda") CUresult cuLinkComplete(CUlinkState state, void** code, size_t* size);
CUTS_IMPORT("cuda") CUresult cuLinkDestroy(CUlinkState state);
CUTS_IMPORT("cuda") CUresult cuLaunchKernel(CUfunction function, unsigned int gridX, unsigned int gridY, unsigned int gridZ, unsigned int blockX, unsigned int blockY, unsigned int blockZ, unsigned int sharedBytes, CUstream stream, void** parameters, void** extra);
CUTS_IMPORT("cuda") CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function);
CUTS_IMPORT("cuda") CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value);
CUTS_IMPORT("cuda") CUresult cuStreamCreate(CUstream* stream, unsigned int flags);
CUTS_IMPORT("cuda") CUresult cuStreamDestroy(CUstream stream);
CUTS_IMPORT("cuda") CUresult cuStreamSynchronize(CUstream stream);
CUTS_IMPORT("cuda") CUresult cuEventCreate(CUevent* event, unsigned int flags);
CUTS_IMPORT("cuda") CUresult cuEventRecord(CUevent event, CUstream stream);
CUTS_IMPORT("cuda") CUresult cuEventSynchronize(CUevent event);
CUTS_IMPORT("cuda") CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end);
CUTS_IMPORT("cuda") CUresult cuEventDestroy(CUevent event);
CUTS_C_END
