// Code on the device: modules, libraries, functions, kernels and the driver's linker. Part of the driver's table: see driver.ts.

/** Code on the device: modules, libraries, functions, kernels and the driver's linker. */
export const moduleFunctions = {
  /** Loads PTX, a CUBIN or a fatbin into this thread's context. */
  cuModuleLoadDataEx:
    "CUresult(CUmodule* module, const void* image, unsigned int optionCount, CUjit_option* options, void** values)",
  /** The same without options. */
  cuModuleLoadData: "CUresult(CUmodule* module, const void* image)",
  /** The same from a file. */
  cuModuleLoad: "CUresult(CUmodule* module, const char* path)",
  /** Unloads a module. */
  cuModuleUnload: "CUresult(CUmodule module)",
  /** A kernel of a module. */
  cuModuleGetFunction: "CUresult(CUfunction* function, CUmodule module, const char* name)",
  /** A variable of a module. */
  cuModuleGetGlobal_v2: "CUresult(CUdeviceptr* address, size_t* bytes, CUmodule module, const char* name)",
  /** How many kernels a module has. */
  cuModuleGetFunctionCount: "CUresult(unsigned int* count, CUmodule module)",
  /** All kernels of a module. */
  cuModuleEnumerateFunctions: "CUresult(CUfunction* functions, unsigned int count, CUmodule module)",
  /** Whether code is loaded when it is first used. */
  cuModuleGetLoadingMode: "CUresult(CUmoduleLoadingMode* mode)",
  /** A fact about a function, such as its registers. */
  cuFuncGetAttribute: "CUresult(int* value, CUfunction_attribute attribute, CUfunction function)",
  /** Sets what can be set of them. */
  cuFuncSetAttribute: "CUresult(CUfunction function, CUfunction_attribute attribute, int value)",
  /** Whether a function prefers cache or shared memory. */
  cuFuncSetCacheConfig: "CUresult(CUfunction function, CUfunc_cache config)",
  /** The symbol of a function. */
  cuFuncGetName: "CUresult(const char** name, CUfunction function)",
  /** Where a parameter lies in the parameter block, and its size. */
  cuFuncGetParamInfo: "CUresult(CUfunction function, size_t index, size_t* offset, size_t* size)",
  /** The module of a function. */
  cuFuncGetModule: "CUresult(CUmodule* module, CUfunction function)",
  /** Whether a function is loaded already. */
  cuFuncIsLoaded: "CUresult(CUfunctionLoadingState* state, CUfunction function)",
  /** Loads a function ahead of its first launch. */
  cuFuncLoad: "CUresult(CUfunction function)",
  /** Loads code for all contexts. */
  cuLibraryLoadData:
    "CUresult(CUlibrary* library, const void* code, CUjit_option* jitOptions, void** jitValues, unsigned int jitCount, CUlibraryOption* libraryOptions, void** libraryValues, unsigned int libraryCount)",
  /** The same from a file. */
  cuLibraryLoadFromFile:
    "CUresult(CUlibrary* library, const char* path, CUjit_option* jitOptions, void** jitValues, unsigned int jitCount, CUlibraryOption* libraryOptions, void** libraryValues, unsigned int libraryCount)",
  /** Unloads a library. */
  cuLibraryUnload: "CUresult(CUlibrary library)",
  /** A kernel of a library, by its symbol. */
  cuLibraryGetKernel: "CUresult(CUkernel* kernel, CUlibrary library, const char* name)",
  /** How many kernels a library has. */
  cuLibraryGetKernelCount: "CUresult(unsigned int* count, CUlibrary library)",
  /** All kernels of a library. */
  cuLibraryEnumerateKernels: "CUresult(CUkernel* kernels, unsigned int count, CUlibrary library)",
  /** A variable of a library in this thread's context. */
  cuLibraryGetGlobal: "CUresult(CUdeviceptr* address, size_t* bytes, CUlibrary library, const char* name)",
  /** A managed variable of a library. */
  cuLibraryGetManaged: "CUresult(CUdeviceptr* address, size_t* bytes, CUlibrary library, const char* name)",
  /** A host function of a library that the device can call. */
  cuLibraryGetUnifiedFunction: "CUresult(void** function, CUlibrary library, const char* name)",
  /** The library as a module of this thread's context. */
  cuLibraryGetModule: "CUresult(CUmodule* module, CUlibrary library)",
  /** The kernel as a function of this thread's context. */
  cuKernelGetFunction: "CUresult(CUfunction* function, CUkernel kernel)",
  /** A fact about a kernel on a device. */
  cuKernelGetAttribute:
    "CUresult(int* value, CUfunction_attribute attribute, CUkernel kernel, CUdevice device)",
  /** Sets what can be set of them. */
  cuKernelSetAttribute:
    "CUresult(CUfunction_attribute attribute, int value, CUkernel kernel, CUdevice device)",
  /** The symbol of a kernel. */
  cuKernelGetName: "CUresult(const char** name, CUkernel kernel)",
  /** Where a parameter lies in the parameter block, and its size. */
  cuKernelGetParamInfo: "CUresult(CUkernel kernel, size_t index, size_t* offset, size_t* size)",
  /** The library of a kernel. */
  cuKernelGetLibrary: "CUresult(CUlibrary* library, CUkernel kernel)",
  /** Whether a kernel prefers cache or shared memory on a device. */
  cuKernelSetCacheConfig: "CUresult(CUkernel kernel, CUfunc_cache config, CUdevice device)",
  /** Begins linking. */
  cuLinkCreate_v2:
    "CUresult(unsigned int optionCount, CUjit_option* options, void** values, CUlinkState* state)",
  /** Adds object code to link. */
  cuLinkAddData_v2:
    "CUresult(CUlinkState state, CUjitInputType type, void* data, size_t size, const char* name, unsigned int optionCount, CUjit_option* options, void** values)",
  /** Adds a file to link. */
  cuLinkAddFile_v2:
    "CUresult(CUlinkState state, CUjitInputType type, const char* path, unsigned int optionCount, CUjit_option* options, void** values)",
  /** Links; the code belongs to the state. */
  cuLinkComplete: "CUresult(CUlinkState state, void** code, size_t* size)",
  /** Ends linking. */
  cuLinkDestroy: "CUresult(CUlinkState state)",
} as const;
