// Which test files run how. What is in no list has a process of its own: that is where a test may change the
// environment, mock modules, count handles and leave errors that nobody looked at.

/**
 * Functions of their arguments alone: no compiler, no device, no file that is written, no environment, no mock. They share the
 * threads and the modules of one process, so what a file of these leaves behind is seen by the next one.
 */
export const pureFiles: readonly string[] = [
  "src/array/{nest,promotion,slices}.test.ts",
  "src/array/{fft,kernels,linalg/products,npy}/*.test.ts",
  "src/backend/cpu/checking/*.test.ts",
  "src/backend/cpu/machine/{block-order,lane,linear-memory}.test.ts",
  "src/backend/cpu/program/checking/*.test.ts",
  "src/backend/cpu/program/cudart/!(errors).test.ts",
  "src/backend/cpu/ptx/*.test.ts",
  "src/backend/cpu/passes/!(inline-ptx|source-places|dump-ir|find-records|launch-bounds).test.ts",
  "src/backend/cpu/passes/simt/!(kernel-passes).test.ts",
  "src/backend/cpu/work-queue.test.ts",
  "src/cdecl/!(layout).test.ts",
  "src/check/ulps.test.ts",
  "src/cli/{launch-command,nearest}.test.ts",
  "src/cli/commands/run-arguments.test.ts",
  "src/compiler/ir/**/*.test.ts",
  "src/compiler/cache/{eviction,key,record,settings}.test.ts",
  "src/compiler/clang/shared/known-answers.test.ts",
  "src/compiler/clang/{asm-constraints,debug-lines,name-expressions,options,relocatable,tar,thread-locals,wasm-binary,wasm-image}.test.ts",
  "src/core/{bytes,dtype,float16,readable-symbol,recent-map,source-words,strides,text}.test.ts",
  "src/distributed/mpi/blocked-time.test.ts",
  "src/ops/{fusion/expression,schema}/*.test.ts",
  "src/runtime/memory/overlaps.test.ts",
];

/**
 * What kernels and functions compute: these compile and run on the cpu device, but leave nothing behind that another file could see.
 * A few processes run them one after another, so that each imports the sources once, which takes a second.
 */
export const sharedFiles: readonly string[] = [
  "test/array/{array,class,complex-special,conversions,convolution,declarations,elementwise,fft,indexing,joining,list-values,long-ranges}.test.ts",
  "test/array/{npy-pieces,order,products,random,reduction,standard,to-equal}.test.ts",
  "test/cpu/{library-calls,parameter-names,same-as-threads,stride-loop-results,unwritten-lanes,user-names,warps}.test.ts",
  "test/cpu/ptx/*.test.ts",
  "test/examples/{learning,more-pictures,numbers,pictures}.test.ts",
  "test/headers/*.test.ts",
  "test/interop/{arrow,numpy,png,safetensors}.test.ts",
  "test/kernels/{compare,number-formats,random}.test.ts",
  "test/ops/{functions,op,vmap}.test.ts",
  "test/ops/fusion/{math,reductions,vector-functions}.test.ts",
];

/**
 * Files that draw many cases (cases.ts): few of them in `npm test`, all in `npm run test:slow`.
 */
export const drawnFiles: readonly string[] = [
  "src/cdecl/fuzz.test.ts",
  "test/interop/{arrow,dlpack,numpy,png,safetensors,serve}.test.ts",
];

/**
 * Minutes of compilers and processes each, for what rarely breaks alone: `npm run test:slow`, which CI runs after `npm test`.
 */
export const slowFiles: readonly string[] = [
  // Whole CUDA programs, each compiled and run in a process of its own; the kernels of the tests, one by one.
  "test/programs/programs-*.test.ts",
  "test/program-runner/program.test.ts",
  "test/kernels/cpu-*.test.ts",
  "test/addon/examples.test.ts",
  // Random programs, and every place at which something can fail.
  "test/cpu/random-locks.test.ts",
  "test/ops/fusion/expr.test.ts",
  "test/runtime/injected-faults.test.ts",
  // The same cases once more: by another kind of kernel, with other numbers of threads, by differences.
  "test/array/convolution-teams.test.ts",
  "test/ops/fusion/teams.test.ts",
  "test/cpu/progress.test.ts",
  "test/ops/{decomposition-gradients,gradients}.test.ts",
  // Every function with every dtype beside NumPy's results, and large matrices.
  "test/array/numpy/{numpy,regenerate}.test.ts",
  "test/array/kernel-files-nvcc.test.ts",
  "test/array/decompositions.test.ts",
  // The package as it is packed, installed and started, and prebuilt libraries.
  "test/package/{packed,shipped-compiler,shipped-kernels,without-compiler}.test.ts",
  "test/packaging/*.test.ts",
  // Code blocks of all pages, and runs of the TypeScript compiler over generated declarations.
  "test/readme.test.ts",
  "src/cdecl/types/tsc.test.ts",
  // Jobs of several processes.
  "test/distributed/*.test.ts",
  "test/left-behind/*.test.ts",
];
