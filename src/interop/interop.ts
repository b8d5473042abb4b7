// What src/index.ts publishes of this folder, and the methods that it adds to arrays.

import "./methods.js";

export { fromArrow, type FromArrowOptions } from "./arrow/from-arrow.js";
export type { ArrowData, ArrowVector } from "./arrow/layout.js";
export { type ArrowModule, toArrow } from "./arrow/to-arrow.js";
export {
  type CudaArrayInterface,
  fromCudaArrayInterface,
  type FromCudaArrayInterfaceOptions,
} from "./cuda-array-interface.js";
export type { DlpackCapsule } from "./dlpack/capsule.js";
export { type DlpackExporter, fromDlpack, type FromDlpackOptions } from "./dlpack/from-dlpack.js";
export { type DlpackDevicePair, toDlpack, type ToDlpackOptions } from "./dlpack/to-dlpack.js";
export {
  openSafetensors,
  Safetensors,
  saveSafetensors,
  type SaveSafetensorsOptions,
  type TensorInfo,
} from "./safetensors/safetensors.js";
export { vec, Vec, type VecOptions } from "./vec.js";
export { fromImageData, type ImagePixels, toImageData } from "./image-data.js";
export { formatPng, loadPng, type LoadPngOptions, parsePng, type PngArray, savePng } from "./png/png.js";
export { openThreadHandle, type ThreadHandle } from "./thread.js";
export { python } from "./python.js";
export { PythonError } from "./python/python-error.js";
export type {
  Python,
  PythonContext,
  PythonOptions,
  PythonReference,
  PythonValue,
  SyncPythonReference,
} from "./python/types.js";
export { fromBuffer, type FromBufferOptions, fromPointer, type FromPointerOptions } from "./from-pointer.js";
