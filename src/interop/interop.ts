// The surface of exchange: what src/index.ts publishes of this folder, and the methods of arrays.

import "./methods.js";

export {
  type CudaArrayInterface,
  fromCudaArrayInterface,
  type FromCudaArrayInterfaceOptions,
} from "./cuda-array-interface.js";
export { fromBuffer, type FromBufferOptions, fromPointer, type FromPointerOptions } from "./from-pointer.js";
