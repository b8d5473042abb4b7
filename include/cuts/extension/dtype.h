// Element types: their names, which C++ type stores which, and the choice of a type at run time.
// The order of DType is that of the package's own table (core/dtype.ts): both sides exchange the position.

#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#if defined(__CUDACC__)
#define CUTS_HD __host__ __device__
#else
#define CUTS_HD
#endif

// What runs seldom is compiled for size: it is most of the header, and the compiler's time is the user's.
#if defined(__GNUC__)
#define CUTS_COLD __attribute__((cold, noinline))
#else
#define CUTS_COLD
#endif

namespace cuts {

/** The type of a tensor's elements. */
enum class DType : std::uint8_t {
  kBool, kInt8, kUInt8, kInt16, kUInt16, kInt32, kUInt32, kInt64, kUInt64,
  kFloat16, kBFloat16, kFloat32, kFloat64, kComplex64, kComplex128,
};

inline constexpr DType kBool = DType::kBool, kInt8 = DType::kInt8, kUInt8 = DType::kUInt8, kInt16 = DType::kInt16,
                       kUInt16 = DType::kUInt16, kInt32 = DType::kInt32, kUInt32 = DType::kUInt32,
                       kInt64 = DType::kInt64, kUInt64 = DType::kUInt64, kFloat16 = DType::kFloat16,
                       kBFloat16 = DType::kBFloat16, kFloat32 = DType::kFloat32, kFloat64 = DType::kFloat64,
                       kComplex64 = DType::kComplex64, kComplex128 = DType::kComplex128;

/** "float32". */
inline const char* name_of(DType dtype) {
  static constexpr const char* names[] = {"bool",  "int8",   "uint8",   "int16",    "uint16",
                                          "int32", "uint32", "int64",   "uint64",   "float16",
                                          "bfloat16", "float32", "float64", "complex64", "complex128"};
  return names[static_cast<int>(dtype)];
}

/** Bytes of one element. */
inline int size_of(DType dtype) {
  static constexpr std::uint8_t sizes[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 2, 4, 8, 8, 16};
  return sizes[static_cast<int>(dtype)];
}

/** A complex number as arrays store it; std::complex and CUDA's float2 and double2 have the same layout. */
template <class T>
struct Complex {
  T re{}, im{};
};

namespace detail {
inline float float_of_bits(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

inline std::uint32_t bits_of_float(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
}  // namespace detail

/** float16 as it is stored. Arithmetic is the float's that it converts to; storing rounds to the nearest even. */
struct Half {
  std::uint16_t bits = 0;

  Half() = default;
  Half(float value) {  // NOLINT: implicit, as __half's is
    const std::uint32_t raw = detail::bits_of_float(value), sign = (raw >> 16) & 0x8000u, magnitude = raw & 0x7fffffffu;
    if (magnitude > 0x7f800000u) bits = static_cast<std::uint16_t>(sign | 0x7e00u);
    else if (magnitude >= 0x477ff000u) bits = static_cast<std::uint16_t>(sign | 0x7c00u);
    else if (magnitude >= 0x38800000u)
      bits = static_cast<std::uint16_t>(sign | ((magnitude - 0x38000000u + 0xfffu + ((magnitude >> 13) & 1u)) >> 13));
    // Subnormal: 0.5f has the spacing of the smallest halves, so the sum is rounded as they are.
    else bits = static_cast<std::uint16_t>(sign | (detail::bits_of_float(detail::float_of_bits(magnitude) + 0.5f) - 0x3f000000u));
  }

  operator float() const {  // NOLINT: implicit, as __half's is
    const std::uint32_t sign = (bits & 0x8000u) << 16, magnitude = bits & 0x7fffu;
    if (magnitude >= 0x7c00u) return detail::float_of_bits(sign | 0x7f800000u | (magnitude << 13));
    if (magnitude >= 0x0400u) return detail::float_of_bits(sign | ((magnitude << 13) + 0x38000000u));
    const float small = static_cast<float>(magnitude) * 5.9604644775390625e-8f;
    return sign != 0 ? -small : small;
  }
};

/** bfloat16 as it is stored: the upper half of a float. */
struct BFloat16 {
  std::uint16_t bits = 0;

  BFloat16() = default;
  BFloat16(float value) {  // NOLINT: implicit, as __nv_bfloat16's is
    const std::uint32_t raw = detail::bits_of_float(value);
    bits = (raw & 0x7fffffffu) > 0x7f800000u ? static_cast<std::uint16_t>((raw >> 16) | 0x40u)
                                             : static_cast<std::uint16_t>((raw + 0x7fffu + ((raw >> 16) & 1u)) >> 16);
  }

  operator float() const { return detail::float_of_bits(static_cast<std::uint32_t>(bits) << 16); }  // NOLINT
};

/** The dtype that a C++ type stores: `DTypeOf<float>::value`. CUTS_DTYPE adds one. */
template <class T>
struct DTypeOf;

template <class T>
struct DTypeOf<const T> : DTypeOf<T> {};

/** Lets data_ptr, accessor and dispatch use `type` for the elements of a dtype; at namespace level, outside all of them. */
#define CUTS_DTYPE(type, dtype)                                                               \
  template <>                                                                                 \
  struct cuts::DTypeOf<type> {                                                                \
    static_assert(std::is_trivially_copyable_v<type>, "elements are copied as bytes");         \
    static constexpr ::cuts::DType value = ::cuts::DType::dtype;                              \
  };

}  // namespace cuts

CUTS_DTYPE(bool, kBool)
CUTS_DTYPE(signed char, kInt8)
CUTS_DTYPE(unsigned char, kUInt8)
CUTS_DTYPE(short, kInt16)
CUTS_DTYPE(unsigned short, kUInt16)
CUTS_DTYPE(int, kInt32)
CUTS_DTYPE(unsigned int, kUInt32)
CUTS_DTYPE(long long, kInt64)
CUTS_DTYPE(unsigned long long, kUInt64)
CUTS_DTYPE(cuts::Half, kFloat16)
CUTS_DTYPE(cuts::BFloat16, kBFloat16)
CUTS_DTYPE(float, kFloat32)
CUTS_DTYPE(double, kFloat64)
CUTS_DTYPE(cuts::Complex<float>, kComplex64)
CUTS_DTYPE(cuts::Complex<double>, kComplex128)
#if !defined(_WIN32)
CUTS_DTYPE(long, kInt64)
CUTS_DTYPE(unsigned long, kUInt64)
#endif
// <complex> costs more to include than all of this header, so std::complex is known where it was included before.
#if defined(_GLIBCXX_COMPLEX) || defined(_LIBCPP_COMPLEX)
CUTS_DTYPE(std::complex<float>, kComplex64)
CUTS_DTYPE(std::complex<double>, kComplex128)
#endif
#if defined(__CUDA_FP16_TYPES_EXIST__)
CUTS_DTYPE(__half, kFloat16)
#endif
#if defined(__CUDA_BF16_TYPES_EXIST__)
CUTS_DTYPE(__nv_bfloat16, kBFloat16)
#endif
#if defined(__VECTOR_TYPES_H__)
CUTS_DTYPE(float2, kComplex64)
CUTS_DTYPE(double2, kComplex128)
#endif

namespace cuts {

/** What `dispatch` calls its function with: `typename decltype(tag)::type` is the chosen type. */
template <class T>
struct TypeTag {
  using type = T;
};

namespace detail {
[[noreturn]] void refuse_dtype(DType dtype, const char* what, const DType* allowed, int count);
}

/**
 * Calls `function(TypeTag<T>{})` with the one of `Types` that stores `dtype`; throws where none does.
 *
 *     cuts::dispatch<float, double>(a.dtype(), "sum", [&](auto tag) {
 *       using scalar_t = typename decltype(tag)::type;
 *       …
 *     });
 */
template <class First, class... Rest, class F>
decltype(auto) dispatch(DType dtype, const char* what, F&& function) {
  if (dtype == DTypeOf<First>::value) return function(TypeTag<First>{});
  if constexpr (sizeof...(Rest) > 0) {
    constexpr DType rest[] = {DTypeOf<Rest>::value...};
    for (const DType one : rest)
      if (one == dtype) return dispatch<Rest...>(dtype, what, std::forward<F>(function));
  }
  constexpr DType allowed[] = {DTypeOf<First>::value, DTypeOf<Rest>::value...};
  detail::refuse_dtype(dtype, what, allowed, static_cast<int>(sizeof...(Rest)) + 1);
}

}  // namespace cuts

/**
 * As torch's AT_DISPATCH: the function is written once, with `scalar_t` for the type of the elements.
 *
 *     CUTS_DISPATCH((float, double), a.dtype(), "sum", [&] { launch(a.data_ptr<scalar_t>()); });
 */
#define CUTS_DISPATCH(types, dtype, what, ...)                          \
  ::cuts::dispatch<CUTS_UNPAREN types>(dtype, what, [&](auto cuts_tag) { \
    using scalar_t = typename decltype(cuts_tag)::type;                 \
    return (__VA_ARGS__)();                                             \
  })
#define CUTS_UNPAREN(...) __VA_ARGS__

#define CUTS_FLOATING_TYPES (float, double)
#define CUTS_INTEGER_TYPES (signed char, unsigned char, short, unsigned short, int, unsigned, long long, unsigned long long)
#define CUTS_DISPATCH_FLOATING(dtype, what, ...) CUTS_DISPATCH(CUTS_FLOATING_TYPES, dtype, what, __VA_ARGS__)
#define CUTS_DISPATCH_INTEGERS(dtype, what, ...) CUTS_DISPATCH(CUTS_INTEGER_TYPES, dtype, what, __VA_ARGS__)
