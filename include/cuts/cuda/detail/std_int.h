// stdint.h, cstdint and the format macros of inttypes.h. 64-bit types are `long long`; size_t has 32 bits here.
#pragma once
#include "std_def.h"

#define CUTS_INTEGERS(bits)                                         \
  typedef __INT##bits##_TYPE__ int##bits##_t;                       \
  typedef __UINT##bits##_TYPE__ uint##bits##_t;                     \
  typedef int##bits##_t int_least##bits##_t, int_fast##bits##_t;    \
  typedef uint##bits##_t uint_least##bits##_t, uint_fast##bits##_t; \
  namespace std {                                                   \
  using ::int##bits##_t;                                            \
  using ::uint##bits##_t;                                           \
  using ::int_least##bits##_t;                                      \
  using ::uint_least##bits##_t;                                     \
  using ::int_fast##bits##_t;                                       \
  using ::uint_fast##bits##_t;                                      \
  }
CUTS_INTEGERS(8)
CUTS_INTEGERS(16)
CUTS_INTEGERS(32)
CUTS_INTEGERS(64)
#undef CUTS_INTEGERS
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
namespace std {
using ::intmax_t;
using ::intptr_t;
using ::uintmax_t;
using ::uintptr_t;
}

#define INT8_MAX 127
#define INT16_MAX 32767
#define INT32_MAX 2147483647
#define INT64_MAX 9223372036854775807ll
#define INT8_MIN (-INT8_MAX - 1)
#define INT16_MIN (-INT16_MAX - 1)
#define INT32_MIN (-INT32_MAX - 1)
#define INT64_MIN (-INT64_MAX - 1)
#define UINT8_MAX 255
#define UINT16_MAX 65535
#define UINT32_MAX 4294967295u
#define UINT64_MAX 18446744073709551615ull
#define INTPTR_MAX __INTPTR_MAX__
#define INTPTR_MIN (-INTPTR_MAX - 1)
#define UINTPTR_MAX __UINTPTR_MAX__
#define INTMAX_MAX INT64_MAX
#define INTMAX_MIN INT64_MIN
#define UINTMAX_MAX UINT64_MAX
#define SIZE_MAX __SIZE_MAX__
#define PTRDIFF_MAX __PTRDIFF_MAX__
#define INT8_C(x) x
#define INT16_C(x) x
#define INT32_C(x) x
#define INT64_C(x) x##ll
#define UINT8_C(x) x
#define UINT16_C(x) x
#define UINT32_C(x) x##u
#define UINT64_C(x) x##ull

#define PRId32 "d"
#define PRIi32 "i"
#define PRIu32 "u"
#define PRIx32 "x"
#define PRIX32 "X"
#define PRId64 "lld"
#define PRIi64 "lli"
#define PRIu64 "llu"
#define PRIx64 "llx"
#define PRIX64 "llX"
