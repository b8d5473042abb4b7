// cub::WarpScan.
#pragma once
#include "warp_reduce.h"
