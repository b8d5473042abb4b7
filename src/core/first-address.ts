/** The lowest address in WebAssembly memory that code and data use, so that accesses through null pointers are recognized. */
export const FIRST_ADDRESS = 65_536;
