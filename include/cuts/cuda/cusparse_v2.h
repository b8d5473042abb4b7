// The name that cuSPARSE had before CUDA 13 beside its own.
#pragma once
#include "cusparse.h"
