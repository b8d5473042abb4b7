// Paths in the file system that compiler tools see. All own files are in one folder that no host path is likely to be in. Plain
// JavaScript, because the child process uses it too.

/** The folder of everything that is not the user's. */
export const GUEST = "/.cuts";
/** The compiler package's own files: `include` and `lib`. */
export const PACKAGE_PATH = `${GUEST}/llvm`;
/** The library that kernels are linked with. */
export const DEVICE_LIBRARY_PATH = `${GUEST}/libdevice.a`;
/** CUDA's device headers, wherever they are on the host: a precompiled header holds paths. */
export const HEADERS_PATH = `${GUEST}/include`;
/** The device headers precompiled. */
export const PRECOMPILED_PATH = `${GUEST}/device.pch`;
/** Headers that the user gives in memory. */
export const MEMORY_HEADERS_PATH = `${GUEST}/headers`;
/** The user's macros. */
export const OPTIONS_PATH = `${GUEST}/options.h`;
