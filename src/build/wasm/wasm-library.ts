// What only sources that run as WebAssembly need: loaded when there are some.

export { openWasmAddon } from "./open-wasm-addon.js";
export { openWasmLibrary } from "./open-wasm-library.js";
export { wasmOptions } from "./wasm-options.js";
