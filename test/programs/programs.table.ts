// The programs of this folder and how each is started. What they print is in `<name>.out`, as a GPU gave it.
export interface ProgramCase {
  readonly name: string;
  readonly sources?: readonly string[];
  readonly args?: readonly string[];
  /** Options of the compiler. */
  readonly options?: readonly string[];
  /** A file of this folder that the program reads from standard input. */
  readonly stdin?: string;
  readonly exitCode?: number;
  /** What must be in the standard error. */
  readonly stderr?: string;
  /** Why no GPU runs it: what it prints is the cpu's. */
  readonly onlyOnCpu?: string;
}

const PLAIN =
  "atomics bfs bitonic-sort classes conjugate-gradient constant-memory cooperative-groups crc32 cub-block-scan cub-collectives cub-utilities " +
  "cublas-gemm cublas-int8 cublas-more curand-host curand-pi curand-sobol curand-streams data-model device-lambdas device-query dynamic-shared edit-distance " +
  "error-handling events-timing fp8 functor-parameters game-of-life graphs grid-sync half-precision heat-diffusion hello histogram host-callbacks host-heap host-random host-swaps kernel-printf kmeans library-capture " +
  "managed-memory mandelbrot matmul-tiled monte-carlo-options n-body occupancy pitched-memory plain-lockstep radix-sort reduction saxpy signed-overflow " +
  "scan-blelloch sieve sobel spmv standard-random streams-overlap structs templates thrust-basics thrust-iterators thrust-random transpose vector-add " +
  "vector-types warp-shuffles warp-synchronous wmma inline-ptx";

export const PROGRAMS: readonly ProgramCase[] = [
  ...PLAIN.split(" ").map((name) => ({ name })),
  { name: "cublaslt", options: ["-lcublasLt"] },
  { name: "cublasxt", options: ["-lcublas"] },
  { name: "optimised-lockstep", onlyOnCpu: "nvcc takes away stores that its lanes rely on" },
  { name: "cufft", options: ["-lcufft"] },
  {
    name: "cufft-callbacks",
    options: ["-rdc=true"],
    onlyOnCpu: "cuFFT has callbacks in its static library, which is not installed everywhere",
  },
  { name: "cusolver", options: ["-lcusolver"] },
  { name: "cusparse", options: ["-lcusparse"] },
  { name: "arguments", args: ["-v", "10", "50", "90"], exitCode: 3 },
  { name: "device-assert", stderr: "Assertion `i < n` failed." },
  { name: "dynamic-parallelism", options: ["-rdc=true"] },
  { name: "exit-code", exitCode: 3 },
  { name: "file-reading", args: ["file-reading.txt"] },
  {
    name: "multi-file",
    sources: ["multi-file/main.cu", "multi-file/stats.cu", "multi-file/greeting.cpp"],
  },
  { name: "plain-c", sources: ["plain-c/main.cu", "plain-c/memory.c"] },
  { name: "platform", sources: ["platform/main.cu", "platform/system.c"] },
  {
    name: "relocatable",
    sources: ["main", "device", "host"].map((name) => `relocatable/${name}.cu`),
    options: ["-rdc=true"],
  },
  { name: "stdin-sum", stdin: "stdin-sum.stdin" },
  // The CUDA runtime API, function by function.
  ..."boxes-and-arrays cubemaps driver-api graph-conditions graph-memory graph-nodes grown-heap launch-forms pointer-errors symbols textures"
    .split(" ")
    .map((name) => ({ name: `runtime-api/${name}` })),
  // Threads of the host.
  ..."posix standard".split(" ").map((name) => ({ name: `threads/${name}` })),
  // What the programming guide shows, in programs of our own.
  ..."async-copies compiler-hints device-heap fence-sum function-wrappers language launch-attributes older-style printf-forms split-barriers texture-gather warp-functions"
    .split(" ")
    .map((name) => ({ name: `guide/${name}` })),
  { name: "runtime-api/modules", options: ["-lnvrtc"] },
  { name: "runtime-api/host-pointer", onlyOnCpu: "a GPU reads the host's memory in another way" },
  { name: "many-calls", onlyOnCpu: "it was compared with its own host code, not run on a GPU yet" },
  { name: "warp-votes", onlyOnCpu: "GPUs since Volta wait for ever" },
  { name: "runtime-api/illegal-address", exitCode: 3 },
];
