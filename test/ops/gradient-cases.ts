// What the gradients of operations are tested with. Every operation whose gradient is a rule has cases here, by its name; the test
// fails for one that has none.

import * as cu from "../../src/index.js";
import type { Differentiated } from "./finite-differences.js";

type A = cu.NDArray;
const { linalg } = cu;

/** How a function is tested. */
export interface Case {
  readonly f: Differentiated;
  readonly shapes: readonly (readonly number[])[];
  /** Where numbers are drawn from; between -2 and 2 by default. */
  readonly range?: readonly [number, number];
  /** Also for complex numbers. */
  readonly complex?: boolean;
  /** Whether the gradient has no gradient of its own that is worth a test. */
  readonly isLinear?: boolean;
}

const m = [3, 4] as const;

function unary(name: string, range?: readonly [number, number], complex = false): readonly Case[] {
  const f: Differentiated = (x) => (x as unknown as Record<string, () => A>)[name]?.() as A;
  const own = { f, complex, ...(range === undefined ? {} : { range }) };
  return [
    { ...own, shapes: [m] },
    { ...own, shapes: [[]] },
  ];
}

function binary(name: string, range?: readonly [number, number], complex = false): readonly Case[] {
  const f: Differentiated = (a, b) => (a as unknown as Record<string, (b: A) => A>)[name]?.(b) as A;
  const left: Differentiated = (a) => (a as unknown as Record<string, (b: number) => A>)[name]?.(1.5) as A;
  const right: Differentiated = (a) =>
    (cu as unknown as Record<string, (a: number, b: A) => A>)[name]?.(1.25, a) as A;
  const own = { complex, ...(range === undefined ? {} : { range }) };
  return [
    { ...own, f, shapes: [m, m] },
    { ...own, f, shapes: [[3, 1], [4]] },
    { ...own, f, shapes: [[], m] },
    { ...own, f: left, shapes: [m] },
    { ...own, f: right, shapes: [m] },
  ];
}

const positive = [0.3, 2] as const;
const small = [-0.9, 0.9] as const;

/** The cases by name of the operation, without "cuts::". */
export const gradientCases: Readonly<Record<string, readonly Case[]>> = {
  // arithmetic
  add: binary("add", undefined, true),
  subtract: binary("subtract", undefined, true),
  multiply: binary("multiply", undefined, true),
  divide: binary("divide", positive, true),
  remainder: binary("remainder", [0.31, 0.59]),
  fmod: binary("fmod", [0.31, 0.59]),
  power: [
    ...binary("power", positive, true),
    { f: (x) => x.pow(3), shapes: [m], complex: true },
    { f: (x) => x.pow(0), shapes: [m] },
  ],
  negative: unary("negative", undefined, true),
  positive: unary("positive", undefined, true),
  square: unary("square", undefined, true),
  reciprocal: unary("reciprocal", positive, true),
  absolute: unary("absolute", positive, true),
  sign: [{ f: (x) => x.sign(), shapes: [m], range: positive, complex: true }],
  // choice
  maximum: binary("maximum"),
  minimum: binary("minimum"),
  fmax: binary("fmax"),
  fmin: binary("fmin"),
  heaviside: binary("heaviside", positive),
  copysign: binary("copysign"),
  where: [
    {
      f: (a, b) => cu.where(cu.array([true, false, true, false]), a, b),
      shapes: [m, m],
      complex: true,
    },
    { f: (a, b) => cu.where(cu.array([true, false, true, false]), a, b), shapes: [[3, 1], [4]] },
    { f: (a) => cu.where(cu.array([true, false, true, false]), a, 2), shapes: [m] },
  ],
  clip: [
    { f: (a) => a.clip(-0.5, 0.7), shapes: [m] },
    {
      f: (a, low, high) => a.clip(low, high.add(2)),
      shapes: [m, [4], [3, 1]],
      range: small,
    },
    { f: (a, high) => a.clip(null, high), shapes: [m, [4]] },
  ],
  // complex numbers
  conjugate: unary("conjugate", undefined, true),
  angle: [{ f: (x) => x.angle(), shapes: [m], range: positive, complex: true }],
  real: [{ f: (x) => x.real, shapes: [m], complex: true }],
  imag: [{ f: (x) => x.imag, shapes: [m], complex: true }],
  // roots, exponentials, logarithms
  sqrt: unary("sqrt", positive, true),
  cbrt: unary("cbrt", positive),
  hypot: binary("hypot", positive),
  exp: unary("exp", undefined, true),
  exp2: unary("exp2", undefined, true),
  expm1: unary("expm1", undefined, true),
  log: unary("log", positive, true),
  log2: unary("log2", positive, true),
  log10: unary("log10", positive, true),
  log1p: unary("log1p", positive, true),
  logaddexp: binary("logaddexp"),
  logaddexp2: binary("logaddexp2"),
  // angles
  sin: unary("sin", undefined, true),
  cos: unary("cos", undefined, true),
  tan: unary("tan", small, true),
  arcsin: unary("arcsin", small, true),
  arccos: unary("arccos", small, true),
  arctan: unary("arctan", small, true),
  arctan2: binary("arctan2", positive),
  sinh: unary("sinh", undefined, true),
  cosh: unary("cosh", undefined, true),
  tanh: unary("tanh", undefined, true),
  arcsinh: unary("arcsinh", small, true),
  arccosh: unary("arccosh", [1.2, 3], true),
  arctanh: unary("arctanh", small, true),
  degrees: unary("degrees"),
  radians: unary("radians"),
  // special functions
  erf: unary("erf"),
  erfc: unary("erfc"),
  gamma: [...unary("gamma", positive), ...unary("gamma", [-1.8, -1.2])],
  lgamma: [...unary("lgamma", positive), ...unary("lgamma", [-1.8, -1.2]), ...unary("lgamma", [9, 20])],
  sigmoid: unary("sigmoid"),
  relu: unary("relu"),
  silu: unary("silu"),
  softplus: unary("softplus"),
  gelu: unary("gelu"),
  geluTanh: [{ f: (x) => x.gelu({ approximate: "tanh" }), shapes: [m] }],
  // reductions
  sum: reductions((x, options) => x.sum(options), true),
  mean: reductions((x, options) => x.mean(options), true),
  prod: [
    ...reductions((x, options) => x.prod(options), true),
    { f: (x) => x.mul(cu.array([0, 1, 1, 0])).prod(0), shapes: [m] },
    { f: (x) => x.mul(cu.array([[0], [1], [1]])).prod(0), shapes: [m] },
  ],
  max: reductions((x, options) => x.max(options)),
  min: reductions((x, options) => x.min(options)),
  ptp: reductions((x, options) => x.ptp(options)),
  var: [
    ...reductions((x, options) => x.var(options), true),
    { f: (x) => x.var({ axis: 1, ddof: 1 }), shapes: [m] },
  ],
  std: [...reductions((x, options) => x.std(options)), { f: (x) => x.std({ correction: 1 }), shapes: [m] }],
  logsumexp: reductions((x, options) => x.logsumexp(options)),
  cumsum: scans((x, axis) => (axis === undefined ? x.cumsum() : x.cumsum(axis))),
  cumprod: [
    ...scans((x, axis) => (axis === undefined ? x.cumprod() : x.cumprod(axis))),
    { f: (x) => x.mul(cu.array([0, 1, 0, 1])).cumprod(1), shapes: [m] },
  ],
  softmax: scans((x, axis) => (axis === undefined ? x.softmax() : x.softmax(axis)), false),
  logSoftmax: scans((x, axis) => (axis === undefined ? x.logSoftmax() : x.logSoftmax(axis)), false),
  norm: [
    ...reductions((x, options) => cu.norm(x, options), true),
    ...[1, 3, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map(
      (ord): Case => ({ f: (x) => cu.norm(x, { ord, axis: 1 }), shapes: [m], range: positive }),
    ),
  ],
  // views, copies
  copy: [{ f: (x) => x.copy().square(), shapes: [m], complex: true }],
  astype: [{ f: (x) => x.astype("complex128").square(), shapes: [m] }],
  to: [{ f: (x) => x.to("cpu").square(), shapes: [m] }],
  alias: [{ f: (x) => x.square(), shapes: [m] }],
  reshape: [
    { f: (x) => x.reshape(2, -1).square(), shapes: [m] },
    { f: (x) => x.ravel().square(), shapes: [m] },
  ],
  transpose: [
    { f: (x) => x.T.square(), shapes: [m] },
    { f: (x) => x.transpose(2, 0, 1).square(), shapes: [[2, 3, 4]] },
    { f: (x) => x.transpose([1, 2, 0]).square(), shapes: [[2, 3, 4]] },
    { f: (x) => x.moveaxis(0, -1).swapaxes(0, 1).square(), shapes: [[2, 3, 4]] },
  ],
  slice: [
    { f: (x) => x.slice(["1:", "::-2"]).square(), shapes: [m], complex: true },
    { f: (x) => x.slice([0, null, "..."]).square(), shapes: [m] },
    { f: (x) => x.slice([[0, 2, 2]]).square(), shapes: [m], complex: true },
    { f: (x) => x.slice([[0, 2, 2], cu.array([1n, 1n, 3n])]).square(), shapes: [m] },
    { f: (x) => x.flip(0).mul(cu.arange(12, { dtype: "float64" }).reshape(3, 4)), shapes: [m] },
  ],
  unslice: [
    {
      f: (x) => cu.grad((y: A) => y.slice("1:").mul(x).sum())(cu.ones([4], { dtype: "float64" })),
      shapes: [[3]],
    },
  ],
  scatterAdd: [
    {
      f: (x) => cu.grad((y: A) => y.take([0, 2, 2]).mul(x).sum())(cu.ones([4], { dtype: "float64" })),
      shapes: [[3]],
    },
  ],
  subarray: [{ f: (x) => x.subarray(1, -1).square(), shapes: [[5, 2]] }],
  broadcastTo: [{ f: (x) => x.broadcastTo([2, 3, 4]).square(), shapes: [[3, 1]] }],
  squeeze: [{ f: (x) => x.squeeze(1).square(), shapes: [[3, 1, 2]] }],
  expandDims: [{ f: (x) => x.expandDims([0, 2]).square(), shapes: [m] }],
  diagonal: [
    { f: (x) => x.diagonal().square(), shapes: [m] },
    { f: (x) => x.diagonal({ offset: 1, axis1: 1, axis2: 0 }).square(), shapes: [[3, 4, 2]] },
    { f: (x) => cu.trace(x), shapes: [[4, 4]] },
  ],
  diag: [
    { f: (x) => cu.diag(x, { k: -1 }).mul(2), shapes: [[3]] },
    { f: (x) => cu.diag(x, { k: 1 }).square(), shapes: [m] },
  ],
  atLeast: [{ f: (x, y) => cu.vstack([x, y]).square(), shapes: [[4], m] }],
  // indexing
  take: [
    { f: (x) => x.take([3, 0, 0, -1]).square(), shapes: [m], complex: true },
    { f: (x) => x.take(cu.array([1n, 1n, 0n]), { axis: 1 }).square(), shapes: [m] },
  ],
  takeAlongAxis: [{ f: (x) => x.takeAlongAxis(cu.array([[1n], [0n], [3n]]), 1).square(), shapes: [m] }],
  takeAxis: [{ f: (x) => cu.delete(x, 1, 1).square(), shapes: [m] }],
  delete: [{ f: (x) => cu.delete(x, [0, 2], 1).square(), shapes: [m] }],
  insert: [
    { f: (x, v) => cu.insert(x, 1, v).square(), shapes: [m, []], complex: true },
    { f: (x, v) => cu.insert(x, [3, 0], v, 1).square(), shapes: [m, [3, 2]] },
    { f: (x, v) => cu.insert(x, -1, v, 1).square(), shapes: [m, [2, 1]] },
    { f: (x, v) => cu.insert(x, 2, v, 0).square(), shapes: [m, [4]] },
    { f: (x) => cu.insert(x, [1, 1], 5, 0).square(), shapes: [m] },
  ],
  // joining
  concatenate: [
    { f: (a, b) => cu.concatenate([a, b], 1).square(), shapes: [m, [3, 2]], complex: true },
    { f: (a, b) => cu.concatenate([a, b], null).square(), shapes: [m, [2]] },
    { f: (a) => cu.concatenate([a, cu.ones([1, 4]), a]).square(), shapes: [m] },
  ],
  stack: [{ f: (a, b) => cu.stack([a, b], -1).square(), shapes: [m, m] }],
  tile: [
    {
      f: (x) => cu.tile(x, [2, 1, 3]).mul(cu.arange(72, { dtype: "float64" }).reshape(2, 3, 12)),
      shapes: [m],
    },
  ],
  repeat: [
    { f: (x) => cu.repeat(x, 3).square(), shapes: [m] },
    { f: (x) => cu.repeat(x, [1, 0, 2], 0).square(), shapes: [m] },
  ],
  roll: [
    { f: (x) => cu.roll(x, 5).mul(cu.arange(12, { dtype: "float64" }).reshape(3, 4)), shapes: [m] },
    {
      f: (x) => cu.roll(x, [1, -1], [0, 1]).mul(cu.arange(12, { dtype: "float64" }).reshape(3, 4)),
      shapes: [m],
    },
  ],
  pad: [
    {
      f: (x) =>
        cu
          .pad(x, [
            [1, 0],
            [2, 1],
          ])
          .square(),
      shapes: [m],
    },
    { f: (x) => cu.pad(x, 2, { mode: "reflect" }).square(), shapes: [m] },
    { f: (x) => cu.pad(x, 2, { mode: "edge" }).square(), shapes: [m] },
  ],
  // products
  matmul: [
    { f: (a, b) => a.matmul(b), shapes: [m, [4, 2]], complex: true },
    { f: (a, b) => a.matmul(b), shapes: [[4], [4, 2]] },
    { f: (a, b) => a.matmul(b), shapes: [m, [4]] },
    { f: (a, b) => a.matmul(b), shapes: [[4], [4]] },
    {
      f: (a, b) => a.matmul(b),
      shapes: [
        [2, 3, 4],
        [4, 2],
      ],
      complex: true,
    },
    { f: (a, b) => a.matmul(b), shapes: [[2, 3, 4], [4]] },
    { f: (a, b) => a.matmul(b), shapes: [[4], [2, 4, 3]] },
    {
      f: (a, b) => a.matmul(b),
      shapes: [
        [2, 1, 3, 4],
        [5, 4, 2],
      ],
    },
    {
      f: (a, b) => cu.tensordot(a, b),
      shapes: [
        [2, 3, 4],
        [3, 4, 2],
      ],
    },
    { f: (a, b) => cu.inner(a, b), shapes: [m, [2, 4]] },
    { f: (a, b) => cu.vecdot(a, b), shapes: [m, [4]], complex: true },
    { f: (a, b) => cu.vdot(a, b), shapes: [m, [12]], complex: true },
    { f: (a, b) => cu.outer(a, b), shapes: [[3], [4]] },
    { f: (a, b) => cu.kron(a, b), shapes: [[2, 2], [3]] },
  ],
  cross: [
    { f: (a, b) => cu.cross(a, b), shapes: [[2, 3], [3]], complex: true },
    {
      f: (a, b) => cu.cross(a, b, { axis: 0 }),
      shapes: [
        [3, 2],
        [3, 2],
      ],
    },
  ],
  einsum: [
    { f: (a, b) => cu.einsum("ij,jk->ik", a, b), shapes: [m, [4, 2]], complex: true },
    { f: (a) => cu.einsum("ii->i", a).square(), shapes: [[4, 4]] },
    { f: (a) => cu.einsum("ij->", a), shapes: [m] },
    { f: (a, b, c) => cu.einsum("ij,jk,kl->il", a, b, c), shapes: [m, [4, 2], [2, 3]] },
    {
      f: (a, b) => cu.einsum("b...i,bi->b...", a, b),
      shapes: [
        [2, 3, 4],
        [2, 4],
      ],
    },
    { f: (a, b) => cu.einsum("ij,k->k", a, b), shapes: [m, [2]] },
    // Axes of size 1 that stretch, on either side and within one operand.
    {
      f: (a, b) => cu.einsum("ij,ij->i", a, b),
      shapes: [
        [2, 1],
        [2, 3],
      ],
      complex: true,
    },
    {
      f: (a, b) => cu.einsum("ij,jk->ik", a, b),
      shapes: [
        [2, 1],
        [3, 4],
      ],
    },
    {
      f: (a, b) => cu.einsum("...i,...i->...", a, b),
      shapes: [
        [1, 3],
        [5, 3],
      ],
    },
    {
      f: (a, b) => cu.einsum("ii,ij->j", a, b),
      shapes: [
        [1, 3],
        [1, 2],
      ],
    },
  ],
  // transforms
  "fft.transform": [
    { f: (x) => cu.fft.fft(x), shapes: [m], complex: true },
    { f: (x) => cu.fft.ifft(x, { axis: 0, n: 5 }), shapes: [m], complex: true },
    { f: (x) => cu.fft.fft(x, { n: 3, norm: "ortho" }), shapes: [m], complex: true },
    { f: (x) => cu.fft.rfft(x as cu.NDArray<"float64">), shapes: [m] },
    { f: (x) => cu.fft.rfft(x as cu.NDArray<"float64">, { n: 5, axis: 0 }), shapes: [m] },
    { f: (x) => cu.fft.irfft(x.mul({ re: 1, im: 0.5 })), shapes: [m] },
    { f: (x) => cu.fft.irfft(x.mul({ re: 1, im: 0.5 }), { n: 7 }), shapes: [m] },
    { f: (x) => cu.fft.irfft(x.mul({ re: 1, im: 0.5 }), { n: 3, axis: 0 }), shapes: [m] },
    { f: (x) => cu.fft.hfft(x.mul({ re: 1, im: 0.5 })), shapes: [m] },
    { f: (x) => cu.fft.fft2(x), shapes: [m], complex: true },
    { f: (x) => cu.fft.rfft2(x as cu.NDArray<"float64">), shapes: [m] },
    { f: (x) => cu.fft.irfftn(x.mul({ re: 1, im: 0.5 })), shapes: [[2, 3]] },
  ],
  "fft.fftshift": [
    { f: (x) => cu.fft.fftshift(x).mul(cu.arange(12, { dtype: "float64" }).reshape(3, 4)), shapes: [m] },
  ],
  "fft.ifftshift": [
    {
      f: (x) => cu.fft.ifftshift(x, { axes: 0 }).mul(cu.arange(12, { dtype: "float64" }).reshape(3, 4)),
      shapes: [m],
    },
  ],
  // convolutions
  convolution: [
    ...pictures(
      [2, 3, 6, 7],
      [4, 3, 3, 2],
      {},
      { padding: [1, 2] },
      { stride: [2, 3], padding: 1 },
      { padding: [5, 4], stride: 2 },
      { dilation: [2, 3], stride: [1, 2], padding: [2, 3] },
      { padding: "same", dilation: 2 },
    ),
    ...pictures([2, 4, 5, 6], [6, 2, 2, 3], { groups: 2 }, { groups: 2, stride: 2, padding: 1, dilation: 2 }),
    ...pictures([3, 4, 5], [6, 1, 3, 3], { groups: 3, padding: 1 }),
    ...pictures([1, 2, 9, 9], [1, 2, 1, 1], { stride: 4 }),
    {
      f: (x, w, bias) => cu.conv2d(x, w, { bias, padding: 1, stride: 2 }),
      shapes: [[2, 2, 5, 4], [3, 2, 3, 3], [3]],
    },
    {
      f: (x, w, bias) => cu.conv1d(x, w, { bias, padding: 2, stride: 2, dilation: 2, groups: 2 }),
      shapes: [[2, 4, 9], [6, 2, 3], [6]],
    },
    {
      f: (x, w) => cu.conv1d(x, w, { padding: "same" }),
      shapes: [
        [2, 9],
        [3, 2, 4],
      ],
    },
    ...(["full", "same", "valid"] as const).flatMap((mode): Case[] => [
      {
        f: (a, v) => cu.convolve2d(a, v, { mode }),
        shapes: [
          [5, 6],
          [2, 3],
        ],
      },
      {
        f: (a, v) => cu.correlate2d(a, v, { mode }),
        shapes: [
          [4, 7],
          [3, 2],
        ],
      },
    ]),
  ],
  correlation: (["full", "same", "valid"] as const).flatMap((mode): Case[] => [
    { f: (a, v) => cu.convolve(a, v, { mode }), shapes: [[7], [4]], complex: true },
    { f: (a, v) => cu.convolve(a, v, { mode, method: "fft" }), shapes: [[3], [8]], complex: true },
    { f: (a, v) => cu.correlate(a, v, { mode }), shapes: [[7], [3]], complex: true },
    { f: (a, v) => cu.correlate(a, v, { mode, method: "fft" }), shapes: [[2], [6]], complex: true },
  ]),
  // decompositions
  "linalg.cholesky": [
    { f: (x) => linalg.cholesky(definite(x)), shapes: [[4, 4]], complex: true },
    { f: (x) => linalg.cholesky(definite(x), { upper: true }), shapes: [[2, 3, 3]], complex: true },
  ],
  "linalg.solve": [
    { f: (a, b) => linalg.solve(regular(a), b), shapes: [[4, 4], [4]], complex: true },
    {
      f: (a, b) => linalg.solve(regular(a), b),
      shapes: [
        [3, 3],
        [3, 2],
      ],
      complex: true,
    },
    {
      f: (a, b) => linalg.solve(regular(a), b),
      shapes: [
        [2, 1, 3, 3],
        [4, 3, 2],
      ],
    },
    { f: (a, b) => linalg.solve(regular(a), b), shapes: [[2, 3, 3], [3]] },
  ],
  "linalg.inv": [
    { f: (a) => linalg.inv(regular(a)), shapes: [[2, 3, 3]], complex: true },
    { f: (a) => linalg.matrixPower(regular(a), -2), shapes: [[3, 3]] },
    { f: (a) => linalg.cond(regular(a), { p: 1 }), shapes: [[3, 3]] },
    { f: (a) => linalg.cond(regular(a), { p: "fro" }), shapes: [[3, 3]] },
  ],
  "linalg.det": [
    { f: (a) => linalg.det(a), shapes: [[4, 4]], complex: true },
    { f: (a) => linalg.det(a), shapes: [[2, 3, 3]] },
    { f: (a) => linalg.det(a), shapes: [[1, 1]] },
  ],
  "linalg.slogdet": [
    { f: (a) => linalg.slogdet(regular(a)).logabsdet, shapes: [[2, 3, 3]], complex: true },
    { f: (a) => linalg.slogdet(regular(a)).sign, shapes: [[3, 3]], complex: true },
    {
      f: (a) => {
        const { sign, logabsdet } = linalg.slogdet(regular(a));
        return sign.mul(logabsdet);
      },
      shapes: [[3, 3]],
      complex: true,
    },
  ],
  "linalg.qr": [
    { f: (a) => linalg.qr(columnwise(a)).q, shapes: [[4, 3]] },
    { f: (a) => linalg.qr(columnwise(a)).r, shapes: [[2, 4, 3]] },
    { f: (a) => linalg.qr(columnwise(a), { mode: "r" }), shapes: [[3, 3]] },
    { f: (a) => linalg.qr(columnwise(a), { mode: "complete" }).q, shapes: [[3, 3]] },
    { f: (a) => both(linalg.qr(columnwise(a)), "q", "r"), shapes: [[2, 3, 5]] },
    // Only what does not depend on the phases of columns.
    { f: (a) => phaseless(linalg.qr(columnwise(a)).q), shapes: [[4, 3]], complex: true },
    { f: (a) => linalg.qr(columnwise(a)).r.abs(), shapes: [[4, 3]], complex: true },
    { f: (a) => linalg.qr(columnwise(a)).r.abs(), shapes: [[3, 5]], complex: true },
    { f: (a) => phaseless(linalg.qr(columnwise(a)).q), shapes: [[3, 5]], complex: true },
  ],
  "linalg.eigh": [
    { f: (a) => linalg.eigh(spread(a)).eigenvalues, shapes: [[3, 3]], complex: true },
    { f: (a) => linalg.eigh(spread(a)).eigenvectors.abs(), shapes: [[2, 3, 3]], complex: true },
    { f: (a) => linalg.eigh(spread(a), { uplo: "U" }).eigenvectors.abs(), shapes: [[4, 4]] },
    {
      f: (a) => {
        const { eigenvalues, eigenvectors } = linalg.eigh(spread(a));
        return eigenvectors.abs().mul(eigenvalues.expandDims(-2));
      },
      shapes: [[3, 3]],
      complex: true,
    },
  ],
  "linalg.eigvalsh": [{ f: (a) => linalg.eigvalsh(spread(a)), shapes: [[2, 3, 3]], complex: true }],
  "linalg.eig": [
    { f: (a) => linalg.eig(slanted(a)).eigenvalues, shapes: [[3, 3]], complex: true },
    { f: (a) => linalg.eig(slanted(a)).eigenvectors.abs(), shapes: [[3, 3]], complex: true },
    { f: (a) => phaseless(linalg.eig(slanted(a)).eigenvectors), shapes: [[2, 3, 3]], complex: true },
  ],
  "linalg.eigvals": [{ f: (a) => linalg.eigvals(slanted(a)), shapes: [[2, 3, 3]], complex: true }],
  "linalg.svd": [
    { f: (a) => linalg.svd(uneven(a)).s, shapes: [[4, 3]], complex: true },
    { f: (a) => linalg.svd(uneven(a), { computeUv: false }), shapes: [[3, 4]] },
    ...(["u", "vh"] as const).flatMap((part) =>
      [
        [3, 3],
        [2, 4, 3],
        [3, 5],
      ].map(
        (shape): Case => ({
          f: (a) => linalg.svd(uneven(a), { fullMatrices: false })[part].abs(),
          shapes: [shape],
          complex: true,
        }),
      ),
    ),
    {
      // u and vh together: the phase of one is that of the other.
      f: (a) => {
        const { u, s, vh } = linalg.svd(uneven(a), { fullMatrices: false });
        return u.mul(s.exp().expandDims(-2)).matmul(vh);
      },
      shapes: [[4, 3]],
      complex: true,
    },
  ],
  "linalg.svdvals": [
    { f: (a) => linalg.svdvals(uneven(a)), shapes: [[2, 3, 4]], complex: true },
    { f: (a) => linalg.matrixNorm(uneven(a), { ord: "nuc" }), shapes: [[2, 3, 4]], complex: true },
    { f: (a) => linalg.matrixNorm(uneven(a), { ord: 2 }), shapes: [[4, 3]], complex: true },
    { f: (a) => linalg.matrixNorm(a, { ord: "fro" }), shapes: [[2, 3, 4]], complex: true },
    { f: (a) => linalg.matrixNorm(a, { ord: 1, keepdims: true }), shapes: [m], range: positive },
    { f: (a) => linalg.matrixNorm(a, { ord: Number.NEGATIVE_INFINITY }), shapes: [m], range: positive },
    { f: (a) => linalg.norm(a, { ord: -2 }), shapes: [m] },
    { f: (a) => linalg.cond(uneven(a)), shapes: [[4, 3]] },
  ],
  "linalg.pinv": [
    { f: (a) => linalg.pinv(uneven(a)), shapes: [[4, 3]], complex: true },
    { f: (a) => linalg.pinv(uneven(a)), shapes: [[2, 3, 4]], complex: true },
    // Of rank 2, which stays.
    {
      f: (a, b) => linalg.pinv(a.matmul(b), { rtol: 1e-9 }),
      shapes: [
        [4, 2],
        [2, 3],
      ],
    },
  ],
  "linalg.lstsq": [
    { f: (a, b) => linalg.lstsq(uneven(a), b).x, shapes: [[5, 3], [5]], complex: true },
    {
      f: (a, b) => linalg.lstsq(uneven(a), b).x,
      shapes: [
        [3, 5],
        [3, 2],
      ],
      complex: true,
    },
    {
      f: (a, b) => linalg.lstsq(uneven(a), b).residuals,
      shapes: [
        [5, 3],
        [5, 2],
      ],
      complex: true,
    },
    {
      f: (a, b) => {
        const { x, residuals, s } = linalg.lstsq(uneven(a), b);
        return cu.concatenate([x.ravel(), residuals.ravel(), s]);
      },
      shapes: [[4, 2], [4]],
    },
  ],
  // order
  sort: [
    { f: (x) => x.sort().mul(cu.arange(4, { dtype: "float64" })), shapes: [m] },
    { f: (x) => x.sort({ axis: 0, descending: true }).square(), shapes: [m] },
    { f: (x) => x.sort(null).mul(cu.arange(12, { dtype: "float64" })), shapes: [m] },
  ],
  topk: [
    { f: (x) => cu.topk(x, 2).values.square(), shapes: [m] },
    { f: (x) => cu.topk(x, 2, { axis: 0, largest: false }).values.square(), shapes: [m] },
  ],
  median: [
    { f: (x) => cu.median(x), shapes: [m] },
    { f: (x) => cu.median(x, 0).square(), shapes: [m] },
  ],
  quantile: [{ f: (x) => cu.quantile(x, [0.1, 0.6], 1).square(), shapes: [m] }],
  percentile: [{ f: (x) => cu.percentile(x, 30, { axis: [0, 2] }).square(), shapes: [[2, 3, 4]] }],
};

function reductions(
  f: (x: A, options: { axis?: number | readonly number[]; keepdims?: boolean }) => A,
  complex = false,
): readonly Case[] {
  return [
    { f: (x) => f(x, {}), shapes: [m], complex },
    { f: (x) => f(x, { axis: 0 }), shapes: [m], complex },
    { f: (x) => f(x, { axis: -1, keepdims: true }), shapes: [[2, 3, 4]] },
    { f: (x) => f(x, { axis: [0, 2] }), shapes: [[2, 3, 4]] },
  ];
}

function scans(f: (x: A, axis?: number) => A, hasFlat = true): readonly Case[] {
  return [
    ...(hasFlat ? [{ f: (x: A) => f(x).square(), shapes: [m] } as Case] : []),
    { f: (x) => f(x, 0).square(), shapes: [m] },
    { f: (x) => f(x, 1).square(), shapes: [[2, 5, 3]] },
  ];
}

function pictures(
  input: readonly number[],
  weight: readonly number[],
  ...options: readonly cu.ConvOptions[]
): Case[] {
  return options.map((one) => ({ f: (x, w) => cu.conv2d(x, w, one), shapes: [input, weight] }));
}

/** Numbers upwards on the diagonal of zeros. */
function steps(x: A, by: number): A {
  const [rows, columns] = x.shape.slice(-2) as [number, number];
  return cu
    .eye(rows, columns, { dtype: "float64" })
    .mul(cu.arange(1, columns + 1, { dtype: "float64" }).mul(by));
}

function adjoint(x: A): A {
  return x.swapaxes(-1, -2).conj();
}

function definite(x: A): A {
  return x.matmul(adjoint(x)).add(steps(x, 1));
}

/** Far from singular matrices. */
function regular(x: A): A {
  return x.add(steps(x, 6));
}

/** Full rank, and no column that is nearly in the span of others. */
const columnwise = regular;

/** Hermitian, with eigenvalues far from each other. */
function spread(x: A): A {
  return x.add(adjoint(x)).mul(0.25).add(steps(x, 5));
}

/** Not Hermitian, with eigenvalues far from each other. */
function slanted(x: A): A {
  return x.mul(0.5).add(steps(x, 6));
}

/** With singular values far from each other. */
function uneven(x: A): A {
  return x.mul(0.5).add(steps(x, 4));
}

/** The projections on columns, which do not depend on their phases. */
function phaseless(q: A): A {
  const first = q.slice(["...", "1:2"]);
  return first.matmul(adjoint(first));
}

function both<K extends string>(parts: Readonly<Record<K, A>>, a: K, b: K): A {
  return cu.concatenate([parts[a].ravel(), parts[b].ravel()]);
}
