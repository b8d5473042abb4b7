// The public surface of arrays: what src/index.ts exports of this folder. It also loads the methods of arrays.

import "./methods.js";

export { isNDArray, NDArray } from "./ndarray.js";
export type { ArrayData } from "./access.js";
export type { Nested } from "./nest.js";
export { astype, copy } from "./copy.js";
export {
  type ArrayLikeValues,
  type ArrayList,
  array,
  asarray,
  type AsarrayOptions,
  type DTypeOfValue,
  type DTypeOfValues,
  empty,
  emptyLike,
  eye,
  type EyeOptions,
  full,
  fullLike,
  ones,
  onesLike,
  zeros,
  zerosLike,
} from "./creation.js";
export type { ArrayOptions, BufferOptions, WithDType, WithoutDType } from "./creation-options.js";
export { arange, linspace, type LinspaceOptions } from "./creation-ranges.js";
export {
  diag,
  diagonal,
  type DiagonalOptions,
  type DiagonalViewOptions,
  identity,
  trace,
  type TraceOptions,
  tri,
  tril,
  triu,
} from "./creation-diagonals.js";
export {
  fromFunction,
  geomspace,
  indices,
  logspace,
  meshgrid,
  type MeshgridOptions,
  type LogspaceOptions,
  type SpaceOptions,
} from "./creation-grids.js";
export {
  type CustomCallOptions,
  type CustomOptions,
  elementwise,
  type ElementwiseFunction,
} from "./custom/elementwise.js";
export { type CustomReductionOptions, reduction, type ReductionFunction } from "./custom/reduction.js";
export type { CustomInputs, CustomResult } from "./custom/signature-types.js";
export type { OutOf, OutOptions } from "./elementwise/apply.js";
export * from "./elementwise/functions.js";
export {
  allclose,
  allcloseSync,
  type CloseOptions,
  isclose,
  type IscloseOptions,
} from "./elementwise/isclose.js";
export { imag, real } from "./elementwise/parts.js";
export { round, type RoundOptions } from "./elementwise/round.js";
export { type Bound, clip } from "./elementwise/select.js";
export type {
  AngleFunction,
  AngleOf,
  BinaryFunction,
  ClippedOf,
  FloatBinaryFunction,
  FloatFunction,
  FloatOf,
  FloatResultOf,
  GeluFunction,
  GeluOptions,
  LooseBinaryFunction,
  NotDefinedFor,
  NumericBinaryFunction,
  NumericFunction,
  NumericOf,
  Operand,
  PredicateFunction,
  QuestionFunction,
  QuotientFunction,
  QuotientOf,
  RealOf,
  Refusing,
  ResultOf,
  SameFunction,
  SizeFunction,
} from "./elementwise/types.js";
export { linalg } from "./linalg/linalg.js";
export * from "./linalg/decompositions/decompositions.js";
export * from "./linalg/products/products.js";
export type { IndexArray, IndexList, IndexMode } from "./indexing/index-values.js";
export {
  argwhere,
  compress,
  type CompressOptions,
  extract,
  flatnonzero,
  type Mask,
  masked,
  nonzero,
} from "./indexing/nonzero.js";
export type { ArrayIndex } from "./indexing/selection.js";
export { setAt } from "./indexing/set-at.js";
export {
  type AlongAxisOptions,
  put,
  putAlongAxis,
  take,
  takeAlongAxis,
  type TakeOptions,
} from "./indexing/take.js";
export type { WrittenValues } from "./indexing/values.js";
export { where } from "./indexing/where.js";
export {
  append,
  type AxisOptions,
  columnStack,
  concatenate,
  concatenate as concat,
  type ConcatenateOptions,
  dstack,
  hstack,
  type JoinedOf,
  stack,
  vstack,
} from "./joining/concatenate.js";
export { deleteAt as delete, diff, type DiffOptions, insert } from "./joining/edit.js";
export { pad, type PadMode, type PadOptions, type PadWidth } from "./joining/pad.js";
export { repeat, tile } from "./joining/repeat.js";
export {
  fliplr,
  flipud,
  matrixTranspose,
  permuteDims,
  roll,
  type RollOptions,
  rot90,
} from "./joining/roll.js";
export { arraySplit, dsplit, hsplit, split, unstack, vsplit } from "./joining/split.js";
export type { ConvOptions } from "./convolution/conv.js";
export {
  conv1d,
  conv2d,
  convolve,
  convolve2d,
  correlate,
  correlate2d,
} from "./convolution/convolutions.js";
export type { ConvolutionMode, ConvolveOptions } from "./convolution/correlate.js";
export type { PlaneOptions } from "./convolution/plane.js";
export { fft } from "./fft/fft.js";
export type { FrequencyOptions, ShiftOptions } from "./fft/frequencies.js";
export type { FftNorm, FftnOptions, FftOptions, SignalOf, SpectrumOf } from "./fft/types.js";
export { buffer, managed } from "./memory/buffer.js";
export { type IpcHandle, openIpc } from "./memory/ipc.js";
export type { NestedList, ScalarValue } from "./nested.js";
export {
  formatNpy,
  formatNpz,
  loadNpy,
  loadNpz,
  type LoadNpzOptions,
  type NpyLoadOptions,
  type NamedArrays,
  parseNpy,
  parseNpz,
  saveNpy,
  saveNpz,
  type SaveNpzOptions,
} from "./npy/npy.js";
export { type Promote, type PromoteScalar, promoteTypes, type Scalar } from "./promotion.js";
export {
  bincount,
  type BincountOptions,
  histogram,
  type HistogramOptions,
} from "./order/histogram.js";
export { median, type MedianOptions, percentile, quantile, type QuantileOptions } from "./order/quantile.js";
export {
  argsort,
  partition,
  type SearchOptions,
  searchsorted,
  sort,
  type SortOptions,
  topk,
  type TopkOptions,
} from "./order/sort.js";
export { unique, uniqueAll, type UniqueOptions, type UniqueResult, uniqueValues } from "./order/unique.js";
export type {
  ExponentialOptions,
  FloatDType,
  Generator,
  GeneratorOptions,
  GeneratorState,
  NormalOptions,
  RandomOptions,
  UniformOptions,
} from "./random/generator.js";
export type { ChoiceOptions, PermutationOptions } from "./random/permutations.js";
export { random } from "./random/random.js";
export * from "./reduction/reductions.js";
export type {
  ArgFunction,
  ArgOptions,
  CountFunction,
  FloatReduction,
  MeanFunction,
  ReduceOptions,
  SameReduction,
  ScanFunction,
  ScanOptions,
  SoftmaxFunction,
  SoftmaxOptions,
  SumFunction,
  BooleanReduction,
  TypedReduceOptions,
  VarianceFunction,
  VarianceOptions,
} from "./reduction/types.js";
export { nanmax, nanmean, nanmin, nansum } from "./reduction/nan.js";
export { norm, type NormOptions } from "./reduction/norm.js";
export { broadcastShapes } from "./standard/broadcast-shapes.js";
export {
  type CumulativeFunction,
  type CumulativeOptions,
  cumulativeProd,
  cumulativeSum,
} from "./standard/cumulative.js";
export {
  canCast,
  finfo,
  type FloatLimits,
  iinfo,
  type IntegerLimits,
  isdtype,
  resultType,
  type StandardKind,
} from "./standard/dtype-info.js";
export * from "./standard/names.js";
export { isin, type IsinOptions, uniqueCounts, uniqueInverse } from "./standard/sets.js";
export type { SliceIndex } from "./slices.js";
export {
  type AxisChoice,
  broadcastArrays,
  broadcastTo,
  expandDims,
  flip,
  moveaxis,
  ravel,
  reshape,
  slice,
  squeeze,
  swapaxes,
  transpose,
  transpose as permute,
} from "./views.js";
