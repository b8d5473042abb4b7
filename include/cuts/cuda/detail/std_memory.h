// string.h: the memory functions and the few string functions that need no locale.
#pragma once
#include "heap.h"
#include "std_def.h"

template <int = 0> static __device__ int memcmp(const void* a, const void* b, size_t size) {
  const unsigned char *x = static_cast<const unsigned char*>(a), *y = static_cast<const unsigned char*>(b);
  for (size_t i = 0; i < size; ++i)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}
template <int = 0> static __device__ size_t strlen(const char* text) {
  size_t length = 0;
  while (text[length]) ++length;
  return length;
}
template <int = 0> static __device__ int strcmp(const char* a, const char* b) {
  while (*a && *a == *b) ++a, ++b;
  return static_cast<unsigned char>(*a) - static_cast<unsigned char>(*b);
}
template <int = 0> static __device__ int strncmp(const char* a, const char* b, size_t size) {
  for (size_t i = 0; i < size; ++i)
    if (a[i] != b[i] || !a[i]) return static_cast<unsigned char>(a[i]) - static_cast<unsigned char>(b[i]);
  return 0;
}
template <int = 0> static __device__ char* strcpy(char* to, const char* from) {
  for (size_t i = 0; (to[i] = from[i]); ++i) {}
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
