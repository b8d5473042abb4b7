// cuRAND's host API: XORWOW, MRG32k3a and Philox 4x32-10, in cuRAND's default order, so that bits and uniform numbers are
// cuRAND's own, and the Sobol sequences of up to 1111 dimensions. Scrambled sequences are other numbers of the same
// distribution. Poisson numbers, MTGP32 and MT19937 are refused with CURAND_STATUS_TYPE_ERROR and a line on stderr.
#pragma once
// By this sources ask whether the header is there.
#define CURAND_H_
#include <cuda_runtime.h>
#include "detail/curand_distributions.h"
#include "detail/curand_types.h"
#include "detail/curand_sobol.h"
#include "detail/curand_fill.h"
#include "detail/curand_sobol_host.h"

#define CUTS_CURAND static inline curandStatus_t

CUTS_CURAND curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (type == CURAND_RNG_PSEUDO_DEFAULT) type = CURAND_RNG_PSEUDO_XORWOW;
  if (type == CURAND_RNG_QUASI_DEFAULT) type = CURAND_RNG_QUASI_SOBOL32;
  const bool is_quasi = type >= CURAND_RNG_QUASI_SOBOL32 && type <= CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
  if (!is_quasi && type != CURAND_RNG_PSEUDO_XORWOW && type != CURAND_RNG_PSEUDO_MRG32K3A && type != CURAND_RNG_PSEUDO_PHILOX4_32_10) {
    const char* name = type == CURAND_RNG_PSEUDO_MTGP32 ? "MTGP32" : type == CURAND_RNG_PSEUDO_MT19937 ? "MT19937" : "of this type";
    fprintf(stderr, "curandCreateGenerator: a generator %s (%d) is not supported on the cpu device\n", name, int(type));
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
  if (generator->is_quasi()) return CURAND_STATUS_TYPE_ERROR;
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
CUTS_CURAND curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned dimensions) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (!generator->is_quasi()) return CURAND_STATUS_TYPE_ERROR;
  if (dimensions < 1 || dimensions > 20000) return CURAND_STATUS_OUT_OF_RANGE;
  if (dimensions > cuts_sobol_dimensions) {
    fprintf(stderr, "curandSetQuasiRandomGeneratorDimensions: more than %u dimensions are not supported on the cpu device (got %u)\n",
            cuts_sobol_dimensions, dimensions);
    return CURAND_STATUS_OUT_OF_RANGE;
  }
  generator->dimensions = dimensions;
  return CURAND_STATUS_SUCCESS;
}
CUTS_CURAND curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (generator->is_quasi()) return order == CURAND_ORDERING_QUASI_DEFAULT ? CURAND_STATUS_SUCCESS : CURAND_STATUS_OUT_OF_RANGE;
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
  if (generator != nullptr && generator->has_64_bits()) return CURAND_STATUS_TYPE_ERROR;
  return cuts_curand_fill(generator, out, count, cuts_draw_bits());
}
// Only the 64-bit quasi-random generators have it, as in cuRAND.
CUTS_CURAND curandGenerateLongLong(curandGenerator_t generator, unsigned long long* out, size_t count) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (!generator->has_64_bits()) return CURAND_STATUS_TYPE_ERROR;
  return cuts_curand_fill_quasi(generator, out, count, cuts_draw_bits());
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
CUTS_CURAND curandGeneratePoisson(curandGenerator_t generator, unsigned*, size_t, double mean) {
  if (generator == nullptr) return CURAND_STATUS_NOT_INITIALIZED;
  if (!(mean > 0.0 && mean <= 400000.0)) return CURAND_STATUS_OUT_OF_RANGE;
  // What cuRAND's host API draws is in none of its headers, and other numbers would be wrong without a word.
  fprintf(stderr, "curandGeneratePoisson: Poisson numbers of the host API are not supported on the cpu device; a kernel can draw them by curand_poisson\n");
  return CURAND_STATUS_TYPE_ERROR;
}
