// NVRTC: compiling while the program runs.

export const NVRTC = {
  nvrtcVersion: "nvrtcResult(int* major, int* minor)",
  nvrtcGetErrorString: "const char*(nvrtcResult result)",
  nvrtcGetNumSupportedArchs: "nvrtcResult(int* count)",
  nvrtcGetSupportedArchs: "nvrtcResult(int* architectures)",
  nvrtcCreateProgram:
    "nvrtcResult(nvrtcProgram* program, const char* source, const char* name, int headerCount, const char* const* headers, const char* const* includeNames)",
  nvrtcDestroyProgram: "nvrtcResult(nvrtcProgram* program)",
  nvrtcAddNameExpression: "nvrtcResult(nvrtcProgram program, const char* expression)",
  nvrtcCompileProgram: "nvrtcResult(nvrtcProgram program, int optionCount, const char* const* options)",
  nvrtcGetLoweredName: "nvrtcResult(nvrtcProgram program, const char* expression, const char** name)",
  nvrtcGetProgramLogSize: "nvrtcResult(nvrtcProgram program, size_t* size)",
  nvrtcGetProgramLog: "nvrtcResult(nvrtcProgram program, char* log)",
  nvrtcGetPTXSize: "nvrtcResult(nvrtcProgram program, size_t* size)",
  nvrtcGetPTX: "nvrtcResult(nvrtcProgram program, char* code)",
  nvrtcGetCUBINSize: "nvrtcResult(nvrtcProgram program, size_t* size)",
  nvrtcGetCUBIN: "nvrtcResult(nvrtcProgram program, char* code)",
} as const;
