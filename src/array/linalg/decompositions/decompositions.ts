// The types that this folder exports to src/index.ts: options, results and the error. The functions are in `linalg`.

export { type CheckOptions, LinAlgError } from "./check.js";
export type { CholeskyOptions, QrOptions, QrResult } from "./factor.js";
export type { EigResult } from "./general.js";
export type { LstsqResult, RankOptions } from "./least-squares.js";
export type { SlogdetResult } from "./solve.js";
export type { EighOptions, EighResult, SvdOptions, SvdResult } from "./spectral.js";
