// cumsum and cumprod. For float32 and 16-bit floats, intermediate totals are kept in float64.

import { type DType, dtypeInfo, dtypes } from "../../core/dtype.js";
import { toAxis } from "../../core/shape.js";
import { currentStream } from "../../runtime/devices/devices.js";
import type { DeviceCore, StreamCore } from "../../runtime/order/stream-core.js";
import { allocateArray } from "../allocate.js";
import type { NDArray } from "../ndarray.js";
import { axisBack } from "../axis-back.js";
import { contiguous } from "../copy.js";
import { type BuiltinKernel, byWorker, tuningOf } from "../kernels/builtin-kernel.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import { moveaxis, reshape } from "../views.js";
import { toOptions } from "../core/axis-options.js";
import type { ScanArguments } from "./kernels.gen.js";
import { launchOf, type Partition, partitionRows } from "./partition.js";
import { operandOf } from "../core/operand.js";
import { writeResult } from "../core/result.js";
import { type ReduceKernels, reduceKernels } from "./reduce-kernels.js";
import { recast } from "./reinterpret.js";
import { sumTypeOf } from "./result-types.js";
import { scanKernel, type ScanOperation } from "./scan-kernels.js";
import { sweepScan } from "./scan-sweep.js";
import type { ScanFunction, ScanOptions } from "./types.js";
import { optionNames } from "../../core/options.js";
import { operator } from "../operators/operator.js";
import { cumprodRule, cumsumRule } from "./gradient.js";

const scanNames = optionNames<ScanOptions>({ axis: true, dtype: true, out: true });

/** Running sums. */
export const cumsum = operator(
  "cumsum",
  (x: NDArray, axisOrOptions?: ScanOptions | number): NDArray => {
    const options = toOptions(axisOrOptions, "cumsum", scanNames);
    return scan("cumsum", "sum", x, options);
  },
  cumsumRule,
) as ScanFunction;

/** Running products. */
export const cumprod = operator(
  "cumprod",
  (x: NDArray, axisOrOptions?: ScanOptions | number): NDArray => {
    const options = toOptions(axisOrOptions, "cumprod", scanNames);
    return scan("cumprod", "prod", x, options);
  },
  cumprodRule,
) as ScanFunction;

function scan(name: string, operation: ScanOperation, x: NDArray, options: ScanOptions): NDArray {
  const own = operandOf(name, x);
  const axis = options.axis === undefined ? undefined : toAxis(options.axis, own.shape.length);
  const result = options.dtype === undefined ? sumTypeOf(own.dtype) : dtypeInfo(options.dtype).name;
  const shape = axis === undefined ? [own.size] : own.shape;
  return writeResult(name, own, shape, result, options.out, () => {
    const computed = computedIn(result);
    const cast = own.dtype === computed ? x : recast(x, computed);
    using rows = axis === undefined ? reshape(cast, -1) : moveaxis(cast, axis, -1);
    const made = scanRows(operation, rows);
    if (cast !== x) cast.dispose();
    const finished = computed === result ? made : recast(made, result);
    if (finished !== made) made.dispose();
    return axis === undefined ? finished : axisBack(finished, axis, rows, options.out);
  });
}

/** Scans along the last axis; the result is in C order. The dtype must have a kernel. */
export function scanRows(operation: ScanOperation, rows: NDArray): NDArray {
  const kernel = scanKernel(operation, rows.dtype);
  if (kernel === undefined) throw new Error(`internal: no scan of ${rows.dtype}`);
  const { array: packed, isCopy } = contiguous(rows);
  const stream = currentStream(packed.storage.device);
  const made = allocateArray(stream, rows.dtype, rows.shape);
  const n = rows.shape.at(-1) as number;
  if (made.size > 0 && !sweepScan(operation, packed, made, n, stream))
    launchScan(kernel, operation, packed, made, n, stream);
  if (isCopy) packed.dispose();
  return made;
}

function computedIn(dtype: DType): DType {
  if (scanKernel("sum", dtype) !== undefined) return dtype;
  return dtypes[dtype].kind === "float" ? "float32" : "int64";
}

function launchScan(
  kernel: BuiltinKernel<ScanArguments>,
  operation: ScanOperation,
  from: NDArray,
  into: NDArray,
  n: number,
  stream: StreamCore,
): void {
  const { device } = stream;
  const rows = from.size / n;
  const totalling = partitionRows(device, rows, n, dtypes[from.dtype].byteLength);
  const { parts, chunk } = totalling;
  const run = (
    out: NDArray,
    elements: NDArray,
    before: NDArray | undefined,
    along: BuiltinKernel<ScanArguments>,
    count: number,
    partition: { readonly parts: number; readonly chunk: number },
    isExclusive: boolean,
  ): void => {
    useStorages(before === undefined ? [out, elements] : [out, elements, before], stream);
    const own = along.on(device, widthOf(device, [elements]));
    own.set({
      out,
      in: elements,
      before,
      n: count,
      chunk: partition.chunk,
      rows,
      exclusive: isExclusive ? 1 : 0,
    });
    own.launch(scanLaunch(device, rows, partition), stream);
  };
  if (parts === 1) {
    run(into, from, undefined, kernel, n, { parts, chunk: n }, false);
    return;
  }
  const kernels = reduceKernels(operation, from.dtype) as ReduceKernels;
  using totals = allocateArray(stream, kernels.totals, [rows, parts]);
  using before = makeLike(totals, stream);
  totalParts(kernels, from, totals, rows, n, totalling, stream);
  const along = scanKernel(operation, kernels.totals) as BuiltinKernel<ScanArguments>;
  run(before, totals, undefined, along, parts, { parts: 1, chunk: parts }, true);
  run(into, from, before, kernel, n, { parts, chunk }, false);
}

function makeLike(like: NDArray, stream: StreamCore): NDArray {
  return allocateArray(stream, like.dtype, like.shape);
}

function totalParts(
  kernels: ReduceKernels,
  from: NDArray,
  totals: NDArray,
  rows: number,
  n: number,
  { launch, chunk }: Partition,
  stream: StreamCore,
): void {
  useStorages([totals, from], stream);
  const own = kernels.rows.on(stream.device, widthOf(stream.device, [from]));
  own.set({
    out: undefined,
    parts: totals,
    in: from,
    shift: undefined,
    done: undefined,
    n,
    chunk,
    rows,
    divisor: 1,
  });
  own.launch(launch, stream);
}

/** A row is one thread's where it is short or threads are no faster together. */
function scanLaunch(
  device: DeviceCore,
  rows: number,
  { parts, chunk }: { readonly parts: number; readonly chunk: number },
): Partition["launch"] {
  const byThread = (perBlock: number): Partition["launch"] =>
    launchOf([Math.ceil(rows / perBlock), parts, 1], [1, perBlock, 1], rows * parts * chunk);
  return byWorker(device, {
    thread: byThread(Math.max(1, Math.min(256, Math.floor(16_384 / chunk)))),
    team: chunk > 64 ? launchOf([rows, parts, 1], [tuningOf(device).teamThreads, 1, 1]) : byThread(128),
  });
}
