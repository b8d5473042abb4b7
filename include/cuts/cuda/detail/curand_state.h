// What cuRAND's generators have in common: their functions work on the host and on the device, and each keeps the second
// of a pair of normal numbers.
#pragma once

#define CUTS_RNG static __inline__ __host__ __device__

template <class _State> CUTS_RNG void cuts_no_spare_normal(_State* __state) {
  __state->boxmuller_flag = __state->boxmuller_flag_double = 0;
  __state->boxmuller_extra = 0.0f;
  __state->boxmuller_extra_double = 0.0;
}
