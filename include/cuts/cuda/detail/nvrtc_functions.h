// The functions of NVRTC. Written from the tables in src/backend/cpu/program/cudart; do not edit.
#pragma once
#include <stddef.h>
#include "host_import.h"
#include "nvrtc_types.h"

CUTS_C_BEGIN
// NVRTC
CUTS_IMPORT("cuda") nvrtcResult nvrtcVersion(int* major, int* minor);
CUTS_IMPORT("cuda") const char* nvrtcGetErrorString(nvrtcResult result);
CUTS_IMPORT("cuda") nvrtcResult nvrtcGetNumSupportedArchs(int* count);
CUTS_IMPORT("cuda") nvrtcResult nvrtcGetSupportedArchs(int* architectures);
CUTS_IMPORT("cuda") nvrtcResult nvrtcCreateProgram(nvrtcProgram* program, const char* source, const char* name, int headerCount, const char* const* headers, const char* const* includeNames);
CUTS_IMPORT("cuda") nvrtcResult nvrtcDestroyProgram(nvrtcProgram* program);
CUTS_IMPORT("cuda") nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char* expression);
CUTS_IMPORT("cuda") nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int optionCount, const char* const* options);
CUTS_IMPORT("cuda") nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char* expression, const char** name);
CUTS_IMPORT("cuda") nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t* size);
CUTS_IMPORT("cuda") nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char* log);
CUTS_IMPORT("cuda") nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t* size);
CUTS_IMPORT("cuda") nvrtcResult nvrtcGetPTX(nvrtcProgram program, char* code);
CUTS_IMPORT("cuda") nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t* size);
CUTS_IMPORT("cuda") nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char* code);
CUTS_C_END
