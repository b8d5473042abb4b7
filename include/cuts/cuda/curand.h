// cuRAND's host API: XORWOW, MRG32k3a and Philox 4x32-10, in cuRAND's default order, so that bits and uniform numbers are
// cuRAND's own. Poisson numbers are other numbers of the same distribution. MTGP32, MT19937 and the Sobol sequences are
// refused with CURAND_STATUS_TYPE_ERROR and a line on stderr.
#pragma once
// By this sources ask whether the header is there.
#define CURAND_H_
#include <cuda_runtime.h>
#include "detail/curand_distributions.h"
#include "detail/curand_types.h"
#include "detail/curand_fill.h"

#define CUTS_CURAND static inline curandStatus_t

CUTS_CURAND curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (type == CURAND_RNG_PSEUDO_DEFAULT) type = CURAND_RNG_PSEUDO_XORWOW;
  if (type != CURAND_RNG_PSEUDO_XORWOW && type != CURAND_RNG_PSEUDO_MRG32K3A && type != CURAND_RNG_PSEUDO_PHILOX4_32_10) {
    fprintf(stderr, "curandCreateGenerator: generator type %d is not supported on the cpu device\n", int(type));
    return CURAND_STATUS_TYPE_ERROR;
  }
  *generator = new curandGenerator_st(type);
  return CURAND_STATUS_SUCCESS;
}
CUTS_CURAND curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return curandCreateGenerator(generator, type);
}
CUTS_CURAND curandDestroyGenerator(curandGenerator_t generator) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  delete generator;
  return CURAND_STATUS_SUCCESS;
}
CUTS_CURAND curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  generator->seed = seed;
  generator->next = generator->offset;
  generator->forget();
  return CURAND_STATUS_SUCCESS;
}
CUTS_CURAND curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  generator->offset = generator->next = offset;
  generator->forget();
  return CURAND_STATUS_SUCCESS;
}
CUTS_CURAND curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (order < CURAND_ORDERING_PSEUDO_BEST || order > CURAND_ORDERING_PSEUDO_DYNAMIC) return CURAND_STATUS_OUT_OF_RANGE;
  if (order == CURAND_ORDERING_PSEUDO_SEEDED) {
    fprintf(stderr, "curandSetGeneratorOrdering: CURAND_ORDERING_PSEUDO_SEEDED is not supported on the cpu device\n");
    return CURAND_STATUS_OUT_OF_RANGE;
  }
  generator->legacy = order == CURAND_ORDERING_PSEUDO_LEGACY;
  generator->forget();
  return CURAND_STATUS_SUCCESS;
}
CUTS_CURAND curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  generator->stream = stream;
  return CURAND_STATUS_SUCCESS;
}
CUTS_CURAND curandGenerateSeeds(curandGenerator_t generator) {
  return generator == nullptr ? CURAND_STATUS_NOT_INITIALIZED : CURAND_STATUS_SUCCESS;
}
CUTS_CURAND curandGetVersion(int* version) {
  *version = 10400;
  return CURAND_STATUS_SUCCESS;
}

CUTS_CURAND curandGenerate(curandGenerator_t generator, unsigned* out, size_t count) {
  return cuts_curand_fill(generator, out, count, cuts_draw_bits());
}
// Only the 64-bit quasi-random generators have it, as in cuRAND.
CUTS_CURAND curandGenerateLongLong(curandGenerator_t generator, unsigned long long*, size_t) {
  return generator == nullptr ? CURAND_STATUS_NOT_INITIALIZED : CURAND_STATUS_TYPE_ERROR;
}
CUTS_CURAND curandGenerateUniform(curandGenerator_t generator, float* out, size_t count) {
  return cuts_curand_fill(generator, out, count, cuts_draw_uniform());
}
CUTS_CURAND curandGenerateUniformDouble(curandGenerator_t generator, double* out, size_t count) {
  return cuts_curand_fill(generator, out, count, cuts_draw_uniform_double());
}
CUTS_CURAND curandGenerateNormal(curandGenerator_t generator, float* out, size_t count, float mean, float deviation) {
  return cuts_curand_fill(generator, out, count, cuts_draw_normal<float, false>{mean, deviation});
}
CUTS_CURAND curandGenerateNormalDouble(curandGenerator_t generator, double* out, size_t count, double mean,
                                       double deviation) {
  return cuts_curand_fill(generator, out, count, cuts_draw_normal<double, false>{mean, deviation});
}
CUTS_CURAND curandGenerateLogNormal(curandGenerator_t generator, float* out, size_t count, float mean, float deviation) {
  return cuts_curand_fill(generator, out, count, cuts_draw_normal<float, true>{mean, deviation});
}
CUTS_CURAND curandGenerateLogNormalDouble(curandGenerator_t generator, double* out, size_t count, double mean,
                                          double deviation) {
  return cuts_curand_fill(generator, out, count, cuts_draw_normal<double, true>{mean, deviation});
}
CUTS_CURAND curandGeneratePoisson(curandGenerator_t generator, unsigned* out, size_t count, double mean) {
  if (!(mean > 0.0 && mean <= 400000.0)) return CURAND_STATUS_OUT_OF_RANGE;
  return cuts_curand_fill(generator, out, count, cuts_draw_poisson(mean));
}
