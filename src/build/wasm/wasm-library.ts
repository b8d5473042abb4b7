// The code that only WebAssembly libraries need, loaded when the first one is.

export { openWasmAddon } from "./open-wasm-addon.js";
export { openWasmLibrary } from "./open-wasm-library.js";
export { wasmOptions } from "./wasm-options.js";
