// An iteration over the whole grid in one cooperative launch: every sweep reads what all blocks wrote in the one
// before, and the loop ends when a sweep changed nothing.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// Spreads labels along a line of cells until each run of open cells carries its smallest index.
extern "C" __global__ void spread_labels(const unsigned char* open, int* labels, int* other, int n, int* changed,
                                         int* sweeps) {
  cg::grid_group grid = cg::this_grid();
  const int stride = static_cast<int>(grid.size());
  int* from = labels;
  int* to = other;

  for (int i = static_cast<int>(grid.thread_rank()); i < n; i += stride) labels[i] = open[i] ? i : -1;
  grid.sync();

  int sweep = 0;
  bool again = true;
  while (again) {
    // Two flags take turns, so that one can be cleared while the other is set.
    int* flag = changed + (sweep & 1);
    if (grid.thread_rank() == 0) changed[(sweep + 1) & 1] = 0;
    for (int i = static_cast<int>(grid.thread_rank()); i < n; i += stride) {
      int label = from[i];
      if (label >= 0) {
        if (i > 0 && from[i - 1] >= 0) label = min(label, from[i - 1]);
        if (i + 1 < n && from[i + 1] >= 0) label = min(label, from[i + 1]);
        if (label != from[i]) atomicExch(flag, 1);
      }
      to[i] = label;
    }
    grid.sync();
    again = *static_cast<volatile int*>(flag) != 0;
    grid.sync();
    int* swap = from;
    from = to;
    to = swap;
    ++sweep;
  }
  if (grid.thread_rank() == 0) *sweeps = sweep;
}
