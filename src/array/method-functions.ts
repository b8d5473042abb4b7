// The functions that are also methods of arrays, with the array as first operand. methods.ts makes the methods of everything
// exported here, and `npm run generate` writes their types and doc comments.

export {
  data,
  dataSync,
  fill,
  set,
  setFrom,
  toJSON,
  tolist,
  tolistSync,
} from "./access.js";
export { astype, copy, to } from "./copy.js";
export { diagonal, trace } from "./creation-diagonals.js";
export * from "./elementwise/functions.js";
export { allclose, allcloseSync, isclose } from "./elementwise/isclose.js";
export { round } from "./elementwise/round.js";
export { clip } from "./elementwise/select.js";
export { argwhere, masked, nonzero } from "./indexing/nonzero.js";
export { setAt } from "./indexing/set-at.js";
export { put, putAlongAxis, take, takeAlongAxis } from "./indexing/take.js";
export { repeat } from "./joining/repeat.js";
export { matmul } from "./linalg/products/matmul.js";
export { dot } from "./linalg/products/tensor-products.js";
export { ipcHandle } from "./memory/ipc.js";
export { advise, prefetch } from "./memory/managed.js";
export { copyTo, dataInto, hostView } from "./memory/transfer.js";
export { argsort, partition, searchsorted, sort } from "./order/sort.js";
export * from "./reduction/reductions.js";
export {
  broadcastTo,
  expandDims,
  flip,
  moveaxis,
  ravel,
  squeeze,
  subarray,
  swapaxes,
} from "./views.js";
