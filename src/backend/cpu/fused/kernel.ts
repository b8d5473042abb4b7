// A fused kernel as WebAssembly: for each block of a launch rows of elements (elements.ts). Nothing is compiled by anybody but the
// engine.

import { LAUNCH_FIELDS } from "../../../compiler/clang/launch-fields.js";
import type { Along, Walk } from "../../../compiler/elements/kernels.js";
import type { Graph } from "../../../compiler/elements/graph.js";
import { ElementWriter, type Functions, type Place } from "./elements.js";
import { Code, TYPE, type WrittenFunction } from "./instructions.js";
import { KERNEL_PARAMETERS } from "./link.js";

/** Parameters of the function: where the launch is, the first block, and the one behind the last. */
export const LAUNCH = 0;
export const BLOCK = 1;
export const BLOCKS_END = 2;

/** The body of a kernel; `offsets` are those of its parameters. */
export function kernelBody(
  graph: Graph,
  { along, outerAxes }: Walk,
  offsets: readonly number[],
  functions: Functions,
): WrittenFunction {
  const code = new Code(KERNEL_PARAMETERS);
  const word = (): number => code.local(TYPE.i32);
  const parameters = word();
  code.get(LAUNCH).load(LAUNCH_FIELDS.parameters).set(parameters);
  const parameter = (index: number): number => {
    const own = word();
    code
      .get(parameters)
      .load(offsets[index] as number)
      .set(own);
    return own;
  };
  const dtypes = [...graph.outputs.map(({ dtype }) => dtype), ...graph.inputs];
  const places = dtypes.map(
    (dtype, at): Place => ({ dtype, along: along[at] as Along, at: word(), one: word(), four: word() }),
  );
  const arrays = dtypes.length;
  const [n, rows, piece, blockRows, pieces, ...sizes] = Array.from({ length: 5 + outerAxes }, (_, at) =>
    parameter(arrays + at),
  ) as [number, number, number, number, number, ...number[]];
  const strideAt = (array: number, axis: number): number =>
    parameter(arrays + 5 + outerAxes + array * (1 + outerAxes) + axis);
  const bases = dtypes.map((_, array) => parameter(array));
  const outer = dtypes.map((_, array) =>
    Array.from({ length: outerAxes }, (_unused, axis) => strideAt(array, 1 + axis)),
  );
  for (const [array, { one, four }] of places.entries())
    code.get(strideAt(array, 0)).tee(one).number(2).op("i32.shl").set(four);
  const stored = places.slice(0, graph.outputs.length);
  const elements = new ElementWriter(code, {
    outputs: graph.outputs,
    inputs: places.slice(graph.outputs.length),
    parameters,
    numbersAt: offsets.slice(offsets.length - graph.scalars.length),
    gathers: graph.gathers ?? 0,
    functions,
  });
  const [row, rowsEnd, from, left, rest, index] = [word(), word(), word(), word(), word(), word()] as const;
  const smaller = (a: () => void, b: number): void => {
    a();
    code.tee(rest).get(b).get(rest).get(b).op("i32.lt_u", "select");
  };
  code.while(
    () => code.get(BLOCK).get(BLOCKS_END).op("i32.lt_u"),
    () => {
      code.get(BLOCK).get(pieces).op("i32.div_u").get(blockRows).op("i32.mul").set(row);
      smaller(() => code.get(row).get(blockRows).op("i32.add"), rows);
      code.set(rowsEnd);
      code.get(BLOCK).get(pieces).op("i32.rem_u").get(piece).op("i32.mul").set(from);
      code.while(
        () => code.get(row).get(rowsEnd).op("i32.lt_u"),
        () => {
          for (const [array, { at, one }] of places.entries())
            code
              .get(bases[array] as number)
              .get(from)
              .get(one)
              .op("i32.mul", "i32.add")
              .set(at);
          code.get(row).set(rest);
          goTo(code, rest, index, sizes, places, outer);
          smaller(() => code.get(n).get(from).op("i32.sub"), piece);
          code.set(left);
          elements.row(left, stored, (output, vectors, turn, part) =>
            elements.store(stored[output] as Place, vectors, turn, part),
          );
          code.get(row).number(1).op("i32.add").set(row);
        },
      );
      code.get(BLOCK).number(1).op("i32.add").set(BLOCK);
    },
  );
  return code.number(0).body();
}

/**
 * Moves arrays to a place among axes: `number` is a local that counts through them, the last axis first, and is spent. `strides` are
 * for each array those along the axes.
 */
export function goTo(
  code: Code,
  number: number,
  index: number,
  sizes: readonly number[],
  places: readonly Place[],
  strides: readonly (readonly number[])[],
): void {
  for (let axis = sizes.length - 1; axis >= 0; axis--) {
    const size = sizes[axis] as number;
    code.get(number).get(size).op("i32.rem_u").set(index);
    code.get(number).get(size).op("i32.div_u").set(number);
    for (const [array, { at }] of places.entries())
      code
        .get(at)
        .get(index)
        .get((strides[array] as readonly number[])[axis] as number)
        .op("i32.mul", "i32.add")
        .set(at);
  }
}
