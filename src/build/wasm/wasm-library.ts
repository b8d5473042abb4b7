// What only libraries that run as WebAssembly need: loaded when there is one.

export { openWasmLibrary } from "./open-wasm-library.js";
export { wasmOptions } from "./wasm-options.js";
