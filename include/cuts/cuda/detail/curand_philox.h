// cuRAND's Philox 4x32-10 generator (Salmon et al. 2011): four numbers a counter value. The upper half of the counter is
// the subsequence.
#pragma once
#include "curand_state.h"

struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

CUTS_RNG uint4 curand_Philox4x32_10(uint4 __c, uint2 __k) {
  for (int __round = 0; __round < 10; ++__round) {
    unsigned long long __p = 0xd2511f53ull * __c.x, __q = 0xcd9e8d57ull * __c.z;
    __c = uint4{static_cast<unsigned>(__q >> 32) ^ __c.y ^ __k.x, static_cast<unsigned>(__q),
                static_cast<unsigned>(__p >> 32) ^ __c.w ^ __k.y, static_cast<unsigned>(__p)};
    __k.x += 0x9e3779b9u;
    __k.y += 0xbb67ae85u;
  }
  return __c;
}

CUTS_RNG void cuts_philox_count(unsigned long long __n, curandStatePhilox4_32_10_t* __state) {
  unsigned long long __low = (static_cast<unsigned long long>(__state->ctr.y) << 32 | __state->ctr.x) + __n;
  if (__low < __n && ++__state->ctr.z == 0) ++__state->ctr.w;
  __state->ctr.x = static_cast<unsigned>(__low);
  __state->ctr.y = static_cast<unsigned>(__low >> 32);
}

CUTS_RNG void skipahead(unsigned long long __n, curandStatePhilox4_32_10_t* __state) {
  __state->STATE += static_cast<unsigned>(__n & 3u);
  __n >>= 2;
  if (__state->STATE > 3) {
    ++__n;
    __state->STATE -= 4;
  }
  cuts_philox_count(__n, __state);
  __state->output = curand_Philox4x32_10(__state->ctr, __state->key);
}
CUTS_RNG void skipahead_sequence(unsigned long long __n, curandStatePhilox4_32_10_t* __state) {
  unsigned long long __high = (static_cast<unsigned long long>(__state->ctr.w) << 32 | __state->ctr.z) + __n;
  __state->ctr.z = static_cast<unsigned>(__high);
  __state->ctr.w = static_cast<unsigned>(__high >> 32);
  __state->output = curand_Philox4x32_10(__state->ctr, __state->key);
}

CUTS_RNG void curand_init(unsigned long long __seed, unsigned long long __subsequence, unsigned long long __offset,
                          curandStatePhilox4_32_10_t* __state) {
  __state->ctr = uint4{0, 0, 0, 0};
  __state->key = uint2{static_cast<unsigned>(__seed), static_cast<unsigned>(__seed >> 32)};
  __state->STATE = 0;
  cuts_no_spare_normal(__state);
  skipahead_sequence(__subsequence, __state);
  skipahead(__offset, __state);
}

CUTS_RNG unsigned curand(curandStatePhilox4_32_10_t* __state) {
  const uint4& __o = __state->output;
  unsigned __at = __state->STATE++;
  unsigned __result = __at == 0 ? __o.x : __at == 1 ? __o.y : __at == 2 ? __o.z : __o.w;
  if (__state->STATE == 4) {
    __state->STATE = 0;
    skipahead(4, __state);
  }
  return __result;
}

CUTS_RNG uint4 curand4(curandStatePhilox4_32_10_t* __state) {
  uint4 __a = __state->output;
  skipahead(4, __state);
  uint4 __b = __state->output;
  switch (__state->STATE) {
    case 0: return __a;
    case 1: return uint4{__a.y, __a.z, __a.w, __b.x};
    case 2: return uint4{__a.z, __a.w, __b.x, __b.y};
    default: return uint4{__a.w, __b.x, __b.y, __b.z};
  }
}
