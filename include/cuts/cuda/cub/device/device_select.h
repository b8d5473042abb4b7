// A part of CUB under its own name.
#pragma once
#include "device_algorithms.h"
