// How a header declares functions that CuTS itself gives to a program: as imports of the program's WebAssembly module,
// so that only those that are used are asked for.
#pragma once

#define CUTS_IMPORT(module) __attribute__((import_module(module)))

// Sources in C have no defaults of parameters, and nothing to say about linkage.
#ifdef __cplusplus
#define CUTS_DEFAULT(value) = value
#define CUTS_C_BEGIN extern "C" {
#define CUTS_C_END }
#else
#define CUTS_DEFAULT(value)
#define CUTS_C_BEGIN
#define CUTS_C_END
#endif
