// All benchmarks: the script of package.json that runs one, and the files of bench/results that it writes. What takes a GPU is
// not run without one.

/** A benchmark with its results files, without their endings. */
export interface Bench {
  readonly script: string;
  readonly results: readonly string[];
  readonly needs: "cpu" | "gpu";
}

/** In the order of the report. */
export const benches: readonly Bench[] = [
  { script: "bench:launches", results: ["gpu"], needs: "gpu" },
  { script: "bench:array-gpu", results: ["array-gpu"], needs: "gpu" },
  { script: "bench:array-wide", results: ["array-wide-gpu"], needs: "gpu" },
  { script: "bench:fuse", results: ["fuse-gpu"], needs: "gpu" },
  { script: "bench:gradients", results: ["gradients-torch"], needs: "gpu" },
  { script: "bench:first-operations", results: ["first-operations"], needs: "gpu" },
  { script: "bench:vec", results: ["vec-gpu"], needs: "gpu" },
  { script: "bench:exchange", results: ["exchange-gpu"], needs: "gpu" },
  { script: "bench:addon", results: ["addon-gpu"], needs: "gpu" },
  { script: "bench:array", results: ["array", "array-node24", "array-x64"], needs: "cpu" },
  { script: "bench:array-wide", results: ["array-wide-cpu"], needs: "cpu" },
  { script: "bench:matmul", results: ["matmul"], needs: "cpu" },
  { script: "bench:cpu", results: ["cpu-kernels"], needs: "cpu" },
  { script: "bench:compile", results: ["compile"], needs: "cpu" },
  { script: "bench:program", results: ["program"], needs: "cpu" },
  { script: "bench:fuse", results: ["fuse-cpu"], needs: "cpu" },
  { script: "bench:ffi", results: ["ffi"], needs: "cpu" },
  { script: "bench:import", results: ["import"], needs: "cpu" },
  { script: "bench:distributed", results: ["distributed"], needs: "cpu" },
  { script: "bench:check", results: ["check-cost"], needs: "cpu" },
  { script: "bench:loop", results: ["event-loop-cpu"], needs: "cpu" },
  { script: "bench:flat", results: ["flat-memory-cpu"], needs: "cpu" },
];
