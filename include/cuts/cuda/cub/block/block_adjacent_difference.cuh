// CUB's name for the file beside it.
#pragma once
#include "block_neighbours.h"
