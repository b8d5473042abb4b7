// stddef.h and cstddef.
#pragma once
#include "abi.h"

#ifndef NULL
#define NULL __null
#endif
#define offsetof(type, member) __builtin_offsetof(type, member)
namespace std {
using ::ptrdiff_t;
using ::size_t;
typedef decltype(nullptr) nullptr_t;
enum class byte : unsigned char {};
struct max_align_t {
  long long a;
  double b;
};
}
typedef std::max_align_t max_align_t;
// From the C library's sys/types.h, which nvcc always reads.
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
