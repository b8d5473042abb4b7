// 64-bit integers are `long`, as on Linux for a 64-bit machine; the library's own header has `long long`.
#if defined(__NEED_int64_t) && !defined(__DEFINED_int64_t)
typedef signed long int64_t;
#define __DEFINED_int64_t
#endif
#if defined(__NEED_uint64_t) && !defined(__DEFINED_uint64_t)
typedef unsigned long uint64_t;
#define __DEFINED_uint64_t
#endif
#if defined(__NEED_u_int64_t) && !defined(__DEFINED_u_int64_t)
typedef unsigned long u_int64_t;
#define __DEFINED_u_int64_t
#endif
#if defined(__NEED_intmax_t) && !defined(__DEFINED_intmax_t)
typedef signed long intmax_t;
#define __DEFINED_intmax_t
#endif
#if defined(__NEED_uintmax_t) && !defined(__DEFINED_uintmax_t)
typedef unsigned long uintmax_t;
#define __DEFINED_uintmax_t
#endif
#if defined(__NEED_off_t) && !defined(__DEFINED_off_t)
#include <__typedef_off_t.h>
#define __DEFINED_off_t
#endif
#if defined(__NEED_time_t) && !defined(__DEFINED_time_t)
#include <__typedef_time_t.h>
#define __DEFINED_time_t
#endif
#if defined(__NEED_suseconds_t) && !defined(__DEFINED_suseconds_t)
#include <__typedef_suseconds_t.h>
#define __DEFINED_suseconds_t
#endif
#if defined(__NEED_clock_t) && !defined(__DEFINED_clock_t)
#include <__typedef_clock_t.h>
#define __DEFINED_clock_t
#endif
#if defined(__NEED_ino_t) && !defined(__DEFINED_ino_t)
#include <__typedef_ino_t.h>
#define __DEFINED_ino_t
#endif
#if defined(__NEED_nlink_t) && !defined(__DEFINED_nlink_t)
#include <__typedef_nlink_t.h>
#define __DEFINED_nlink_t
#endif
#if defined(__NEED_dev_t) && !defined(__DEFINED_dev_t)
#include <__typedef_dev_t.h>
#define __DEFINED_dev_t
#endif
#include_next <bits/alltypes.h>
