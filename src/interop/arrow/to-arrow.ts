// Makes columns for Arrow tables of arrays. The caller passes in apache-arrow, because CuTS does not depend on it.

import type { DType } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import { data } from "../../array/access.js";
import { describeArray, type NDArray, usableArray } from "../../array/ndarray.js";

// oxlint-disable-next-line typescript/no-explicit-any -- apache-arrow's classes have type parameters of their own
type AnyClass = new (...args: any[]) => any;

/** The parts of the module `apache-arrow` that are used. */
export interface ArrowModule<V> {
  readonly makeData: (props: never) => unknown;
  readonly Vector: new (chunks: never) => V;
  readonly Field: AnyClass;
  readonly FixedSizeList: AnyClass;
  readonly Bool: AnyClass;
  readonly Int8: AnyClass;
  readonly Int16: AnyClass;
  readonly Int32: AnyClass;
  readonly Int64: AnyClass;
  readonly Uint8: AnyClass;
  readonly Uint16: AnyClass;
  readonly Uint32: AnyClass;
  readonly Uint64: AnyClass;
  readonly Float16: AnyClass;
  readonly Float32: AnyClass;
  readonly Float64: AnyClass;
}

type TypeName = Exclude<keyof ArrowModule<unknown>, "makeData" | "Vector" | "Field" | "FixedSizeList">;

const typeNames: Readonly<Partial<Record<DType, TypeName>>> = {
  bool: "Bool",
  int8: "Int8",
  int16: "Int16",
  int32: "Int32",
  int64: "Int64",
  uint8: "Uint8",
  uint16: "Uint16",
  uint32: "Uint32",
  uint64: "Uint64",
  float16: "Float16",
  float32: "Float32",
  float64: "Float64",
};

/**
 * A copy of the array's current contents as a vector of apache-arrow, whose module is passed in. Axes after the first become
 * fixed-size lists. The vector has its own memory, because slices of Arrow would not keep the array's memory alive.
 * @throws TypeError `CUTS_ARROW` for complex numbers, bfloat16 and arrays without axes, which Arrow does not have.
 * @example
 * import * as arrow from "apache-arrow";
 * const table = new arrow.Table({ price: await cu.toArrow(price, arrow) });
 */
export async function toArrow<V>(array: NDArray, arrow: ArrowModule<V>): Promise<V> {
  usableArray(array, "make an Arrow vector");
  const name = typeNames[array.dtype];
  if (name === undefined || array.ndim === 0) {
    throw new ArgumentTypeError(
      "CUTS_ARROW",
      `Cannot make an Arrow vector: the array must have one axis at least, and a dtype that Arrow has (got ${describeArray(array)})` +
        (name === undefined
          ? '\nTry: x.astype("float32"), or cu.real(x) and cu.imag(x)'
          : "\nTry: x.reshape(1)"),
    );
  }
  const Type = (arrow as Partial<ArrowModule<V>> | null | undefined)?.[name];
  if (
    typeof Type !== "function" ||
    typeof arrow.makeData !== "function" ||
    typeof arrow.Vector !== "function"
  ) {
    throw new ArgumentTypeError(
      "CUTS_ARROW",
      `Cannot make an Arrow vector: the module apache-arrow must be given (got ${formatValue(arrow)})\nTry: import * as arrow from "apache-arrow"`,
    );
  }
  const { shape, size, dtype } = array;
  const elements = await data(array);
  let type: unknown = new Type();
  let chunk = arrow.makeData({
    type,
    length: size,
    nullCount: 0,
    data: dtype === "bool" ? packBits(elements as Uint8Array) : elements,
  } as never);
  for (let axis = shape.length - 1; axis > 0; axis--) {
    type = new arrow.FixedSizeList(shape[axis], new arrow.Field("item", type, false));
    const length = shape.slice(0, axis).reduce((product, one) => product * one, 1);
    chunk = arrow.makeData({ type, length, nullCount: 0, child: chunk } as never);
  }
  return new arrow.Vector([chunk] as never);
}

/** Booleans as bits, the first the lowest. */
function packBits(bytes: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(bytes.length / 8));
  for (const [at, byte] of bytes.entries()) {
    if (byte !== 0) bits[at >> 3] = (bits[at >> 3] as number) | (1 << (at & 7));
  }
  return bits;
}
