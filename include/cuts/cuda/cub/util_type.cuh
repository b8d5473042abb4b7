#pragma once
#include "detail/util_type.h"
