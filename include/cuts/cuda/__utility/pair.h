// std::pair, which is thrust::pair too, for both sides: kernels assign pairs. Before C++20 the library's assignment is not constexpr, so
// that it would be the host's alone.
#pragma once
// Declares std::swap, of which kernels have another one (detail/program_swap.h).
#include <__type_traits/is_swappable.h>
#pragma clang force_cuda_host_device begin
#include_next <__utility/pair.h>
#pragma clang force_cuda_host_device end
