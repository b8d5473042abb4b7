// A name of NVIDIA's header; what kernels need of it is in the prelude.
#pragma once
#include "cuts_device.h"
