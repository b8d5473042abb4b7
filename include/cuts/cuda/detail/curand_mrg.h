// cuRAND's MRG32k3a generator (L'Ecuyer 1999): two recurrences of order three modulo two primes. Subsequences are 2^76
// apart, sequences 2^127.
#pragma once
#include "curand_state.h"

struct curandStateMRG32k3a {
  unsigned s1[3], s2[3];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

#define CUTS_MRG_M1 4294967087ull
#define CUTS_MRG_M2 4294944443ull

struct cuts_mrg_steps {
  // The matrix of one step, of 2^76 and of 2^127, for both recurrences.
  static constexpr unsigned of[3][2][9] = {
      {{0, 1, 0, 0, 0, 1, 4294156359u, 1403580, 0}, {0, 1, 0, 0, 0, 1, 4293573854u, 0, 527612}},
      {{82758667, 1871391091, 4127413238u, 3672831523u, 69195019, 1871391091, 3672091415u, 3528743235u, 69195019},
       {1511326704, 3759209742u, 1610795712, 4292754251u, 1511326704, 3889917532u, 3859662829u, 4292754251u, 3708466080u}},
      {{2427906178u, 3580155704u, 949770784, 226153695, 1230515664, 3580155704u, 1988835001, 986791581, 1230515664},
       {1464411153, 277697599, 1610723613, 32183930, 1464411153, 1022607788, 2824425944u, 32183930, 2093834863}},
  };
};

// s = a * s, where a holds `_Columns` columns; the products of 32 bits are reduced one by one and cannot overflow.
template <int _Columns> CUTS_RNG void cuts_mrg_multiply(const unsigned* __a, unsigned* __s, unsigned long long __m) {
  unsigned __result[3 * _Columns];
  for (int __i = 0; __i < 3; ++__i)
    for (int __j = 0; __j < _Columns; ++__j) {
      unsigned long long __sum = 0;
      for (int __k = 0; __k < 3; ++__k)
        __sum += static_cast<unsigned long long>(__a[3 * __i + __k]) * __s[_Columns * __k + __j] % __m;
      __result[_Columns * __i + __j] = static_cast<unsigned>(__sum % __m);
    }
  for (int __i = 0; __i < 3 * _Columns; ++__i) __s[__i] = __result[__i];
}

template <int _Unit> CUTS_RNG void cuts_mrg_jump(unsigned long long __n, curandStateMRG32k3a_t* __state) {
  for (int __which = 0; __which < 2; ++__which) {
    unsigned __power[9];
    for (int __i = 0; __i < 9; ++__i) __power[__i] = cuts_mrg_steps::of[_Unit][__which][__i];
    unsigned long long __m = __which == 0 ? CUTS_MRG_M1 : CUTS_MRG_M2;
    for (unsigned long long __left = __n; __left != 0; __left >>= 1) {
      if (__left & 1u) cuts_mrg_multiply<1>(__power, __which == 0 ? __state->s1 : __state->s2, __m);
      unsigned __copy[9];
      for (int __i = 0; __i < 9; ++__i) __copy[__i] = __power[__i];
      cuts_mrg_multiply<3>(__copy, __power, __m);
    }
  }
}
CUTS_RNG void skipahead(unsigned long long __n, curandStateMRG32k3a_t* __state) { cuts_mrg_jump<0>(__n, __state); }
CUTS_RNG void skipahead_subsequence(unsigned long long __n, curandStateMRG32k3a_t* __state) {
  cuts_mrg_jump<1>(__n, __state);
}
CUTS_RNG void skipahead_sequence(unsigned long long __n, curandStateMRG32k3a_t* __state) {
  cuts_mrg_jump<2>(__n, __state);
}

CUTS_RNG void curand_init(unsigned long long __seed, unsigned long long __subsequence, unsigned long long __offset,
                          curandStateMRG32k3a_t* __state) {
  for (int __i = 0; __i < 3; ++__i) __state->s1[__i] = __state->s2[__i] = 12345u;
  if (__seed != 0) {
    unsigned long long __low = static_cast<unsigned>(__seed) ^ 0x55555555u;
    unsigned long long __high = static_cast<unsigned>(__seed >> 32) ^ 0xaaaaaaaau;
    for (int __i = 0; __i < 3; ++__i) {
      __state->s1[__i] = static_cast<unsigned>((__i == 1 ? __high : __low) * __state->s1[__i] % CUTS_MRG_M1);
      __state->s2[__i] = static_cast<unsigned>((__i == 1 ? __low : __high) * __state->s2[__i] % CUTS_MRG_M2);
    }
  }
  skipahead_subsequence(__subsequence, __state);
  skipahead(__offset, __state);
  cuts_no_spare_normal(__state);
}

// One step: from 1 to the first modulus.
CUTS_RNG double curand_MRG32k3a(curandStateMRG32k3a_t* __state) {
  unsigned *__a = __state->s1, *__b = __state->s2;
  unsigned __p =
      static_cast<unsigned>((1403580ull * __a[1] + 810728ull * (CUTS_MRG_M1 - __a[0])) % CUTS_MRG_M1);
  unsigned __q =
      static_cast<unsigned>((527612ull * __b[2] + 1370589ull * (CUTS_MRG_M2 - __b[0])) % CUTS_MRG_M2);
  __a[0] = __a[1];
  __a[1] = __a[2];
  __a[2] = __p;
  __b[0] = __b[1];
  __b[1] = __b[2];
  __b[2] = __q;
  return __p > __q ? static_cast<double>(__p - __q) : static_cast<double>(__p + CUTS_MRG_M1 - __q);
}
CUTS_RNG unsigned curand(curandStateMRG32k3a_t* __state) {
  return static_cast<unsigned>(curand_MRG32k3a(__state) * 1.000000048662);
}
