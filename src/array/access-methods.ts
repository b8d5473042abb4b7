// Methods that read elements and print the array, written here because the function of the same name takes other arguments.

import type { DType, ElementOf } from "../core/dtype.js";
import { inspectSymbol } from "../core/inspect-symbol.js";
import { item, itemSync } from "./access.js";
import { addMethods } from "./add-methods.js";
import { formatArray, inspectArray, toPrimitive } from "./format.js";
import { isHostVisible } from "./memory/transfer.js";
import type { NDArray } from "./ndarray.js";

/** Methods that read and print. */
export interface AccessMethods<D extends DType> {
  /** The element at an index, or the only one; a 64-bit integer is a bigint. */
  item(...index: (number | bigint)[]): Promise<ElementOf<D>>;
  /** The element as {@link item} gives it, blocking the event loop. */
  itemSync(...index: (number | bigint)[]): ElementOf<D>;
  /** Whether the host can access its memory: managed and pinned memory, and all memory of the cpu device. */
  readonly isHostVisible: boolean;
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
  item(...index) {
    return item(this, ...index);
  },
  itemSync(...index) {
    return itemSync(this, ...index);
  },
  get isHostVisible(): boolean {
    return isHostVisible(this);
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
