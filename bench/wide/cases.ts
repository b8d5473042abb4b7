// The cases of array-wide.bench.ts, a line each: inputs (inputs.ts), what CuTS computes, what CuPy and NumPy compute (xp), what
// PyTorch computes; null where a library has no such function. `bytes` is what must move at least, where memory is the limit.

import type * as Surface from "../../src/index.js";

/** What an operation makes: one array or several, the first of which is compared. */
export type Made = Surface.NDArray | readonly Surface.NDArray[];
type Run = (
  cu: typeof Surface,
  a: Surface.NDArray,
  b: Surface.NDArray,
  c: Surface.NDArray,
) => Made | Promise<Made>;

/** A case: its name begins with its family. */
export interface WideCase {
  readonly name: string;
  readonly family: string;
  readonly inputs: readonly string[];
  readonly cuts: Run;
  readonly xp: string | null;
  readonly torch: string | null;
  readonly bytes: number | undefined;
  /** Whether results are random or not comparable by their sum. */
  readonly isFree: boolean;
}

/** All cases. */
export const cases: WideCase[] = [];

interface More {
  readonly bytes?: number;
  readonly isFree?: boolean;
}
type Row = readonly [
  name: string,
  inputs: readonly string[],
  cuts: Run,
  xp: string | null,
  torch: string | null,
  more?: More,
];

function add(family: string, rows: readonly Row[]): void {
  for (const [name, inputs, cuts, xp, torch, { bytes, isFree = false } = {}] of rows)
    cases.push({ name: `${family}: ${name}`, family, inputs, cuts, xp, torch, bytes, isFree });
}

const L = "1e7";
const MB = 1e6;
const square = "float32 4096x4096";
const squareBytes = 4 * 4096 * 4096;
const sizes = [
  [1000, "1e3"],
  [1e6, "1e6"],
  [1e8, "1e8"],
] as const;
const matrices = [
  ["4096x4096", "square"],
  ["100x100000", "wide"],
  ["1000000x10", "tall"],
  ["1000000x32", "rows of 32"],
  ["100000x100", "rows of 100"],
] as const;
const bytesOf = (shape: string): number => 4 * shape.split("x").reduce((a, b) => a * Number(b), 1);

// biome-ignore format: a case is a line
add("element-wise", [
  ...sizes.map(([n, label]): Row => [`a + b, float32, ${label}`, [`float32 ${n}`, `float32 ${n}`], (_, a, b) => a.add(b), "a + b", "a + b", { bytes: 12 * n }]),
  ...sizes.map(([n, label]): Row => [`exp, float32, ${label}`, [`float32 ${n}`], (_, a) => a.exp(), "xp.exp(a)", "torch.exp(a)", { bytes: 8 * n }]),
  ["a * 2 + 1, float32, 1e7", [`float32 ${L}`], (_, a) => a.mul(2).add(1), "a * 2 + 1", "a * 2 + 1"],
  ["a + b, float16, 1e7", [`float16 ${L}`, `float16 ${L}`], (_, a, b) => a.add(b), "a + b", "a + b", { bytes: 60 * MB }],
  ["a + b, bfloat16, 1e7", [`bfloat16 ${L}`, `bfloat16 ${L}`], (_, a, b) => a.add(b), null, "a + b", { bytes: 60 * MB }],
  ["a + b, float64, 1e7", [`float64 ${L}`, `float64 ${L}`], (_, a, b) => a.add(b), "a + b", "a + b", { bytes: 240 * MB }],
  ["a + b, int32, 1e7", [`int32 ${L} <1000`, `int32 ${L} <1000`], (_, a, b) => a.add(b), "a + b", "a + b", { bytes: 120 * MB }],
  ["a + b, int64, 1e7", [`int64 ${L} <1000`, `int64 ${L} <1000`], (_, a, b) => a.add(b), "a + b", "a + b", { bytes: 240 * MB }],
  ["a < b, float32, 1e7", [`float32 ${L}`, `float32 ${L}`], (_, a, b) => a.less(b), "a < b", "a < b", { bytes: 90 * MB }],
  ["where, float32, 1e7", [`bool ${L}`, `float32 ${L}`, `float32 ${L}`], (cu, a, b, c) => cu.where(a, b, c), "xp.where(a, b, c)", "torch.where(a, b, c)", { bytes: 130 * MB }],
  ["sin, float64, 1e7", [`float64 ${L}`], (_, a) => a.sin(), "xp.sin(a)", "torch.sin(a)"],
  ["pow 2.5, float32, 1e7", [`float32 ${L}`], (cu, a) => cu.pow(a, 2.5), "a ** 2.5", "a ** 2.5"],
  ["clip, float32, 1e7", [`float32 ${L}`], (cu, a) => cu.clip(a, 0.25, 0.75), "xp.clip(a, 0.25, 0.75)", "torch.clip(a, 0.25, 0.75)", { bytes: 80 * MB }],
]);

// biome-ignore format: a case is a line
add("broadcast", [
  ["m + row, 4096²", [square, "float32 4096"], (_, a, b) => a.add(b), "a + b", "a + b", { bytes: 2 * squareBytes }],
  ["m + column, 4096²", [square, "float32 4096x1"], (_, a, b) => a.add(b), "a + b", "a + b", { bytes: 2 * squareBytes }],
  ["column + row, 4096²", ["float32 4096x1", "float32 1x4096"], (_, a, b) => a.add(b), "a + b", "a + b", { bytes: squareBytes }],
  ["(64,1,256) + (256,1), 64x256x256", ["float32 64x1x256", "float32 256x1"], (_, a, b) => a.add(b), "a + b", "a + b", { bytes: 4 * 64 * 256 * 256 }],
  ["m + m.T, 4096²", [square, "float32 4096x4096 .T"], (_, a, b) => a.add(b), "a + b", "a + b", { bytes: 3 * squareBytes }],
  ["every second + 1, 1e7", ["float32 2e7 ::2"], (_, a) => a.add(1), "a + 1", "a + 1"],
  ["m + row, float16, 4096²", ["float16 4096x4096", "float16 4096"], (_, a, b) => a.add(b), "a + b", "a + b", { bytes: squareBytes }],
]);

// biome-ignore format: a case is a line
add("copy, cast", [
  ["copy of m.T, 4096²", ["float32 4096x4096 .T"], (_, a) => a.copy(), "xp.ascontiguousarray(a)", "a.contiguous()", { bytes: 2 * squareBytes }],
  ["copy of m.T, float16, 4096²", ["float16 4096x4096 .T"], (_, a) => a.copy(), "xp.ascontiguousarray(a)", "a.contiguous()", { bytes: squareBytes }],
  ["transpose (0,2,1), 64x512x512", ["float32 64x512x512"], (_, a) => a.transpose([0, 2, 1]).copy(), "xp.ascontiguousarray(a.transpose(0, 2, 1))", "a.permute(0, 2, 1).contiguous()", { bytes: 8 * 64 * 512 * 512 }],
  ["transpose (2,0,1), 256³", ["float32 256x256x256"], (_, a) => a.transpose([2, 0, 1]).copy(), "xp.ascontiguousarray(a.transpose(2, 0, 1))", "a.permute(2, 0, 1).contiguous()", { bytes: 8 * 256 ** 3 }],
  ["every second, 1e7", ["float32 2e7 ::2"], (_, a) => a.copy(), "xp.ascontiguousarray(a)", "a.contiguous()"],
  ["float32 to float16, 1e7", [`float32 ${L}`], (_, a) => a.astype("float16"), "a.astype(xp.float16)", "a.half()", { bytes: 60 * MB }],
  ["float32 to float64, 1e7", [`float32 ${L}`], (_, a) => a.astype("float64"), "a.astype(xp.float64)", "a.double()", { bytes: 120 * MB }],
  ["int64 to float32, 1e7", [`int64 ${L} <1000`], (_, a) => a.astype("float32"), "a.astype(xp.float32)", "a.float()", { bytes: 120 * MB }],
]);

// biome-ignore format: a case is a line
add("reduction", [
  ...sizes.map(([n, label]): Row => [`sum, ${label}`, [`float32 ${n}`], (_, a) => a.sum(), "a.sum()", "a.sum()", { bytes: 4 * n }]),
  ...matrices.map(([shape, label]): Row => [`sum, last axis, ${label}`, [`float32 ${shape}`], (_, a) => a.sum(1), "a.sum(1)", "a.sum(1)", { bytes: bytesOf(shape) }]),
  ...matrices.map(([shape, label]): Row => [`sum, first axis, ${label}`, [`float32 ${shape}`], (_, a) => a.sum(0), "a.sum(0)", "a.sum(0)", { bytes: bytesOf(shape) }]),
  ["sum, middle axis, 128x512x128", ["float32 128x512x128"], (_, a) => a.sum(1), "a.sum(1)", "a.sum(1)", { bytes: 4 * 128 * 512 * 128 }],
  ["sum, axes 0 and 2, 128x512x128", ["float32 128x512x128"], (_, a) => a.sum([0, 2]), "a.sum((0, 2))", "a.sum((0, 2))", { bytes: 4 * 128 * 512 * 128 }],
  ["max, 1e7", [`float32 ${L}`], (_, a) => a.max(), "a.max()", "a.max()", { bytes: 40 * MB }],
  ["argmax, 1e7", [`float32 ${L}`], (_, a) => a.argmax(), "a.argmax()", "a.argmax()", { bytes: 40 * MB }],
  ["argmax, last axis, 4096²", [square], (_, a) => a.argmax(1), "a.argmax(1)", "a.argmax(1)", { bytes: squareBytes }],
  ["mean, float16, 1e7", [`float16 ${L}`], (_, a) => a.mean(), "a.mean()", "a.mean()", { bytes: 20 * MB, isFree: true }],
  ["sum, int32, 1e7", [`int32 ${L} <1000`], (_, a) => a.sum(), "a.sum()", "a.sum()", { bytes: 40 * MB }],
  ["sum, float64, 1e7", [`float64 ${L}`], (_, a) => a.sum(), "a.sum()", "a.sum()", { bytes: 80 * MB }],
  ["var, last axis, 4096²", [square], (cu, a) => cu.var(a, 1), "a.var(1)", "a.var(1, unbiased=False)", { bytes: squareBytes }],
  ["var, 1e7", [`float32 ${L}`], (cu, a) => cu.var(a), "a.var()", "a.var(unbiased=False)", { bytes: 40 * MB }],
  ["norm, 1e7", [`float32 ${L}`], (cu, a) => cu.norm(a), "xp.linalg.norm(a)", "torch.linalg.norm(a)", { bytes: 40 * MB }],
  ["any, 1e7", [`bool ${L}`], (cu, a) => cu.any(a), "a.any()", "a.any()", { bytes: 10 * MB }],
  ["softmax, 4096²", [square], (_, a) => a.softmax({ axis: 1 }), "softmax(a)", "torch.softmax(a, 1)", { bytes: 2 * squareBytes }],
  ["softmax, rows of 100", ["float32 100000x100"], (_, a) => a.softmax({ axis: 1 }), "softmax(a)", "torch.softmax(a, 1)", { bytes: 80 * MB }],
]);

// biome-ignore format: a case is a line
add("scan", [
  ["cumsum, 1e3", ["float32 1000"], (_, a) => a.cumsum(), "a.cumsum()", "a.cumsum(0)"],
  ["cumsum, 1e7", [`float32 ${L}`], (_, a) => a.cumsum(), "a.cumsum()", "a.cumsum(0)", { bytes: 80 * MB }],
  ["cumsum, int64, 1e7", [`int64 ${L} <1000`], (_, a) => a.cumsum(), "a.cumsum()", "a.cumsum(0)", { bytes: 160 * MB }],
  ["cumsum, last axis, 4096²", [square], (_, a) => a.cumsum(1), "a.cumsum(1)", "a.cumsum(1)", { bytes: 2 * squareBytes }],
  ["cumsum, first axis, 4096²", [square], (_, a) => a.cumsum(0), "a.cumsum(0)", "a.cumsum(0)", { bytes: 2 * squareBytes }],
  ["cumprod, 1e7", [`float32 ${L}`], (_, a) => a.cumprod(), "a.cumprod()", "a.cumprod(0)", { bytes: 80 * MB }],
]);

// biome-ignore format: a case is a line
add("order", [
  ["sort, 1e3", ["float32 1000"], (_, a) => a.sort(), "xp.sort(a)", "torch.sort(a).values"],
  ["sort, 1e7", [`float32 ${L}`], (_, a) => a.sort(), "xp.sort(a)", "torch.sort(a).values"],
  ["sort, int64, 1e7", [`int64 ${L} <1000000`], (_, a) => a.sort(), "xp.sort(a)", "torch.sort(a).values"],
  ["sort, float16, 1e7", [`float16 ${L}`], (_, a) => a.sort(), "xp.sort(a)", "torch.sort(a).values"],
  ["sort, rows, 10000x1000", ["float32 10000x1000"], (_, a) => a.sort(), "xp.sort(a)", "torch.sort(a).values"],
  ["sort, rows, 100000x100", ["float32 100000x100"], (_, a) => a.sort(), "xp.sort(a)", "torch.sort(a).values"],
  ["argsort, 1e7", [`float32 ${L}`], (_, a) => a.argsort(), "xp.argsort(a)", "torch.argsort(a)"],
  ["argsort, rows, 10000x1000", ["float32 10000x1000"], (_, a) => a.argsort(), "xp.argsort(a)", "torch.argsort(a)"],
  ["topk 10, 1e7", [`float32 ${L}`], (cu, a) => both(cu.topk(a, 10)), null, "torch.topk(a, 10)"],
  ["topk 1000, 1e7", [`float32 ${L}`], (cu, a) => both(cu.topk(a, 1000)), null, "torch.topk(a, 1000)"],
  ["topk 10, rows, 10000x1000", ["float32 10000x1000"], (cu, a) => both(cu.topk(a, 10)), null, "torch.topk(a, 10)"],
  ["median, 1e7", [`float32 ${L}`], (cu, a) => cu.median(a), "xp.median(a)", "torch.median(a)", { isFree: true }],
  ["quantile 0.9, last axis, 1000x10000", ["float32 1000x10000"], (cu, a) => cu.quantile(a, 0.9, { axis: 1 }), "xp.quantile(a, 0.9, axis=1)", "torch.quantile(a, 0.9, dim=1)"],
  ["unique, 1e7 below 1e6", [`int32 ${L} <1000000`], (cu, a) => cu.unique(a), "xp.unique(a)", "torch.unique(a)"],
  ["unique, 1e7 below 100", [`int32 ${L} <100`], (cu, a) => cu.unique(a), "xp.unique(a)", "torch.unique(a)"],
  ["searchsorted, 1e6 in 1e6", ["float32 1e6 sorted", "float32 1e6"], (cu, a, b) => cu.searchsorted(a, b), "xp.searchsorted(a, b)", "torch.searchsorted(a, b)"],
  ["isin, 1e6 in 1e4", ["int32 1e6 <1000000", "int32 1e4 <1000000"], (cu, a, b) => cu.isin(a, b), "xp.isin(a, b)", "torch.isin(a, b)"],
  ["histogram, 100 bins, 1e7", [`float32 ${L}`], (cu, a) => cu.histogram(a, { bins: 100, range: [0, 1] }).counts, "xp.histogram(a, 100, (0, 1))", "torch.histc(a, 100, 0, 1)"],
  ["histogram, 5000 bins, 1e7", [`float32 ${L}`], (cu, a) => cu.histogram(a, { bins: 5000, range: [0, 1] }).counts, "xp.histogram(a, 5000, (0, 1))", "torch.histc(a, 5000, 0, 1)", { isFree: true }],
  ["bincount, below 1000, 1e7", [`int64 ${L} <1000`], (cu, a) => cu.bincount(a), "xp.bincount(a)", "torch.bincount(a)"],
  ["bincount, below 1e6, 1e7", [`int64 ${L} <1000000`], (cu, a) => cu.bincount(a), "xp.bincount(a)", "torch.bincount(a)"],
]);

// biome-ignore format: a case is a line
add("indexing", [
  ["take, 1e6 of 1e7", [`float32 ${L}`, "int64 1e6 <10000000"], (cu, a, b) => cu.take(a, b), "a[b]", "a[b]"],
  ["take, 1e7 of 1e7", [`float32 ${L}`, `int64 ${L} <10000000`], (cu, a, b) => cu.take(a, b), "a[b]", "a[b]"],
  ["take rows, 1e5 of 1e5x64", ["float32 100000x64", "int64 1e5 <100000"], (cu, a, b) => cu.take(a, b, { axis: 0 }), "xp.take(a, b, 0)", "a[b]", { bytes: 52 * MB }],
  ["take along axis, 4096²", [square, "int64 4096x4096 <4096"], (cu, a, b) => cu.takeAlongAxis(a, b, 1), "xp.take_along_axis(a, b, 1)", "torch.take_along_dim(a, b, 1)"],
  ["nonzero, bool, 1e7", [`bool ${L}`], (cu, a) => cu.nonzero(a), "xp.nonzero(a)", "torch.nonzero(a)"],
  ["mask, 1e7", [`float32 ${L}`, `bool ${L}`], (cu, a, b) => cu.masked(a, b), "a[b]", "a[b]"],
  ["where(a < 0.5, a, 0), 1e7", [`float32 ${L}`], (cu, a) => cu.where(a.less(0.5), a, 0), "xp.where(a < 0.5, a, 0)", "torch.where(a < 0.5, a, 0)"],
]);

// biome-ignore format: a case is a line
add("joining", [
  ["concatenate, 4 of 1e6", ["float32 1e6", "float32 1e6"], (cu, a, b) => cu.concatenate([a, b, a, b]), "xp.concatenate([a, b, a, b])", "torch.cat([a, b, a, b])", { bytes: 32 * MB }],
  ["concatenate, axis 1, 2 of 4096x2048", ["float32 4096x2048", "float32 4096x2048"], (cu, a, b) => cu.concatenate([a, b], { axis: 1 }), "xp.concatenate([a, b], 1)", "torch.cat([a, b], 1)", { bytes: 2 * squareBytes }],
  ["stack, 2 of 1e6", ["float32 1e6", "float32 1e6"], (cu, a, b) => cu.stack([a, b]), "xp.stack([a, b])", "torch.stack([a, b])"],
  ["pad, 2 around 4096²", [square], (cu, a) => cu.pad(a, 2), "xp.pad(a, 2)", "F.pad(a, (2, 2, 2, 2))", { bytes: 2 * squareBytes }],
  ["roll by 7, 4096²", [square], (cu, a) => cu.roll(a, 7, { axis: 1 }), "xp.roll(a, 7, 1)", "torch.roll(a, 7, 1)", { bytes: 2 * squareBytes }],
  ["tile 2x2, 2048²", ["float32 2048x2048"], (cu, a) => cu.tile(a, [2, 2]), "xp.tile(a, (2, 2))", "torch.tile(a, (2, 2))"],
  ["repeat 4, 1e6", ["float32 1e6"], (cu, a) => cu.repeat(a, 4), "xp.repeat(a, 4)", "torch.repeat_interleave(a, 4)"],
  ["flip, 4096²", [square], (cu, a) => cu.flip(a, 1).copy(), "xp.ascontiguousarray(xp.flip(a, 1))", "torch.flip(a, (1))", { bytes: 2 * squareBytes }],
  ["diff, 1e7", [`float32 ${L}`], (cu, a) => cu.diff(a), "xp.diff(a)", "torch.diff(a)", { bytes: 80 * MB }],
]);

// biome-ignore format: a case is a line
add("convolution", [
  ["3x3, 64 to 64, 32x56x56", ["float32 32x64x56x56", "float32 64x64x3x3"], (cu, a, b) => cu.conv2d(a, b, { padding: 1 }), null, "F.conv2d(a, b, padding=1)"],
  ["1x1, 256 to 64, 32x28x28", ["float32 32x256x28x28", "float32 64x256x1x1"], (cu, a, b) => cu.conv2d(a, b), null, "F.conv2d(a, b)"],
  ["7x7, stride 2, 3 to 64, 16x224x224", ["float32 16x3x224x224", "float32 64x3x7x7"], (cu, a, b) => cu.conv2d(a, b, { stride: 2, padding: 3 }), null, "F.conv2d(a, b, stride=2, padding=3)"],
  ["3x3, dilation 2, 64 to 64, 32x28x28", ["float32 32x64x28x28", "float32 64x64x3x3"], (cu, a, b) => cu.conv2d(a, b, { padding: 2, dilation: 2 }), null, "F.conv2d(a, b, padding=2, dilation=2)"],
  ["3x3, depthwise, 128, 32x56x56", ["float32 32x128x56x56", "float32 128x1x3x3"], (cu, a, b) => cu.conv2d(a, b, { padding: 1, groups: 128 }), null, "F.conv2d(a, b, padding=1, groups=128)"],
  ["3x3, float16, 64 to 64, 32x56x56", ["float16 32x64x56x56", "float16 64x64x3x3"], (cu, a, b) => cu.conv2d(a, b, { padding: 1 }), null, "F.conv2d(a, b, padding=1)"],
  ["conv1d, 9, 64 to 64, 32x4096", ["float32 32x64x4096", "float32 64x64x9"], (cu, a, b) => cu.conv1d(a, b, { padding: 4 }), null, "F.conv1d(a, b, padding=4)"],
  ["convolve, 1e6 with 101", ["float32 1e6", "float32 101"], (cu, a, b) => cu.convolve(a, b), "xp.convolve(a, b)", null],
  ["correlate2d, 1024² with 7x7", ["float32 1024x1024", "float32 7x7"], (cu, a, b) => cu.correlate2d(a as Surface.NDArray<"float32">, b as Surface.NDArray<"float32">, { mode: "same" }), "signal.correlate2d(a, b, mode='same')", null],
]);

// biome-ignore format: a case is a line
add("transform", [
  ["rfft, 1e6", ["float32 1048576"], (cu, a) => cu.fft.rfft(a as Surface.NDArray<"float32">), "xp.fft.rfft(a)", "torch.fft.rfft(a)"],
  ["fft, 1000 rows of 1000", ["complex64 1000x1000"], (cu, a) => cu.fft.fft(a), "xp.fft.fft(a)", "torch.fft.fft(a)"],
  ["fft2, 1024²", ["complex64 1024x1024"], (cu, a) => cu.fft.fft2(a), "xp.fft.fft2(a)", "torch.fft.fft2(a)"],
  ["fft of a prime, 100003", ["complex64 100003"], (cu, a) => cu.fft.fft(a), "xp.fft.fft(a)", "torch.fft.fft(a)"],
]);

// biome-ignore format: a case is a line
add("product", [
  ["matmul, 64²", ["float32 64x64", "float32 64x64"], (_, a, b) => a.matmul(b), "a @ b", "a @ b"],
  ["matmul, 1000x1003 by 1003x997", ["float32 1000x1003", "float32 1003x997"], (_, a, b) => a.matmul(b), "a @ b", "a @ b"],
  ["matmul, 4096²", [square, square], (_, a, b) => a.matmul(b), "a @ b", "a @ b"],
  ["matmul, bfloat16, 4096²", ["bfloat16 4096x4096", "bfloat16 4096x4096"], (_, a, b) => a.matmul(b), null, "a @ b", { isFree: true }],
  ["matmul, float64, 2048²", ["float64 2048x2048", "float64 2048x2048"], (_, a, b) => a.matmul(b), "a @ b", "a @ b"],
  ["m.T @ m, 2048²", ["float32 2048x2048 .T", "float32 2048x2048"], (_, a, b) => a.matmul(b), "a @ b", "a @ b"],
  ["matrix by vector, 8192²", ["float32 8192x8192", "float32 8192"], (_, a, b) => a.matmul(b), "a @ b", "a @ b", { bytes: 4 * 8192 ** 2 }],
  ["batch, 1000 of 64²", ["float32 1000x64x64", "float32 1000x64x64"], (_, a, b) => a.matmul(b), "a @ b", "a @ b"],
  ["dot, 1e7", [`float32 ${L}`, `float32 ${L}`], (cu, a, b) => cu.dot(a, b), "xp.dot(a, b)", "torch.dot(a, b)", { bytes: 80 * MB }],
  ["outer, 4096", ["float32 4096", "float32 4096"], (cu, a, b) => cu.outer(a, b), "xp.outer(a, b)", "torch.outer(a, b)", { bytes: squareBytes }],
  ["einsum bij,bjk->bik, 64 of 256²", ["float32 64x256x256", "float32 64x256x256"], (cu, a, b) => cu.einsum("bij,bjk->bik", a, b), "xp.einsum('bij,bjk->bik', a, b)", "torch.einsum('bij,bjk->bik', a, b)"],
]);

// biome-ignore format: a case is a line
add("factorisation", [
  ["cholesky, 1024", ["float32 1024x1024 posdef"], (cu, a) => cu.linalg.cholesky(a), "xp.linalg.cholesky(a)", "torch.linalg.cholesky(a)"],
  ["cholesky, 1000 of 32", ["float32 1000x32x32 posdef"], (cu, a) => cu.linalg.cholesky(a), "xp.linalg.cholesky(a)", "torch.linalg.cholesky(a)"],
  ["solve, 1024", ["float32 1024x1024 posdef", "float32 1024"], (cu, a, b) => cu.linalg.solve(a, b), "xp.linalg.solve(a, b)", "torch.linalg.solve(a, b)"],
  ["solve, 1000 of 32", ["float32 1000x32x32 posdef", "float32 1000x32x1"], (cu, a, b) => cu.linalg.solve(a, b), "xp.linalg.solve(a, b)", "torch.linalg.solve(a, b)"],
  ["inv, 512", ["float32 512x512 posdef"], (cu, a) => cu.linalg.inv(a), "xp.linalg.inv(a)", "torch.linalg.inv(a)"],
  ["det, 1000 of 32", ["float64 1000x32x32 posdef"], (cu, a) => cu.linalg.det(a), "xp.linalg.det(a)", "torch.linalg.det(a)"],
  ["qr, 1024x256", ["float32 1024x256"], (cu, a) => qrOf(cu.linalg.qr(a)), "xp.linalg.qr(a)", "torch.linalg.qr(a)", { isFree: true }],
  ["svd, 256", ["float32 256x256"], (cu, a) => cu.linalg.svdvals(a), "xp.linalg.svd(a, compute_uv=False)", "torch.linalg.svdvals(a)"],
  ["eigh, 512", ["float32 512x512 posdef"], (cu, a) => eighOf(cu.linalg.eigh(a)), "xp.linalg.eigh(a)", "torch.linalg.eigh(a)"],
  ["eigh, 500 of 32", ["float32 500x32x32 posdef"], (cu, a) => eighOf(cu.linalg.eigh(a)), "xp.linalg.eigh(a)", "torch.linalg.eigh(a)"],
]);

// biome-ignore format: a case is a line
add("random", [
  ["uniform, 1e7", ["float32 1"], (cu) => cu.random.random([1e7]), "xp.random.random(10**7, dtype='float32')", "torch.rand(10**7, device='cuda')", { isFree: true, bytes: 40 * MB }],
  ["normal, 1e7", ["float32 1"], (cu) => cu.random.normal([1e7]), "xp.random.standard_normal(10**7, dtype='float32')", "torch.randn(10**7, device='cuda')", { isFree: true, bytes: 40 * MB }],
  ["exponential, 1e7", ["float32 1"], (cu) => cu.random.exponential([1e7]), "xp.random.standard_exponential(10**7, dtype='float32')", "torch.empty(10**7, device='cuda').exponential_()", { isFree: true, bytes: 40 * MB }],
  ["integers below 1000, 1e7", ["float32 1"], (cu) => cu.random.integers(0, 1000, [1e7]), "xp.random.randint(0, 1000, 10**7)", "torch.randint(0, 1000, (10**7), device='cuda')", { isFree: true, bytes: 80 * MB }],
  ["permutation, 1e6", ["float32 1"], (cu) => cu.random.permutation(1e6), "xp.random.permutation(10**6)", "torch.randperm(10**6, device='cuda')", { isFree: true }],
  ["uniform, 1e3", ["float32 1"], (cu) => cu.random.random([1000]), "xp.random.random(1000, dtype='float32')", "torch.rand(1000, device='cuda')", { isFree: true }],
]);

function both({
  values,
  indices,
}: {
  readonly values: Surface.NDArray;
  readonly indices: Surface.NDArray;
}): Made {
  return [values, indices];
}

function qrOf({ q, r }: { readonly q: Surface.NDArray; readonly r: Surface.NDArray }): Made {
  return [q, r];
}

function eighOf(made: {
  readonly eigenvalues: Surface.NDArray;
  readonly eigenvectors: Surface.NDArray;
}): Made {
  return [made.eigenvalues, made.eigenvectors];
}
