// CUB: block and warp collectives and the device-wide algorithms that programs use most.
#pragma once
#include "block/block_exchange.h"
#include "block/block_load.h"
#include "block/block_neighbours.h"
#include "block/block_radix_sort.h"
#include "block/block_reduce.h"
#include "block/block_scan.h"
#include "device/device_algorithms.h"
#include "warp/warp_reduce.h"
#include "detail/util_allocator.h"
#include "detail/util_debug.h"
#include "detail/util_type.h"

namespace cub {
using thrust::constant_iterator;
using thrust::counting_iterator;
template <class _Tp> using CountingInputIterator = thrust::counting_iterator<_Tp>;
template <class _Tp> using ConstantInputIterator = thrust::constant_iterator<_Tp>;
template <class _Value, class _Function, class _Iterator> using TransformInputIterator = thrust::transform_iterator<_Function, _Iterator, _Value>;
}
