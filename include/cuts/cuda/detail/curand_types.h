// Types, numbers and the generator object of cuRAND's host API.
#pragma once
#include <stdio.h>
#include <vector>

typedef enum {
  CURAND_STATUS_SUCCESS = 0,
  CURAND_STATUS_VERSION_MISMATCH = 100,
  CURAND_STATUS_NOT_INITIALIZED = 101,
  CURAND_STATUS_ALLOCATION_FAILED = 102,
  CURAND_STATUS_TYPE_ERROR = 103,
  CURAND_STATUS_OUT_OF_RANGE = 104,
  CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
  CURAND_STATUS_LAUNCH_FAILURE = 201,
  CURAND_STATUS_PREEXISTING_FAILURE = 202,
  CURAND_STATUS_INITIALIZATION_FAILED = 203,
  CURAND_STATUS_ARCH_MISMATCH = 204,
  CURAND_STATUS_INTERNAL_ERROR = 999,
} curandStatus_t;
typedef curandStatus_t curandStatus;
typedef enum {
  CURAND_RNG_TEST = 0,
  CURAND_RNG_PSEUDO_DEFAULT = 100,
  CURAND_RNG_PSEUDO_XORWOW = 101,
  CURAND_RNG_PSEUDO_MRG32K3A = 121,
  CURAND_RNG_PSEUDO_MTGP32 = 141,
  CURAND_RNG_PSEUDO_MT19937 = 142,
  CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
  CURAND_RNG_QUASI_DEFAULT = 200,
  CURAND_RNG_QUASI_SOBOL32 = 201,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
  CURAND_RNG_QUASI_SOBOL64 = 203,
  CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204,
} curandRngType_t;
typedef curandRngType_t curandRngType;
typedef enum {
  CURAND_ORDERING_PSEUDO_BEST = 100,
  CURAND_ORDERING_PSEUDO_DEFAULT = 101,
  CURAND_ORDERING_PSEUDO_SEEDED = 102,
  CURAND_ORDERING_PSEUDO_LEGACY = 103,
  CURAND_ORDERING_PSEUDO_DYNAMIC = 104,
  CURAND_ORDERING_QUASI_DEFAULT = 201,
} curandOrdering_t;

// The subsequences opened so far, in order, and the start of the next one.
template <class State> struct cuts_curand_streams {
  std::vector<State> opened;
  State unopened;
};

struct curandGenerator_st {
  explicit curandGenerator_st(curandRngType_t kind) : type(kind) {}
  curandRngType_t type;
  unsigned long long seed = 0, offset = 0, next = 0;
  bool legacy = false;
  unsigned dimensions = 1;
  cudaStream_t stream = nullptr;
  cuts_curand_streams<curandStateXORWOW_t> xorwow;
  cuts_curand_streams<curandStateMRG32k3a_t> mrg;

  bool is_quasi() const { return type >= CURAND_RNG_QUASI_DEFAULT; }
  bool is_scrambled() const { return type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 || type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64; }
  bool has_64_bits() const { return type == CURAND_RNG_QUASI_SOBOL64 || type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64; }

  void forget() {
    xorwow.opened.clear();
    mrg.opened.clear();
  }
};
typedef struct curandGenerator_st* curandGenerator_t;
