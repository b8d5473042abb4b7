// CUB's name for the file beside it.
#pragma once
#include "device_select.h"
