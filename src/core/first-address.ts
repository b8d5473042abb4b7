/** Null pointers lead below: nothing that is compiled for WebAssembly, nor its memory, lies there. */
export const FIRST_ADDRESS = 65_536;
