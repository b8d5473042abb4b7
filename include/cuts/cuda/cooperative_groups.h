// Cooperative groups: thread blocks, grids, tiles of a warp, coalesced threads and their partitions. Groups inside a
// warp are masks of lanes and work through the warp functions of the prelude. Clusters and multi-device grids are not here.
#pragma once
#include "cuts_device.h"
#include "detail/groups_block.h"
#include "detail/groups_lanes.h"
#include "detail/groups_tile.h"
#include "detail/groups_wide_tile.h"
#include "detail/groups_partition.h"
