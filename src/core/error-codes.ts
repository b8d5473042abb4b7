// Every code of an error of CuTS, what it means and what to do: the one list that constructors of errors accept and that
// docs/errors.md is written from (npm run generate). Only types of it are used at run time. No environment variable has
// the name of a code.

/** What a code means, and what to do. */
type Entry = readonly [meaning: string, remedy: string];

/** The codes of CuTS by theme. */
export const errorCodes = {
  Arguments: {
    CUTS_ARGUMENT_ALIGNMENT: [
      "An array starts at an address that its element type does not allow.",
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
    CUTS_ARGUMENT_DEVICE: [
      "An array is on a different device than the call requires.",
      'Move it: `x.to("cpu")`.',
    ],
    CUTS_ARGUMENT_DISPOSED: ["An argument was disposed of.", "Dispose of it after its last use."],
    CUTS_ARGUMENT_LENGTH: [
      "An array's length differs from the one the declaration specifies.",
      "Pass the length named in the message.",
    ],
    CUTS_ARGUMENT_NULL: [
      "A null pointer was passed where memory is required.",
      "Pass an array, or declare a plain pointer.",
    ],
    CUTS_ARGUMENT_OVERLAP: [
      "One object was given for two structs, and the function may write to it.",
      "Pass a copy, or the bytes of the structs in one `Uint8Array`.",
    ],
    CUTS_ARGUMENT_RANGE: [
      "A number is outside the range of its C type in WebAssembly.",
      "Pass a number that fits in 32 bits.",
    ],
    CUTS_ARGUMENT_READONLY: [
      "A read-only array was passed where the callee may write.",
      "Pass a copy, or declare the parameter `const`.",
    ],
    CUTS_ARGUMENT_RESIZABLE: [
      "A typed array over resizable or shared memory was passed where that is not allowed.",
      "Copy it: `array.slice()`.",
    ],
    CUTS_ARGUMENT_TYPE: ["An argument has the wrong type or dtype.", "Pass the type named in the message."],
    CUTS_CALLBACK: ["A callback is not a function.", "Pass a function."],
    CUTS_DATA: ["Data is neither a typed array nor a list of values.", "Pass a typed array or a list."],
    CUTS_DATA_LENGTH: [
      "Data has a different number of elements than its target memory.",
      "Pass as many elements as the memory has.",
    ],
    CUTS_DTYPE: ["An input's dtype differs from the one in the signature.", "Convert it: `x.astype(dtype)`."],
    CUTS_ENVIRONMENT: [
      "An environment variable has an invalid value.",
      "Set it to a whole number, or unset it.",
    ],
    CUTS_EVENT: ["An event is required.", "Pass what `stream.record()` returned."],
    CUTS_FILE_NOT_FOUND: ["The file does not exist.", "Check the path in the message."],
    CUTS_FILE_SYSTEM: ["A file cannot be read or written.", "See the system's reason in the message."],
    CUTS_FUNCTION: ["A function is required.", "Pass a function."],
    CUTS_INTEGER_RANGE: ["An integer does not fit its type.", "Use a wider dtype, or a number within range."],
    CUTS_KERNEL: ["A kernel is required.", "Pass what `kernel()` or `module.kernel()` returned."],
    CUTS_LENGTH: ["A length is not a whole number of at least 0.", "Pass a valid length."],
    CUTS_LIMIT: [
      "A memory limit is neither a size nor a share.",
      "Set bytes, such as `4GiB`, or a share, such as `50%`.",
    ],
    CUTS_NOT_AN_INTEGER: ["A value is not an integer.", "Round it first."],
    CUTS_NOT_A_BOOLEAN: ["A value is not true, false, 0 or 1.", "Compare it: `value !== 0`."],
    CUTS_NOT_A_DEVICE: [
      "A value does not name a device.",
      'Pass an id such as `"cpu"` or `"cuda:0"`, or a Device.',
    ],
    CUTS_NOT_A_FILE: [
      "A path leads to a folder, a pipe or something else that is not a file.",
      "Pass the path of a file.",
    ],
    CUTS_NOT_A_NUMBER: ["A value is not a number.", "Convert it: `Number(value)`."],
    CUTS_NOT_COMPLEX: ["A value is neither a number nor `{ re, im }`.", "Pass `{ re, im }`."],
    CUTS_PATH: ["A path is neither a string nor a file URL.", "Pass a string."],
    CUTS_STREAM: ["A stream of the same device is required.", "Pass a stream of that device, or none."],
    CUTS_STREAM_PRIORITY: [
      "A stream priority is outside the device's range.",
      "Pass a priority from the range in the message.",
    ],
    CUTS_STRING_NUL: ["A string for C contains a NUL character.", "Remove it."],
    CUTS_UNKNOWN_DTYPE: ["There is no dtype with that name.", "Use one listed in the message."],
  },
  Arrays: {
    CUTS_ARANGE: ["The bounds or step do not define a range.", "Pass numbers, and a step that is not 0."],
    CUTS_AXES: ["Axes are named twice, missing, or not whole numbers.", "Name each axis once."],
    CUTS_AXIS: ["The array has no such axis.", "Axes are numbered from 0, or backward from -1."],
    CUTS_AXIS_NEEDED: ["The operation requires an axis for this array.", "Pass `{ axis }`."],
    CUTS_BINS: [
      "The bins or the range of a histogram are invalid.",
      "Pass a number of bins, or ascending edges; pass a `range` if there are NaN or infinities.",
    ],
    CUTS_BROADCAST: ["The shapes do not match.", "Reshape so that sizes are equal or 1."],
    CUTS_CODE: ["A function built from CUDA C++ needs its code as a string.", "Pass a string."],
    CUTS_CONVOLUTION: ["The shapes or options of a convolution do not fit.", "See the rule in the message."],
    CUTS_CONVOLUTION_SIZE: ["The input is smaller than the extent of the weights.", "Add padding."],
    CUTS_COPY_NEEDED: ["The array cannot be made without a copy.", "Leave out `copy: false`."],
    CUTS_COPY_TARGET: [
      "The target of a copy is neither an array nor pinned memory of the device.",
      "Pass an array.",
    ],
    CUTS_CROSS: ["Vectors in a cross product must have length 3.", "Reshape them."],
    CUTS_DECIMALS: ["`decimals` is not a whole number.", "Pass a whole number."],
    CUTS_DIAGONAL: [
      "A diagonal requires a vector, a matrix, or an offset that is a whole number.",
      "Reshape the array.",
    ],
    CUTS_DIFF: [
      "The number of times to take differences must be a whole number of at least 0.",
      "Pass such a number.",
    ],
    CUTS_DTYPE_KIND: ["There is no such kind of dtype.", "Use one listed in the message."],
    CUTS_EIG: [
      "The matrix is too large for this decomposition on a GPU.",
      'Compute it on the cpu: `x.to("cpu")`.',
    ],
    CUTS_EINSUM: ["The subscripts of einsum do not fit the operands.", "See the rule in the message."],
    CUTS_EMPTY: ["The result over no elements has no value.", "Check `x.size` first."],
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
      "The host cannot see the memory of the array.",
      'Use `{ memory: "managed" }`, or `await x.data()`.',
    ],
    CUTS_INDEX: [
      "An index is out of range, or not an integer.",
      "Use indices below the size; negative ones count from the end.",
    ],
    CUTS_COTANGENT: [
      "A gradient being pulled back does not have the form of the value it belongs to.",
      "Pass arrays with the shapes of the value.",
    ],
    CUTS_FAKE: [
      "The contents of an array were requested where only shapes and dtypes are computed.",
      "Read it outside `fake()`.",
    ],
    CUTS_VMAP: [
      "A function cannot be mapped over samples: arguments lack the axis or differ in length, or it returns no arrays.",
      "For each argument, specify which axis is the sample axis: `vmap(f, [0, null])`.",
    ],
    CUTS_VERIFY: [
      "The arguments of `verify()` cannot be run and compared.",
      'See the rule in the message: `verify(fn, [x, y], { devices: ["cpu", "cuda:0"] })`.',
    ],
    CUTS_OPCHECK: [
      "An operator does not do what its declaration says.",
      "See in the message which check failed, and with which sample.",
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
      "An operator's schema cannot be parsed.",
      "See the position in the message; `(Tensor a, float c=1) -> Tensor` is a valid schema.",
    ],
    CUTS_EXPRESSION: [
      "The text of `cu.expr` is not an expression, or contains something that expressions do not support.",
      "See the position marked in the message.",
    ],
    CUTS_FUSE: [
      "A function traced by `fuse` did something that cannot be repeated for later calls: it read a value, drew random numbers or was async.",
      "Do that outside the function, and pass the result in.",
    ],
    CUTS_GRADIENT_CHANGED: [
      "An array needed by a gradient was written after it was used.",
      "Use the form that returns a new array, or write to a copy. Declare a parameter `const` in C where the function only reads it.",
    ],
    CUTS_GRADIENT_FREED: [
      "A gradient was computed twice, but what it needs was freed the first time.",
      "Pass `{ retainGraph: true }` the first time.",
    ],
    CUTS_GRADIENT_OUT: [
      "An operation whose gradient is recorded was asked to write into `out`.",
      "Omit `out`, or compute it inside `noGrad`.",
    ],
    CUTS_GRADIENT_REFUSED: [
      "An operation has no gradient, or writes an array in place.",
      "Use `stopGradient(x)`, or `noGrad(() => …)`.",
    ],
    CUTS_GRADIENT_RULE: [
      "The gradient that an operator or `customGradient` declares gave something other than a list of gradients of the right shapes.",
      "Return a list with an array or null for each argument.",
    ],
    CUTS_GRADIENT_VALUE: [
      "A gradient was requested for something that has none: more than one number, integers, or a value not computed from arrays that require a gradient.",
      "Reduce the value to one number, such as `y.sum()`, or pass its gradient.",
    ],
    CUTS_INPLACE: [
      "A result does not fit the dtype of the array it replaces.",
      "Use the form that returns a new array.",
    ],
    CUTS_ITEM: [
      "The array does not have exactly one element, or the index has a different number of axes.",
      "Pass one index for each axis.",
    ],
    CUTS_JOIN: ["Joining requires arrays with matching shapes.", "See the rule in the message."],
    CUTS_JSON: ["64-bit integers cannot be written as JSON.", 'Convert them: `x.astype("float64")`.'],
    CUTS_K: ["`k` exceeds the size of the axis.", "Pass a number up to that size."],
    CUTS_MASK_COUNT: [
      "There are more or fewer values than true elements in the mask.",
      "Pass one value for each true element.",
    ],
    CUTS_MATMUL: [
      "The shapes of a product do not match.",
      "The last axis of the first array must match the second-to-last axis of the second.",
    ],
    CUTS_MATRIX: ["The operation requires matrices.", "Pass arrays with two or more axes."],
    CUTS_MATRIX_POWER: [
      "A matrix power requires square matrices and a whole number.",
      "See the rule in the message.",
    ],
    CUTS_MEMORY_KIND: ['`memory` is not "device", "managed" or "pinned".', "Pass one of them."],
    CUTS_MESHGRID: ["`meshgrid` takes arrays, then options.", "See the rule in the message."],
    CUTS_MIXED_VALUES: ["Values of different kinds have no common dtype.", "Pass `{ dtype }`."],
    CUTS_MODE: ["There is no such mode.", "Use one listed in the message."],
    CUTS_MULTI_DOT: [
      "`multiDot` requires a list of at least two arrays with matching shapes.",
      "See the rule in the message.",
    ],
    CUTS_NEGATIVE: ["A number must not be negative.", "Shift the numbers first."],
    CUTS_NEGATIVE_POWER: [
      "An integer has no negative integer power.",
      'Convert the base: `x.astype("float64")`.',
    ],
    CUTS_NESTED_ARRAY: ["Lists of arrays are not values.", "Use `cu.stack(arrays)`."],
    CUTS_NONZERO: ["`nonzero` requires an axis.", "Reshape: `x.reshape(1)`."],
    CUTS_NORM: ["There is no such norm.", "Use one listed in the message."],
    CUTS_NOT_AN_ARRAY: ["A value is not an array.", "Create one: `cu.array(values)`."],
    CUTS_NOT_CONVERGED: ["A decomposition did not converge.", "Check the matrix for NaN and extreme values."],
    CUTS_NOT_FINITE: ["The matrix has NaN or infinite elements.", "Replace them first."],
    CUTS_NOT_POSITIVE_DEFINITE: [
      "The matrix is not positive definite.",
      "Add to the diagonal, or use another decomposition.",
    ],
    CUTS_NPY_BYTES: ["The bytes of a file must be in a Uint8Array.", "Pass a Uint8Array."],
    CUTS_SAFETENSORS: [
      "A file is not a safetensors file, or contains data for which CuTS has no dtype.",
      "See the rule in the message; the file may be truncated.",
    ],
    CUTS_SAFETENSORS_VALUE: [
      "A value to be written to a safetensors file is not an array, or has a dtype that the format does not support.",
      "Convert it: `x.astype(dtype)`.",
    ],
    CUTS_NPY_DTYPE: [
      "The file contains elements for which CuTS has no dtype.",
      "Convert them in NumPy first.",
    ],
    CUTS_NPY_FORMAT: ["The file is not an npy file, or is damaged.", "Write it again."],
    CUTS_NPZ_FORMAT: ["The file is not an npz file, or is damaged.", "Write it again."],
    CUTS_NPZ_LIMIT: ["The deflated arrays are larger than allowed.", "Pass a larger `maxBytes`."],
    CUTS_NPZ_MEMBER: [
      "A member of the file is not an npy file, or cannot be read.",
      "Read the others with `only`.",
    ],
    CUTS_NPZ_NAME: [
      "The name of an array cannot be used as a file name in an npz file.",
      "Use a plain name.",
    ],
    CUTS_PNG_FORMAT: ["The file is not a PNG file, or is damaged.", "Write it again."],
    CUTS_PNG_LIMIT: ["The image is larger than allowed.", "Pass a larger `maxBytes`."],
    CUTS_PNG_VALUE: [
      "An array cannot be written as a PNG file.",
      "Make it uint8 or uint16, of shape [height, width] or [height, width, channels].",
    ],
    CUTS_OPERAND: ["An operand is neither an array nor a number.", "Create an array: `cu.array(values)`."],
    CUTS_OPERATION_DTYPE: ["The operation is not defined for the dtype.", "Convert it: `x.astype(dtype)`."],
    CUTS_OPERATOR: [
      "A JavaScript operator was used on an array.",
      "Use the method: `a.greater(b)`, `a.add(b)`.",
    ],
    CUTS_OPTIONS: [
      "Options are not an object, or contain one that the function does not know.",
      "Use an option named in the message.",
    ],
    CUTS_OUT: [
      "The dtype, shape or device of `out` differs from that of the result.",
      "Pass one of those named in the message.",
    ],
    CUTS_PAD: ["The mode, widths or values of padding are invalid.", "See the rule in the message."],
    CUTS_PRECISION: ["There is no such precision.", "Use one listed in the message."],
    CUTS_QR_MODE: ["The mode of a QR decomposition is unknown.", "Use one listed in the message."],
    CUTS_QUANTILE: ["`q` is out of its range.", "Pass a number in the range named in the message."],
    CUTS_QUANTILE_METHOD: ["There is no such quantile method.", "Use one listed in the message."],
    CUTS_RAGGED: ["Lists have unequal lengths, or are nested too deep.", "Make them equal."],
    CUTS_RANDOM: ["Parameters for random numbers are out of range.", "See the rule in the message."],
    CUTS_READONLY: ["A broadcast view must not be written.", "Copy it first: `x.copy()`."],
    CUTS_REPEAT: ["Repetition counts do not match.", "Pass one number, or one for each element."],
    CUTS_RESHAPE: [
      "The new shape has a different number of elements.",
      "Use -1 for the size to be inferred.",
    ],
    CUTS_RESULT_TYPE: ["No operand determines a dtype.", "Pass an array or a dtype."],
    CUTS_ROLL: ["Shifts and axes do not match.", "See the rule in the message."],
    CUTS_SEED: ["A seed is not a whole number.", "Pass a number or a bigint of at least 0."],
    CUTS_SHAPE: [
      "A shape is not a list of whole numbers, or is not known.",
      "Pass `{ shape }`, or sizes of at least 0.",
    ],
    CUTS_SIDE: ['`side` is not "left" or "right".', "Pass one of them."],
    CUTS_SIGNATURE: ["The signature of a custom function cannot be used.", "See the rule in the message."],
    CUTS_SINGULAR: ["The matrix is singular.", "Use `lstsq` or `pinv`."],
    CUTS_SORTED_VECTOR: ["The array to search must have one axis.", "Reshape: `x.reshape(-1)`."],
    CUTS_SPLIT: ["An array cannot be split in this way.", "Use `arraySplit`, or indices."],
    CUTS_SQUEEZE: ["An axis whose size is not 1 cannot be removed.", "Index it instead."],
    CUTS_TENSORDOT: ["The axes of a tensor product do not match.", "See the rule in the message."],
    CUTS_TOLERANCE: ["A tolerance is not a number of at least 0.", "Pass such a number."],
    CUTS_UPLO: ['`uplo` is not "L" or "U".', "Pass one of them."],
    CUTS_WEIGHTS: ["Weights do not have the shape of the array, or are complex.", "Reshape them."],
  },
  "Devices and memory": {
    CUTS_CANNOT_BLOCK: [
      "Blocking now would wait for something that cannot happen in the meantime.",
      "Use the form that returns a promise.",
    ],
    CUTS_CUSOLVER: ["cuSOLVER was not found.", "Install the CUDA toolkit."],
    CUTS_DEVICE_LOST: ["The GPU cannot be used after a fault.", "Start a new process."],
    CUTS_DEVICE_MEMORY: [
      "The cpu device cannot have the memory that `CUTS_MEMORY` asks for, or cannot do something in that much.",
      "Request up to 16 GiB; more than 4 GiB requires Node 24 or later. See the message.",
    ],
    CUTS_DEVICE_RESET: ["The device was reset while it had work.", "Create its arrays again."],
    CUTS_DEVICE_UNAVAILABLE: ["There is no such device.", "`cuts doctor` lists what is available, and why."],
    CUTS_DISPOSED: ["An object was used after it was disposed of.", "Dispose of it after its last use."],
    CUTS_DRIVER_TOO_OLD: ["The NVIDIA driver is too old.", "Update it."],
    CUTS_EVENT_NOT_DONE: ["The work before an event is not done.", "Await the event first."],
    CUTS_GRAPH_ASYNC: ["The function passed to a graph is async.", "Record without `await`."],
    CUTS_GRAPH_LAUNCH: ["The graph has no such launch.", "Count launches from 0."],
    CUTS_IN_GRAPH: ["This cannot be done while a graph is recorded.", "Do it before or after."],
    CUTS_ARRAY_INTERFACE: [
      "A CUDA array interface description is wrong, or an array has none.",
      "See the rule in the message; DLPack conveys more.",
    ],
    CUTS_BUFFER: [
      "A typed array cannot be used as an array of that dtype and shape.",
      "Pass one with as many bytes as the elements require.",
    ],
    CUTS_DLPACK: [
      "An array cannot be exported or imported by DLPack in this way.",
      "See the rule in the message; a copy can always be exported.",
    ],
    CUTS_DLPACK_STREAM: [
      "The value given as the stream for an exported array is not a stream.",
      "Pass a stream, its handle, 1, 2 or -1 for a GPU; none for the cpu.",
    ],
    CUTS_EXCHANGE_COPIED: [
      "The device works on a copy of memory created by another library, so its address is meaningless.",
      "Take a copy of the array: `x.copy()`.",
    ],
    CUTS_EXCHANGE_DEVICE: [
      "Memory of another library is not visible to the device.",
      "Specify the device named in the message.",
    ],
    CUTS_ARROW: [
      "An Arrow vector cannot be used directly as an array, or an array as an Arrow vector.",
      "See the rule in the message; `{ copy: true }` and `{ nullValue }` accept what cannot be shared.",
    ],
    CUTS_VEC_BUSY: [
      "The host accesses a vector while the device may still write to it.",
      "First `await v.ready()`, or use `v.uncheckedView`.",
    ],
    CUTS_IMAGE: [
      "An image, or an array to be used as one, has the wrong sizes.",
      "Images are uint8 arrays of shape [height, width, 4].",
    ],
    CUTS_THREAD_HANDLE: [
      "A value is not a handle to an array of another thread in this process.",
      "Send what `x.threadHandle()` returned; between processes, use `x.ipcHandle()`.",
    ],
    CUTS_POINTER: [
      "A pointer, or the memory layout at that address, cannot be right.",
      "See the rule in the message.",
    ],
    CUTS_CAPABILITY: ["The device cannot do this at all.", "Use a device that can: `cu.devices()`."],
    CUTS_IPC: ["Memory cannot be shared with another process in this way.", "See the rule in the message."],
    CUTS_MANAGED: ["The device has no managed memory.", "Use `pinned()` and copies."],
    CUTS_MANAGED_BUSY: [
      "Managed memory must not be accessed while the GPU works.",
      "Await the device first.",
    ],
    CUTS_OUT_OF_MEMORY: [
      "There is not enough memory on the device.",
      "Dispose of arrays, or raise `device.memoryLimit`.",
    ],
  },
  "Kernels and launches": {
    CUTS_BLAS_UNUSABLE: [
      "The BLAS that `CUTS_BLAS` names, or that was found, cannot be used for matrix products.",
      "Name another one, or set `CUTS_BLAS=0` to use the kernels of CuTS.",
    ],
    CUTS_CPU_WORKER_DIED: ["A thread of the cpu device died.", "Report it; other devices continue to work."],
    CUTS_GLOBAL_UNKNOWN: [
      "The module has no such variable.",
      "Check its name; it must be `__device__` or `__constant__`.",
    ],
    CUTS_KERNEL_ASSERT: ["An `assert` in a kernel failed.", "See the line in the message."],
    CUTS_KERNEL_DIVISION: ["A kernel divided an integer by 0.", "Check the divisor."],
    CUTS_KERNEL_ILLEGAL_ADDRESS: [
      "A kernel accessed memory that does not belong to it.",
      "Check indices against lengths.",
    ],
    CUTS_KERNEL_INVALID_CALL: [
      "A kernel called a function through a wrong pointer.",
      "Check the pointer and its type.",
    ],
    CUTS_KERNEL_MISALIGNED_ADDRESS: [
      "A kernel accessed memory at an address that its type does not allow.",
      "Check pointer casts.",
    ],
    CUTS_KERNEL_PRINTF: ["A kernel's printf has a width or text that is too long.", "Use a smaller one."],
    CUTS_KERNEL_SIGNATURE: [
      "A kernel was compiled with other parameters than it is declared with.",
      "Declare it as its source does.",
    ],
    CUTS_KERNEL_STACK_OVERFLOW: [
      "A kernel exhausted its stack.",
      "Reduce the recursion depth, or use smaller local arrays.",
    ],
    CUTS_KERNEL_TRAP: ["A kernel trapped.", "See the line in the message."],
    CUTS_KERNEL_UNKNOWN: ["There is no such kernel, or more than one.", "Pass its name."],
    CUTS_LAUNCH_CONFIG: [
      "The grid, block or another launch parameter is out of range.",
      "See the rule in the message.",
    ],
    CUTS_LAUNCH_DEADLOCK: [
      "Threads of a kernel wait for each other and none can proceed.",
      "Let all threads reach the same barrier.",
    ],
    CUTS_LAUNCH_GRID: ["A grid has too many blocks.", "Use larger blocks, or a loop in the kernel."],
    CUTS_LAUNCH_NOT_COOPERATIVE: [
      "`grid.sync()` requires a cooperative launch.",
      "Pass `{ cooperative: true }`.",
    ],
    CUTS_LAUNCH_SHARED_MEMORY: ["A block does not have that much shared memory.", "Use less."],
    CUTS_LAUNCH_TIMEOUT: ["A kernel ran longer than its time limit.", "Pass a larger `timeoutMs`."],
    CUTS_CHECK_DEVICE: [
      "A check was requested for a kernel on a device that cannot monitor it.",
      'Run it on the cpu device: `cu.withDevice("cpu", …)` or `CUTS_DEVICE=cpu`.',
    ],
    CUTS_MACHINE_CODE: ["The device does not run GPU machine code.", "Pass CUDA C++."],
    CUTS_MODULE_NOT_READY: ["The module is not compiled yet.", "Await `module.ready()`."],
    CUTS_PARAMETER_SIZE: [
      "The size of a parameter is not known, or it is larger than CUDA allows.",
      "Declare its type in the source; pass a pointer to a large struct.",
    ],
  },
  "Compilers and the cache": {
    CUTS_ARCHITECTURE: ['A GPU architecture does not have a form like "sm_90".', 'Pass one such as "sm_90".'],
    CUTS_CACHE_RELATIVE_PATH: [
      "A compilation without a directory reads a relative path.",
      "Pass an absolute path.",
    ],
    CUTS_CACHE_WARNING: [
      "The compile cache does not work (a warning, not an error).",
      "See the message; compilation continues.",
    ],
    CUTS_CLANG_NOT_INSTALLED: [
      "The compiler of the cpu device is not installed.",
      "`npm install @yowasp/clang`.",
    ],
    CUTS_CLANG_VERSION: [
      "The compiler of the cpu device has a different version.",
      "Install the version named in the message.",
    ],
    CUTS_COMPILE: ["The source does not compile.", "See the line in the message."],
    CUTS_COMPILER_CRASHED: ["The compiler ended unexpectedly.", "Try again; report it if it persists."],
    CUTS_COMPILER_NOT_FOUND: ["No compiler was found.", "Install the one named in the message."],
    CUTS_COMPILER_STOPPED: ["The compiler was stopped while it was working.", "Start it again."],
    CUTS_COMPILER_TIMEOUT: ["The compiler took too long.", "Make the source smaller."],
    CUTS_COMPILE_LINK: ["Compiled parts do not link.", "Look for the symbol in the message."],
    CUTS_COMPILE_OPTION: ["A compile option cannot be used.", "See the rule in the message."],
    CUTS_CPU_BARRIER_IN_CALL: [
      "A recursive function, or one called by pointer, has a barrier or a warp operation.",
      "Inline it.",
    ],
    CUTS_CPU_LOCAL_MEMORY: ["A kernel needs more local memory than the cpu device provides.", "Use less."],
    CUTS_CU_MODULE: ["A .cu file cannot be imported as a module.", "See the rule in the message."],
    CUTS_DEFINES: ["A macro's name is not a valid C name.", "Use letters, digits and underscores."],
    CUTS_IMAGE_ALIGNMENT: ["A module cannot be placed at that address.", "Use an aligned address."],
    CUTS_NVCC_NOT_FOUND: ["nvcc was not found.", "Install the CUDA toolkit, or use the cpu device."],
    CUTS_NVCC_TEMPLATE: [
      "nvcc alone cannot name template instances.",
      "Install NVRTC, or instantiate in the source.",
    ],
  },
  "C declarations": {
    CUTS_DECLARATION_DUPLICATE: ["A name is declared twice.", "Rename one."],
    CUTS_DECLARATION_LENGTH: [
      "An array length does not name an integer parameter.",
      "Name a parameter, or omit the length.",
    ],
    CUTS_DECLARATION_SYNTAX: ["The text is not C.", "See the position in the message."],
    CUTS_DECLARATION_TYPE: [
      "Words do not form a type, or a type is not allowed there.",
      "See the position in the message.",
    ],
    CUTS_DECLARATION_UNKNOWN_TYPE: ["The type is not declared anywhere.", "Declare it in the text."],
    CUTS_DECLARATION_UNSUPPORTED: [
      "The declaration is C or C++ that CuTS cannot call.",
      "Wrap it in a plain C function.",
    ],
    CUTS_DECLARATION_VARIADIC: [
      "The function is declared with `...`.",
      "Declare it with the arguments you pass.",
    ],
    CUTS_LAYOUT_UNKNOWN: ["The layout of a type is not known.", "Declare its fields."],
    CUTS_LENGTH_RANGE: [
      "A declared length does not evaluate to a usable number.",
      "Check the arguments it uses.",
    ],
  },
  "Native code": {
    CUTS_PYTHON_DEPTH: [
      "JavaScript and Python calls are nested too deeply.",
      "Use a loop instead of recursion.",
    ],
    CUTS_PYTHON_ERROR: ["Python raised an exception.", "See the traceback in the message."],
    CUTS_PYTHON_NOT_FOUND: [
      "No CPython with a shared library was found.",
      "Set CUTS_PYTHON to an interpreter that has one; the message lists what was tried.",
    ],
    CUTS_PYTHON_START: ["The embedded Python does not start.", "See the reason in the message."],
    CUTS_PYTHON_THREAD: ["Python was requested in a worker thread.", "Use it in the main thread."],
    CUTS_PYTHON_VALUE: [
      "A value has no Python counterpart.",
      "Pass numbers, text, bytes, lists, plain objects, arrays or functions.",
    ],
    CUTS_ADDON: ["A function of an addon threw.", "See the message, which comes from the addon."],
    CUTS_ADDON_DEVICE: [
      "An array passed to an addon is not on a device for which the addon was loaded.",
      'Move it, `x.to("cpu")`, or load the addon for that device.',
    ],
    CUTS_ADDON_LOAD: ["An addon cannot be loaded.", "See the reason in the message."],
    CUTS_ADDON_PLATFORM: ["Addons are not built on this platform.", "Build on Linux or macOS."],
    CUTS_ADDRESS_RANGE: ["An address is beyond 2^53.", "Pass it as a bigint."],
    CUTS_PACKAGE_MISSING: [
      "A bundle does not find the files of the package.",
      "Keep `node_modules` beside it ([bundles](modules.md#bundles)).",
    ],
    CUTS_FFI_UNAVAILABLE: [
      "Native code cannot be called on this platform.",
      "See the reason in the message.",
    ],
    CUTS_GPU_TRACE: [
      "The GPU work of a program cannot be timed on this platform.",
      "Use NVIDIA's nsys profile, or run it on the cpu device.",
    ],
    CUTS_LIBRARY_FAILED: ["A library terminated during an earlier call.", "Load it again."],
    CUTS_LIBRARY_NAME: ["The library name cannot be used.", "Pass a path or a plain name."],
    CUTS_LIBRARY_NOT_FOUND: ["A library was not found.", "See in the message what was tried."],
    CUTS_LOAD_OPTION: ["An option of `load` cannot be used.", "See the rule in the message."],
    CUTS_NATIVE_CALL: ["A native call failed.", "See the reason in the message."],
    CUTS_NO_CONSTRUCTOR: [
      "An addon class has no constructor.",
      "Use the addon functions that create its objects.",
    ],
    CUTS_NO_OVERLOAD: [
      "The arguments match no overload of the function.",
      "Compare them with the overloads in the message.",
    ],
    CUTS_RESERVED_NAME: ["A function has the name of a method that all libraries have.", "Rename it."],
    CUTS_RESULT_RANGE: [
      "A 64-bit result does not fit in a number.",
      "Declare it so that it is returned as a bigint.",
    ],
    CUTS_SOURCE: ["A source cannot be read.", "Check its path."],
    CUTS_SOURCES: ["The list of sources cannot be used.", "Name at least one file."],
    CUTS_SOURCE_LANGUAGE: [
      "The file extension of a source does not determine a language.",
      "Use .c, .cpp or .cu.",
    ],
    CUTS_SYMBOL_NOT_FOUND: ["The library has no such symbol.", 'Check its name and `extern "C"`.'],
    CUTS_TOO_MANY_CALLBACKS: [
      "All callbacks of the process are in use.",
      "Dispose of callbacks that are no longer needed.",
    ],
    CUTS_UNSUPPORTED_BY_VALUE: ["The type cannot be passed by value.", "Pass a pointer to it."],
    CUTS_UNSUPPORTED_CALLBACK: ["A callback of this type cannot be created.", "See the rule in the message."],
    CUTS_UNSUPPORTED_FIELD: ["A field of a struct cannot be laid out.", "Use a complete type."],
    CUTS_UNSUPPORTED_PARAMETERS: ["A function has too many parameters.", "Pass a struct."],
    CUTS_UNSUPPORTED_TYPE: ["The type cannot be passed.", "Use another one."],
    CUTS_VIEW: ["Memory cannot be viewed in this way.", "See the rule in the message."],
    CUTS_WASM_LIBRARY: [
      "WebAssembly cannot use a native library of this machine.",
      "Load it as a native library.",
    ],
  },
  "Several processes": {
    CUTS_COMMUNICATOR: ["A communicator call cannot be made in this way.", "See the rule in the message."],
    CUTS_DISTRIBUTED_INIT: [
      "This process cannot join the others.",
      "Call `init()` once; start all processes with the mpirun of the MPI that is found.",
    ],
    CUTS_MPI: ["An MPI call failed.", "See the reason in the message."],
    CUTS_RANKS_DIFFER: [
      "Ranks make different calls, or use different dtypes or shapes.",
      "Make the same calls in the same order on all ranks.",
    ],
    CUTS_RANK_LOST: [
      "A rank has ended, or did not arrive within the time limit.",
      "See the output of that rank; set CUTS_DIST_TIMEOUT to more seconds.",
    ],
  },
  "Programs and packages": {
    CUTS_DAMAGED_PACKAGE: ["A file of the package cannot be read.", "Install the package again."],
    CUTS_PACKAGE: ["There is no package.json.", "`npm init`, or `cuts init`."],
    CUTS_PREBUILT: ["A package cannot be prebuilt in this way.", "Name system libraries only."],
    CUTS_PROGRAM_ARGUMENT: ["A run argument cannot be used.", "See the rule in the message."],
    CUTS_PROGRAM_MEMORY: [
      "A program cannot have the memory that was requested.",
      "Request up to 16 GiB; more than 4 GiB requires Node 24 or later.",
    ],
    CUTS_PROGRAM_OPTIONS: ["Program options are not a list of strings.", "Pass a list of strings."],
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
