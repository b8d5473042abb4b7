// As GNU's library has it, so that programs draw the numbers that they draw when nvcc has compiled them.
#pragma once
#include <__config>
#include <__random/linear_congruential_engine.h>

_LIBCPP_BEGIN_NAMESPACE_STD
typedef minstd_rand0 default_random_engine;
_LIBCPP_END_NAMESPACE_STD
