// cuRAND's XORWOW generator: Marsaglia's xorshift of 160 bits plus a Weyl sequence. Same seeds, subsequences (2^67 apart)
// and offsets as cuRAND, bit for bit. Jumps multiply by a power of x modulo the characteristic polynomial.
#pragma once
#include "curand_state.h"

struct curandStateXORWOW {
  unsigned d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState;
typedef struct curandStateXORWOW curandState_t;

struct cuts_xorwow_jumps {
  static constexpr unsigned of[2][16][15][5] = {
#include "curand_xorwow_jumps.inc"
  };
};

CUTS_RNG void cuts_xorwow_step(unsigned* __v) {
  unsigned __t = __v[0] ^ (__v[0] >> 2);
  __v[0] = __v[1];
  __v[1] = __v[2];
  __v[2] = __v[3];
  __v[3] = __v[4];
  __v[4] = (__v[4] ^ (__v[4] << 4)) ^ (__t ^ (__t << 1));
}

// The sum of the states that the polynomial names: one jump for each hexadecimal digit of the distance.
template <int _Unit> CUTS_RNG void cuts_xorwow_jump(unsigned long long __n, unsigned* __v) {
  for (int __place = 0; __n != 0; ++__place, __n >>= 4) {
    unsigned __digit = static_cast<unsigned>(__n & 15u);
    if (__digit == 0) continue;
    const unsigned* __polynomial = cuts_xorwow_jumps::of[_Unit][__place][__digit - 1];
    unsigned __sum[5] = {0, 0, 0, 0, 0};
    for (int __i = 0; __i < 160; ++__i) {
      unsigned __mask = 0u - ((__polynomial[__i >> 5] >> (__i & 31)) & 1u);
      for (int __j = 0; __j < 5; ++__j) __sum[__j] ^= __v[__j] & __mask;
      cuts_xorwow_step(__v);
    }
    for (int __j = 0; __j < 5; ++__j) __v[__j] = __sum[__j];
  }
}

CUTS_RNG void skipahead(unsigned long long __n, curandStateXORWOW_t* __state) {
  cuts_xorwow_jump<0>(__n, __state->v);
  __state->d += 362437u * static_cast<unsigned>(__n);
}
// 2^67 steps each; the Weyl sequence is where it was, since 2^32 divides them.
CUTS_RNG void skipahead_sequence(unsigned long long __n, curandStateXORWOW_t* __state) {
  cuts_xorwow_jump<1>(__n, __state->v);
}

CUTS_RNG void curand_init(unsigned long long __seed, unsigned long long __subsequence, unsigned long long __offset,
                          curandStateXORWOW_t* __state) {
  unsigned __low = 1099087573u * (static_cast<unsigned>(__seed) ^ 0xaad26b49u);
  unsigned __high = 2591861531u * (static_cast<unsigned>(__seed >> 32) ^ 0xf7dcefddu);
  __state->d = 6615241u + __high + __low;
  __state->v[0] = 123456789u + __low;
  __state->v[1] = 362436069u ^ __low;
  __state->v[2] = 521288629u + __high;
  __state->v[3] = 88675123u ^ __high;
  __state->v[4] = 5783321u + __low;
  skipahead_sequence(__subsequence, __state);
  skipahead(__offset, __state);
  cuts_no_spare_normal(__state);
}

CUTS_RNG unsigned curand(curandStateXORWOW_t* __state) {
  cuts_xorwow_step(__state->v);
  __state->d += 362437u;
  return __state->v[4] + __state->d;
}
