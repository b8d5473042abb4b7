// Launches the fold kernel over rows in C order (fold-kernel.ts).

import type { StreamCore } from "../../runtime/order/stream-core.js";
import type { NDArray } from "../ndarray.js";
import { tuningOf } from "../kernels/builtin-kernel.js";
import { pointerAt } from "../kernels/pointer.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import { launchOf } from "../reduction/partition.js";
import { foldKernel, foldModes } from "./fold-kernel.js";
import { factorTable } from "./table.js";
import type { Precision } from "./transform-kernel.js";

const MOST_ROWS = 65_535;

/** Folds, unfolds or completes all rows; `n` is the length of the real transform. */
export function launchFold(
  mode: keyof typeof foldModes,
  from: NDArray,
  into: NDArray,
  n: number,
  scale: number,
  precision: Precision,
  stream: StreamCore,
): void {
  const { device } = stream;
  const shape = { length: 1, core: 1, radices: [], lanes: 1, isHalf: false, turnedLanes: 0 };
  const table = factorTable(device, { ...shape, precision, turnsOf: n });
  const [inRow, outRow] = [from.shape.at(-1) as number, into.shape.at(-1) as number];
  const rows = into.size / outRow;
  useStorages([into, from], stream);
  table.storage.use(stream, "read");
  const own = foldKernel(precision).on(device, widthOf(device, [into, from]));
  const rowBytes = precision === "float32" ? 8 : 16;
  for (let first = 0; first < rows; first += MOST_ROWS) {
    own.set({
      out: pointerAt(into, first * outRow * rowBytes),
      in: pointerAt(from, first * inRow * rowBytes),
      table: { start: table.storage.address + table.half * (rowBytes / 2) },
      bits: table.bits,
      at_fine: table.fine - table.half,
      mode: foldModes[mode],
      count: outRow,
      h: n / 2,
      out_row: 2 * outRow,
      in_row: 2 * inRow,
      scale,
    });
    const threads = tuningOf(device).teamThreads;
    const blocks = Math.ceil(outRow / 2 ** table.bits);
    own.launch(launchOf([blocks, Math.min(MOST_ROWS, rows - first), 1], [threads, 1, 1]), stream);
  }
}
