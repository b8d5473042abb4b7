// Detects copies that are transposes of matrices, and launches them in tiles.

import { dtypes } from "../../core/dtype.js";
import type { Shape } from "../../core/shape.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { joinAxes } from "./axes.js";
import { byWorker, tuningOf } from "./builtin-kernel.js";
import { type RowArgument, useStorages, widthOf } from "./launch-rows.js";
import { forms, transposeKernels } from "./transpose-kernels.js";

/** Sides shorter than this leave most of a tile empty. */
const SHORT_SIDE = 16;
const MAX_GRID = 65_535;

/** Copies `a` to `z` in tiles, if `z` is contiguous along one axis and `a` along another; false if not. */
export function launchTranspose(z: RowArgument, a: RowArgument, shape: Shape, stream: StreamCore): boolean {
  if (shape.includes(0)) return false;
  const axes = joinAxes(shape, [z.strides, a.strides]);
  const [zSteps, aSteps] = axes.strides as [readonly number[], readonly number[]];
  const last = axes.shape.length - 1;
  const along = aSteps.indexOf(1);
  if (along < 0 || along === last || zSteps[last] !== 1 || axes.shape.length > 3) return false;
  const rows = axes.shape[along] as number;
  const columns = axes.shape[last] as number;
  if (Math.min(rows, columns) < SHORT_SIDE) return false;
  const { blockElements } = tuningOf(stream.device);
  const other = axes.shape.findIndex((_, axis) => axis !== along && axis !== last);
  const matrices = axes.shape[other] ?? 1;
  // What fills no block is copied faster row by row.
  if (rows * columns * matrices < blockElements / 2) return false;
  const { tile, block } = byWorker(stream.device, forms);
  if (matrices > MAX_GRID || columns > MAX_GRID * tile) return false;
  const { byteLength } = dtypes[z.dtype];
  const kernel = transposeKernels.get(byteLength);
  if (kernel === undefined) return false;
  useStorages([z, a], stream);
  const own = kernel.on(stream.device, widthOf(stream.device, [z, a]));
  own.set({
    z,
    a,
    rows,
    columns,
    z_row: zSteps[along] as number,
    a_column: aSteps[last] as number,
    z_matrix: zSteps[other] ?? 0,
    a_matrix: aSteps[other] ?? 0,
  });
  own.launch(
    {
      grid: [Math.ceil(rows / tile), Math.ceil(columns / tile), matrices],
      block,
      sharedBytes: 0,
      cooperative: false,
      cluster: undefined,
      timeoutMs: undefined,
      work: undefined,
      watch: undefined,
    },
    stream,
  );
  return true;
}
