// cg::inclusive_scan and cg::exclusive_scan over tiles, coalesced threads and dynamic partitions.
#pragma once
#include <cooperative_groups.h>
#include "detail/groups_scan.h"
