// Block barriers and memory fences.
#pragma once
#include "abi.h"

#define CUTS_SYNC static __device__ __forceinline__ __attribute__((convergent))

CUTS_SYNC void __syncthreads() { __cuts_barrier(); }
CUTS_SYNC int __syncthreads_count(int predicate) { return __cuts_barrier_reduce(0, predicate); }
CUTS_SYNC int __syncthreads_and(int predicate) { return __cuts_barrier_reduce(1, predicate); }
CUTS_SYNC int __syncthreads_or(int predicate) { return __cuts_barrier_reduce(2, predicate); }
// Barrier 0 with all threads is __syncthreads; named barriers for part of a block do not exist here.
CUTS_SYNC void __barrier_sync(unsigned id) {
  if (id != 0) __builtin_trap();
  __cuts_barrier();
}

// Launches of a stream are done one after another: what a kernel depends on is over when it begins.
static __device__ __forceinline__ void cudaGridDependencySynchronize() {}
static __device__ __forceinline__ void cudaTriggerProgrammaticLaunchCompletion() {}

static __device__ __forceinline__ void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
static __device__ __forceinline__ void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
static __device__ __forceinline__ void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
