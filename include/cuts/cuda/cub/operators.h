// CUB's operators, its key-value pair and the names that its templates take and that mean nothing here.
#pragma once
#include <thrust/functional.h>
#include <cuda_runtime.h>
#include <limits>
#include <type_traits>

#define CUB_VERSION 300001
#define CUB_NS_QUALIFIER ::cub
#ifndef CUB_MAX
#define CUB_MAX(a, b) ((b) > (a) ? (b) : (a))
#define CUB_MIN(a, b) ((b) < (a) ? (b) : (a))
#define CUB_QUOTIENT_FLOOR(x, y) ((x) / (y))
#define CUB_QUOTIENT_CEILING(x, y) (((x) + (y) - 1) / (y))
#define CUB_ROUND_UP_NEAREST(x, y) (CUB_QUOTIENT_CEILING(x, y) * (y))
#define CUB_ROUND_DOWN_NEAREST(x, y) (((x) / (y)) * (y))
#endif

namespace cub {
typedef thrust::plus<> Sum;
typedef thrust::minus<> Difference;
typedef thrust::divides<> Division;
typedef thrust::equal_to<> Equality;
typedef thrust::not_equal_to<> Inequality;
struct Max {
  template <class _Tp, class _Up> __host__ __device__ constexpr std::common_type_t<_Tp, _Up> operator()(const _Tp& __a, const _Up& __b) const { return __a < __b ? __b : __a; }
};
struct Min {
  template <class _Tp, class _Up> __host__ __device__ constexpr std::common_type_t<_Tp, _Up> operator()(const _Tp& __a, const _Up& __b) const { return __b < __a ? __b : __a; }
};
template <class _Key, class _Value> struct KeyValuePair {
  typedef _Key Key;
  typedef _Value Value;
  Key key;
  Value value;
  KeyValuePair() = default;
  __host__ __device__ KeyValuePair(const Key& __k, const Value& __v) : key(__k), value(__v) {}
  __host__ __device__ bool operator!=(const KeyValuePair& __o) const { return key != __o.key || value != __o.value; }
};
// The first of the extreme elements.
struct ArgMax {
  template <class _Pair> __host__ __device__ _Pair operator()(const _Pair& __a, const _Pair& __b) const {
    return __b.value > __a.value || (__a.value == __b.value && __b.key < __a.key) ? __b : __a;
  }
};
struct ArgMin {
  template <class _Pair> __host__ __device__ _Pair operator()(const _Pair& __a, const _Pair& __b) const {
    return __b.value < __a.value || (__a.value == __b.value && __b.key < __a.key) ? __b : __a;
  }
};

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS, BLOCK_REDUCE_WARP_REDUCTIONS_NONDETERMINISTIC };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED };
enum BlockStoreAlgorithm { BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED };
enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
struct NullType {};

namespace detail {
// Shared memory for n values, without a constructor, so that it can lie in a union.
template <class _Tp, int _N> struct storage {
  alignas(_Tp) unsigned char bytes[sizeof(_Tp) * _N];
  __device__ _Tp* get() { return reinterpret_cast<_Tp*>(bytes); }
};
}
}
