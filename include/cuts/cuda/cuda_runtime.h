// A name of NVIDIA's header; what it declares is in the prelude of kernels and of programs.
#pragma once
#ifdef __cplusplus
#include "cuts_device.h"
#ifdef CUTS_HOST_STD
#include "cuts_program.h"
#endif
#else
#include "detail/runtime_c.h"
#endif
