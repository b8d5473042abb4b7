// Runs the kernel `k` before it, a fibre for each thread of a block, and writes what it computed to the standard output.
#include "inputs.h"

// Everything that a kernel may have written, in the order in which runs are compared.
static void write_results(int threads, FILE* out) {
  fwrite(o32, 4, threads * 4, out);
  fwrite(o64, 8, threads * 2, out);
  fwrite(acc, 4, 80, out);
  fwrite(acc64, 8, 16, out);
}

static void fibre() {
  k(gi, gf, gl, o32, o64, acc, acc64, sp, 5, 77u, 1.25f);
  done_[cur] = true;
  alive--;
  brel();
  for (;;) yield_();
}
static int run(const int* grid, const int* block) {
  set_inputs();
  NT = block[0] * block[1] * block[2];
  blockDim = {block[0], block[1], block[2]};
  gridDim = {grid[0], grid[1], grid[2]};
  for (int i = 0; i < NT; i++) stk[i] = (char*)malloc(131072);
  for (int z = 0; z < grid[2]; z++)
    for (int y = 0; y < grid[1]; y++)
      for (int x = 0; x < grid[0]; x++) {
        blockIdx = {x, y, z};
        alive = NT;
        barr = 0;
        for (int i = 0; i < NT; i++) {
          getcontext(&fc[i]);
          fc[i].uc_stack.ss_sp = stk[i];
          fc[i].uc_stack.ss_size = 131072;
          fc[i].uc_link = 0;
          makecontext(&fc[i], fibre, 0);
          done_[i] = false;
          tix[i] = {i % block[0], i / block[0] % block[1], i / block[0] / block[1]};
        }
        for (long turns = 0; alive > 0; turns++) {
          if (turns > 5000000) return fprintf(stderr, "the threads of a block wait for each other forever\n"), 4;
          for (int i = 0; i < NT; i++) {
            if (done_[i]) continue;
            cur = i;
            threadIdx = tix[i];
            swapcontext(&mainc, &fc[i]);
          }
        }
      }
  write_results(NT * grid[0] * grid[1] * grid[2], stdout);
  return 0;
}
