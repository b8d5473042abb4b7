// thrust::device_ptr, which is the iterator of device_vector too. Host and device share their memory, so a reference is a
// plain one; the host waits for kernels before it looks.
#pragma once
#include "system.h"

namespace thrust {
namespace detail {
__host__ inline void wait_for_device() { cudaDeviceSynchronize(); }
__device__ inline void wait_for_device() {}
}

template <class _Tp> class device_ptr {
 public:
  typedef device_system_tag cuts_system;
  typedef std::remove_cv_t<_Tp> value_type;
  typedef _Tp element_type;
  // device_ptr<void> is memory of any type: it has no elements to refer to.
  typedef std::add_lvalue_reference_t<_Tp> reference;
  typedef device_ptr pointer;
  typedef ptrdiff_t difference_type;
  typedef std::random_access_iterator_tag iterator_category;

  __host__ __device__ constexpr device_ptr() : raw_(nullptr) {}
  __host__ __device__ constexpr device_ptr(decltype(nullptr)) : raw_(nullptr) {}
  __host__ __device__ constexpr explicit device_ptr(_Tp* __raw) : raw_(__raw) {}
  template <class _Up, class = std::enable_if_t<std::is_convertible_v<_Up*, _Tp*>>>
  __host__ __device__ constexpr device_ptr(const device_ptr<_Up>& __other) : raw_(__other.get()) {}

  __host__ __device__ constexpr _Tp* get() const { return raw_; }
  __host__ __device__ reference operator*() const {
    detail::wait_for_device();
    return *raw_;
  }
  __host__ __device__ reference operator[](difference_type __i) const {
    detail::wait_for_device();
    return raw_[__i];
  }
  __host__ __device__ _Tp* operator->() const {
    detail::wait_for_device();
    return raw_;
  }
  __host__ __device__ explicit operator bool() const { return raw_ != nullptr; }
  __host__ __device__ device_ptr& operator++() { return ++raw_, *this; }
  __host__ __device__ device_ptr& operator--() { return --raw_, *this; }
  __host__ __device__ device_ptr operator++(int) { return device_ptr(raw_++); }
  __host__ __device__ device_ptr operator--(int) { return device_ptr(raw_--); }
  __host__ __device__ device_ptr& operator+=(difference_type __n) { return raw_ += __n, *this; }
  __host__ __device__ device_ptr& operator-=(difference_type __n) { return raw_ -= __n, *this; }
  __host__ __device__ friend device_ptr operator+(device_ptr __p, difference_type __n) { return device_ptr(__p.raw_ + __n); }
  __host__ __device__ friend device_ptr operator+(difference_type __n, device_ptr __p) { return device_ptr(__p.raw_ + __n); }
  __host__ __device__ friend device_ptr operator-(device_ptr __p, difference_type __n) { return device_ptr(__p.raw_ - __n); }
  __host__ __device__ friend difference_type operator-(device_ptr __p, device_ptr __q) { return __p.raw_ - __q.raw_; }
#define CUTS_COMPARE(op) \
  __host__ __device__ friend bool operator op(device_ptr __p, device_ptr __q) { return __p.raw_ op __q.raw_; }
  CUTS_COMPARE(==)
  CUTS_COMPARE(!=)
  CUTS_COMPARE(<)
  CUTS_COMPARE(<=)
  CUTS_COMPARE(>)
  CUTS_COMPARE(>=)
#undef CUTS_COMPARE

 private:
  _Tp* raw_;
};
using std::swap;
template <class _Tp> __host__ __device__ void swap(device_ptr<_Tp>& __p, device_ptr<_Tp>& __q) {
  const device_ptr<_Tp> __other = __p;
  __p = __q;
  __q = __other;
}
template <class _Tp> using device_reference = _Tp&;

template <class _Tp> __host__ __device__ device_ptr<_Tp> device_pointer_cast(_Tp* __p) { return device_ptr<_Tp>(__p); }
template <class _Tp> __host__ __device__ device_ptr<_Tp> device_pointer_cast(device_ptr<_Tp> __p) { return __p; }
template <class _Tp> __host__ __device__ _Tp* raw_pointer_cast(_Tp* __p) { return __p; }
template <class _Tp> __host__ __device__ _Tp* raw_pointer_cast(device_ptr<_Tp> __p) { return __p.get(); }
template <class _Tp> __host__ __device__ _Tp& raw_reference_cast(_Tp& __r) { return __r; }

template <class _Tp> __host__ device_ptr<_Tp> device_malloc(size_t __n) {
  _Tp* __raw = nullptr;
  detail::report_failure(cudaMalloc(reinterpret_cast<void**>(&__raw), __n * sizeof(_Tp)));
  return device_ptr<_Tp>(__raw);
}
__host__ inline device_ptr<void> device_malloc(size_t __bytes) {
  void* __raw = nullptr;
  detail::report_failure(cudaMalloc(&__raw, __bytes));
  return device_ptr<void>(__raw);
}
template <class _Tp> __host__ void device_free(device_ptr<_Tp> __p) { cudaFree(__p.get()); }

namespace detail {
// What an algorithm iterates with: raw pointers instead of device_ptr, so that an access does not wait.
template <class _Iterator> __host__ __device__ _Iterator bare(const _Iterator& __i) { return __i; }
template <class _Tp> __host__ __device__ _Tp* bare(const device_ptr<_Tp>& __p) { return __p.get(); }
template <class _Iterator> using value_of = typename std::iterator_traits<_Iterator>::value_type;
}
}
