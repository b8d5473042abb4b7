// cg::reduce over tiles, coalesced threads and dynamic partitions.
#pragma once
#include <cooperative_groups.h>
#include "detail/groups_reduce.h"
