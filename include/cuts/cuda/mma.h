// nvcuda::wmma: matrix fragments and their products as plain code. A fragment is spread over the 32 lanes of a warp, each
// element in one place; where on a GPU some types have elements twice, num_elements is larger there. Sums are kept in the
// type of the accumulator, half in float. Not here: wmma::experimental (4-bit and 1-bit types).
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <type_traits>

namespace nvcuda {
namespace wmma {
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 {};
}

#define CUTS_WMMA static __device__ __forceinline__
CUTS_WMMA unsigned cuts_lane() { return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) & 31u; }

// How elements are kept, and the numbers that products are made of.
template <class _Tp> struct cuts_element {
  typedef _Tp storage;
  typedef _Tp number;
  CUTS_WMMA _Tp value(_Tp x) { return x; }
};
template <> struct cuts_element<__half> {
  typedef __half storage;
  typedef float number;
  CUTS_WMMA float value(__half x) { return __half2float(x); }
};
template <> struct cuts_element<__nv_bfloat16> {
  typedef __nv_bfloat16 storage;
  typedef float number;
  CUTS_WMMA float value(__nv_bfloat16 x) { return __bfloat162float(x); }
};
template <> struct cuts_element<precision::tf32> {
  typedef float storage;
  typedef float number;
  // The hardware looks at the highest 19 bits.
  CUTS_WMMA float value(float x) { return __int_as_float(__float_as_int(x) & ~0x1fff); }
};
template <> struct cuts_element<signed char> {
  typedef signed char storage;
  typedef int number;
  CUTS_WMMA int value(signed char x) { return x; }
};
template <> struct cuts_element<unsigned char> {
  typedef unsigned char storage;
  typedef int number;
  CUTS_WMMA int value(unsigned char x) { return x; }
};

template <int _M, int _N, int _K, class _Tp> struct cuts_shape {
  static constexpr bool is_narrow = sizeof(_Tp) <= 2 && _K == 16;
  static constexpr bool is_tile = (_M == 16 && _N == 16) || (_M == 32 && _N == 8) || (_M == 8 && _N == 32);
  static constexpr bool is_tf32 = std::is_same<_Tp, precision::tf32>::value && _M == 16 && _N == 16 && _K == 8;
  static constexpr bool is_double = std::is_same<_Tp, double>::value && _M == 8 && _N == 8 && _K == 4;
  static constexpr bool is_sum = sizeof(_Tp) >= 2 && ((is_tile && (_K == 16 || (_K == 8 && _M == 16))) || is_double);
};

// The elements of a fragment in order: `rows` lines of `depth` elements, split evenly among the lanes. Lines of a are rows,
// of b columns, of an accumulator rows.
template <class _Use, int _M, int _N, int _K> struct cuts_lines;
template <int _M, int _N, int _K> struct cuts_lines<matrix_a, _M, _N, _K> { static constexpr int rows = _M, depth = _K; };
template <int _M, int _N, int _K> struct cuts_lines<matrix_b, _M, _N, _K> { static constexpr int rows = _N, depth = _K; };
template <int _M, int _N, int _K> struct cuts_lines<accumulator, _M, _N, _K> { static constexpr int rows = _M, depth = _N; };

template <class _Use, int _M, int _N, int _K, class _Tp, class _Layout = void> class fragment {
  typedef cuts_shape<_M, _N, _K, _Tp> shape;
  static_assert(std::is_same<_Use, accumulator>::value
                    ? shape::is_sum
                    : (shape::is_narrow && shape::is_tile) || shape::is_tf32 || shape::is_double,
                "this wmma shape and type is not supported on the cpu device");

 public:
  typedef typename cuts_element<_Tp>::storage element_type;
  typedef element_type storage_element_type;
  typedef cuts_lines<_Use, _M, _N, _K> lines;
  static constexpr int num_elements = lines::rows * lines::depth / 32, num_storage_elements = num_elements;
  element_type x[num_elements];
};

template <class _Use, int _M, int _N, int _K, class _Tp, class _Layout, class _Value>
CUTS_WMMA void fill_fragment(fragment<_Use, _M, _N, _K, _Tp, _Layout>& f, const _Value& value) {
  for (int i = 0; i < f.num_elements; ++i) f.x[i] = static_cast<typename cuts_element<_Tp>::storage>(value);
}

// Where an element lies in memory.
template <class _Lines> CUTS_WMMA size_t cuts_place(int element, unsigned leading, bool along) {
  const unsigned line = unsigned(element) / _Lines::depth, at = unsigned(element) % _Lines::depth;
  return along ? size_t(line) * leading + at : size_t(at) * leading + line;
}
template <class _Fragment, class _Memory>
CUTS_WMMA void cuts_load(_Fragment& f, const _Memory* from, unsigned leading, bool along) {
  __syncwarp();
  const int first = int(cuts_lane()) * f.num_elements;
  for (int i = 0; i < f.num_elements; ++i)
    f.x[i] = from[cuts_place<typename _Fragment::lines>(first + i, leading, along)];
}
template <int _M, int _N, int _K, class _Tp, class _Layout, class _Memory>
CUTS_WMMA void load_matrix_sync(fragment<matrix_a, _M, _N, _K, _Tp, _Layout>& f, const _Memory* from, unsigned leading) {
  cuts_load(f, from, leading, std::is_same<_Layout, row_major>::value);
}
template <int _M, int _N, int _K, class _Tp, class _Layout, class _Memory>
CUTS_WMMA void load_matrix_sync(fragment<matrix_b, _M, _N, _K, _Tp, _Layout>& f, const _Memory* from, unsigned leading) {
  cuts_load(f, from, leading, std::is_same<_Layout, col_major>::value);
}
template <int _M, int _N, int _K, class _Tp, class _Memory>
CUTS_WMMA void load_matrix_sync(fragment<accumulator, _M, _N, _K, _Tp>& f, const _Memory* from, unsigned leading, layout_t layout) {
  cuts_load(f, from, leading, layout == mem_row_major);
}
template <int _M, int _N, int _K, class _Tp, class _Layout, class _Memory>
CUTS_WMMA void load_matrix_sync(fragment<accumulator, _M, _N, _K, _Tp, _Layout>& f, const _Memory* from, unsigned leading) {
  cuts_load(f, from, leading, std::is_same<_Layout, row_major>::value);
}
template <int _M, int _N, int _K, class _Tp, class _Layout, class _Memory>
CUTS_WMMA void store_matrix_sync(_Memory* to, const fragment<accumulator, _M, _N, _K, _Tp, _Layout>& f, unsigned leading, layout_t layout) {
  __syncwarp();
  const int first = int(cuts_lane()) * f.num_elements;
  for (int i = 0; i < f.num_elements; ++i)
    to[cuts_place<cuts_lines<accumulator, _M, _N, _K>>(first + i, leading, layout == mem_row_major)] = f.x[i];
  __syncwarp();
}

// Each lane has `count` elements of one row of d. Elements of a and b travel from the lanes that have them, eight bytes at
// a time; the loops are not unrolled, so that a product has two exchanges in the code and not fifty.
template <int _M, int _N, int _K, class _Tp, class _La, class _Lb, class _Sum, class _Ld, class _Lc>
CUTS_WMMA void mma_sync(fragment<accumulator, _M, _N, _K, _Sum, _Ld>& d, const fragment<matrix_a, _M, _N, _K, _Tp, _La>& a,
                        const fragment<matrix_b, _M, _N, _K, _Tp, _Lb>& b, const fragment<accumulator, _M, _N, _K, _Sum, _Lc>& c,
                        bool saturate = false) {
  typedef cuts_element<_Tp> element;
  typedef typename element::storage storage;
  constexpr bool is_int = std::is_same<_Sum, int>::value;
  typedef typename std::conditional<std::is_same<_Sum, double>::value, double,
                                    typename std::conditional<is_int, long long, float>::type>::type number;
  constexpr int count = fragment<accumulator, _M, _N, _K, _Sum, _Ld>::num_elements;
  constexpr int a_count = fragment<matrix_a, _M, _N, _K, _Tp, _La>::num_elements;
  constexpr int b_count = fragment<matrix_b, _M, _N, _K, _Tp, _Lb>::num_elements;
  constexpr int most = 8 / int(sizeof(storage)), fewest = a_count < b_count ? a_count : b_count;
  constexpr int step = most < fewest ? most : fewest;
  const int lane = int(cuts_lane()), row = lane * count / _N, first = lane * count % _N;
  number sums[count];
  for (int i = 0; i < count; ++i) sums[i] = static_cast<number>(cuts_element<_Sum>::value(c.x[i]));
#pragma unroll 1
  for (int k = 0; k < _K; k += step) {
    unsigned long long a_word = 0, b_word = 0;
    __builtin_memcpy(&a_word, a.x + k % a_count, step * sizeof(storage));
    __builtin_memcpy(&b_word, b.x + k % b_count, step * sizeof(storage));
    const unsigned long long left = __shfl_sync(0xffffffffu, a_word, (row * _K + k) / a_count);
    storage x[step];
    __builtin_memcpy(x, &left, sizeof(x));
#pragma unroll 1
    for (int i = 0; i < count; ++i) {
      const unsigned long long right = __shfl_sync(0xffffffffu, b_word, ((first + i) * _K + k) / b_count);
      storage y[step];
      __builtin_memcpy(y, &right, sizeof(y));
      number sum = sums[i];
      for (int j = 0; j < step; ++j) sum += static_cast<number>(element::value(x[j])) * static_cast<number>(element::value(y[j]));
      sums[i] = sum;
    }
  }
  for (int i = 0; i < count; ++i)
    if constexpr (std::is_same<_Sum, __half>::value) d.x[i] = __float2half(sums[i]);
    else if constexpr (is_int)
      d.x[i] = !saturate ? int(sums[i]) : sums[i] > 2147483647ll ? 2147483647 : sums[i] < -2147483648ll ? int(-2147483648ll) : int(sums[i]);
    else d.x[i] = sums[i];
}

// Rounded to the 10 bits of fraction that tensor cores look at, halves away from zero.
static __device__ __forceinline__ float __float_to_tf32(float x) {
  const unsigned bits = __float_as_uint(x);
  if ((bits & 0x7f800000u) == 0x7f800000u) return x;
  return __uint_as_float((bits + 0x1000u) & ~0x1fffu);
}
#undef CUTS_WMMA
}
}
