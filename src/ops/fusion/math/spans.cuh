// Sums and products of floats whose elements a fused kernel computes piece by piece, in the order of reduce.cuh: the same bits as if
// all of them lay in memory. A kernel fills a buffer with as many elements as reduce.cuh gathers in one run (SPAN_BYTES and RUN_ROWS
// of order-kernel.ts), calls one of these, and goes on.
#pragma once
#include "../../../array/reduction/reduce.cuh"

#ifdef __CUTS_CPU__
// A row: `sums` are the total and what it has lost to rounding.
template <class Op> CUTS_INLINE void cuts_span_begin(typename Op::total* sums) { sums[0] = Op::start(); sums[1] = typename Op::total{}; }
// A run of a row; after the last one come the elements that are no whole vector.
template <class Op> CUTS_INLINE void cuts_span_add(typename Op::total* sums, const typename Op::stored* p, unsigned n, unsigned is_last) {
  const unsigned whole = n - n % cuts_reads<typename Op::stored>::count;
  if (whole > 0) cuts_gather<Op>(sums[0], sums[1], cuts_reduce_span<Op>(p, whole, typename Op::shift{}));
  if (is_last) cuts_gather<Op>(sums[0], sums[1], cuts_reduce_span<Op>(p + whole, n - whole, typename Op::shift{}));
}
template <class Op> CUTS_INLINE void cuts_span_end(typename Op::result* out, const typename Op::total* sums, double divisor) {
  *out = Op::finish(cuts_gathered<Op>(sums[0], sums[1]), divisor);
}
template <class Op> CUTS_INLINE void cuts_span_part(typename Op::total* out, const typename Op::total* sums) { *out = cuts_gathered<Op>(sums[0], sums[1]); }

// Columns side by side: a total for each, and a lane for each of the run that is under way.
template <class Op> CUTS_INLINE void cuts_columns_begin(typename Op::total* totals, typename Op::lane* lanes, unsigned columns) {
  for (unsigned j = 0; j < columns; j++) { totals[j] = Op::start(); lanes[j] = Op::zero(); }
}
// Rows of a run: four, or those that are left at its end.
template <class Op> CUTS_INLINE void cuts_columns_add(typename Op::lane* lanes, const typename Op::stored* a, unsigned rows, unsigned columns) {
  const typename Op::shift no = typename Op::shift{};
  if (rows == 4) {
    const typename Op::stored *b = a + columns, *c = b + columns, *d = c + columns;
    for (unsigned j = 0; j < columns; j++)
      lanes[j] = Op::join(lanes[j], Op::join(Op::join(Op::map(cuts_load(a[j]), no), Op::map(cuts_load(b[j]), no)),
                                             Op::join(Op::map(cuts_load(c[j]), no), Op::map(cuts_load(d[j]), no))));
  } else
    for (unsigned row = 0; row < rows; row++, a += columns)
      for (unsigned j = 0; j < columns; j++) lanes[j] = Op::join(lanes[j], Op::map(cuts_load(a[j]), no));
}
template <class Op> CUTS_INLINE void cuts_columns_run(typename Op::total* totals, typename Op::lane* lanes, unsigned columns) {
  for (unsigned j = 0; j < columns; j++) { totals[j] = Op::add(totals[j], Op::widen(lanes[j])); lanes[j] = Op::zero(); }
}
template <class Op> CUTS_INLINE void cuts_columns_end(typename Op::result* out, const typename Op::total* totals, unsigned columns, double divisor) {
  for (unsigned j = 0; j < columns; j++) out[j] = Op::finish(totals[j], divisor);
}
template <class Op> CUTS_INLINE void cuts_columns_part(typename Op::total* out, const typename Op::total* totals, unsigned columns) {
  for (unsigned j = 0; j < columns; j++) out[j] = totals[j];
}
#endif
