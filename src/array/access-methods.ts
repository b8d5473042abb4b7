// Methods that bring an array's elements out and in, copy and print it.

import type { DType, ElementOf, TypedArrayOf } from "../core/dtype.js";
import { inspectSymbol } from "../core/inspect-symbol.js";
import type { Device } from "../runtime/devices/device.js";
import type { ElementData, ElementValue } from "../runtime/memory/element-data.js";
import {
  type ArrayData,
  data,
  dataSync,
  fill,
  item,
  itemSync,
  set,
  setFrom,
  toJSON,
  tolist,
  tolistSync,
} from "./access.js";
import { astype, copy, to } from "./copy.js";
import { formatArray, inspectArray, toPrimitive } from "./format.js";
import { addMethods } from "./add-methods.js";
import type { NDArray } from "./ndarray.js";
import type { Nested } from "./nest.js";
import type { NestedList } from "./nested.js";

/** Reading, writing, copying, printing. */
export interface AccessMethods<D extends DType> {
  /** The elements in C order, copied, when all work that writes them is done. 16-bit floats come as their bits. */
  data(): Promise<TypedArrayOf<D>>;
  /** The same, blocking the event loop. */
  dataSync(): TypedArrayOf<D>;
  /** The elements as lists in lists; 64-bit integers are bigints. */
  tolist(): Promise<Nested<ElementOf<D>>>;
  /** The same, blocking the event loop. */
  tolistSync(): Nested<ElementOf<D>>;
  /** The element at an index, or the only one; a 64-bit integer is a bigint. */
  item(...index: (number | bigint)[]): Promise<ElementOf<D>>;
  /** The same, blocking the event loop. */
  itemSync(...index: (number | bigint)[]): ElementOf<D>;
  /**
   * Writes elements, on the current stream; an array, one value or nested lists are broadcast. A typed array, which is what the
   * dtype stores (bits of 16-bit floats, pairs of complex numbers), and one list of as many values as there are elements go in C
   * order. Data of the host is copied in the call, but for that in {@link pinned} memory, which the device reads when its turn
   * comes. With `start` as many elements of a one-dimensional array are written as there are values, from there on.
   * @throws RangeError `CUTS_DATA_LENGTH`, `CUTS_BROADCAST`.
   */
  set(values: ArrayData<D>, start?: number): void;
  /**
   * Writes all elements, in C order or as nested lists of the array's shape, without holding the event loop: much data is read
   * piece by piece, with turns of the loop between. It must stay as it is until the promise settles. What is given to the stream meanwhile comes after it. With `start`
   * as many elements of a one-dimensional array are written as there are values.
   * @throws TypeError `CUTS_ARGUMENT_DETACHED` where a typed array was transferred away before.
   * @example
   * using x = cu.empty([rows, columns]);
   * await x.setFrom(host);
   */
  setFrom(values: ElementData<D> | readonly NestedList[], start?: number): Promise<void>;
  /** Sets all elements to one value, on the current stream. */
  fill(value: ElementValue<D>): void;
  /** A new array in C order with the same elements. */
  copy(): NDArray<D>;
  /** The elements as another dtype, always a new array. */
  astype<E extends DType>(dtype: E): NDArray<E>;
  /** The same elements on a device: a copy, or a view where they are there already. */
  to(device: string | Device): NDArray<D>;
  /**
   * For JSON.stringify: the elements as lists in lists; blocks until they are there. JSON writes NaN and infinities as null.
   * @throws TypeError `CUTS_JSON` for 64-bit integers.
   */
  toJSON(): Nested<ElementOf<D>>;
  /** The values as NumPy prints them; blocks until they are there. */
  toString(): string;
}

declare module "./ndarray.js" {
  interface NDArray<out D extends DType = DType> extends AccessMethods<D> {}
}

/** What JavaScript itself asks of an array. */
interface Protocols {
  [inspectSymbol](): string;
  [Symbol.toPrimitive](hint: "string" | "number" | "default"): string;
}

const accessMethods: AccessMethods<DType> & ThisType<NDArray> & Protocols = {
  data() {
    return data(this);
  },
  dataSync() {
    return dataSync(this);
  },
  tolist() {
    return tolist(this);
  },
  tolistSync() {
    return tolistSync(this);
  },
  item(...index) {
    return item(this, ...index);
  },
  itemSync(...index) {
    return itemSync(this, ...index);
  },
  set(values, start) {
    set(this, values, start);
  },
  setFrom(values, start) {
    return setFrom(this, values, start);
  },
  fill(value) {
    fill(this, value);
  },
  copy() {
    return copy(this);
  },
  astype(dtype) {
    return astype(this, dtype);
  },
  to(device) {
    return to(this, device);
  },
  toJSON() {
    return toJSON(this);
  },
  toString() {
    return formatArray(this);
  },
  [inspectSymbol]() {
    return inspectArray(this);
  },
  [Symbol.toPrimitive](hint) {
    return toPrimitive(this, hint);
  },
};

addMethods(accessMethods);
