// OpenMP's functions for the one thread that host code has here; its pragmas mean nothing without the compiler's option.
#pragma once
#include <time.h>

typedef struct { int cuts_held; } omp_lock_t;
static inline int omp_get_thread_num(void) { return 0; }
static inline int omp_get_num_threads(void) { return 1; }
static inline int omp_get_max_threads(void) { return 1; }
static inline int omp_get_num_procs(void) { return 1; }
static inline int omp_in_parallel(void) { return 0; }
static inline void omp_set_num_threads(int count) { (void)count; }
static inline void omp_set_dynamic(int on) { (void)on; }
static inline void omp_init_lock(omp_lock_t* lock) { lock->cuts_held = 0; }
static inline void omp_destroy_lock(omp_lock_t* lock) { (void)lock; }
static inline void omp_set_lock(omp_lock_t* lock) { lock->cuts_held = 1; }
static inline void omp_unset_lock(omp_lock_t* lock) { lock->cuts_held = 0; }
static inline double omp_get_wtime(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
