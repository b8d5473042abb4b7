// The tables of cuRAND's host API for Sobol sequences, made when they are asked for, and how its generators lay numbers out:
// all numbers of the first dimension, then all of the second. The tables end at dimension 1111 (cuRAND's at 20000). The
// constants of scrambled sequences are our own, and their vectors are those of the plain ones: other numbers than cuRAND's.
#pragma once
#include <vector>
#include "curand_sobol.h"

typedef enum {
  CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101,
  CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102,
  CURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103,
  CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104,
} curandDirectionVectorSet_t;
typedef curandDirectionVectorSet_t curandDirectionVectorSet;

static constexpr unsigned cuts_sobol_dimensions = 1111;
static const unsigned short cuts_sobol_numbers[] = {
#include "curand_sobol_numbers.inc"
};

// All direction vectors, one dimension after the other.
template <class Bits> const std::vector<Bits>& cuts_sobol_vectors() {
  static std::vector<Bits> vectors;
  if (!vectors.empty()) return vectors;
  constexpr int bits = 8 * sizeof(Bits);
  vectors.resize(size_t(cuts_sobol_dimensions) * bits);
  for (int j = 0; j < bits; ++j) vectors[j] = Bits(1) << (bits - 1 - j);
  const unsigned short* at = cuts_sobol_numbers;
  for (unsigned dimension = 1; dimension < cuts_sobol_dimensions; ++dimension) {
    Bits* v = vectors.data() + size_t(dimension) * bits;
    const unsigned polynomial = *at++;
    const int degree = 31 - __builtin_clz(polynomial);
    for (int j = 0; j < degree; ++j) v[j] = Bits(*at++) << (bits - 1 - j);
    for (int j = degree; j < bits; ++j) {
      v[j] = v[j - degree] ^ (v[j - degree] >> degree);
      for (int k = 1; k < degree; ++k)
        if ((polynomial >> (degree - k)) & 1) v[j] ^= v[j - k];
    }
  }
  return vectors;
}
template <class Bits> const std::vector<Bits>& cuts_sobol_constants() {
  static std::vector<Bits> constants;
  unsigned long long seed = 0x9e3779b97f4a7c15ull;
  for (unsigned dimension = unsigned(constants.size()); dimension < cuts_sobol_dimensions; ++dimension) {
    unsigned long long z = seed * (dimension + 1);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    constants.push_back(Bits((z ^ (z >> 31)) >> (64 - 8 * sizeof(Bits))));
  }
  return constants;
}

static inline curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t* vectors[], curandDirectionVectorSet_t set) {
  if (set != CURAND_DIRECTION_VECTORS_32_JOEKUO6 && set != CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6) return CURAND_STATUS_OUT_OF_RANGE;
  *vectors = reinterpret_cast<curandDirectionVectors32_t*>(const_cast<unsigned*>(cuts_sobol_vectors<unsigned>().data()));
  return CURAND_STATUS_SUCCESS;
}
static inline curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t* vectors[], curandDirectionVectorSet_t set) {
  if (set != CURAND_DIRECTION_VECTORS_64_JOEKUO6 && set != CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6) return CURAND_STATUS_OUT_OF_RANGE;
  *vectors = reinterpret_cast<curandDirectionVectors64_t*>(const_cast<unsigned long long*>(cuts_sobol_vectors<unsigned long long>().data()));
  return CURAND_STATUS_SUCCESS;
}
static inline curandStatus_t curandGetScrambleConstants32(unsigned** constants) {
  *constants = const_cast<unsigned*>(cuts_sobol_constants<unsigned>().data());
  return CURAND_STATUS_SUCCESS;
}
static inline curandStatus_t curandGetScrambleConstants64(unsigned long long** constants) {
  *constants = const_cast<unsigned long long*>(cuts_sobol_constants<unsigned long long>().data());
  return CURAND_STATUS_SUCCESS;
}

// One number a draw, whatever it is drawn for.
template <class State> void cuts_sobol_number(const struct cuts_draw_bits&, State* state, unsigned* out) { *out = unsigned(curand(state)); }
template <class State> void cuts_sobol_number(const struct cuts_draw_bits&, State* state, unsigned long long* out) { *out = curand(state); }
template <class State> void cuts_sobol_number(const struct cuts_draw_uniform&, State* state, float* out) { *out = curand_uniform(state); }
template <class State> void cuts_sobol_number(const struct cuts_draw_uniform_double&, State* state, double* out) { *out = curand_uniform_double(state); }
template <class State, bool Log> void cuts_sobol_number(const struct cuts_draw_normal<float, Log>& draw, State* state, float* out) {
  *out = draw.mean + draw.deviation * curand_normal(state);
  if (Log) *out = expf(*out);
}
template <class State, bool Log> void cuts_sobol_number(const struct cuts_draw_normal<double, Log>& draw, State* state, double* out) {
  *out = draw.mean + draw.deviation * curand_normal_double(state);
  if (Log) *out = exp(*out);
}

template <class State, class Bits, class Number, class Draw>
void cuts_fill_sobol(Bits, unsigned long long next, unsigned dimensions, bool scrambled, Number* out, size_t count, const Draw& draw) {
  const size_t each = count / dimensions;
  State state;
  for (unsigned dimension = 0; dimension < dimensions; ++dimension) {
    const Bits* vectors = cuts_sobol_vectors<Bits>().data() + size_t(dimension) * 8 * sizeof(Bits);
    for (size_t bit = 0; bit < 8 * sizeof(Bits); ++bit) state.direction_vectors[bit] = vectors[bit];
    state.c = scrambled ? cuts_sobol_constants<Bits>()[dimension] : Bits(0);
    cuts_sobol_go(&state, Bits(next));
    for (size_t i = 0; i < each; ++i) cuts_sobol_number(draw, &state, out + dimension * each + i);
  }
}
