// What this folder gives to src/index.ts beside the functions, which are in `linalg`: their options, results and error.

export { type CheckOptions, LinAlgError } from "./check.js";
export type { CholeskyOptions, QrOptions, QrResult } from "./factor.js";
export type { EigResult } from "./general.js";
export type { LstsqResult, RankOptions } from "./least-squares.js";
export type { SlogdetResult } from "./solve.js";
export type { EighOptions, EighResult, SvdOptions, SvdResult } from "./spectral.js";
