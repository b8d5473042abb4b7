// CUB's device-wide algorithms, over Thrust's. The first call, without memory, says how much is wanted: one byte, since
// nothing is used.
#pragma once
#include <thrust/detail/algorithms.h>
#include "../operators.h"

namespace cub {
template <class _Tp> struct DoubleBuffer {
  _Tp* d_buffers[2] = {nullptr, nullptr};
  int selector = 0;
  DoubleBuffer() = default;
  __host__ __device__ DoubleBuffer(_Tp* __current, _Tp* __alternate) : d_buffers{__current, __alternate} {}
  __host__ __device__ _Tp* Current() { return d_buffers[selector]; }
  __host__ __device__ _Tp* Alternate() { return d_buffers[selector ^ 1]; }
};

#define CUTS_CUB_SIZE(memory, bytes) \
  if (memory == nullptr) {           \
    bytes = 1;                       \
    return cudaSuccess;              \
  }
#define CUTS_CUB_POLICY thrust::detail::device_policy{__stream}

struct DeviceReduce {
  template <class _In, class _Out, class _Op, class _Tp, class _Size>
  static cudaError_t Reduce(void* __memory, size_t& __bytes, _In __in, _Out __out, _Size __n, _Op __op, _Tp __init, cudaStream_t __stream = nullptr) {
    CUTS_CUB_SIZE(__memory, __bytes)
    _Tp __result = thrust::reduce(CUTS_CUB_POLICY, __in, __in + __n, __init, __op);
    thrust::fill_n(CUTS_CUB_POLICY, __out, 1, __result);
    return cudaGetLastError();
  }
  template <class _In, class _Out, class _Size> static cudaError_t Sum(void* __memory, size_t& __bytes, _In __in, _Out __out, _Size __n, cudaStream_t __stream = nullptr) {
    return Reduce(__memory, __bytes, __in, __out, __n, cub::Sum(), thrust::detail::value_of<_In>(0), __stream);
  }
  template <class _In, class _Out, class _Size> static cudaError_t Max(void* __memory, size_t& __bytes, _In __in, _Out __out, _Size __n, cudaStream_t __stream = nullptr) {
    return Reduce(__memory, __bytes, __in, __out, __n, cub::Max(), std::numeric_limits<thrust::detail::value_of<_In>>::lowest(), __stream);
  }
  template <class _In, class _Out, class _Size> static cudaError_t Min(void* __memory, size_t& __bytes, _In __in, _Out __out, _Size __n, cudaStream_t __stream = nullptr) {
    return Reduce(__memory, __bytes, __in, __out, __n, cub::Min(), (std::numeric_limits<thrust::detail::value_of<_In>>::max)(), __stream);
  }
  template <class _In, class _Out, class _Size> static cudaError_t ArgMax(void* __memory, size_t& __bytes, _In __in, _Out __out, _Size __n, cudaStream_t __stream = nullptr) {
    return extreme<true>(__memory, __bytes, __in, __out, __n, __stream);
  }
  template <class _In, class _Out, class _Size> static cudaError_t ArgMin(void* __memory, size_t& __bytes, _In __in, _Out __out, _Size __n, cudaStream_t __stream = nullptr) {
    return extreme<false>(__memory, __bytes, __in, __out, __n, __stream);
  }
  template <class _Keys, class _UniqueOut, class _In, class _Out, class _Count, class _Op, class _Size>
  static cudaError_t ReduceByKey(void* __memory, size_t& __bytes, _Keys __keys, _UniqueOut __unique, _In __in, _Out __out, _Count __count, _Op __op, _Size __n, cudaStream_t __stream = nullptr) {
    CUTS_CUB_SIZE(__memory, __bytes)
    auto __ends = thrust::reduce_by_key(CUTS_CUB_POLICY, __keys, __keys + __n, __in, __unique, __out, thrust::equal_to<>(), __op);
    thrust::fill_n(CUTS_CUB_POLICY, __count, 1, int(__ends.first - __unique));
    return cudaGetLastError();
  }

 private:
  template <bool _Largest, class _In, class _Out, class _Size> static cudaError_t extreme(void* __memory, size_t& __bytes, _In __in, _Out __out, _Size __n, cudaStream_t __stream) {
    CUTS_CUB_SIZE(__memory, __bytes)
    typedef KeyValuePair<int, thrust::detail::value_of<_In>> pair;
    thrust::detail::run(CUTS_CUB_POLICY, [=] __host__ __device__() {
      int __best = 0;
      for (int __i = 1; __i < int(__n); ++__i)
        if (_Largest ? __in[__best] < __in[__i] : __in[__i] < __in[__best]) __best = __i;
      *__out = pair(__best, __in[__best]);
    });
    return cudaGetLastError();
  }
};

struct DeviceScan {
  template <class _In, class _Out, class _Op, class _Size>
  static cudaError_t InclusiveScan(void* __memory, size_t& __bytes, _In __in, _Out __out, _Op __op, _Size __n, cudaStream_t __stream = nullptr) {
    CUTS_CUB_SIZE(__memory, __bytes)
    thrust::inclusive_scan(CUTS_CUB_POLICY, __in, __in + __n, __out, __op);
    return cudaGetLastError();
  }
  template <class _In, class _Out, class _Op, class _Tp, class _Size>
  static cudaError_t ExclusiveScan(void* __memory, size_t& __bytes, _In __in, _Out __out, _Op __op, _Tp __init, _Size __n, cudaStream_t __stream = nullptr) {
    CUTS_CUB_SIZE(__memory, __bytes)
    thrust::exclusive_scan(CUTS_CUB_POLICY, __in, __in + __n, __out, __init, __op);
    return cudaGetLastError();
  }
  template <class _In, class _Out, class _Size> static cudaError_t InclusiveSum(void* __memory, size_t& __bytes, _In __in, _Out __out, _Size __n, cudaStream_t __stream = nullptr) {
    return InclusiveScan(__memory, __bytes, __in, __out, cub::Sum(), __n, __stream);
  }
  template <class _In, class _Out, class _Size> static cudaError_t ExclusiveSum(void* __memory, size_t& __bytes, _In __in, _Out __out, _Size __n, cudaStream_t __stream = nullptr) {
    return ExclusiveScan(__memory, __bytes, __in, __out, cub::Sum(), thrust::detail::value_of<_In>(0), __n, __stream);
  }
};

struct DeviceRadixSort {
  template <class _Key, class _Size> static cudaError_t SortKeys(void* __memory, size_t& __bytes, const _Key* __in, _Key* __out, _Size __n, int __from = 0, int __to = 8 * sizeof(_Key), cudaStream_t __stream = nullptr) {
    return sort<false>(__memory, __bytes, __in, __out, static_cast<const NullType*>(nullptr), static_cast<NullType*>(nullptr), __n, __from, __to, __stream);
  }
  template <class _Key, class _Size> static cudaError_t SortKeysDescending(void* __memory, size_t& __bytes, const _Key* __in, _Key* __out, _Size __n, int __from = 0, int __to = 8 * sizeof(_Key), cudaStream_t __stream = nullptr) {
    return sort<true>(__memory, __bytes, __in, __out, static_cast<const NullType*>(nullptr), static_cast<NullType*>(nullptr), __n, __from, __to, __stream);
  }
  template <class _Key, class _Value, class _Size>
  static cudaError_t SortPairs(void* __memory, size_t& __bytes, const _Key* __in, _Key* __out, const _Value* __values, _Value* __values_out, _Size __n, int __from = 0, int __to = 8 * sizeof(_Key), cudaStream_t __stream = nullptr) {
    return sort<false>(__memory, __bytes, __in, __out, __values, __values_out, __n, __from, __to, __stream);
  }
  template <class _Key, class _Value, class _Size>
  static cudaError_t SortPairsDescending(void* __memory, size_t& __bytes, const _Key* __in, _Key* __out, const _Value* __values, _Value* __values_out, _Size __n, int __from = 0, int __to = 8 * sizeof(_Key), cudaStream_t __stream = nullptr) {
    return sort<true>(__memory, __bytes, __in, __out, __values, __values_out, __n, __from, __to, __stream);
  }
  // The sorted half of a double buffer is the other one afterwards.
  template <class _Key, class _Size> static cudaError_t SortKeys(void* __memory, size_t& __bytes, DoubleBuffer<_Key>& __keys, _Size __n, int __from = 0, int __to = 8 * sizeof(_Key), cudaStream_t __stream = nullptr) {
    CUTS_CUB_SIZE(__memory, __bytes)
    cudaError_t __error = SortKeys(__memory, __bytes, static_cast<const _Key*>(__keys.Current()), __keys.Alternate(), __n, __from, __to, __stream);
    __keys.selector ^= 1;
    return __error;
  }
  template <class _Key, class _Value, class _Size>
  static cudaError_t SortPairs(void* __memory, size_t& __bytes, DoubleBuffer<_Key>& __keys, DoubleBuffer<_Value>& __values, _Size __n, int __from = 0, int __to = 8 * sizeof(_Key), cudaStream_t __stream = nullptr) {
    CUTS_CUB_SIZE(__memory, __bytes)
    cudaError_t __error = SortPairs(__memory, __bytes, static_cast<const _Key*>(__keys.Current()), __keys.Alternate(), static_cast<const _Value*>(__values.Current()), __values.Alternate(), __n, __from, __to, __stream);
    __keys.selector ^= 1;
    __values.selector ^= 1;
    return __error;
  }

 private:
  template <bool _Descending, class _Key, class _Value, class _Size>
  static cudaError_t sort(void* __memory, size_t& __bytes, const _Key* __in, _Key* __out, const _Value* __values, _Value* __values_out, _Size __count, int __from, int __to, cudaStream_t __stream) {
    CUTS_CUB_SIZE(__memory, __bytes)
    constexpr bool __pairs = !std::is_same_v<_Value, NullType>;
    typedef std::conditional_t<__pairs, _Value, thrust::detail::no_values> carried;
    const size_t __n = size_t(__count);
    thrust::detail::scratch<_Key> __keys(2 * __n);
    thrust::detail::scratch<carried> __carried(__pairs ? 2 * __n : 1);
    _Key* __k = __keys.get();
    carried* __v = __carried.get();
    thrust::detail::run(CUTS_CUB_POLICY, [=] __host__ __device__() {
      for (size_t __i = 0; __i < __n; ++__i) {
        __k[__i] = __in[__i];
        if constexpr (__pairs) __v[__i] = __values[__i];
      }
      thrust::detail::radix_sort<_Key, carried, _Descending> __sorter{__k, __k + __n, __v, __v + __n};
      __sorter(__n, __from, __to);
      for (size_t __i = 0; __i < __n; ++__i) {
        __out[__i] = __sorter.keys[__i];
        if constexpr (__pairs) __values_out[__i] = __sorter.values[__i];
      }
    });
    return cudaGetLastError();
  }
};

struct DeviceSelect {
  template <class _In, class _Out, class _Count, class _If, class _Size>
  static cudaError_t If(void* __memory, size_t& __bytes, _In __in, _Out __out, _Count __count, _Size __n, _If __if, cudaStream_t __stream = nullptr) {
    CUTS_CUB_SIZE(__memory, __bytes)
    auto __end = thrust::copy_if(CUTS_CUB_POLICY, __in, __in + __n, __out, __if);
    thrust::fill_n(CUTS_CUB_POLICY, __count, 1, int(__end - __out));
    return cudaGetLastError();
  }
  template <class _In, class _Flags, class _Out, class _Count, class _Size>
  static cudaError_t Flagged(void* __memory, size_t& __bytes, _In __in, _Flags __flags, _Out __out, _Count __count, _Size __n, cudaStream_t __stream = nullptr) {
    CUTS_CUB_SIZE(__memory, __bytes)
    auto __end = thrust::copy_if(CUTS_CUB_POLICY, __in, __in + __n, __flags, __out, thrust::identity<>());
    thrust::fill_n(CUTS_CUB_POLICY, __count, 1, int(__end - __out));
    return cudaGetLastError();
  }
  template <class _In, class _Out, class _Count, class _Size>
  static cudaError_t Unique(void* __memory, size_t& __bytes, _In __in, _Out __out, _Count __count, _Size __n, cudaStream_t __stream = nullptr) {
    CUTS_CUB_SIZE(__memory, __bytes)
    auto __end = thrust::unique_copy(CUTS_CUB_POLICY, __in, __in + __n, __out);
    thrust::fill_n(CUTS_CUB_POLICY, __count, 1, int(__end - __out));
    return cudaGetLastError();
  }
};

struct DeviceRunLengthEncode {
  template <class _In, class _Unique, class _Lengths, class _Count, class _Size>
  static cudaError_t Encode(void* __memory, size_t& __bytes, _In __in, _Unique __unique, _Lengths __lengths, _Count __count, _Size __n, cudaStream_t __stream = nullptr) {
    return DeviceReduce::ReduceByKey(__memory, __bytes, __in, __unique, thrust::make_constant_iterator(1), __lengths, __count, cub::Sum(), __n, __stream);
  }
};

struct DeviceHistogram {
  template <class _In, class _Counter, class _Level, class _Size>
  static cudaError_t HistogramEven(void* __memory, size_t& __bytes, _In __in, _Counter* __histogram, int __levels, _Level __low, _Level __high, _Size __n, cudaStream_t __stream = nullptr) {
    CUTS_CUB_SIZE(__memory, __bytes)
    const int __bins = __levels - 1;
    thrust::detail::run(CUTS_CUB_POLICY, [=] __host__ __device__() {
      for (int __b = 0; __b < __bins; ++__b) __histogram[__b] = 0;
      for (_Size __i = 0; __i < __n; ++__i) {
        const auto __value = __in[__i];
        if (__value >= __low && __value < __high) ++__histogram[int((__value - __low) * _Level(__bins) / (__high - __low))];
      }
    });
    return cudaGetLastError();
  }
};
#undef CUTS_CUB_POLICY
#undef CUTS_CUB_SIZE
}
