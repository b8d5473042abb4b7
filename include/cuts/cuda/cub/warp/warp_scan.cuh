// CUB's name for the file beside it.
#pragma once
#include "warp_scan.h"
