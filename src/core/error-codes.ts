// Every code of an error of CuTS, what it means and what to do: the one list that constructors of errors accept and that
// docs/errors.md is written from (npm run docs:errors). Only types of it are used at run time. No environment variable has
// the name of a code.

/** What a code means, and what to do. */
type Entry = readonly [meaning: string, remedy: string];

/** The codes of CuTS by theme. */
export const errorCodes = {
  Arguments: {
    CUTS_ARGUMENT_ALIGNMENT: [
      "An array starts at an address that the element type does not allow.",
      "Copy it: `x.copy()`.",
    ],
    CUTS_ARGUMENT_CONTIGUITY: [
      "An array must have its elements in C order without gaps.",
      "Pass `x.copy()`.",
    ],
    CUTS_ARGUMENT_COUNT: [
      "A function or kernel got too few or too many arguments.",
      "Compare the call with the declaration in the message.",
    ],
    CUTS_ARGUMENT_DETACHED: [
      "A typed array was transferred away before or during the call.",
      "Transfer it after the promise settles, or pass a copy.",
    ],
    CUTS_ARGUMENT_DEVICE: ["An array is on another device than the call needs.", 'Move it: `x.to("cpu")`.'],
    CUTS_ARGUMENT_DISPOSED: ["An argument was disposed of.", "Dispose of it after its last use."],
    CUTS_ARGUMENT_LENGTH: [
      "An array has another length than the declaration says.",
      "Pass the length that the message names.",
    ],
    CUTS_ARGUMENT_NULL: [
      "A null pointer where memory is needed.",
      "Pass an array, or declare a plain pointer.",
    ],
    CUTS_ARGUMENT_OVERLAP: ["Arrays that a kernel may write share memory.", "Pass a copy of one of them."],
    CUTS_ARGUMENT_RANGE: [
      "A number is out of the range of its C type in WebAssembly.",
      "Pass a number that fits 32 bits.",
    ],
    CUTS_ARGUMENT_READONLY: [
      "A read-only array where the callee may write.",
      "Pass a copy, or declare the parameter `const`.",
    ],
    CUTS_ARGUMENT_RESIZABLE: [
      "A typed array over memory that can be resized or shared where that is not allowed.",
      "Copy it: `array.slice()`.",
    ],
    CUTS_ARGUMENT_TYPE: [
      "An argument is of the wrong type or dtype.",
      "Pass the type that the message names.",
    ],
    CUTS_CALLBACK: ["A callback is not a function.", "Pass a function."],
    CUTS_DATA: ["Data is neither a typed array nor a list of values.", "Pass a typed array or a list."],
    CUTS_DATA_LENGTH: [
      "Data has another number of elements than the memory it goes to.",
      "Pass as many elements as there are.",
    ],
    CUTS_DTYPE: ["An input has another dtype than the signature says.", "Convert it: `x.astype(dtype)`."],
    CUTS_ENVIRONMENT: [
      "An environment variable has a value that makes no sense.",
      "Set it to a whole number, or unset it.",
    ],
    CUTS_EVENT: ["An event is needed.", "Pass what `stream.record()` gave."],
    CUTS_FILE_NOT_FOUND: ["There is no such file.", "Check the path in the message."],
    CUTS_FILE_SYSTEM: ["A file cannot be read or written.", "See the reason of the system in the message."],
    CUTS_FUNCTION: ["A function is needed.", "Pass a function."],
    CUTS_INTEGER_RANGE: ["An integer does not fit its type.", "Use a wider dtype, or a number in range."],
    CUTS_KERNEL: ["A kernel is needed.", "Pass what `kernel()` or `module.kernel()` gave."],
    CUTS_LENGTH: ["A length is not a whole number of at least 0.", "Pass a length."],
    CUTS_LIMIT: [
      "A memory limit is neither a size nor a share.",
      "Set bytes, such as `4GiB`, or a share, such as `50%`.",
    ],
    CUTS_NOT_AN_INTEGER: ["A value is not an integer.", "Round it first."],
    CUTS_NOT_A_BOOLEAN: ["A value is not true, false, 0 or 1.", "Compare it: `value !== 0`."],
    CUTS_NOT_A_DEVICE: ["A value names no device.", 'Pass an id such as `"cpu"` or `"cuda:0"`, or a Device.'],
    CUTS_NOT_A_FILE: [
      "A path leads to a folder, a pipe or something else that is no file.",
      "Pass the path of a file.",
    ],
    CUTS_NOT_A_NUMBER: ["A value is not a number.", "Convert it: `Number(value)`."],
    CUTS_NOT_COMPLEX: ["A value is neither a number nor `{ re, im }`.", "Pass `{ re, im }`."],
    CUTS_PATH: ["A path is neither a string nor a file URL.", "Pass a string."],
    CUTS_STREAM: ["A stream is needed, of the same device.", "Pass a stream of the device, or none."],
    CUTS_STREAM_PRIORITY: [
      "A stream priority is out of the range of the device.",
      "Pass a priority that the message names.",
    ],
    CUTS_STRING_NUL: ["A string for C has a NUL character in it.", "Remove it."],
    CUTS_UNKNOWN_DTYPE: ["There is no dtype of that name.", "Use one that the message lists."],
  },
  Arrays: {
    CUTS_ARANGE: [
      "The bounds or the step of a range make no range.",
      "Pass numbers, and a step that is not 0.",
    ],
    CUTS_AXES: ["Axes are named twice, missing, or not whole numbers.", "Name each axis once."],
    CUTS_AXIS: ["The array has no such axis.", "Axes are numbered from 0, or from -1 backwards."],
    CUTS_AXIS_NEEDED: ["The operation needs an axis for this array.", "Pass `{ axis }`."],
    CUTS_BINS: [
      "The bins or the range of a histogram make no sense.",
      "Pass a number of bins, or edges that go upwards; a `range` where there are NaN or infinities.",
    ],
    CUTS_BROADCAST: ["Shapes do not fit each other.", "Reshape so that sizes are equal or 1."],
    CUTS_CLIP: ["Clipping needs a bound.", "Pass a minimum or a maximum."],
    CUTS_CODE: ["A function that is made of CUDA C++ needs its code in a string.", "Pass a string."],
    CUTS_CONVOLUTION: ["The shapes or options of a convolution do not fit.", "See the rule in the message."],
    CUTS_CONVOLUTION_SIZE: ["The input is smaller than the weights reach.", "Add padding."],
    CUTS_COPY_TARGET: ["The target of a copy is no array or pinned memory of the device.", "Pass an array."],
    CUTS_CROSS: ["Vectors of a cross product must have length 3.", "Reshape them."],
    CUTS_DECIMALS: ["`decimals` is not a whole number.", "Pass a whole number."],
    CUTS_DIAGONAL: [
      "A diagonal needs a vector, a matrix, or an offset that is a whole number.",
      "Reshape the array.",
    ],
    CUTS_DIFF: [
      "How often differences are taken must be a whole number of at least 0.",
      "Pass such a number.",
    ],
    CUTS_DTYPE_KIND: ["There is no such kind of dtype.", "Use one that the message lists."],
    CUTS_EIG: [
      "The matrix is too large for this decomposition on a GPU.",
      'Compute it on the cpu: `x.to("cpu")`.',
    ],
    CUTS_EINSUM: ["The subscripts of einsum do not fit the operands.", "See the rule in the message."],
    CUTS_EMPTY: ["The result of no elements has no value.", "Check `x.size` first."],
    CUTS_FFT_LENGTH: [
      "The length of a transform is not a whole number of at least 1.",
      "Pass such a length.",
    ],
    CUTS_FFT_NORM: ['`norm` is not "backward", "ortho" or "forward".', "Pass one of them."],
    CUTS_GEOMSPACE: [
      "The bounds of a geometric range have different signs, or one is 0.",
      "Pass bounds of one sign.",
    ],
    CUTS_HOST_VIEW: [
      "The memory of the array cannot be seen by the host.",
      'Use `{ memory: "managed" }`, or `await x.data()`.',
    ],
    CUTS_INDEX: [
      "An index is out of range, or not an integer.",
      "Use indices below the size; negative ones count from the end.",
    ],
    CUTS_COTANGENT: [
      "A gradient that is pulled back has not the form of the value that it is of.",
      "Pass arrays of the shapes of the value.",
    ],
    CUTS_FAKE: [
      "Contents of an array were asked for where only shapes and dtypes are computed.",
      "Read it outside of `fake()`.",
    ],
    CUTS_VMAP: [
      "A function cannot be mapped over samples: arguments lack the axis or differ in length, or it gives no arrays.",
      "Say which axis is that of samples for each argument: `vmap(f, [0, null])`.",
    ],
    CUTS_VERIFY: [
      "What `verify()` was given cannot be run and compared.",
      'See the rule in the message: `verify(fn, [x, y], { devices: ["cpu", "cuda:0"] })`.',
    ],
    CUTS_OPCHECK: [
      "An operator does not do what its declaration says.",
      "See in the message which check failed, with which sample.",
    ],
    CUTS_OP: [
      "An operator was declared or called in a way that its schema or name does not allow.",
      "Compare the call with the schema in the message.",
    ],
    CUTS_OP_DEVICE: [
      "An operator has no implementation for the device of its arrays.",
      "Declare one, or `all`, or move the arrays.",
    ],
    CUTS_SCHEMA: [
      "A schema of an operator cannot be read.",
      "See the place in the message; `(Tensor a, float c=1) -> Tensor` is one.",
    ],
    CUTS_EXPRESSION: [
      "The text of `cu.expr` is no expression, or has something that expressions do not have.",
      "Look at the place that the message marks.",
    ],
    CUTS_FUSE: [
      "A function that `fuse` traces did what cannot be done again for later calls: it read a value, drew random numbers or was async.",
      "Do that outside of the function, and pass it in.",
    ],
    CUTS_GRADIENT_CHANGED: [
      "An array that a gradient needs was written after it was used.",
      "Use the form that returns a new array, or write to a copy.",
    ],
    CUTS_GRADIENT_FREED: [
      "A gradient was computed twice: what it needs was freed the first time.",
      "Pass `{ retainGraph: true }` the first time.",
    ],
    CUTS_GRADIENT_OUT: [
      "An operation whose gradient is recorded was to write into `out`.",
      "Leave out `out`, or compute it inside `noGrad`.",
    ],
    CUTS_GRADIENT_REFUSED: [
      "An operation has no gradient, or writes an array in place.",
      "Use `stopGradient(x)`, or `noGrad(() => …)`.",
    ],
    CUTS_GRADIENT_VALUE: [
      "A gradient was asked of something that has none: more than one number, integers, what was not computed from arrays that want one.",
      "Reduce the value to one number, such as `y.sum()`, or pass its gradient.",
    ],
    CUTS_INPLACE: [
      "A result does not fit the dtype of the array that it replaces.",
      "Use the form that returns a new array.",
    ],
    CUTS_ITEM: [
      "The array does not have exactly one element, or the index has another number of axes.",
      "Pass one index for each axis.",
    ],
    CUTS_ITERATE: ["An array without axes cannot be iterated.", "Read it: `await x.item()`."],
    CUTS_JOIN: ["Joining needs arrays of shapes that fit.", "See the rule in the message."],
    CUTS_JSON: ["64-bit integers cannot be written as JSON.", 'Convert them: `x.astype("float64")`.'],
    CUTS_K: ["`k` is out of the size of the axis.", "Pass a number up to that size."],
    CUTS_MASK_COUNT: [
      "There are more or fewer values than true places in the mask.",
      "Pass one value for each.",
    ],
    CUTS_MATMUL: [
      "The shapes of a product do not fit.",
      "The last axis of the first must be the last but one of the second.",
    ],
    CUTS_MATRIX: ["The operation needs matrices.", "Pass arrays of two axes or more."],
    CUTS_MATRIX_POWER: [
      "A matrix power needs square matrices and a whole number.",
      "See the rule in the message.",
    ],
    CUTS_MEMORY_KIND: ['`memory` is not "device", "managed" or "pinned".', "Pass one of them."],
    CUTS_MESHGRID: ["`meshgrid` takes arrays, then options.", "See the rule in the message."],
    CUTS_MIXED_VALUES: ["Values of several kinds have no common dtype.", "Pass `{ dtype }`."],
    CUTS_MODE: ["There is no such mode.", "Use one that the message lists."],
    CUTS_MULTI_DOT: [
      "`multiDot` needs a list of two arrays at least, of shapes that fit.",
      "See the rule in the message.",
    ],
    CUTS_NEGATIVE: ["A number must not be negative.", "Shift the numbers first."],
    CUTS_NEGATIVE_POWER: [
      "An integer has no negative integer power.",
      'Convert the base: `x.astype("float64")`.',
    ],
    CUTS_NESTED_ARRAY: ["Lists of arrays are not values.", "Use `cu.stack(arrays)`."],
    CUTS_NONZERO: ["`nonzero` needs an axis.", "Reshape: `x.reshape(1)`."],
    CUTS_NORM: ["There is no such norm.", "Use one that the message lists."],
    CUTS_NOT_AN_ARRAY: ["A value is not an array.", "Make one: `cu.array(values)`."],
    CUTS_NOT_CONVERGED: ["A decomposition did not converge.", "Check the matrix for NaN and extreme values."],
    CUTS_NOT_FINITE: ["The matrix has NaN or infinite elements.", "Replace them first."],
    CUTS_NOT_POSITIVE_DEFINITE: [
      "The matrix is not positive definite.",
      "Add to the diagonal, or use another decomposition.",
    ],
    CUTS_NPY_BYTES: ["Bytes of a file must be in a Uint8Array.", "Pass a Uint8Array."],
    CUTS_SAFETENSORS: [
      "A file is no safetensors file, or holds what CuTS has no dtype for.",
      "See the rule in the message; the file may be cut off.",
    ],
    CUTS_SAFETENSORS_VALUE: [
      "What is to be written to a safetensors file is no array, or of a dtype that the format does not have.",
      "Convert it: `x.astype(dtype)`.",
    ],
    CUTS_NPY_DTYPE: ["The file holds elements that CuTS has no dtype for.", "Convert them in NumPy first."],
    CUTS_NPY_FORMAT: ["The file is no npy file, or is damaged.", "Write it again."],
    CUTS_NPZ_FORMAT: ["The file is no npz file, or is damaged.", "Write it again."],
    CUTS_NPZ_LIMIT: ["The deflated arrays are larger than allowed.", "Pass a larger `maxBytes`."],
    CUTS_NPZ_MEMBER: ["A member of the file is no npy file, or cannot be read.", "Read others with `only`."],
    CUTS_NPZ_NAME: ["The name of an array cannot be that of a file in an npz file.", "Use a plain name."],
    CUTS_PNG_FORMAT: ["The file is no PNG file, or is damaged.", "Write it again."],
    CUTS_PNG_LIMIT: ["The image is larger than allowed.", "Pass a larger `maxBytes`."],
    CUTS_PNG_VALUE: [
      "An array cannot be a PNG file.",
      "Make it uint8 or uint16, of shape [height, width] or [height, width, channels].",
    ],
    CUTS_OPERAND: ["An operand is neither an array nor a number.", "Make an array: `cu.array(values)`."],
    CUTS_OPERATION_DTYPE: ["The operation is not defined for the dtype.", "Convert it: `x.astype(dtype)`."],
    CUTS_OPERATOR: [
      "An operator of JavaScript was used on an array.",
      "Use the method: `a.greater(b)`, `a.add(b)`.",
    ],
    CUTS_OPTIONS: [
      "Options are no object, or have one that the function does not know.",
      "Use an option that the message names.",
    ],
    CUTS_OUT: [
      "`out` has another dtype, shape or device than the result.",
      "Pass one of those that the message names.",
    ],
    CUTS_PAD: [
      "The mode, the widths or the values of padding make no sense.",
      "See the rule in the message.",
    ],
    CUTS_PRECISION: ["There is no such precision.", "Use one that the message lists."],
    CUTS_QR_MODE: ["The mode of a QR decomposition is unknown.", "Use one that the message lists."],
    CUTS_QUANTILE: ["`q` is out of its range.", "Pass a number in the range that the message names."],
    CUTS_QUANTILE_METHOD: ["There is no such method of quantiles.", "Use one that the message lists."],
    CUTS_RAGGED: ["Lists have unequal lengths, or are nested too deep.", "Make them equal."],
    CUTS_RANDOM: ["Parameters of random numbers are out of range.", "See the rule in the message."],
    CUTS_READONLY: ["A broadcast view must not be written.", "Copy it first: `x.copy()`."],
    CUTS_REPEAT: ["Counts of repetitions do not fit.", "Pass one number, or one for each element."],
    CUTS_RESHAPE: ["The new shape has another number of elements.", "Use -1 for the size that follows."],
    CUTS_RESULT_TYPE: ["No operand tells a dtype.", "Pass an array or a dtype."],
    CUTS_ROLL: ["Shifts and axes do not fit each other.", "See the rule in the message."],
    CUTS_SEED: ["A seed is not a whole number.", "Pass a number or a bigint of at least 0."],
    CUTS_SHAPE: [
      "A shape is not a list of whole numbers, or is not known.",
      "Pass `{ shape }`, or sizes of at least 0.",
    ],
    CUTS_SIDE: ['`side` is not "left" or "right".', "Pass one of them."],
    CUTS_SIGNATURE: ["The signature of a custom function cannot be used.", "See the rule in the message."],
    CUTS_SINGULAR: ["The matrix is singular.", "Use `lstsq` or `pinv`."],
    CUTS_SORTED_VECTOR: ["What is searched must have one axis.", "Reshape: `x.reshape(-1)`."],
    CUTS_SPLIT: ["An array cannot be split so.", "Use `arraySplit`, or indices."],
    CUTS_SQUEEZE: ["An axis whose size is not 1 cannot be removed.", "Index it instead."],
    CUTS_TENSORDOT: ["Axes of a tensor product do not fit.", "See the rule in the message."],
    CUTS_TOLERANCE: ["A tolerance is not a number of at least 0.", "Pass such a number."],
    CUTS_UPLO: ['`uplo` is not "L" or "U".', "Pass one of them."],
    CUTS_WEIGHTS: ["Weights do not have the shape of the array, or are complex.", "Reshape them."],
  },
  "Devices and memory": {
    CUTS_CANNOT_BLOCK: [
      "Blocking now would wait for something that cannot happen meanwhile.",
      "Use the form that returns a promise.",
    ],
    CUTS_CUSOLVER: ["cuSOLVER was not found.", "Install the CUDA toolkit."],
    CUTS_DEVICE_LOST: ["The GPU cannot be used after a fault.", "Start a new process."],
    CUTS_DEVICE_RESET: ["The device was reset while work was there.", "Make its arrays again."],
    CUTS_DEVICE_UNAVAILABLE: ["There is no such device.", "`cuts doctor` lists what is there, and why."],
    CUTS_DISPOSED: ["Something was used after it was disposed of.", "Dispose of it after its last use."],
    CUTS_DRIVER_TOO_OLD: ["The NVIDIA driver is too old.", "Update it."],
    CUTS_EVENT_NOT_DONE: ["The work before an event is not done.", "Await the event first."],
    CUTS_GRAPH_ASYNC: ["The function of a graph is async.", "Record without `await`."],
    CUTS_GRAPH_LAUNCH: ["The graph has no such launch.", "Count launches from 0."],
    CUTS_IN_GRAPH: ["This cannot be done while a graph is recorded.", "Do it before or after."],
    CUTS_ARRAY_INTERFACE: [
      "A description of the CUDA array interface is wrong, or an array has none.",
      "See the rule in the message; DLPack says more.",
    ],
    CUTS_BUFFER: [
      "A typed array cannot be used as an array of that dtype and shape.",
      "Pass one with as many bytes as the elements have.",
    ],
    CUTS_DLPACK: [
      "An array cannot be handed over, or taken, by DLPack so.",
      "See the rule in the message; a copy can always be handed over.",
    ],
    CUTS_DLPACK_STREAM: [
      "The stream for which an array is handed over is none.",
      "Pass a stream, its handle, 1, 2 or -1 for a GPU; none for the cpu.",
    ],
    CUTS_EXCHANGE_COPIED: [
      "The device works on a copy of memory that another library made, so that its address means nothing.",
      "Take a copy of the array: `x.copy()`.",
    ],
    CUTS_EXCHANGE_DEVICE: [
      "Memory of another library is not memory that the device sees.",
      "Name the device that the message names.",
    ],
    CUTS_ARROW: [
      "An Arrow vector cannot be an array as it is, or an array no Arrow vector.",
      "See the rule in the message; `{ copy: true }` and `{ nullValue }` take what cannot be shared.",
    ],
    CUTS_VEC_BUSY: [
      "The host looks at a vector while the device may still write it.",
      "`await v.ready()` first, or take `v.uncheckedView`.",
    ],
    CUTS_IMAGE: [
      "An image, or an array that is to be one, has the wrong sizes.",
      "Images are uint8 arrays of shape [height, width, 4].",
    ],
    CUTS_THREAD_HANDLE: [
      "A value is no handle of an array of another thread of this process.",
      "Send what `x.threadHandle()` gave; between processes, use `x.ipcHandle()`.",
    ],
    CUTS_POINTER: [
      "A pointer, or the layout of the memory at it, cannot be right.",
      "See the rule in the message.",
    ],
    CUTS_IPC: ["Memory cannot be shared with another process so.", "See the rule in the message."],
    CUTS_MANAGED: ["The device has no managed memory.", "Use `pinned()` and copies."],
    CUTS_MANAGED_BUSY: ["Managed memory must not be touched while the GPU works.", "Await the device first."],
    CUTS_OUT_OF_MEMORY: [
      "There is not enough memory on the device.",
      "Dispose of arrays, or raise `device.memoryLimit`.",
    ],
  },
  "Kernels and launches": {
    CUTS_BLAS_UNUSABLE: [
      "The BLAS that `CUTS_BLAS` names, or that was found, cannot be used for products.",
      "Name another one, or set `CUTS_BLAS=0` for the kernels of CuTS.",
    ],
    CUTS_CPU_WORKER_DIED: ["A thread of the cpu device died.", "Report it; other devices go on."],
    CUTS_GLOBAL_UNKNOWN: [
      "The module has no such variable.",
      "Check its name; it must be `__device__` or `__constant__`.",
    ],
    CUTS_KERNEL_ASSERT: ["An `assert` in a kernel failed.", "Look at the line in the message."],
    CUTS_KERNEL_DIVISION: ["A kernel divided an integer by 0.", "Check the divisor."],
    CUTS_KERNEL_ILLEGAL_ADDRESS: [
      "A kernel accessed memory that is not its own.",
      "Check indices against lengths.",
    ],
    CUTS_KERNEL_INVALID_CALL: [
      "A kernel called a function through a wrong pointer.",
      "Check the pointer and its type.",
    ],
    CUTS_KERNEL_MISALIGNED_ADDRESS: [
      "A kernel accessed memory at an address that its type does not allow.",
      "Check casts of pointers.",
    ],
    CUTS_KERNEL_PRINTF: ["A kernel's printf has a width or text that is too long.", "Use a smaller one."],
    CUTS_KERNEL_STACK_OVERFLOW: [
      "A kernel used up its stack.",
      "Recurse less deep, or use smaller local arrays.",
    ],
    CUTS_KERNEL_TRAP: ["A kernel trapped.", "Look at the line in the message."],
    CUTS_KERNEL_UNKNOWN: ["There is no such kernel, or more than one.", "Pass its name."],
    CUTS_LAUNCH_CONFIG: [
      "Grid, block or another part of a launch is out of range.",
      "See the rule in the message.",
    ],
    CUTS_LAUNCH_DEADLOCK: [
      "Threads of a kernel wait for each other in vain.",
      "Let all threads reach the same barrier.",
    ],
    CUTS_LAUNCH_GRID: ["A grid has too many blocks.", "Use larger blocks, or a loop in the kernel."],
    CUTS_LAUNCH_NOT_COOPERATIVE: [
      "`grid.sync()` needs a cooperative launch.",
      "Pass `{ cooperative: true }`.",
    ],
    CUTS_LAUNCH_SHARED_MEMORY: ["A block does not have that much shared memory.", "Use less."],
    CUTS_LAUNCH_TIMEOUT: ["A kernel ran longer than its time limit.", "Pass a larger `timeoutMs`."],
    CUTS_CHECK_DEVICE: [
      "A kernel is to be checked on a device that cannot watch it.",
      'Run it on the cpu device: `cu.withDevice("cpu", …)` or `CUTS_DEVICE=cpu`.',
    ],
    CUTS_MACHINE_CODE: ["The device does not run machine code of a GPU.", "Pass CUDA C++."],
    CUTS_MODULE_NOT_READY: ["The module is not compiled yet.", "Await `module.ready()`."],
    CUTS_PARAMETER_SIZE: ["The size of a parameter is not known.", "Declare its type in the source."],
  },
  "Compilers and the cache": {
    CUTS_ARCHITECTURE: ['A GPU architecture is not such as "sm_90".', 'Pass one such as "sm_90".'],
    CUTS_CACHE_RELATIVE_PATH: [
      "A compilation without a directory reads a relative path.",
      "Pass an absolute path.",
    ],
    CUTS_CACHE_WARNING: [
      "The compile cache does not work (a warning, no error).",
      "See the message; compiling goes on.",
    ],
    CUTS_CLANG_NOT_INSTALLED: [
      "The compiler of the cpu device is not installed.",
      "`npm install @yowasp/clang`.",
    ],
    CUTS_CLANG_VERSION: [
      "The compiler of the cpu device has another version.",
      "Install the version that the message names.",
    ],
    CUTS_COMPILE: ["The source does not compile.", "Look at the line in the message."],
    CUTS_COMPILER_CRASHED: ["The compiler ended unexpectedly.", "Try again; report it if it stays."],
    CUTS_COMPILER_NOT_FOUND: ["There is no compiler.", "Install the one that the message names."],
    CUTS_COMPILER_STOPPED: ["The compiler was stopped while it worked.", "Start it again."],
    CUTS_COMPILER_TIMEOUT: ["The compiler took too long.", "Make the source smaller."],
    CUTS_COMPILE_LINK: ["Compiled parts do not link.", "Look for the symbol in the message."],
    CUTS_COMPILE_OPTION: ["A compile option cannot be used.", "See the rule in the message."],
    CUTS_CPU_BARRIER_IN_CALL: [
      "A recursive function, or one called by pointer, has a barrier or a warp operation.",
      "Inline it.",
    ],
    CUTS_CPU_LOCAL_MEMORY: ["A kernel has more local memory than the cpu device gives.", "Use less."],
    CUTS_CU_MODULE: ["A .cu file cannot be imported as a module.", "See the rule in the message."],
    CUTS_DEFINES: ["A macro has no name of C.", "Use letters, digits and underscores."],
    CUTS_IMAGE_ALIGNMENT: ["A module cannot be placed at the address.", "Use an aligned address."],
    CUTS_NVCC_NOT_FOUND: ["There is no nvcc.", "Install the CUDA toolkit, or use the cpu device."],
    CUTS_NVCC_TEMPLATE: [
      "nvcc alone cannot name instances of templates.",
      "Install NVRTC, or instantiate in the source.",
    ],
  },
  "C declarations": {
    CUTS_DECLARATION_DUPLICATE: ["A name is declared twice.", "Rename one."],
    CUTS_DECLARATION_LENGTH: [
      "An array length names no integer parameter.",
      "Name a parameter, or leave the length out.",
    ],
    CUTS_DECLARATION_SYNTAX: ["The text is not C.", "Look at the place in the message."],
    CUTS_DECLARATION_TYPE: [
      "Words make no type, or a type cannot stand there.",
      "Look at the place in the message.",
    ],
    CUTS_DECLARATION_UNKNOWN_TYPE: ["Nothing declares the type.", "Declare it in the text."],
    CUTS_DECLARATION_UNSUPPORTED: ["C or C++ that CuTS cannot call.", "Wrap it in a plain C function."],
    CUTS_DECLARATION_VARIADIC: ["A function with `...`.", "Declare it with the arguments that you pass."],
    CUTS_LAYOUT_UNKNOWN: ["The layout of a type is not known.", "Declare its fields."],
    CUTS_LENGTH_RANGE: ["A declared length gives no usable number.", "Check the arguments in it."],
  },
  "Native code": {
    CUTS_PYTHON_DEPTH: [
      "JavaScript and Python call each other too many levels deep.",
      "Use a loop in place of the recursion.",
    ],
    CUTS_PYTHON_ERROR: ["Python raised an exception.", "See the traceback in the message."],
    CUTS_PYTHON_NOT_FOUND: [
      "There is no CPython with a shared library.",
      "Set CUTS_PYTHON to an interpreter that has one; the message names what was looked at.",
    ],
    CUTS_PYTHON_START: ["The embedded Python does not start.", "See the reason in the message."],
    CUTS_PYTHON_THREAD: ["Python was asked for in a worker thread.", "Ask for it in the main thread."],
    CUTS_PYTHON_VALUE: [
      "A value has no counterpart in Python.",
      "Pass numbers, text, bytes, lists, plain objects, arrays or functions.",
    ],
    CUTS_ADDON: ["A function of an addon threw.", "See the message, which is the addon's."],
    CUTS_ADDON_DEVICE: [
      "An array for an addon is not on a device that the addon was loaded for.",
      'Move it, `x.to("cpu")`, or load the addon for that device.',
    ],
    CUTS_ADDON_LOAD: ["An addon cannot be loaded.", "See the reason in the message."],
    CUTS_ADDON_PLATFORM: ["Addons are not built on this platform.", "Build on Linux or macOS."],
    CUTS_ADDRESS_RANGE: ["An address is beyond 2^53.", "Pass it as a bigint."],
    CUTS_FFI_UNAVAILABLE: [
      "Native code cannot be called on this platform.",
      "See the reason in the message.",
    ],
    CUTS_GPU_TRACE: [
      "The work of a program on a GPU cannot be timed on this platform.",
      "Use NVIDIA's nsys profile, or run it on the cpu device.",
    ],
    CUTS_LIBRARY_FAILED: ["A library ended in an earlier call.", "Load it again."],
    CUTS_LIBRARY_NAME: ["The name of a library cannot be used.", "Pass a path or a plain name."],
    CUTS_LIBRARY_NOT_FOUND: ["A library was not found.", "See what was tried in the message."],
    CUTS_LOAD_OPTION: ["An option of `load` cannot be used.", "See the rule in the message."],
    CUTS_NATIVE_CALL: ["A native call failed.", "See the reason in the message."],
    CUTS_NO_CONSTRUCTOR: [
      "A class of an addon has no constructor.",
      "Use functions of the addon that make its objects.",
    ],
    CUTS_NO_OVERLOAD: [
      "The arguments fit no form of the function.",
      "Compare with the forms in the message.",
    ],
    CUTS_RESERVED_NAME: ["A function has the name of a method that libraries have.", "Rename it."],
    CUTS_RESULT_RANGE: ["A 64-bit result does not fit a number.", "Declare it so that it is a bigint."],
    CUTS_SOURCE: ["A source cannot be read.", "Check its path."],
    CUTS_SOURCES: ["The list of sources cannot be used.", "Name at least one file."],
    CUTS_SOURCE_LANGUAGE: ["The ending of a source says no language.", "Use .c, .cpp or .cu."],
    CUTS_SYMBOL_NOT_FOUND: ["The library has no such symbol.", 'Check its name, and `extern "C"`.'],
    CUTS_TOO_MANY_CALLBACKS: [
      "All callbacks of the process are in use.",
      "Dispose of callbacks that are not needed.",
    ],
    CUTS_UNSUPPORTED_BY_VALUE: ["The type cannot be passed by value.", "Pass a pointer to it."],
    CUTS_UNSUPPORTED_CALLBACK: ["A callback of this type cannot be made.", "See the rule in the message."],
    CUTS_UNSUPPORTED_FIELD: ["A field of a struct cannot be laid out.", "Use a complete type."],
    CUTS_UNSUPPORTED_PARAMETERS: ["A function has too many parameters.", "Pass a struct."],
    CUTS_UNSUPPORTED_TYPE: ["The type cannot be passed.", "Use another one."],
    CUTS_VIEW: ["Memory cannot be seen so.", "See the rule in the message."],
    CUTS_WASM_LIBRARY: ["WebAssembly cannot use a library of this machine.", "Load it as a native library."],
  },
  "Several processes": {
    CUTS_COMMUNICATOR: ["A call of a communicator cannot be made so.", "See the rule in the message."],
    CUTS_DISTRIBUTED_INIT: [
      "This process cannot join others.",
      "Call `init()` once; start all with the mpirun of the MPI that is found.",
    ],
    CUTS_MPI: ["A call of MPI failed.", "See the reason in the message."],
    CUTS_RANKS_DIFFER: [
      "Ranks make different calls, or with other dtypes or shapes.",
      "Make the same calls in the same order on all ranks.",
    ],
    CUTS_RANK_LOST: [
      "A rank has ended, or has not come within the time limit.",
      "See the output of that rank; set CUTS_DIST_TIMEOUT to more seconds.",
    ],
  },
  "Programs and packages": {
    CUTS_DAMAGED_PACKAGE: ["A file of the package cannot be read.", "Install the package again."],
    CUTS_PACKAGE: ["There is no package.json.", "`npm init`, or `cuts init`."],
    CUTS_PREBUILT: ["A package cannot be prebuilt so.", "Name system libraries only."],
    CUTS_PROGRAM_ARGUMENT: ["An argument of a run cannot be used.", "See the rule in the message."],
    CUTS_PROGRAM_OPTIONS: ["Options of a program are not a list of strings.", "Pass a list of strings."],
    CUTS_PROGRAM_SOURCE: ["The source of a program cannot be used.", "Name a source file."],
    CUTS_PROGRAM_TIMEOUT: ["A program ran longer than its time limit.", "Pass a larger `timeoutMs`."],
  },
} as const satisfies { readonly [theme: string]: { readonly [code: `CUTS_${string}`]: Entry } };

type Themes = typeof errorCodes;

/** A code of CuTS, such as `CUTS_LIBRARY_NOT_FOUND`. */
type CutsCode = { [T in keyof Themes]: keyof Themes[T] }[keyof Themes];

/** The name of a status that a library of NVIDIA returned, such as `CUDA_ERROR_OUT_OF_MEMORY`. */
export type StatusCode =
  | `CUDA_${string}`
  | `NVRTC_${string}`
  | `NVJITLINK_${string}`
  | `CUBLAS_${string}`
  | `CUFFT_${string}`
  | `CURAND_${string}`
  | `CUSOLVER_${string}`
  | `nccl${string}`;

/** The `code` of an error of CuTS. */
export type ErrorCode = CutsCode | StatusCode;
