// The reductions that are both functions and methods: everything that this file exports (methods.ts).

export { argmax, argmin } from "./arg.js";
export {
  all,
  any,
  countNonzero,
  max,
  mean,
  min,
  prod,
  ptp,
  std,
  sum,
  variance as var,
} from "./functions.js";
export { cumprod, cumsum } from "./scan.js";
export { logSoftmax, logsumexp, softmax } from "./softmax.js";
