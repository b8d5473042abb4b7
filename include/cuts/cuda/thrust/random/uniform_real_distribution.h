// A part of thrust/random.h under its own name.
#pragma once
#include "../random.h"
