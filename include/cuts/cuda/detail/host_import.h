// How a header declares functions that CuTS itself gives to a program: as imports of the program's WebAssembly module,
// so that only those that are used are asked for.
#pragma once

#define CUTS_IMPORT(module) __attribute__((import_module(module)))
