// Discrete Fourier transforms of lines in double: powers of two by halves, other lengths as a convolution (Bluestein).
#pragma once
#include "library_numbers.h"
#include <vector>

struct cuts_fft_lines {
  typedef cuts_complex<double> Wide;
  size_t n, m;
  std::vector<Wide> roots, chirp, filter, work;
  std::vector<unsigned> reversed;

  // `direction`: -1 forwards, 1 backwards.
  cuts_fft_lines(size_t length, int direction) : n(length), m(1) {
    const double circle = direction * 6.283185307179586476925;
    const bool whole = (n & (n - 1)) == 0;
    while (m < (whole ? n : 2 * n - 1)) m *= 2;
    roots.resize(m / 2 + 1);
    for (size_t i = 0; i < m / 2; ++i) roots[i] = turn(circle * double(i) / double(m));
    reversed.resize(m);
    for (size_t i = 1; i < m; ++i) reversed[i] = unsigned(reversed[i / 2] / 2 + (i % 2 ? m / 2 : 0));
    work.resize(m);
    if (whole) return;
    // exp(i pi k^2 / n): k^2 is taken modulo 2 n, which keeps the angle exact.
    chirp.resize(n);
    for (size_t k = 0; k < n; ++k) chirp[k] = turn(circle / 2.0 * double((unsigned long long)k * k % (2 * n)) / double(n));
    filter.assign(m, Wide(0));
    for (size_t k = 0; k < n; ++k) filter[k] = filter[(m - k) % m] = cuts_conj(chirp[k]);
    butterflies(filter.data());
  }
  static Wide turn(double angle) { return {cos(angle), sin(angle)}; }

  // In place; elements are `stride` apart.
  void run(Wide* x, size_t stride) {
    if (n < 2) return;
    if (chirp.empty()) {
      for (size_t i = 0; i < n; ++i) work[i] = x[i * stride];
      butterflies(work.data());
      for (size_t i = 0; i < n; ++i) x[i * stride] = work[i];
      return;
    }
    for (size_t i = 0; i < m; ++i) work[i] = i < n ? x[i * stride] * chirp[i] : Wide(0);
    butterflies(work.data());
    // The product is transformed back with the same roots: conjugated before and after, and divided by m.
    for (size_t i = 0; i < m; ++i) work[i] = cuts_conj(work[i] * filter[i]);
    butterflies(work.data());
    for (size_t i = 0; i < n; ++i) x[i * stride] = cuts_conj(work[i]) * chirp[i] * Wide(1.0 / double(m));
  }

 private:
  void butterflies(Wide* x) const {
    for (size_t i = 0; i < m; ++i)
      if (i < reversed[i]) {
        const Wide kept = x[i];
        x[i] = x[reversed[i]];
        x[reversed[i]] = kept;
      }
    for (size_t half = 1; half < m; half *= 2)
      for (size_t begin = 0; begin < m; begin += 2 * half)
        for (size_t i = 0; i < half; ++i) {
          const Wide low = x[begin + i], high = x[begin + half + i] * roots[i * (m / (2 * half))];
          x[begin + i] = low + high;
          x[begin + half + i] = low - high;
        }
  }
};
