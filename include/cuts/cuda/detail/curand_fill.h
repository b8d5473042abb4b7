// How cuRAND lays numbers out in memory: result i comes from subsequence i mod T, T being 4096 for XORWOW and 81920 for
// MRG32k3a (4096 in the legacy order); Philox gives four results in a row from each of 65536 subsequences. A double takes
// two draws (MRG32k3a: one), a pair of normal numbers two (double: four), and the pair stays together. `draws` is for Philox.
#pragma once

struct cuts_draw_bits {
  static constexpr int results = 1, draws = 1;
  template <class State> void operator()(State* state, unsigned* out) const { out[0] = curand(state); }
};
struct cuts_draw_uniform {
  static constexpr int results = 1, draws = 1;
  template <class State> void operator()(State* state, float* out) const { out[0] = curand_uniform(state); }
};
struct cuts_draw_uniform_double {
  static constexpr int results = 1, draws = 2;
  template <class State> void operator()(State* state, double* out) const { out[0] = curand_uniform_double(state); }
  // The host API has two draws here, the device API one.
  void operator()(curandStatePhilox4_32_10_t* state, double* out) const {
    unsigned low = curand(state);
    out[0] = cuts_uniform_double(low, curand(state));
  }
};
template <class State> float2 cuts_normal_pair(float, State* state) { return curand_normal2(state); }
template <class State> double2 cuts_normal_pair(double, State* state) { return curand_normal2_double(state); }
template <class Real, bool Log> struct cuts_draw_normal {
  static constexpr int results = 2, draws = sizeof(Real) == 8 ? 4 : 2;
  Real mean, deviation;
  template <class State> void operator()(State* state, Real* out) const {
    auto pair = cuts_normal_pair(Real(), state);
    out[0] = mean + deviation * pair.x;
    out[1] = mean + deviation * pair.y;
    if (Log) {
      out[0] = exp(out[0]);
      out[1] = exp(out[1]);
    }
  }
};
inline void cuts_next_subsequence(curandStateXORWOW_t* state) { skipahead_sequence(1, state); }
inline void cuts_next_subsequence(curandStateMRG32k3a_t* state) { skipahead_subsequence(1, state); }

// Fills units (numbers or pairs) [next, next + count) of an endless array. Every subsequence goes on where it is, whatever
// was drawn from it before; an offset counts draws.
template <class State, class Real, class Draw>
void cuts_fill_strided(curandGenerator_t generator, cuts_curand_streams<State>& streams, size_t stride, Real* out,
                       size_t count, const Draw& draw) {
  const unsigned long long begin = generator->next, units = count / Draw::results;
  const size_t touched = begin + units < stride ? size_t(begin + units) : stride;
  if (streams.opened.empty()) curand_init(generator->seed, 0, 0, &streams.unopened);
  for (streams.opened.reserve(touched); streams.opened.size() < touched; cuts_next_subsequence(&streams.unopened)) {
    const unsigned long long number = streams.opened.size(), offset = generator->offset;
    streams.opened.push_back(streams.unopened);
    skipahead(offset / stride + (number < offset % stride ? 1 : 0), &streams.opened.back());
  }
  for (size_t lane = 0; lane < stride && lane < units; ++lane) {
    State& state = streams.opened[size_t((begin + lane) % stride)];
    for (unsigned long long at = lane; at < units; at += stride) draw(&state, out + at * Draw::results);
  }
}

// Philox needs no state between calls: a counter says where every number is.
template <class Real, class Draw>
void cuts_fill_philox(curandGenerator_t generator, Real* out, size_t count, const Draw& draw) {
  constexpr int group = 4 / Draw::results;
  const unsigned long long begin = generator->next / Draw::results, units = (count + Draw::results - 1) / Draw::results;
  curandStatePhilox4_32_10_t state;
  for (unsigned long long i = 0; i < units; ++i) {
    const unsigned long long unit = begin + i, line = unit / group;
    if (i == 0 || unit % group == 0)
      curand_init(generator->seed, line % 65536, line / 65536 * group * Draw::draws + unit % group * Draw::draws, &state);
    Real made[Draw::results];
    draw(&state, made);
    for (int j = 0; j < Draw::results && i * Draw::results + j < count; ++j) out[i * Draw::results + j] = made[j];
  }
}

template <class Real, class Draw>
curandStatus_t cuts_curand_fill_quasi(curandGenerator_t generator, Real* out, size_t count, const Draw& draw) {
  if (count % generator->dimensions != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  if (cudaStreamSynchronize(generator->stream) != cudaSuccess) return CURAND_STATUS_PREEXISTING_FAILURE;
  if (generator->has_64_bits())
    cuts_fill_sobol<curandStateSobol64>(0ull, generator->next, generator->dimensions, generator->is_scrambled(), out, count, draw);
  else
    cuts_fill_sobol<curandStateSobol32>(0u, generator->next, generator->dimensions, generator->is_scrambled(), out, count, draw);
  generator->next += count / generator->dimensions;
  return CURAND_STATUS_SUCCESS;
}

template <class Real, class Draw>
curandStatus_t cuts_curand_fill(curandGenerator_t generator, Real* out, size_t count, const Draw& draw) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (generator->is_quasi()) return cuts_curand_fill_quasi(generator, out, count, draw);
  const bool philox = generator->type == CURAND_RNG_PSEUDO_PHILOX4_32_10;
  if (!philox && count % Draw::results != 0) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  if (cudaStreamSynchronize(generator->stream) != cudaSuccess) return CURAND_STATUS_PREEXISTING_FAILURE;
  if (philox) cuts_fill_philox(generator, out, count, draw);
  else if (generator->type == CURAND_RNG_PSEUDO_XORWOW)
    cuts_fill_strided(generator, generator->xorwow, 4096, out, count, draw);
  else
    cuts_fill_strided(generator, generator->mrg, generator->legacy ? 4096 : 81920, out, count, draw);
  // A pair counts once, except with Philox.
  generator->next += philox ? count : count / Draw::results;
  return CURAND_STATUS_SUCCESS;
}
