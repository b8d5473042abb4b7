// The public surface of this folder: what src/index.ts exports of it. It also loads the gradient methods of arrays.

import "./gradients/methods.js";

export { checkpoint } from "./gradients/checkpoint.js";
export { customGradient, type CustomValue, noGrad, stopGradient } from "./gradients/control.js";
export { fake } from "./fake.js";
export { grad, valueAndGrad, type ValueAndGrad } from "./gradients/grad.js";
export type { BackwardOptions } from "./gradients/methods.js";
export type { GradientsOf } from "./gradients/tree.js";
export { jvp, type Pullback, vjp } from "./gradients/vjp.js";
export { expr, type ExpressionValue } from "./fusion/expr.js";
export { type FuseOptions, fuse } from "./fusion/fuse.js";
export {
  type BackwardCall,
  type BatchCall,
  type Implementation,
  type InferredFacts,
  type Op,
  op,
  type OpDeclaration,
  type ResultFacts,
} from "./op.js";
export { type OpCheck, opcheck, type OpcheckOptions, type OpcheckReport } from "./opcheck.js";
export { dispatchHook, listOps, type OpInfo, overrideOp, unregisterOp } from "./registry.js";
export type { SchemaArguments, SchemaValue } from "./schema/schema-types.js";
export type { DispatchHook, OperatorCall } from "../array/operators/watching.js";
export { type BatchAxis, vmap } from "./vmap.js";
