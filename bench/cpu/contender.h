// What the C contenders of cpu-kernels.bench.ts share: inputs, timing, and the protocol of bench/lib/external.ts.
// Requests are "check <case> <n> <count> <file>", answered by "ok" once the first floats of one operation's result are in
// the file, and "sample <case> <n> <ms>", answered by the nanoseconds of one operation and the share of that time for which
// threads were ready to run and had no processor; "none" where the case is missing.
#ifndef CUTS_BENCH_CONTENDER_H
#define CUTS_BENCH_CONTENDER_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef _OPENMP
#define PARALLEL _Pragma("omp parallel for schedule(static)")
#else
#define PARALLEL
#endif

enum { MAX_ELEMENTS = 10000000, BLOCK = 256 };

// Two inputs and a result, each of MAX_ELEMENTS floats.
typedef struct {
  float *a, *b, *out;
} Arrays;

typedef void (*Operation)(Arrays arrays, int n);

typedef struct {
  const char* name;
  Operation run;
  // Waits for what `run` started; may be null.
  void (*finish)(void);
} Case;

// Called before each request with freshly filled arrays, and after a check with the result wanted in `out`; may be null.
typedef struct {
  void (*to_device)(Arrays arrays);
  void (*from_device)(Arrays arrays);
} Transfers;

static long long now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

// How long the threads of this process have waited for a processor, in nanoseconds; 0 where the system does not say.
static long long waited_ns(void) {
  long long total = 0;
  DIR* tasks = opendir("/proc/self/task");
  for (struct dirent* task; tasks && (task = readdir(tasks));) {
    char path[300];
    long long ran, waited;
    snprintf(path, sizeof path, "/proc/self/task/%s/schedstat", task->d_name);
    FILE* file = fopen(path, "r");
    if (!file) continue;
    if (fscanf(file, "%lld %lld", &ran, &waited) == 2) total += waited;
    fclose(file);
  }
  if (tasks) closedir(tasks);
  return total;
}

// Inputs that every language can make: 24 bits of a multiplicative hash, in [0, 1).
static void fill(float* x, unsigned seed) {
  for (unsigned i = 0; i < MAX_ELEMENTS; i++) x[i] = ((i + seed) * 2654435761u >> 8) * 0x1p-24f;
}

static void sample(const Case* c, Arrays arrays, int n, double batch_ms) {
  long long begin = now_ns();
  c->run(arrays, n);
  if (c->finish) c->finish();
  long long once = now_ns() - begin;
  int count = once > 0 ? (int)(batch_ms * 1e6 / once) : 1000;
  if (count < 1) count = 1;
  const long long waited = waited_ns();
  begin = now_ns();
  for (int i = 0; i < count; i++) c->run(arrays, n);
  if (c->finish) c->finish();
  const double elapsed = now_ns() - begin;
  printf("%.1f %.4f\n", elapsed / count, (waited_ns() - waited) / elapsed);
}

static int serve(const char* description, const Case* cases, int case_count, Transfers transfers) {
  Arrays arrays;
  float** all[] = {&arrays.a, &arrays.b, &arrays.out};
  for (int i = 0; i < 3; i++) {
    *all[i] = aligned_alloc(64, sizeof(float) * MAX_ELEMENTS);
    if (!*all[i]) return 1;
    fill(*all[i], i);
  }
  if (transfers.to_device) transfers.to_device(arrays);
  printf("ready %s\n", description);
  fflush(stdout);
  char line[4096], verb[16], name[64], path[2048];
  int n, amount;
  while (fgets(line, sizeof line, stdin)) {
    if (sscanf(line, "%15s %63s %d %d %2047s", verb, name, &n, &amount, path) < 4) return 1;
    const Case* c = NULL;
    for (int i = 0; i < case_count; i++)
      if (!strcmp(cases[i].name, name)) c = &cases[i];
    if (!c) {
      puts("none");
    } else if (!strcmp(verb, "sample")) {
      sample(c, arrays, n, amount);
    } else {
      fill(arrays.out, 2);
      if (transfers.to_device) transfers.to_device(arrays);
      c->run(arrays, n);
      if (c->finish) c->finish();
      if (transfers.from_device) transfers.from_device(arrays);
      FILE* file = fopen(path, "wb");
      if (!file || fwrite(arrays.out, sizeof(float), amount, file) != (size_t)amount || fclose(file)) return 1;
      puts("ok");
    }
    fflush(stdout);
  }
  return 0;
}

#endif
