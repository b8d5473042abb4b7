// The option by which clang may use relaxed SIMD, in a file of its own: whoever only names it need not load the compiler.

/** clang's option for WebAssembly with relaxed SIMD, which Node has since 22; what CuTS compiles for itself asks for it. */
export const RELAXED_SIMD = "-mrelaxed-simd";
