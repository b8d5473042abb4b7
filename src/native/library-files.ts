// The names under which the libraries of CUDA lie on a disk, as data: one entry a library, newest version first.

/** A library by its file names. */
export interface LibraryFiles {
  /** What people call it. */
  readonly name: string;
  /** The environment variable that names the file outright. */
  readonly variable: string;
  /** Names, and paths where it is in a place of its own. */
  readonly linux: readonly string[];
  readonly windows: readonly string[];
  /** The folders of NVIDIA's Python packages: `cublas` is `nvidia/cublas/lib`; CUDA 13 keeps all in `nvidia/cu13/lib`. */
  readonly pythonPackages: readonly string[];
}

/** The libraries that CuTS has tables of. */
export const libraryFiles = {
  /** The driver comes with the kernel module and not with a toolkit. */
  driver: {
    name: "libcuda",
    variable: "CUTS_LIBCUDA",
    // The second place is where WSL keeps it, the third where containers do.
    linux: ["libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1", "/usr/local/nvidia/lib64/libcuda.so.1"],
    windows: ["nvcuda.dll"],
    pythonPackages: [],
  },
  nvrtc: {
    name: "NVRTC",
    variable: "CUTS_LIBNVRTC",
    linux: ["libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"],
    windows: ["nvrtc64_130_0.dll", "nvrtc64_120_0.dll"],
    pythonPackages: ["cu13", "cuda_nvrtc"],
  },
  nvjitlink: {
    name: "nvJitLink",
    variable: "CUTS_LIBNVJITLINK",
    linux: ["libnvJitLink.so.13", "libnvJitLink.so.12", "libnvJitLink.so"],
    windows: ["nvJitLink_130_0.dll", "nvJitLink_120_0.dll"],
    pythonPackages: ["cu13", "nvjitlink"],
  },
  cublas: {
    name: "cuBLAS",
    variable: "CUTS_LIBCUBLAS",
    linux: ["libcublas.so.13", "libcublas.so.12", "libcublas.so"],
    windows: ["cublas64_13.dll", "cublas64_12.dll"],
    pythonPackages: ["cu13", "cublas"],
  },
  cufft: {
    name: "cuFFT",
    variable: "CUTS_LIBCUFFT",
    linux: ["libcufft.so.12", "libcufft.so.11", "libcufft.so"],
    windows: ["cufft64_12.dll", "cufft64_11.dll"],
    pythonPackages: ["cu13", "cufft"],
  },
  curand: {
    name: "cuRAND",
    variable: "CUTS_LIBCURAND",
    linux: ["libcurand.so.10", "libcurand.so"],
    windows: ["curand64_10.dll"],
    pythonPackages: ["cu13", "curand"],
  },
  cusolver: {
    name: "cuSOLVER",
    variable: "CUTS_LIBCUSOLVER",
    linux: ["libcusolver.so.12", "libcusolver.so.11", "libcusolver.so"],
    windows: ["cusolver64_12.dll", "cusolver64_11.dll"],
    pythonPackages: ["cu13", "cusolver"],
  },
  /** Not a part of the toolkit: a package of its own, of the system or of pip. */
  nccl: {
    name: "NCCL",
    variable: "CUTS_LIBNCCL",
    linux: ["libnccl.so.2", "libnccl.so"],
    windows: ["nccl.dll"],
    pythonPackages: ["nccl", "cu13"],
  },
} as const satisfies Readonly<Record<string, LibraryFiles>>;
