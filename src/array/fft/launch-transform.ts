// Launches transforms that fit into the shared memory of one block: decides their layout there, and distributes them over blocks.

import type { DeviceCore, StreamCore } from "../../runtime/order/stream-core.js";
import type { Storage } from "../../runtime/memory/storage.js";
import { byWorker, tuningOf } from "../kernels/builtin-kernel.js";
import { pointerAt } from "../kernels/pointer.js";
import { packRadices, radicesOf, smoothLength } from "./radices.js";
import { factorTable } from "./table.js";
import { type Precision, transformFlags, transformKernel } from "./transform-kernel.js";

/** The input or output memory of a transform. All distances are in real numbers, not in complex ones. */
export interface TransformSide {
  readonly storage: Storage;
  readonly start: number;
  readonly batch: number;
  readonly outer: number;
  readonly lane: number;
  readonly step: number;
  /** From a real part to its imaginary part. */
  readonly im: number;
  /** Elements that have a real part in memory, and an imaginary part. */
  readonly res: number;
  readonly ims: number;
}

/** Transforms of one length: `count` side by side, `outer` times, `batch` times. */
export interface BlockTransform {
  readonly precision: Precision;
  /** Elements of a transform: pairs, where real numbers are transformed in halves. */
  readonly length: number;
  readonly half?: "in" | "out" | undefined;
  /** Whether the input is one half of a spectrum of odd length. */
  readonly isMirrored?: boolean | undefined;
  /** Elements that are loaded; `length` by default. */
  readonly rows?: number | undefined;
  readonly batch: number;
  readonly outer: number;
  readonly count: number;
  readonly input: TransformSide;
  readonly output: TransformSide;
  readonly scale: number;
  /** For a pass of a long transform: its length, and which index says how far elements are turned after. */
  readonly turns?: { readonly of: number; readonly by: "lanes" | "outer" } | undefined;
}

/** The layout of a transform in shared memory. */
export interface BlockForm {
  readonly isLinear: boolean;
  readonly core: number;
  readonly radices: readonly number[];
  /** The radices as the kernel reads them. */
  readonly packedRadices: bigint;
  /** Numbers of a vector. */
  readonly lanes: number;
  /** Vectors side by side. */
  readonly width: number;
  /** Vectors of a plane. */
  readonly plane: number;
  readonly sharedBytes: number;
}

const MOST_BATCHES = 65_535;

/**
 * The layout for transforms of a length in a block; undefined if they do not fit. `isAcross` if neighbors in memory belong to
 * different transforms; `mustTile` if these must lie side by side, because twiddle factors follow between passes.
 */
export function blockForm(
  device: DeviceCore,
  precision: Precision,
  length: number,
  count: number,
  isAcross: boolean,
  mustTile = false,
): BlockForm | undefined {
  let own = forms.get(device);
  if (own === undefined || own.size > MOST_FORMS) forms.set(device, (own = new Map()));
  // Counts beyond those that fit side by side change nothing.
  const key = `${precision} ${length} ${Math.min(count, 1024)} ${isAcross} ${mustTile}`;
  let form = own.get(key);
  if (form === undefined) {
    own.set(key, (form = findForm(device, precision, length, count, isAcross, mustTile) ?? null));
  }
  return form ?? undefined;
}

const MOST_FORMS = 1024;
/** Forms that were found; null where there is none. */
const forms = new WeakMap<DeviceCore, Map<string, BlockForm | null>>();

function findForm(
  device: DeviceCore,
  precision: Precision,
  length: number,
  count: number,
  isAcross: boolean,
  mustTile: boolean,
): BlockForm | undefined {
  const { nearBytes, ...tuning } = tuningOf(device);
  const numberBytes = precision === "float32" ? 4 : 8;
  const vectorBytes = Math.max(tuning.vectorBytes, numberBytes);
  const lanes = vectorBytes / numberBytes;
  const limit = Math.min(tuning.sharedBytes, device.backend.properties.maxSharedBytesPerBlock);
  const whole = radicesOf(length);
  const core = whole === undefined ? smoothLength(2 * length - 1) : length;
  // One row more than there are elements: halves have both of their ends.
  const rows = Math.max(core, length + 1);
  const form = (isLinear: boolean, width: number): BlockForm => {
    const plane = isLinear ? Math.ceil(rows / lanes) + lanes : rows * width;
    const radices = (isLinear ? radicesOf(core / lanes) : (whole ?? radicesOf(core))) ?? [];
    const sharedBytes = (4 * plane + 2) * vectorBytes;
    return { isLinear, core, radices, packedRadices: packRadices(radices), lanes, width, plane, sharedBytes };
  };
  const isSplit = core % lanes === 0 && lanes > 1 && !mustTile;
  const tile = form(false, 1);
  const linear = isSplit ? form(true, 1) : undefined;
  if (linear !== undefined && linear.sharedBytes <= limit) {
    if (count < lanes || tile.sharedBytes > (isAcross ? limit : nearBytes)) return linear;
  }
  if (tile.sharedBytes > limit) return undefined;
  // A team has work for all of its threads, one thread what its vectors need.
  const wanted = byWorker(device, {
    team: isAcross ? 16 : Math.max(1, Math.floor(1024 / core)),
    thread: isAcross ? 4 : 1,
  });
  const most = Math.min(wanted, Math.ceil(count / lanes), Math.floor(nearBytes / tile.sharedBytes));
  return form(false, Math.max(1, most));
}

/** Launches transforms with a layout that fits. */
export function launchTransform(transform: BlockTransform, form: BlockForm, stream: StreamCore): void {
  const { precision, length, half, isMirrored, rows = length, batch, outer, count, turns } = transform;
  const { input, output, scale } = transform;
  const { isLinear, core, radices, packedRadices, lanes, width, plane, sharedBytes } = form;
  const { device } = stream;
  const { blockElements } = tuningOf(device);
  const byLanes = turns?.by === "lanes";
  const table = factorTable(device, {
    precision,
    length,
    core,
    radices,
    lanes: isLinear ? lanes : 1,
    isHalf: half !== undefined,
    turnsOf: turns?.of,
    turnedLanes: byLanes ? byWorker(device, { thread: width * lanes, team: 0 }) : 0,
  });
  const flags =
    (isLinear ? transformFlags.linear : 0) |
    (core === length ? 0 : transformFlags.chirp) |
    (half === "in" ? transformFlags.halfIn : half === "out" ? transformFlags.halfOut : 0) |
    (isMirrored === true ? transformFlags.mirrorIn : 0) |
    (turns === undefined ? 0 : byLanes ? transformFlags.turnLanes : transformFlags.turnOuter);
  const perTile = isLinear ? 1 : width * lanes;
  const tiles = Math.ceil(count / perTile);
  const worth = Math.floor(blockElements / (core * perTile));
  const each = Math.max(1, Math.min(worth, Math.ceil((tiles * outer) / 2)));
  output.storage.use(stream, "write");
  input.storage.use(stream, "read");
  table.storage.use(stream, "read");
  const numberBytes = precision === "float32" ? 4 : 8;
  const isWide = [input, output].some(({ storage }) => storage.byteLength >= 2 ** 31 * numberBytes);
  const own = transformKernel(precision).on(device, isWide ? device.backend.addressBits : 32);
  for (let from = 0; from < batch; from += MOST_BATCHES) {
    own.set({
      out: pointerAt(output, from * output.batch * numberBytes),
      in: pointerAt(input, from * input.batch * numberBytes),
      table: { start: table.storage.address },
      flags,
      radices: packedRadices,
      rows,
      length,
      core,
      width,
      plane,
      at_join: table.join,
      at_chirp: table.chirp,
      at_half: table.half,
      at_fine: table.fine,
      at_lanes: table.lanes,
      bits: table.bits,
      count,
      tiles,
      all_tiles: tiles * outer,
      each,
      in_batch: input.batch,
      in_outer: input.outer,
      in_lane: input.lane,
      in_step: input.step,
      in_im: input.im,
      in_res: input.res,
      in_ims: input.ims,
      out_batch: output.batch,
      out_outer: output.outer,
      out_lane: output.lane,
      out_step: output.step,
      out_im: output.im,
      out_res: output.res,
      out_ims: output.ims,
      scale,
    });
    own.launch(
      {
        grid: [Math.ceil((tiles * outer) / each), Math.min(MOST_BATCHES, batch - from), 1],
        block: [byWorker(device, { thread: 1, team: blockThreads(core * width) }), 1, 1],
        sharedBytes,
        cooperative: false,
        cluster: undefined,
        timeoutMs: undefined,
        watch: undefined,
        work: batch * outer * count * core * (radices.length + 1),
      },
      stream,
    );
  }
}

/** A thread for about eight elements, in whole warps. */
function blockThreads(elements: number): number {
  return Math.max(32, Math.min(256, Math.ceil(elements / 256) * 32));
}
