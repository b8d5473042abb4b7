// The types that all of cuSOLVER shares.
#pragma once
#include "detail/cusolver_types.h"
