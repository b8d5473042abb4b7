// What fused kernels call of indexing: an index that is not simply inside of its axis (cuts_place of index.cuh).
#pragma once
#include "../../../array/indexing/index.cuh"
