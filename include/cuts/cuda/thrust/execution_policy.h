// thrust/execution_policy.h: a name of NVIDIA's header.
#pragma once
#include "detail/system.h"
