// A fused kernel that ends in a reduction, as WebAssembly: vectors gather along rows, and their places are joined at the end. A block
// has whole results, so none waits for another.

import { type DType, dtypes } from "../../../core/dtype.js";
import { LAUNCH_FIELDS } from "../../../compiler/clang/launch-fields.js";
import type { Graph } from "../../../compiler/elements/graph.js";
import type { Along, Gathering, GatherWalk } from "../../../compiler/elements/kernels.js";
import { ElementWriter, type Functions, type Place } from "./elements.js";
import { Code, TYPE, type WrittenFunction } from "./instructions.js";
import { BLOCK, BLOCKS_END, goTo, LAUNCH } from "./kernel.js";
import { laneOf, type Lane, splatBytes, vectorsOf } from "./lanes.js";
import { KERNEL_PARAMETERS } from "./link.js";
import { directValue, maskOperation } from "./operations.js";

/** The body of a kernel; `offsets` are those of its parameters. */
export function reduceKernelBody(
  graph: Graph,
  gathering: Gathering,
  walk: GatherWalk,
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
  const { keptAxes, reducedAxes } = walk;
  const place = (dtype: DType, along: Along): Place => ({
    dtype,
    along,
    at: word(),
    one: word(),
    four: word(),
  });
  const inputs = graph.inputs.map((dtype, at) => place(dtype, walk.along[at] as Along));
  const out = place(gathering.gathered, "unit");
  const [outBase, ...bases] = Array.from({ length: 1 + inputs.length }, (_, at) => parameter(at)) as [
    number,
    ...number[],
  ];
  const firstSize = 1 + inputs.length;
  const [n, results, blockResults, reduced, ...sizes] = Array.from(
    { length: 4 + keptAxes + reducedAxes },
    (_, at) => parameter(firstSize + at),
  ) as [number, number, number, number, ...number[]];
  const firstStride = firstSize + 4 + keptAxes + reducedAxes;
  const strides = inputs.map((_, array) =>
    Array.from({ length: 1 + keptAxes + reducedAxes }, (_unused, axis) =>
      parameter(firstStride + array * (1 + keptAxes + reducedAxes) + axis),
    ),
  );
  for (const [array, { one, four }] of inputs.entries())
    code
      .get(strides[array]?.[0] as number)
      .tee(one)
      .number(2)
      .op("i32.shl")
      .set(four);
  const numbersAt = offsets.slice(offsets.length - graph.scalars.length);
  const [result, end, left, rest, index, step] = Array.from({ length: 6 }, word) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  /** All rows that become one. */
  const gather = (gatherRow: () => void): void => {
    code.number(0).set(step);
    code.while(
      () => code.get(step).get(reduced).op("i32.lt_u"),
      () => {
        for (const [array, { at }] of inputs.entries()) code.get(bases[array] as number).set(at);
        const along = (first: number, axes: number): readonly (readonly number[])[] =>
          strides.map((own) => own.slice(first, first + axes));
        code.get(result).set(rest);
        goTo(code, rest, index, sizes.slice(0, keptAxes), inputs, along(1, keptAxes));
        code.get(step).set(rest);
        goTo(code, rest, index, sizes.slice(keptAxes), inputs, along(1 + keptAxes, reducedAxes));
        code.get(n).set(left);
        gatherRow();
        code.get(step).number(1).op("i32.add").set(step);
      },
    );
  };
  const write = resultWriter();
  code.while(
    () => code.get(BLOCK).get(BLOCKS_END).op("i32.lt_u"),
    () => {
      code.get(BLOCK).get(blockResults).op("i32.mul").tee(result);
      code.get(blockResults).op("i32.add").tee(rest).get(results).get(rest).get(results);
      code.op("i32.lt_u", "select").set(end);
      code.while(
        () => code.get(result).get(end).op("i32.lt_u"),
        () => {
          write();
          code.get(result).number(1).op("i32.add").set(result);
        },
      );
      code.get(BLOCK).number(1).op("i32.add").set(BLOCK);
    },
  );
  return code.number(0).body();

  /** Vectors gather along rows, and single elements for themselves. */
  function resultWriter(): () => void {
    const { combine, gathered, start } = gathering;
    const lane = laneOf(gathered) as Lane;
    const vectors = (): readonly number[] =>
      Array.from({ length: vectorsOf(lane) }, () => code.local(TYPE.v128));
    const [own, second, single] = [vectors(), vectors(), vectors()] as const;
    const spare = code.local(TYPE.v128);
    const elements = new ElementWriter(code, {
      outputs: graph.outputs,
      inputs,
      parameters,
      numbersAt,
      gathers: graph.gathers ?? 0,
      functions,
    });
    const joinInto = (into: readonly number[], values: readonly number[]): void => {
      for (const [at, vector] of into.entries()) {
        if (lane === "mask") maskOperation(code, combine, vector, values[at] as number);
        else directValue(code, combine, lane, vector, values[at] as number);
        code.set(vector);
      }
    };
    const [total] = own as [number];
    /** Joins each place with the one that a shuffle brings to it. */
    const fold = (places: readonly number[]): void => {
      code
        .get(total)
        .get(total)
        .simd("i8x16.shuffle", ...places)
        .set(spare);
      joinInto([total], [spare]);
    };
    return () => {
      for (const vector of [...own, ...second, ...single]) code.constant(splatBytes(lane, start)).set(vector);
      gather(() =>
        elements.row(left, [], (_, values, turn, part) =>
          joinInto(turn === "one" ? single : part === 1 ? second : own, values),
        ),
      );
      joinInto(own, second);
      if (own.length === 2) joinInto([total], [own[1] as number]);
      fold(SECOND_HALF);
      if (own.length === 1) fold(SECOND_WORD);
      joinInto([total], [single[0] as number]);
      code.get(outBase).get(result).number(dtypes[out.dtype].byteLength).op("i32.mul", "i32.add").set(out.at);
      elements.store(out, own, "one", 0);
    };
  }
}

const SECOND_HALF: readonly number[] = [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7];
const SECOND_WORD: readonly number[] = [4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11];
