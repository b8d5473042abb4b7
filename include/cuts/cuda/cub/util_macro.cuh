#pragma once
#include "operators.h"
