// The compile option that allows relaxed SIMD. It has a file of its own, so that code that only names it does not load the compiler.

/** clang's option for WebAssembly with relaxed SIMD, which Node has since 22; what CuTS compiles for itself asks for it. */
export const RELAXED_SIMD = "-mrelaxed-simd";
