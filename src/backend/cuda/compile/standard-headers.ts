// Headers of the C and C++ standard libraries for NVRTC, which has none, so that the same source compiles with nvcc, for the cpu
// device and with NVRTC. The functions that kernels use from them (mathematics, printf, memcpy) are built into NVRTC.

import { lazy } from "../../../core/lazy.js";

const integers = [8, 16, 32, 64].flatMap((bits) => [`int${bits}_t`, `uint${bits}_t`]);

const stdint = `#pragma once
typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long long int64_t;
typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned int uint32_t; typedef unsigned long long uint64_t;
typedef long long intptr_t; typedef unsigned long long uintptr_t; typedef long long intmax_t; typedef unsigned long long uintmax_t;
#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295u
#define INT64_MIN (-9223372036854775807ll - 1)
#define INT64_MAX 9223372036854775807ll
#define UINT64_MAX 18446744073709551615ull
#define SIZE_MAX UINT64_MAX
namespace std { ${integers.map((name) => `using ::${name};`).join(" ")} using ::intptr_t; using ::uintptr_t; }
`;

const limits = `#pragma once
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX SCHAR_MAX
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295u
#define LONG_MIN (-__LONG_MAX__ - 1L)
#define LONG_MAX __LONG_MAX__
#define ULONG_MAX (__LONG_MAX__ * 2UL + 1UL)
#define LLONG_MIN (-9223372036854775807ll - 1)
#define LLONG_MAX 9223372036854775807ll
#define ULLONG_MAX 18446744073709551615ull
#ifndef __LONG_MAX__
#define __LONG_MAX__ (sizeof(long) == 8 ? 9223372036854775807L : 2147483647L)
#endif
`;

const floats = `#pragma once
#define FLT_RADIX 2
#define FLT_MANT_DIG 24
#define FLT_DIG 6
#define FLT_EPSILON 1.19209290e-7f
#define FLT_MIN 1.17549435e-38f
#define FLT_MAX 3.40282347e+38f
#define DBL_MANT_DIG 53
#define DBL_DIG 15
#define DBL_EPSILON 2.2204460492503131e-16
#define DBL_MIN 2.2250738585072014e-308
#define DBL_MAX 1.7976931348623157e+308
`;

const stddef = `#pragma once
namespace std { using ::size_t; typedef decltype(nullptr) nullptr_t; }
typedef decltype((char*)0 - (char*)0) ptrdiff_t;
namespace std { using ::ptrdiff_t; }
#ifndef NULL
#define NULL 0
#endif
#ifndef offsetof
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
`;

const nothing = "#pragma once\n";

/** Headers that only nvcc needs: NVRTC has CUDA's device functions built in. */
const cudaBuiltIn = ["cuda_runtime.h", "cuda_runtime_api.h", "device_launch_parameters.h", "cuda.h"];

/** Standard C++ headers that the toolkit has under `cuda/std/`. */
const libcudacxx = (
  "algorithm array atomic bit complex functional initializer_list iterator limits numeric optional ratio tuple " +
  "type_traits utility variant"
).split(" ");

/**
 * The text of a standard header by its name in `#include`; undefined if unknown. The user's headers and folders take precedence.
 */
export function standardHeader(name: string): string | undefined {
  return table().get(name);
}

const table = lazy(
  () =>
    new Map<string, string>([
      ["stdint.h", stdint],
      ["cstdint", stdint],
      ["inttypes.h", stdint],
      ["cinttypes", stdint],
      ["limits.h", limits],
      ["climits", limits],
      ["float.h", floats],
      ["cfloat", floats],
      ["stddef.h", stddef],
      ["cstddef", stddef],
      ...[
        "math.h",
        "cmath",
        "stdio.h",
        "cstdio",
        "stdlib.h",
        "cstdlib",
        "string.h",
        "cstring",
        "assert.h",
        "cassert",
      ].map((name): [string, string] => [name, nothing]),
      ...cudaBuiltIn.map((name): [string, string] => [name, nothing]),
      ...libcudacxx.map((name): [string, string] => [
        name,
        `#pragma once\n#include <cuda/std/${name}>\nnamespace std { using namespace cuda::std; }\n`,
      ]),
    ]),
);

/** Macros of <math.h>, which nvcc includes for every source, as options for NVRTC, which has none of them. */
export const hostMacros = lazy((): readonly string[] => [
  // Constants, so that they may initialize variables.
  "-DINFINITY=__builtin_bit_cast(float,0x7f800000)",
  "-DNAN=__builtin_bit_cast(float,0x7fffffff)",
  "-DHUGE_VALF=__builtin_bit_cast(float,0x7f800000)",
  "-DHUGE_VAL=__builtin_bit_cast(double,0x7ff0000000000000ll)",
  ...Object.entries({
    M_E: Math.E,
    M_LOG2E: Math.LOG2E,
    M_LOG10E: Math.LOG10E,
    M_LN2: Math.LN2,
    M_LN10: Math.LN10,
    M_PI: Math.PI,
    M_PI_2: Math.PI / 2,
    M_PI_4: Math.PI / 4,
    M_1_PI: 1 / Math.PI,
    M_2_PI: 2 / Math.PI,
    M_2_SQRTPI: 2 / Math.sqrt(Math.PI),
    M_SQRT2: Math.SQRT2,
    M_SQRT1_2: Math.SQRT1_2,
  }).map(([name, value]) => `-D${name}=${value}`),
]);

/** Part of cache keys. Increase it when these headers change. */
export const standardHeadersVersion = 2;
