// Kernels of counting: histograms over equal bins and counts of small integers. Counts go to one of several copies, which
// are added up after: on the cpu each block has a copy of its own, on a GPU blocks share them by atomics.

import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";

/** The kernels. */
export const histogramGroup: () => KernelGroup = lazyGroup(() => ({
  name: "histogram",
  helpers: `
#ifdef __CUTS_CPU__
template <class T> CUTS_INLINE void cuts_count(T* at, T amount) { *at += amount; }
#else
template <class T> CUTS_INLINE void cuts_count(T* at, T amount) { atomicAdd(at, amount); }
#endif
// The range of a block's elements; its copy of the counts is \`counts + copy * bins\`.
#define CUTS_SHARE(i, n, chunk) for (cuts_size i = blockIdx.x * (chunk) + threadIdx.x; i < (n) && i < (blockIdx.x + 1) * (chunk); i += blockDim.x)
`,
  kernels: [
    {
      name: "histogram_edges",
      parameters: ["pointer", "pointer", "pointer", "size"],
      // As NumPy's linspace does; a range of no width gets one.
      text: `extern "C" __global__ void histogram_edges(double* edges, const double* low, const double* high, cuts_size bins) {
  const cuts_size i = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  double from = *low, to = *high;
  if (from == to) { from -= 0.5; to += 0.5; }
  if (i <= bins) edges[i] = i == bins ? to : (double)i * ((to - from) / (double)bins) + from;
}`,
    },
    {
      name: "histogram",
      parameters: ["pointer", "pointer", "pointer", "pointer", "size", "size", "size", "size"],
      text: `extern "C" __global__ void histogram(double* counts, const double* x, const double* weights, const double* edges, cuts_size n, cuts_size chunk, cuts_size bins, cuts_size copies) {
  counts += blockIdx.x % copies * bins;
  const double from = edges[0], to = edges[bins], scale = (double)bins / (to - from);
  CUTS_SHARE(i, n, chunk) {
    const double own = x[i];
    if (!(own >= from && own <= to)) continue;
    const double place = (own - from) * scale;
    cuts_size bin = place >= (double)bins ? bins - 1 : (cuts_size)place;
    if (own < edges[bin] && bin > 0) bin--;
    else if (own >= edges[bin + 1] && bin != bins - 1) bin++;
    cuts_count(counts + bin, weights ? weights[i] : 1.0);
  }
}`,
    },
    {
      name: "bincount",
      parameters: ["pointer", "pointer", "pointer", "size", "size", "size", "size"],
      text: `extern "C" __global__ void bincount(double* counts, const long long* x, const double* weights, cuts_size n, cuts_size chunk, cuts_size bins, cuts_size copies) {
  counts += blockIdx.x % copies * bins;
  CUTS_SHARE(i, n, chunk) {
    const unsigned long long bin = (unsigned long long)x[i];
    if (bin < bins) cuts_count(counts + bin, weights ? weights[i] : 1.0);
  }
}`,
    },
    {
      name: "quantile_float32",
      parameters: ["pointer", "pointer", "size", "size", "size", "float64"],
      text: quantileText("float32", "float"),
    },
    {
      name: "quantile_float64",
      parameters: ["pointer", "pointer", "size", "size", "size", "float64"],
      text: quantileText("float64", "double"),
    },
  ],
}));

const kernel = (name: string): BuiltinKernel => new BuiltinKernel(histogramGroup, name);

/** Edges of equal bins between two values. */
export const edgesKernel: BuiltinKernel = kernel("histogram_edges");
/** Counts in bins. */
export const histogramKernel: BuiltinKernel = kernel("histogram");
/** Counts of integers. */
export const bincountKernel: BuiltinKernel = kernel("bincount");
/** A value between two neighbours of sorted rows. */
export const quantileKernels: Readonly<Record<"float32" | "float64", BuiltinKernel>> = {
  float32: kernel("quantile_float32"),
  float64: kernel("quantile_float64"),
};

// NaN are last: where the last is NaN, the result is.
function quantileText(dtype: string, type: string): string {
  return `extern "C" __global__ void quantile_${dtype}(${type}* out, const ${type}* sorted, cuts_size n, cuts_size rows, cuts_size low, double part) {
  const cuts_size row = (cuts_size)blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const ${type}* own = sorted + row * n;
  const ${type} a = own[low], b = own[low + 1 < n ? low + 1 : n - 1], last = own[n - 1];
  const double d = (double)b - (double)a;
  const double between = part == 0 ? (double)a : part == 1 ? (double)b : part >= 0.5 ? (double)b - d * (1 - part) : (double)a + d * part;
  out[row] = last != last ? last : (${type})between;
}`;
}
