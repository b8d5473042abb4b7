// Converts a typed array to nested lists.

import type { DType, ElementOf, TypedArrayOf } from "../core/dtype.js";
import { decodeBfloat16, decodeFloat16 } from "../core/float16.js";
import { nextTurn } from "../host/next-turn.js";
import { type Shape, sizeOf } from "../core/shape.js";

/** An array as nested lists, one level for each axis; a single value for a 0-d array. */
export type Nested<T> = T | Nested<T>[];

/** Elements that are made values of in one go: some milliseconds. */
const PIECE = 1 << 17;

/** One element of a typed array as a JavaScript value of the dtype. */
export function decodeElement<D extends DType>(
  dtype: D,
  elements: TypedArrayOf<D>,
  index: number,
): ElementOf<D> {
  const list: ElementOf<D>[] = [];
  decodeInto(list, dtype, elements, index, index + 1);
  return list[0] as ElementOf<D>;
}

/** All elements in C order, as nested lists of the shape. */
export function nest<D extends DType>(
  dtype: D,
  shape: Shape,
  elements: TypedArrayOf<D>,
): Nested<ElementOf<D>> {
  return level(dtype, shape, elements, 0, 0);
}

/** Like {@link nest}, but yields to the event loop after each piece. */
export async function nestInPieces<D extends DType>(
  dtype: D,
  shape: Shape,
  elements: TypedArrayOf<D>,
): Promise<Nested<ElementOf<D>>> {
  let sinceTurn = 0;
  const counted = async (size: number): Promise<void> => {
    sinceTurn += size;
    if (sinceTurn < PIECE) return;
    sinceTurn = 0;
    await nextTurn();
  };
  const levelInPieces = async (axis: number, start: number): Promise<Nested<ElementOf<D>>> => {
    const size = sizeOf(shape.slice(axis));
    if (size <= PIECE) {
      await counted(size);
      return level(dtype, shape, elements, axis, start);
    }
    const length = shape[axis] as number;
    const list: Nested<ElementOf<D>>[] = [];
    if (axis < shape.length - 1) {
      for (let index = 0; index < length; index++)
        list.push(await levelInPieces(axis + 1, start + index * (size / length)));
      return list;
    }
    for (let done = 0; done < length; done += PIECE) {
      const count = Math.min(PIECE, length - done);
      await counted(count);
      decodeInto(list, dtype, elements, start + done, start + done + count);
    }
    return list;
  };
  return levelInPieces(0, 0);
}

function level<D extends DType>(
  dtype: D,
  shape: Shape,
  elements: TypedArrayOf<D>,
  axis: number,
  start: number,
): Nested<ElementOf<D>> {
  const length = shape[axis];
  if (length === undefined) return decodeElement(dtype, elements, start);
  if (axis === shape.length - 1) {
    const list: ElementOf<D>[] = [];
    decodeInto(list, dtype, elements, start, start + length);
    return list;
  }
  const size = sizeOf(shape.slice(axis + 1));
  const lists: Nested<ElementOf<D>>[] = [];
  for (let index = 0; index < length; index++)
    lists.push(level(dtype, shape, elements, axis + 1, start + index * size));
  return lists;
}

/** Appends elements, from `start` to before `end`. */
function decodeInto(
  list: unknown[],
  dtype: DType,
  elements: ArrayLike<number | bigint>,
  start: number,
  end: number,
): void {
  if (dtype === "complex64" || dtype === "complex128")
    for (let at = start; at < end; at++) list.push({ re: elements[2 * at], im: elements[2 * at + 1] });
  else if (dtype === "bool") for (let at = start; at < end; at++) list.push(elements[at] !== 0);
  else if (dtype === "float16")
    for (let at = start; at < end; at++) list.push(decodeFloat16(elements[at] as number));
  else if (dtype === "bfloat16")
    for (let at = start; at < end; at++) list.push(decodeBfloat16(elements[at] as number));
  else for (let at = start; at < end; at++) list.push(elements[at]);
}
