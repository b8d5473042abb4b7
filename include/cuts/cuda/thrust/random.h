// Thrust's random engines and distributions: the linear congruential engines of the C++ standard, with jumps in logarithmic
// time, and Thrust's own way from an integer to a number.
#pragma once
#include <cuda_runtime.h>

namespace thrust {
namespace random {
template <class _UInt, _UInt _A, _UInt _C, _UInt _M> class linear_congruential_engine {
 public:
  typedef _UInt result_type;
  static constexpr _UInt default_seed = 1u;
  static constexpr _UInt min = _C == 0u ? 1u : 0u, max = _M - 1u;
  __host__ __device__ explicit linear_congruential_engine(_UInt __s = default_seed) { seed(__s); }
  __host__ __device__ void seed(_UInt __s = default_seed) { state_ = _C % _M == 0 && __s % _M == 0 ? _UInt(1) : _UInt(__s % _M); }
  __host__ __device__ _UInt operator()() { return state_ = step(state_, _A, _C); }
  __host__ __device__ void discard(unsigned long long __n) {
    unsigned long long __a = _A, __c = _C;
    for (; __n != 0; __n >>= 1) {
      if (__n & 1u) state_ = step(state_, __a, __c);
      __c = (__a * __c + __c) % _M;
      __a = __a * __a % _M;
    }
  }

 private:
  __host__ __device__ static _UInt step(_UInt __x, unsigned long long __a, unsigned long long __c) { return static_cast<_UInt>((__a * __x + __c) % _M); }
  _UInt state_;
};
typedef linear_congruential_engine<unsigned, 16807, 0, 2147483647> minstd_rand0;
typedef linear_congruential_engine<unsigned, 48271, 0, 2147483647> minstd_rand;
typedef minstd_rand default_random_engine;

template <class _Real = double> class uniform_real_distribution {
 public:
  typedef _Real result_type;
  __host__ __device__ explicit uniform_real_distribution(_Real __a = 0, _Real __b = 1) : a_(__a), b_(__b) {}
  template <class _Engine> __host__ __device__ _Real operator()(_Engine& __engine) const {
    _Real __x = static_cast<_Real>(__engine() - _Engine::min) / (static_cast<_Real>(_Engine::max - _Engine::min) + _Real(1));
    return __x * (b_ - a_) + a_;
  }

 private:
  _Real a_, b_;
};
template <class _Int = int> class uniform_int_distribution {
 public:
  typedef _Int result_type;
  __host__ __device__ explicit uniform_int_distribution(_Int __a = 0, _Int __b = 2147483647) : a_(__a), b_(__b) {}
  template <class _Engine> __host__ __device__ _Int operator()(_Engine& __engine) const {
    uniform_real_distribution<double> __numbers(double(a_), double(b_) + 1.0);
    return static_cast<_Int>(__numbers(__engine));
  }

 private:
  _Int a_, b_;
};
template <class _Real = double> class normal_distribution {
 public:
  typedef _Real result_type;
  __host__ __device__ explicit normal_distribution(_Real __mean = 0, _Real __deviation = 1) : mean_(__mean), deviation_(__deviation) {}
  template <class _Engine> __host__ __device__ _Real operator()(_Engine& __engine) const {
    uniform_real_distribution<double> __uniform(0.0, 1.0);
    double __u = 1.0 - __uniform(__engine);
    double __v = __uniform(__engine);
    return mean_ + deviation_ * static_cast<_Real>(sqrt(-2.0 * log(__u)) * cos(6.283185307179586 * __v));
  }

 private:
  _Real mean_, deviation_;
};
}
using random::default_random_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::normal_distribution;
using random::uniform_int_distribution;
using random::uniform_real_distribution;
}
