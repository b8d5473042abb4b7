// The library names that need no file for WebAssembly, because they are built in or part of its CUDA runtime.

const names =
  "m c stdc++ c++ pthread dl rt cudart cudart_static curand cublas cublasLt cufft cusolver cusparse";
const included = new Set(names.split(" "));

/** The first library in a list that is not included. */
export function foreignLibrary(libraries: readonly string[] = []): string | undefined {
  return libraries.find((library) => !included.has(library));
}
