// Libraries that are part of everything that runs as WebAssembly, or of its CUDA runtime.

const names =
  "m c stdc++ c++ pthread dl rt cudart cudart_static curand cublas cublasLt cufft cusolver cusparse";
const included = new Set(names.split(" "));

/** The first library of a list that would have to be the machine's. */
export function foreignLibrary(libraries: readonly string[] = []): string | undefined {
  return libraries.find((library) => !included.has(library));
}
