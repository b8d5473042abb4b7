// What instructions of inline PTX mean, as functions over registers, for the code that src/backend/cpu/ptx makes of them. A register is an
// unsigned number that holds bits; `as` reads it as a type, `put` writes a value of a type to it.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace cuts_ptx {

#define CUTS_PTX static __device__ __forceinline__

template <class T, class R> CUTS_PTX T as(R value) {
  return __builtin_bit_cast(T, static_cast<typename cuts_word<sizeof(T)>::type>(value));
}
// Signed numbers fill a wider register with their sign.
template <class R, class T> CUTS_PTX void put(R& to, T value) {
  if constexpr (__is_integral(T)) to = static_cast<R>(value);
  else to = static_cast<R>(__builtin_bit_cast(typename cuts_word<sizeof(T)>::type, value));
}

template <class T> struct made_unsigned { typedef T type; };
template <> struct made_unsigned<signed char> { typedef unsigned char type; };
template <> struct made_unsigned<short> { typedef unsigned short type; };
template <> struct made_unsigned<int> { typedef unsigned type; };
template <> struct made_unsigned<long long> { typedef unsigned long long type; };
template <class T> using bits_of = typename made_unsigned<T>::type;
template <class T> struct twice {};
template <> struct twice<unsigned short> { typedef unsigned type; };
template <> struct twice<short> { typedef int type; };
template <> struct twice<unsigned> { typedef unsigned long long type; };
template <> struct twice<int> { typedef long long type; };
template <> struct twice<unsigned long long> { typedef unsigned __int128 type; };
template <> struct twice<long long> { typedef __int128 type; };

template <class T> constexpr bool is_integer = __is_integral(T);

template <class T> CUTS_PTX T op_add(T a, T b) {
  if constexpr (is_integer<T>) return T(bits_of<T>(a) + bits_of<T>(b));
  else return a + b;
}
template <class T> CUTS_PTX T op_sub(T a, T b) {
  if constexpr (is_integer<T>) return T(bits_of<T>(a) - bits_of<T>(b));
  else return a - b;
}
// Integers: the low half of the product.
template <class T> CUTS_PTX T op_mul(T a, T b) {
  if constexpr (is_integer<T>) return T(static_cast<unsigned long long>(a) * static_cast<unsigned long long>(b));
  else return a * b;
}
template <class T> CUTS_PTX T op_mul_hi(T a, T b) {
  typedef typename twice<T>::type wide;
  return T(wide(a) * wide(b) >> (8 * sizeof(T)));
}
template <class T> CUTS_PTX typename twice<T>::type op_mul_wide(T a, T b) {
  typedef typename twice<T>::type wide;
  return wide(a) * wide(b);
}
// As on a GPU, a division by zero gives ones and does not stop.
template <class T> CUTS_PTX T op_div(T a, T b) {
  if constexpr (is_integer<T>) {
    if (b == 0) return T(-1);
    if (T(-1) < T(0) && b == T(-1)) return op_sub(T(0), a);
  }
  return a / b;
}
template <class T> CUTS_PTX T op_rem(T a, T b) {
  if (b == 0) return a;
  return T(-1) < T(0) && b == T(-1) ? T(0) : a % b;
}
template <class T> CUTS_PTX T op_min(T a, T b) {
  if constexpr (is_integer<T>) return a < b ? a : b;
  else if constexpr (sizeof(T) == 8) return fmin(a, b);
  else if constexpr (__is_same(T, float)) return fminf(a, b);
  else if constexpr (__is_same(T, __half)) return __hmin(a, b);
  else return __hmin2(a, b);
}
template <class T> CUTS_PTX T op_max(T a, T b) {
  if constexpr (is_integer<T>) return a > b ? a : b;
  else if constexpr (sizeof(T) == 8) return fmax(a, b);
  else if constexpr (__is_same(T, float)) return fmaxf(a, b);
  else if constexpr (__is_same(T, __half)) return __hmax(a, b);
  else return __hmax2(a, b);
}
template <class T> CUTS_PTX T op_neg(T a) {
  if constexpr (is_integer<T>) return op_sub(T(0), a);
  else return -a;
}
template <class T> CUTS_PTX T op_abs(T a) {
  if constexpr (is_integer<T>) return a < 0 ? op_sub(T(0), a) : a;
  else if constexpr (sizeof(T) == 8) return fabs(a);
  else if constexpr (__is_same(T, float)) return fabsf(a);
  else if constexpr (sizeof(T) == 2) return __habs(a);
  else return __habs2(a);
}
template <class T> CUTS_PTX T op_fma(T a, T b, T c) {
  if constexpr (__is_same(T, float)) return fmaf(a, b, c);
  else if constexpr (__is_same(T, double)) return fma(a, b, c);
  else if constexpr (sizeof(T) == 2) return __hfma(a, b, c);
  else return __hfma2(a, b, c);
}
template <class T> CUTS_PTX T saturated(T a) {
  if constexpr (__is_same(T, float)) return __saturatef(a);
  else return a < T(0) ? T(0) : a > T(1) ? T(1) : a == a ? a : T(0);
}
CUTS_PTX int saturated_sum(long long sum) {
  return sum > 2147483647ll ? 2147483647 : sum < -2147483648ll ? int(-2147483648ll) : int(sum);
}
// Shifts by more than there is give what is left: nothing, or the sign.
template <class T> CUTS_PTX T op_shl(T a, unsigned by) { return by >= 8 * sizeof(T) ? T(0) : T(bits_of<T>(a) << by); }
template <class T> CUTS_PTX T op_shr(T a, unsigned by) {
  return by < 8 * sizeof(T) ? T(a >> by) : T(-1) < T(0) ? T(a >> (8 * sizeof(T) - 1)) : T(0);
}
CUTS_PTX unsigned op_shf(unsigned low, unsigned high, unsigned by, bool left, bool clamps) {
  by = clamps ? (by < 32 ? by : 32) : by & 31;
  const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
  return left ? unsigned(both << by >> 32) : unsigned(both >> by);
}
template <class T> CUTS_PTX T op_bfe(T a, unsigned from, unsigned length) {
  typedef bits_of<T> bits;
  constexpr unsigned all = 8 * sizeof(T);
  from &= 255;
  length &= 255;
  const unsigned room = from < all ? all - from : 0, count = length < room ? length : room;
  const bits mask = count >= all ? bits(~bits(0)) : bits((bits(1) << count) - 1);
  const bits found = from < all ? bits(bits(a) >> from & mask) : bits(0);
  const unsigned last = from + length - 1 < all - 1 ? from + length - 1 : all - 1;
  const bool is_negative = T(-1) < T(0) && length > 0 && (bits(a) >> last & 1);
  return T(is_negative ? found | bits(~mask) : found);
}
template <class T> CUTS_PTX T op_bfi(T a, T b, unsigned from, unsigned length) {
  constexpr unsigned all = 8 * sizeof(T);
  from &= 255;
  length &= 255;
  if (from >= all || length == 0) return b;
  const T mask = (length >= all ? T(~T(0)) : T((T(1) << length) - 1)) << from;
  return (b & ~mask) | (a << from & mask);
}
template <class T> CUTS_PTX unsigned op_bfind(T a) {
  if (T(-1) < T(0) && a < 0) a = ~a;
  if (a == 0) return ~0u;
  return sizeof(T) == 8 ? 63 - __clzll(static_cast<long long>(a)) : 31 - __clz(static_cast<int>(a));
}
CUTS_PTX unsigned op_lop3(unsigned a, unsigned b, unsigned c, unsigned table) {
  unsigned result = 0;
  for (unsigned i = 0; i < 8; i++)
    if (table >> i & 1) result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
  return result;
}
template <class T> CUTS_PTX T op_sad(T a, T b, T c) { return op_add(c, a > b ? op_sub(a, b) : op_sub(b, a)); }

// Instructions on halves or bytes of registers: results side by side, or their sum and c.
enum Video { kVideoAdd, kVideoSub, kVideoAverage, kVideoDifference, kVideoMin, kVideoMax };
template <Video operation> CUTS_PTX int video_lane(int a, int b) {
  if constexpr (operation == kVideoAdd) return a + b;
  else if constexpr (operation == kVideoSub) return a - b;
  else if constexpr (operation == kVideoAverage) return (a + b + (a + b >= 0 ? 1 : 0)) >> 1;
  else if constexpr (operation == kVideoDifference) return a > b ? a - b : b - a;
  else if constexpr (operation == kVideoMin) return a < b ? a : b;
  else return a > b ? a : b;
}
template <Video operation, int lanes, bool signed_result, bool signed_a, bool signed_b, bool saturates, bool adds>
CUTS_PTX unsigned op_video(unsigned a, unsigned b, unsigned c) {
  constexpr int width = 32 / lanes, high = (1 << (signed_result ? width - 1 : width)) - 1, low = signed_result ? -high - 1 : 0;
  unsigned result = adds ? c : 0;
  for (int lane = 0; lane < lanes; lane++) {
    const unsigned top_a = a << (32 - width * (lane + 1)), top_b = b << (32 - width * (lane + 1));
    const int left = signed_a ? int(top_a) >> (32 - width) : int(top_a >> (32 - width));
    const int right = signed_b ? int(top_b) >> (32 - width) : int(top_b >> (32 - width));
    int value = video_lane<operation>(left, right);
    if (saturates) value = value > high ? high : value < low ? low : value;
    if (adds) result += unsigned(value);
    else result |= (unsigned(value) & ((1u << width) - 1)) << (width * lane);
  }
  return result;
}

// Sums with a carry, which stays in `cc`.
CUTS_PTX unsigned add_carry(unsigned a, unsigned b, unsigned in, unsigned& out) {
  const unsigned long long sum = static_cast<unsigned long long>(a) + b + in;
  out = unsigned(sum >> 32);
  return unsigned(sum);
}
CUTS_PTX unsigned long long add_carry(unsigned long long a, unsigned long long b, unsigned in, unsigned& out) {
  const unsigned __int128 sum = static_cast<unsigned __int128>(a) + b + in;
  out = unsigned(sum >> 64);
  return static_cast<unsigned long long>(sum);
}
template <class T> CUTS_PTX T sub_borrow(T a, T b, unsigned in, unsigned& out) {
  const T part = a - b;
  out = unsigned(a < b) | unsigned(part < in);
  return part - in;
}

// Numbers from one type to another. Floating-point numbers become the nearest integer that there is.
enum Rounding { kNearest, kZero, kDown, kUp };
template <class D> CUTS_PTX D nearest_integer(double x) {
  constexpr bool is_signed = D(-1) < D(0);
  constexpr unsigned width = 8 * sizeof(D);
  const double limit = is_signed ? double(1ull << (width - 1)) : 2.0 * double(1ull << (width - 1));
  const D highest = is_signed ? D(bits_of<D>(~bits_of<D>(0)) >> 1) : D(~D(0));
  if (!(x == x)) return width == 64 ? D(1ull << 63) : D(0);
  if (x >= limit) return highest;
  return x < (is_signed ? -limit : 0.0) ? (is_signed ? D(-highest - 1) : D(0)) : D(x);
}
template <class D, class S> CUTS_PTX D converted(S value, Rounding rounding, bool saturates, bool rounds) {
  if constexpr (__is_same(S, __half)) return converted<D>(__half2float(value), rounding, saturates, rounds);
  else if constexpr (__is_same(S, __nv_bfloat16)) return converted<D>(__bfloat162float(value), rounding, saturates, rounds);
  else if constexpr (is_integer<S>) {
    if constexpr (__is_same(D, __half)) return __double2half(double(value));
    else if constexpr (__is_same(D, __nv_bfloat16)) return __float2bfloat16(static_cast<float>(value));
    else if constexpr (is_integer<D>) {
      if (saturates) {
        constexpr bool is_signed = D(-1) < D(0);
        constexpr unsigned width = 8 * sizeof(D);
        const __int128 high = (__int128(1) << (is_signed ? width - 1 : width)) - 1, low = is_signed ? -high - 1 : 0;
        return D(__int128(value) > high ? high : __int128(value) < low ? low : __int128(value));
      }
      return static_cast<D>(value);
    } else return static_cast<D>(value);
  } else {
    S x = value;
    if (is_integer<D> || rounds)
      x = S(rounding == kZero ? trunc(double(x)) : rounding == kDown ? floor(double(x)) : rounding == kUp ? ceil(double(x)) : rint(double(x)));
    if constexpr (is_integer<D>) return nearest_integer<D>(double(x));
    else {
      if (saturates) x = saturated(x);
      if constexpr (__is_same(D, __half)) return rounding == kZero ? __float2half_rz(float(x)) : __double2half(double(x));
      else if constexpr (__is_same(D, __nv_bfloat16)) return rounding == kZero ? __float2bfloat16_rz(float(x)) : __float2bfloat16(float(x));
      else if constexpr (__is_same(D, float) && sizeof(S) == 8)
        return rounding == kZero ? __double2float_rz(x) : rounding == kDown ? __double2float_rd(x) : rounding == kUp ? __double2float_ru(x) : float(x);
      else return static_cast<D>(x);
    }
  }
}
CUTS_PTX unsigned to_tf32(float x) {
  const unsigned bits = __float_as_uint(x);
  return (bits & 0x7f800000u) == 0x7f800000u ? bits : (bits + 0x1000u) & ~0x1fffu;
}

template <class T> CUTS_PTX T read(unsigned long long address) { return *reinterpret_cast<T*>(static_cast<size_t>(address)); }
template <class T> CUTS_PTX T read_volatile(unsigned long long address) {
  return *reinterpret_cast<volatile T*>(static_cast<size_t>(address));
}
template <class T> CUTS_PTX T* pointer(unsigned long long address) { return reinterpret_cast<T*>(static_cast<size_t>(address)); }
// What a vector access moves: its address is a multiple of its size.
template <class T, int Count> struct alignas(sizeof(T) * Count) several { T items[Count]; };

CUTS_PTX unsigned lane() { return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & 31u; }
CUTS_PTX unsigned warp() { return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) >> 5; }

// Done at once: there is nothing to commit and nothing to wait for.
CUTS_PTX void copy_async(unsigned long long to, unsigned long long from, unsigned size, unsigned copied) {
  if (copied == size && size == 16) *pointer<several<unsigned, 4>>(to) = read<several<unsigned, 4>>(from);
  else if (copied == size && size == 8) *pointer<several<unsigned, 2>>(to) = read<several<unsigned, 2>>(from);
  else if (copied == size && size == 4) *pointer<unsigned>(to) = read<unsigned>(from);
  else {
    char* const target = pointer<char>(to);
    const char* const source = pointer<const char>(from);
    for (unsigned i = 0; i < size; i++) target[i] = i < copied ? source[i] : 0;
  }
}

// The lanes a shuffle reads from, as shfl.sync has it: `bounds` has the width of a segment and its last lane.
CUTS_PTX unsigned shuffled(int mode, unsigned value, unsigned by, unsigned bounds, unsigned mask, bool& inside) {
  const unsigned self = lane(), segment = bounds >> 8 & 31, limit = bounds & 31;
  const unsigned last = (self & segment) | (limit & ~segment), first = self & segment;
  by &= 31;
  unsigned from = self;
  switch (mode) {
    case 0: from = self - by; inside = int(self - by) >= int(last); break;
    case 1: from = self + by; inside = from <= last; break;
    case 2: from = self ^ by; inside = from <= last; break;
    default: from = first | (by & ~segment); inside = from <= last;
  }
  return __shfl_sync(mask, value, inside ? from & 31 : self);
}

// Eight by eight matrices of 16 bits: the rows lie where eight lanes say, each lane gets two neighbours of a row.
CUTS_PTX unsigned load_matrix(unsigned address, unsigned number, bool transposed) {
  const unsigned self = lane(), line = self >> 2, pair = self & 3;
  if (!transposed) return read<unsigned>(__shfl_sync(~0u, address, 8 * number + line) + 4 * pair);
  const unsigned first = __shfl_sync(~0u, address, 8 * number + 2 * pair);
  const unsigned second = __shfl_sync(~0u, address, 8 * number + 2 * pair + 1);
  return read<unsigned short>(first + 2 * line) | unsigned(read<unsigned short>(second + 2 * line)) << 16;
}
CUTS_PTX void store_matrix(unsigned address, unsigned value, unsigned number, bool transposed) {
  const unsigned self = lane(), line = self >> 2, pair = self & 3;
  if (!transposed) {
    *pointer<unsigned>(__shfl_sync(~0u, address, 8 * number + line) + 4 * pair) = value;
  } else {
    const unsigned first = __shfl_sync(~0u, address, 8 * number + 2 * pair);
    const unsigned second = __shfl_sync(~0u, address, 8 * number + 2 * pair + 1);
    *pointer<unsigned short>(first + 2 * line) = static_cast<unsigned short>(value);
    *pointer<unsigned short>(second + 2 * line) = static_cast<unsigned short>(value >> 16);
  }
  __syncwarp();
}

// The operands of a product: how many lie in a word, and each as a number that products are summed in.
struct f16 {
  static constexpr int each = 2;
  typedef float number;
  CUTS_PTX float get(unsigned word, int i) { return cuts_binary16::widen(static_cast<unsigned short>(word >> 16 * i)); }
};
struct bf16 {
  static constexpr int each = 2;
  typedef float number;
  CUTS_PTX float get(unsigned word, int i) { return cuts_bfloat16::widen(static_cast<unsigned short>(word >> 16 * i)); }
};
struct tf32 {
  static constexpr int each = 1;
  typedef float number;
  CUTS_PTX float get(unsigned word, int) { return __uint_as_float(word & ~0x1fffu); }
};
struct s8 {
  static constexpr int each = 4;
  typedef long long number;
  CUTS_PTX long long get(unsigned word, int i) { return static_cast<signed char>(word >> 8 * i); }
};
struct u8 {
  static constexpr int each = 4;
  typedef long long number;
  CUTS_PTX long long get(unsigned word, int i) { return static_cast<unsigned char>(word >> 8 * i); }
};

// d = a * b + c, spread over the warp as mma.sync has it: of a, register i of lane 4g + t has row g (+ 8 where i is odd) and the
// columns from t * each (+ 4 * each for every two registers) on; of b the same rows of column g; of c and d rows g and g + 8,
// columns 2t and 2t + 1. The loop is not unrolled: a product has few exchanges in the code.
template <class A, class B, int A_words, int B_words>
CUTS_PTX void multiply(typename A::number* sums, const unsigned* a, const unsigned* b) {
  typedef typename A::number number;
  constexpr int rows = A_words > 1 ? 2 : 1;
  const unsigned self = lane(), group = self >> 2, pair = self & 3;
#pragma unroll 1
  for (unsigned t = 0; t < 4; t++) {
    unsigned left[A_words], right[2][B_words];
    for (int i = 0; i < A_words; i += 2) {
      const unsigned long long two = i + 1 < A_words ? static_cast<unsigned long long>(a[i + 1]) << 32 | a[i] : a[i];
      const unsigned long long got = __shfl_sync(~0u, two, group * 4 + t);
      left[i] = unsigned(got);
      if (i + 1 < A_words) left[i + 1] = unsigned(got >> 32);
    }
    for (int column = 0; column < 2; column++) {
      const unsigned long long two = B_words > 1 ? static_cast<unsigned long long>(b[B_words - 1]) << 32 | b[0] : b[0];
      const unsigned long long got = __shfl_sync(~0u, two, (pair * 2 + column) * 4 + t);
      right[column][0] = unsigned(got);
      if (B_words > 1) right[column][B_words - 1] = unsigned(got >> 32);
    }
    for (int row = 0; row < rows; row++)
      for (int column = 0; column < 2; column++)
        for (int k = 0; k < B_words; k++)
          for (int i = 0; i < A::each; i++)
            sums[2 * row + column] += number(A::get(left[rows * k + row], i)) * number(B::get(right[column][k], i));
  }
}
CUTS_PTX void multiply_double(double* sums, double a, double b) {
  const unsigned self = lane(), group = self >> 2, pair = self & 3;
#pragma unroll 1
  for (unsigned t = 0; t < 4; t++) {
    const double left = __shfl_sync(~0u, a, group * 4 + t);
    for (unsigned column = 0; column < 2; column++)
      sums[column] = fma(left, __shfl_sync(~0u, b, (pair * 2 + column) * 4 + t), sums[column]);
  }
}

// Parameters of functions and kernels of a module of PTX are memory of so many bytes.
template <int Bytes, int Align> struct ptx_param { alignas(Align) unsigned char bytes[Bytes]; };
#define address_of(variable) ((unsigned long long)(size_t)&(variable))
template <class T, class P> CUTS_PTX T read_param(const P& from, int offset) {
  T value;
  __builtin_memcpy(&value, reinterpret_cast<const char*>(&from) + offset, sizeof(T));
  return value;
}
template <class T, class P> CUTS_PTX void write_param(P& to, int offset, T value) {
  __builtin_memcpy(reinterpret_cast<char*>(&to) + offset, &value, sizeof(T));
}
// The bytes that a function takes of a parameter that is as large or larger, and what it gives.
template <class To, class P> CUTS_PTX To cut_param(const P& from) {
  To to;
  __builtin_memcpy(&to, &from, sizeof(To));
  return to;
}
template <class P, class R> CUTS_PTX void fill_param(P& to, const R& from) { __builtin_memcpy(&to, &from, sizeof(R)); }

extern "C" __device__ int __cuts_vprintf(const char* format, const void* values);
template <class F, class V> CUTS_PTX int ptx_vprintf(const F& format, const V& values) {
  return __cuts_vprintf(pointer<const char>(read_param<unsigned long long>(format, 0)), pointer<const void>(read_param<unsigned long long>(values, 0)));
}
template <class S> CUTS_PTX unsigned long long ptx_malloc(const S& size) {
  return (unsigned long long)(size_t)malloc((size_t)read_param<unsigned long long>(size, 0));
}
template <class A> CUTS_PTX void ptx_free(const A& address) { free(pointer<void>(read_param<unsigned long long>(address, 0))); }
template <class M, class F, class L, class N, class S> CUTS_PTX void ptx_assertfail(const M& message, const F& file, const L& line, const N& function, const S&) {
  const auto text = [](const auto& one) { return pointer<const char>(read_param<unsigned long long>(one, 0)); };
  __cuts_assert_fail(text(message), text(file), read_param<unsigned>(line, 0), text(function), __cuts_bid_x(), __cuts_bid_y(), __cuts_bid_z(), __cuts_tid_x(), __cuts_tid_y(), __cuts_tid_z());
}

}  // namespace cuts_ptx
