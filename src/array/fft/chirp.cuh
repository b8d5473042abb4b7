// Bluestein's chirp exp(-i pi j^2 / n), and its conjugate wrapped around a longer circle, for convolutions with it.
#pragma once
#include "../kernels/prelude.cuh"

// The cosine and sine of k n-th parts of a turn. Angles of at most an eighth of a turn are exact in every bit that counts.
CUTS_INLINE void cuts_turn_of(unsigned long long k, unsigned long long n, double& c, double& s) {
  const unsigned long long eighths = 8 * k, octant = eighths / n, rest = eighths - octant * n;
  const double angle = (3.14159265358979323846 * (double)(octant % 2 == 0 ? rest : n - rest)) / (4 * (double)n);
  const double near = cos(angle), far = sin(angle);
  const bool keeps = octant % 4 == 0 || octant % 4 == 3;
  c = keeps ? near : far;
  s = keeps ? far : near;
  if (octant >= 2 && octant <= 5) c = -c;
  if (octant >= 4) s = -s;
}

template <class T>
__global__ void chirp(cuts_complex<T>* turns, cuts_complex<T>* wrapped, cuts_size n, cuts_size core, int isInverse) {
  CUTS_EACH(i, core,
    const cuts_size j = i < core - i ? i : core - i;
    double c = 0, s = 0;
    if (j < n) {
      // Squares are taken modulo a whole turn, exactly.
      cuts_turn_of((unsigned long long)j * j % (2 * (unsigned long long)n), 2 * (unsigned long long)n, c, s);
      if (!isInverse) s = -s;
    }
    if (i < n) turns[i] = cuts_make((T)c, (T)s);
    wrapped[i] = cuts_make((T)c, (T)-s))
}
