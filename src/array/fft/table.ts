// The tables of twiddle factors and chirps that transform kernels read. They are computed on the host in double precision and
// cached on the device. They are few and small (no longer than the transforms of one block), and the least recently used ones are
// freed.

import { Storage } from "../../runtime/memory/storage.js";
import { writeBytes } from "../../runtime/memory/storage-bytes.js";
import type { DeviceCore } from "../../runtime/order/stream-core.js";
import { transformTable, writeTurn } from "./turns.js";

/** What a table is for. */
interface TableShape {
  readonly precision: "float32" | "float64";
  /** The length of the transform that a core does, or that a convolution of length `core` stands for. */
  readonly length: number;
  readonly core: number;
  readonly radices: readonly number[];
  /** How many transforms a linear core joins; 1 for a tile. */
  readonly lanes: number;
  /** Whether pairs of 2 · length real numbers are transformed. */
  readonly isHalf: boolean;
  /** The length of the whole transform of which this one is a pass with turns after it. */
  readonly turnsOf?: number | undefined;
  /** How many neighbours of a tile have turns of their own; 0 where all of a tile have one. */
  readonly turnedLanes: number;
}

/** A table on a device; offsets are in numbers. */
interface FactorTable {
  readonly storage: Storage;
  readonly join: number;
  readonly chirp: number;
  /** Turns of halves, or large steps of turns between passes. */
  readonly half: number;
  readonly fine: number;
  readonly lanes: number;
  /** Small steps are counted by this many bits. */
  readonly bits: number;
}

/** Tables that are kept for each device. */
const MOST_TABLES = 64;

interface DeviceTables {
  readonly generation: number;
  /** The key of the table that was used last. */
  newest: string;
  readonly tables: Map<string, FactorTable>;
}
const kept = new WeakMap<DeviceCore, DeviceTables>();

/** The table for a transform on a device, cached or computed now. */
export function factorTable(device: DeviceCore, shape: TableShape): FactorTable {
  const { precision, length, core, lanes, isHalf, turnsOf = 0, turnedLanes } = shape;
  const key = `${precision} ${length} ${core} ${lanes} ${isHalf} ${turnsOf} ${turnedLanes}`;
  const own = tablesOf(device);
  const { tables } = own;
  let table = tables.get(key);
  if (table !== undefined && own.newest === key) return table;
  // The newest is last.
  if (table !== undefined) tables.delete(key);
  else table = upload(device, shape);
  tables.set(key, table);
  own.newest = key;
  for (const [oldest, { storage }] of tables) {
    if (tables.size <= MOST_TABLES) break;
    tables.delete(oldest);
    storage.release();
  }
  return table;
}

function tablesOf(device: DeviceCore): DeviceTables {
  const generation = device.backend.generation;
  let own = kept.get(device);
  if (own?.generation === generation) return own;
  // Memory of before a reset is gone, and is counted no more.
  for (const { storage } of own?.tables.values() ?? []) storage.release();
  kept.set(device, (own = { generation, newest: "", tables: new Map() }));
  return own;
}

function upload(device: DeviceCore, shape: TableShape): FactorTable {
  const { numbers, ...offsets } = writeTable(shape);
  const values = shape.precision === "float32" ? Float32Array.from(numbers) : numbers;
  const stream = device.defaultStream;
  const storage = Storage.allocate(stream, values.byteLength, "work");
  writeBytes(storage, 0, new Uint8Array(values.buffer, 0, values.byteLength), stream);
  return { storage, ...offsets };
}

type Written = Omit<FactorTable, "storage"> & { readonly numbers: Float64Array };

/** Writes all parts of a table, each from a multiple of four numbers on. */
function writeTable(shape: TableShape): Written {
  const { length, core, radices, lanes, isHalf, turnsOf, turnedLanes } = shape;
  const parts: Float64Array[] = [];
  let end = 0;
  const add = (numbers: Float64Array): number => {
    const at = end;
    parts.push(numbers);
    end = padded(end + numbers.length);
    return at;
  };
  add(passTurns(core / lanes, radices));
  const join = lanes > 1 ? add(joinTurns(core, lanes)) : 0;
  const chirp = core === length ? 0 : add(chirps(length, core));
  let [half, fine, laneTurns, bits] = [0, 0, 0, 0];
  if (isHalf) half = add(halfTurns(length));
  else if (turnsOf !== undefined) {
    bits = Math.ceil(Math.log2(turnsOf) / 2);
    const step = 2 ** bits;
    half = add(steppedTurns(Math.ceil(turnsOf / step), step, turnsOf));
    fine = add(steppedTurns(step, 1, turnsOf));
    if (turnedLanes > 0) laneTurns = add(lanesTurns(length, turnedLanes, turnsOf, shape));
  }
  const numbers = new Float64Array(padded(end));
  let at = 0;
  for (const part of parts) {
    numbers.set(part, at);
    at = padded(at + part.length);
  }
  return { numbers, join, chirp, half, fine, lanes: laneTurns, bits };
}

const padded = (length: number): number => Math.ceil(length / 4) * 4;

/** For each pass, and each of its groups, the turns of all but the first of a butterfly. */
function passTurns(length: number, radices: readonly number[]): Float64Array {
  const numbers: number[] = [];
  const turn = new Float64Array(2);
  let rest = length;
  for (const radix of radices) {
    if (radix > 8) {
      for (let j = 0; j < radix; j++) {
        writeTurn(j, radix, turn, 0);
        numbers.push(turn[0] as number, -(turn[1] as number));
      }
    }
    const groups = rest / radix;
    for (let p = 0; p < groups; p++) {
      for (let k = 1; k < radix; k++) {
        writeTurn(p * k, rest, turn, 0);
        numbers.push(turn[0] as number, turn[1] as number);
      }
    }
    rest = groups;
  }
  return Float64Array.from(numbers);
}

/** For each lane but the first, real parts and imaginary parts of what joins it. */
function joinTurns(core: number, lanes: number): Float64Array {
  const m = core / lanes;
  const each = Math.ceil(m / lanes) * lanes;
  const numbers = new Float64Array(2 * (lanes - 1) * each);
  for (let lane = 1; lane < lanes; lane++) {
    const at = 2 * (lane - 1) * each;
    for (let k = 0; k < m; k++) writeTurn(lane * k, core, numbers, at + k, at + each + k);
  }
  return numbers;
}

/** Bluestein's chirp, and the spectrum of its conjugate, divided by the length of the convolution. */
function chirps(length: number, core: number): Float64Array {
  const each = padded(length);
  const numbers = new Float64Array(2 * each + 2 * core);
  const re = new Float64Array(core);
  const im = new Float64Array(core);
  for (let j = 0; j < length; j++) {
    // Squares are taken modulo a whole turn, exactly.
    const square = (j * j) % (2 * length);
    writeTurn(square, 2 * length, numbers, j, each + j);
    for (const at of j === 0 ? [0] : [j, core - j]) {
      re[at] = (numbers[j] as number) / core;
      im[at] = -(numbers[each + j] as number) / core;
    }
  }
  transformTable(re, im);
  numbers.set(re, 2 * each);
  numbers.set(im, 2 * each + core);
  return numbers;
}

/** Turns by 2 · length parts, of elements 0 to length, real and imaginary parts apart. */
function halfTurns(length: number): Float64Array {
  const each = padded(length + 1);
  const numbers = new Float64Array(2 * each);
  for (let k = 0; k <= length; k++) writeTurn(k, 2 * length, numbers, k, each + k);
  return numbers;
}

function steppedTurns(count: number, step: number, n: number): Float64Array {
  const numbers = new Float64Array(2 * count);
  for (let k = 0; k < count; k++) writeTurn(k * step, n, numbers, 2 * k);
  return numbers;
}

/** For each element of a pass, what the neighbours in a tile are turned by beyond the first: vectors, parts in turn. */
function lanesTurns(length: number, lanes: number, n: number, { precision }: TableShape): Float64Array {
  const each = precision === "float32" ? 4 : 2;
  const numbers = new Float64Array(2 * length * lanes);
  for (let k = 0; k < length; k++) {
    for (let lane = 0; lane < lanes; lane++) {
      const at = 2 * (k * lanes + lane - (lane % each)) + (lane % each);
      writeTurn(k * lane, n, numbers, at, at + each);
    }
  }
  return numbers;
}
