// All methods of arrays: those of the families, and those made of functions. array.ts imports this file, so every array has them.

import "./access-methods.js";
import "./elementwise/methods.js";
import "./indexing/methods.js";
import "./operators/fill-deferred.js";
import "./operators/foreign-calls.js";
import "./view-methods.js";
import type { DType } from "../core/dtype.js";
import { addMethods, methodsOf } from "./add-methods.js";
import * as functions from "./method-functions.js";
import type { ArrayMethodsOf } from "./methods.gen.js";

declare module "./ndarray.js" {
  interface NDArray<out D extends DType = DType> extends ArrayMethodsOf<D> {}
}

addMethods(methodsOf(functions));
