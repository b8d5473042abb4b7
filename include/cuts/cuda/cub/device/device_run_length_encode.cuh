// CUB's name for the file beside it.
#pragma once
#include "device_run_length_encode.h"
