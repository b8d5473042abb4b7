// All algorithms, twice: for the host, where the policy decides where they run, and for kernels, where they are loops.
#pragma once
#include "../functional.h"
#include "iterators.h"
#include "sort.h"

#define CUTS_BOTH_SIDES __host__ __device__
namespace thrust {
using std::advance;
using std::distance;
using std::next;
using std::prev;
}
#define CUTS_SIDE __host__
#include "elementwise.inc"
#include "reductions.inc"
#include "ordering.inc"
#include "selection.inc"
#include "copy_host.inc"
#undef CUTS_SIDE
#define CUTS_SIDE __device__
#include "elementwise.inc"
#include "reductions.inc"
#include "ordering.inc"
#include "selection.inc"
#include "copy_device.inc"
#undef CUTS_SIDE
#undef CUTS_FORWARD
#undef CUTS_BOTH_SIDES
