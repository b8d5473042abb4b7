// string.h: the memory functions and the few string functions that need no locale.
#pragma once
#include "heap.h"
#include "std_def.h"

template <int = 0> static __device__ int memcmp(const void* __a, const void* __b, size_t size) {
  const unsigned char *__x = static_cast<const unsigned char*>(__a), *__y = static_cast<const unsigned char*>(__b);
  for (size_t __i = 0; __i < size; ++__i)
    if (__x[__i] != __y[__i]) return __x[__i] < __y[__i] ? -1 : 1;
  return 0;
}
template <int = 0> static __device__ size_t strlen(const char* text) {
  size_t length = 0;
  while (text[length]) ++length;
  return length;
}
template <int = 0> static __device__ int strcmp(const char* __a, const char* __b) {
  while (*__a && *__a == *__b) ++__a, ++__b;
  return static_cast<unsigned char>(*__a) - static_cast<unsigned char>(*__b);
}
template <int = 0> static __device__ int strncmp(const char* __a, const char* __b, size_t size) {
  for (size_t __i = 0; __i < size; ++__i)
    if (__a[__i] != __b[__i] || !__a[__i]) return static_cast<unsigned char>(__a[__i]) - static_cast<unsigned char>(__b[__i]);
  return 0;
}
template <int = 0> static __device__ char* strcpy(char* to, const char* from) {
  for (size_t __i = 0; (to[__i] = from[__i]); ++__i) {}
  return to;
}
namespace std {
using ::memcmp;
using ::memcpy;
using ::memmove;
using ::memset;
using ::strcmp;
using ::strcpy;
using ::strlen;
using ::strncmp;
}
