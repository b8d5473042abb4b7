// thrust::device_vector and thrust::host_vector. A device_vector owns memory from cudaMalloc; its elements are made and
// moved on the host, which sees the same memory.
#pragma once
#include "pointer.h"
#include <initializer_list>
#include <new>
#include <vector>

namespace thrust {
template <class _Tp> class device_allocator : public std::allocator<_Tp> {};
template <class _Tp, class _Allocator = device_allocator<_Tp>> class device_vector;

template <class _Tp, class _Allocator = std::allocator<_Tp>> class host_vector : public std::vector<_Tp> {
  typedef std::vector<_Tp> base;

 public:
  using base::base;
  host_vector() = default;
  host_vector(const base& __v) : base(__v) {}
  template <class _Up, class _A> host_vector(const host_vector<_Up, _A>& __v) : base(__v.begin(), __v.end()) {}
  template <class _Up, class _A> host_vector(const device_vector<_Up, _A>& __v) { *this = __v; }
  template <class _Iterator, class = std::enable_if_t<std::is_same_v<typename detail::system_of<_Iterator>::type, device_system_tag>>>
  host_vector(_Iterator __first, _Iterator __last) {
    detail::wait_for_device();
    base::assign(detail::bare(__first), detail::bare(__last));
  }
  template <class _Up, class _A> host_vector& operator=(const device_vector<_Up, _A>& __v) {
    detail::wait_for_device();
    base::assign(__v.data().get(), __v.data().get() + __v.size());
    return *this;
  }
};

template <class _Tp, class _Allocator> class device_vector {
 public:
  typedef _Tp value_type;
  typedef size_t size_type;
  typedef ptrdiff_t difference_type;
  typedef _Tp& reference;
  typedef const _Tp& const_reference;
  typedef device_ptr<_Tp> pointer;
  typedef device_ptr<_Tp> iterator;
  typedef device_ptr<const _Tp> const_iterator;
  typedef std::reverse_iterator<iterator> reverse_iterator;

  device_vector() = default;
  explicit device_vector(size_t __n) { resize(__n); }
  device_vector(size_t __n, const _Tp& __value) { resize(__n, __value); }
  device_vector(const device_vector& __v) { assign(__v.raw_, __v.raw_ + __v.size_); }
  device_vector(device_vector&& __v) noexcept { swap(__v); }
  device_vector(std::initializer_list<_Tp> __list) { assign(__list.begin(), __list.end()); }
  template <class _Up, class _A> device_vector(const std::vector<_Up, _A>& __v) { assign(__v.begin(), __v.end()); }
  template <class _Up, class _A> explicit device_vector(const device_vector<_Up, _A>& __v) { assign(__v.begin(), __v.end()); }
  template <class _Iterator, class = typename std::iterator_traits<_Iterator>::iterator_category>
  device_vector(_Iterator __first, _Iterator __last) { assign(__first, __last); }
  ~device_vector() {
    clear();
    cudaFree(raw_);
  }
  device_vector& operator=(const device_vector& __v) {
    if (this != &__v) assign(__v.raw_, __v.raw_ + __v.size_);
    return *this;
  }
  device_vector& operator=(device_vector&& __v) noexcept {
    swap(__v);
    return *this;
  }
  device_vector& operator=(std::initializer_list<_Tp> __list) { return assign(__list.begin(), __list.end()), *this; }
  template <class _Up, class _A> device_vector& operator=(const std::vector<_Up, _A>& __v) {
    return assign(__v.begin(), __v.end()), *this;
  }
  template <class _Up, class _A> device_vector& operator=(const device_vector<_Up, _A>& __v) {
    return assign(__v.begin(), __v.end()), *this;
  }

  size_t size() const { return size_; }
  size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  pointer data() { return pointer(raw_); }
  device_ptr<const _Tp> data() const { return device_ptr<const _Tp>(raw_); }
  iterator begin() { return iterator(raw_); }
  iterator end() { return iterator(raw_ + size_); }
  const_iterator begin() const { return const_iterator(raw_); }
  const_iterator end() const { return const_iterator(raw_ + size_); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  reverse_iterator rbegin() { return reverse_iterator(end()); }
  reverse_iterator rend() { return reverse_iterator(begin()); }
  reference operator[](size_t __i) { return begin()[ptrdiff_t(__i)]; }
  const_reference operator[](size_t __i) const { return begin()[ptrdiff_t(__i)]; }
  reference front() { return (*this)[0]; }
  reference back() { return (*this)[size_ - 1]; }
  const_reference front() const { return (*this)[0]; }
  const_reference back() const { return (*this)[size_ - 1]; }

  void reserve(size_t __n) {
    if (__n <= capacity_) return;
    _Tp* __moved = device_malloc<_Tp>(__n).get();
    detail::wait_for_device();
    for (size_t __i = 0; __i < size_; ++__i) {
      new (static_cast<void*>(__moved + __i)) _Tp(std::move(raw_[__i]));
      raw_[__i].~_Tp();
    }
    cudaFree(raw_);
    raw_ = __moved;
    capacity_ = __n;
  }
  void resize(size_t __n) { resize(__n, _Tp()); }
  void resize(size_t __n, const _Tp& __value) {
    detail::wait_for_device();
    if (__n > capacity_) reserve(__n < 2 * size_ ? 2 * size_ : __n);
    for (size_t __i = __n; __i < size_; ++__i) raw_[__i].~_Tp();
    for (size_t __i = size_; __i < __n; ++__i) new (static_cast<void*>(raw_ + __i)) _Tp(__value);
    size_ = __n;
  }
  void clear() {
    if (size_ != 0) detail::wait_for_device();
    for (size_t __i = 0; __i < size_; ++__i) raw_[__i].~_Tp();
    size_ = 0;
  }
  void shrink_to_fit() {}
  void push_back(const _Tp& __value) { resize(size_ + 1, __value); }
  void pop_back() { resize(size_ - 1); }
  void assign(size_t __n, const _Tp& __value) {
    clear();
    resize(__n, __value);
  }
  template <class _Iterator, class = typename std::iterator_traits<_Iterator>::iterator_category>
  void assign(_Iterator __from, _Iterator __to) {
    detail::wait_for_device();
    auto __first = detail::bare(__from), __last = detail::bare(__to);
    clear();
    reserve(size_t(std::distance(__first, __last)));
    for (; __first != __last; ++__first) new (static_cast<void*>(raw_ + size_++)) _Tp(*__first);
  }
  iterator erase(iterator __first, iterator __last) {
    detail::wait_for_device();
    _Tp *__to = __first.get(), *__end = raw_ + size_;
    for (_Tp* __from = __last.get(); __from != __end; ++__from) *__to++ = std::move(*__from);
    resize(size_t(__to - raw_));
    return __first;
  }
  iterator erase(iterator __at) { return erase(__at, __at + 1); }
  template <class _Iterator> void insert(iterator __at, _Iterator __from, _Iterator __to) {
    detail::wait_for_device();
    std::vector<_Tp> __all(raw_, __at.get());
    __all.insert(__all.end(), detail::bare(__from), detail::bare(__to));
    __all.insert(__all.end(), __at.get(), raw_ + size_);
    assign(__all.begin(), __all.end());
  }
  void insert(iterator __at, const _Tp& __value) { insert(__at, &__value, &__value + 1); }
  void swap(device_vector& __v) noexcept {
    std::swap(raw_, __v.raw_);
    std::swap(size_, __v.size_);
    std::swap(capacity_, __v.capacity_);
  }

 private:
  _Tp* raw_ = nullptr;
  size_t size_ = 0, capacity_ = 0;
};

namespace detail {
template <class _V, class _W> bool same_elements(const _V& __v, const _W& __w) {
  wait_for_device();
  auto __a = bare(__v.begin());
  auto __b = bare(__w.begin());
  bool __same = __v.size() == __w.size();
  for (size_t __i = 0; __same && __i < __v.size(); ++__i) __same = __a[ptrdiff_t(__i)] == __b[ptrdiff_t(__i)];
  return __same;
}
}
template <class _Tp, class _A, class _Up, class _B> bool operator==(const device_vector<_Tp, _A>& __v, const device_vector<_Up, _B>& __w) { return detail::same_elements(__v, __w); }
template <class _Tp, class _A, class _Up, class _B> bool operator==(const device_vector<_Tp, _A>& __v, const std::vector<_Up, _B>& __w) { return detail::same_elements(__v, __w); }
template <class _Tp, class _A, class _Up, class _B> bool operator==(const std::vector<_Up, _B>& __w, const device_vector<_Tp, _A>& __v) { return detail::same_elements(__v, __w); }
template <class _Tp, class _A, class _Up, class _B> bool operator!=(const device_vector<_Tp, _A>& __v, const device_vector<_Up, _B>& __w) { return !(__v == __w); }
template <class _Tp, class _A, class _Up, class _B> bool operator!=(const device_vector<_Tp, _A>& __v, const std::vector<_Up, _B>& __w) { return !(__v == __w); }
template <class _Tp, class _A, class _Up, class _B> bool operator!=(const std::vector<_Up, _B>& __w, const device_vector<_Tp, _A>& __v) { return !(__v == __w); }
template <class _Tp, class _A> void swap(device_vector<_Tp, _A>& __v, device_vector<_Tp, _A>& __w) { __v.swap(__w); }
}
