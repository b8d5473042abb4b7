// Tells the runtime, before main, where the host's `__managed__` variables are. The linker defines the two ends when
// there are some.
#pragma once
#include "runtime_functions.h"

#ifndef __CUDA_ARCH__
extern "C" __attribute__((weak, visibility("hidden"))) const char __start_cuts_managed[], __stop_cuts_managed[];
__attribute__((constructor)) static void cuts_register_managed() {
  __cutsRegisterManaged(__start_cuts_managed, __stop_cuts_managed);
}
#endif
