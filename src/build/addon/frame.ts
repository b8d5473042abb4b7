// The frame: one Float64Array that JavaScript and an addon share, and through which tensors are passed as numbers. No other code
// runs between filling and reading it, so one frame serves all calls, including nested ones. Addresses stay exact because they are
// below 2^53. include/cuts/extension/runtime.h has the same layout.

import type { NDArray } from "../../array/ndarray.js";
import { type DType, dtypeNames } from "../../core/dtype.js";
import type { DeviceCore } from "../../runtime/order/stream-core.js";
import type { AddonPlace } from "./addon-place.js";

const STREAM = 0;
const COUNT = 1;
const FIRST = 2;
const TENSOR_SLOTS = 8;
const WANTED_DTYPE = 0;
const WANTED_DEVICE = 1;
const WANTED_ZEROS = 2;
const WANTED_AXES = 3;
const WANTED_SIZES = 4;
const CONTIGUOUS = 1;
const WRITABLE = 2;
/** C++ writes the sizes of an allocation without asking; it allows 32 axes. */
const INITIAL_SLOTS = 512;

/** A tensor that C++ asks JavaScript to allocate. */
export interface Wanted {
  readonly dtype: DType;
  /** Undefined for the current one. */
  readonly device: DeviceCore | undefined;
  readonly isZeroed: boolean;
  readonly shape: readonly number[];
}

export class Frame {
  slots: Float64Array;
  /** Told when the slots are others. */
  onGrow: ((slots: Float64Array) => void) | undefined;
  readonly #place: AddonPlace;
  #at = FIRST;
  #count = 0;
  #device: DeviceCore | undefined;
  #code = 0;

  constructor(place: AddonPlace) {
    this.#place = place;
    this.slots = place.makeSlots(INITIAL_SLOTS);
  }

  /** Begins a call; its stream is not known yet. */
  begin(): void {
    this.#at = FIRST;
    this.#count = 0;
    this.slots[STREAM] = Number.NaN;
    this.slots[COUNT] = 0;
  }

  set stream(handle: number) {
    this.slots[STREAM] = handle;
  }

  /** Adds a tensor; `argument` is the index of its argument, `slot` its index in an async call's list. */
  add(array: NDArray, mode: "read" | "write", argument: number, slot: number): void {
    const { shape, strides, storage } = array;
    const axes = shape.length;
    const end = this.#at + TENSOR_SLOTS + 2 * axes;
    if (end > this.slots.length) this.#grow(end);
    const { slots } = this;
    if (storage.device !== this.#device) {
      this.#device = storage.device;
      this.#code = this.#place.codeOf(storage.device);
    }
    let at = this.#at;
    slots[at++] = this.#place.addressOf(array);
    slots[at++] = dtypeCodes[array.dtype];
    slots[at++] = this.#code;
    slots[at++] =
      (array.isContiguous ? CONTIGUOUS : 0) + (mode === "write" && !array.isReadonly ? WRITABLE : 0);
    slots[at++] = axes;
    slots[at++] = array.size;
    slots[at++] = argument;
    slots[at++] = slot;
    for (let axis = 0; axis < axes; axis++) slots[at++] = shape[axis] as number;
    for (let axis = 0; axis < axes; axis++) slots[at++] = strides[axis] as number;
    this.#at = end;
    slots[COUNT] = ++this.#count;
  }

  /** The tensor that C++ asks for. */
  wanted(): Wanted {
    const { slots } = this;
    const shape: number[] = [];
    const axes = slots[WANTED_AXES] as number;
    for (let axis = 0; axis < axes; axis++) shape.push(slots[WANTED_SIZES + axis] as number);
    return {
      dtype: dtypeNames[slots[WANTED_DTYPE] as number] as DType,
      device: this.#place.deviceOf(slots[WANTED_DEVICE] as number),
      isZeroed: slots[WANTED_ZEROS] === 1,
      shape,
    };
  }

  /** Answers with the tensor that was made. */
  answer(array: NDArray, slot: number): void {
    this.begin();
    this.add(array, "write", -1, slot);
  }

  #grow(slots: number): void {
    const grown = this.#place.makeSlots(Math.max(slots, 2 * this.slots.length));
    grown.set(this.slots);
    this.slots = grown;
    this.onGrow?.(grown);
  }
}

const dtypeCodes = Object.fromEntries(dtypeNames.map((name, code) => [name, code])) as Record<DType, number>;
