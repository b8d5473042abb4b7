// A fused kernel that ends in a sum or product of floats, as WebAssembly: elements are computed into a buffer that stays in the
// nearest cache, as many as the reductions of arrays gather in one run, and functions that are compiled from these (spans.cuh)
// gather them. So results have the bits that they have where all elements are stored first.

import { dtypes } from "../../../core/dtype.js";
import { LAUNCH_FIELDS } from "../../../compiler/clang/launch-fields.js";
import type { Graph } from "../../../compiler/elements/graph.js";
import type { OrderedEnd, OrderedWalk } from "../../../compiler/elements/kernels.js";
import type { Functions } from "./elements.js";
import { Code, TYPE, type WrittenFunction } from "./instructions.js";
import { BLOCK, BLOCKS_END, LAUNCH } from "./kernel.js";
import { type CountedAxes, LineWriter, smaller } from "./lines.js";
import { KERNEL_PARAMETERS } from "./link.js";

/** Bytes of a row that are one run, and rows of columns: CUTS_RUN of reduce.cuh. */
const SPAN_BYTES = 8192;
const RUN_ROWS = 128;
/** Rows of columns that are gathered at once. */
const ROWS = 4;
const TOTAL_BYTES = 8;

/** The body of a kernel; `offsets` are those of its parameters. */
export function orderedKernelBody(
  graph: Graph,
  end: OrderedEnd,
  walk: OrderedWalk,
  offsets: readonly number[],
  functions: Functions,
): WrittenFunction {
  const code = new Code(KERNEL_PARAMETERS);
  const word = (): number => code.local(TYPE.i32);
  const parameters = word();
  code.get(LAUNCH).load(LAUNCH_FIELDS.parameters).set(parameters);
  let next = 0;
  const parameter = (): number => {
    const own = word();
    code
      .get(parameters)
      .load(offsets[next++] as number)
      .set(own);
    return own;
  };
  const list = (count: number): number[] => Array.from({ length: count }, parameter);
  const { outerAxes, reducedAxes, innerAxes, isFinal } = walk;
  const out = parameter();
  const bases = list(graph.inputs.length);
  const [n, chunk, parts, outer, blockOuter, inner, tiles] = list(7) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const axes = outerAxes + reducedAxes + innerAxes;
  const sizes = list(axes);
  const strides = graph.inputs.map(() => list(axes));
  const axesFrom = (first: number, count: number): CountedAxes => ({
    sizes: sizes.slice(first, first + count),
    strides: strides.map((own) => own.slice(first, first + count)),
  });
  const [around, reduced, inside] = [
    axesFrom(0, outerAxes),
    axesFrom(outerAxes, reducedAxes),
    axesFrom(outerAxes + reducedAxes, innerAxes),
  ] as const;
  const isRows = innerAxes === 0;
  const lines = new LineWriter(code, {
    graph,
    bases,
    along: walk.along,
    line: isRows ? reduced : inside,
    parameters,
    numbersAt: offsets.slice(offsets.length - graph.scalars.length - 1, -1),
    functions,
  });
  const divisorAt = offsets.at(-1) as number;
  const call = (name: string): void => {
    code.call(functions.indexOf(`${name}_${end.operation}_${end.dtype}`));
  };
  const { byteLength } = dtypes[end.dtype];
  const resultBytes = isFinal ? byteLength : TOTAL_BYTES;
  const [part, rest, at, from, stop] = [word(), word(), word(), word(), word()] as const;
  /** The part that a block has. */
  const findPart = (): void => {
    code.get(BLOCK).get(parts).op("i32.rem_u").set(part);
    code.get(BLOCK).get(parts).op("i32.div_u").set(rest);
  };
  /** Where the part begins and ends. */
  const beginPart = (): void => {
    code.get(part).get(chunk).op("i32.mul").tee(from).get(chunk).op("i32.add").set(stop);
    smaller(code, stop, n, stop);
  };
  /** Puts the address of a result on the stack, whose number is there. */
  const resultAddress = (): void => {
    code.number(resultBytes).op("i32.mul").get(out).op("i32.add");
  };
  const frame = word();
  const bytes = isRows ? rows() : columns();
  return code.giveBackStack(bytes, frame).number(0).body();

  function rows(): number {
    const scratchAt = 2 * TOTAL_BYTES;
    const frameBytes = scratchAt + SPAN_BYTES;
    code.takeStack(frameBytes, frame);
    const [last, count] = [word(), word()] as const;
    eachBlock(() => {
      findPart();
      code.get(rest).get(blockOuter).op("i32.mul").tee(at).get(blockOuter).op("i32.add").set(last);
      smaller(code, last, outer, last);
      code.while(
        () => code.get(at).get(last).op("i32.lt_u"),
        () => {
          beginPart();
          code.get(frame);
          call("span_begin");
          code.while(
            () => code.get(from).get(stop).op("i32.lt_u"),
            () => {
              code
                .get(stop)
                .get(from)
                .op("i32.sub")
                .set(count)
                .number(SPAN_BYTES / byteLength)
                .set(rest);
              smaller(code, count, rest, count);
              code.get(frame).number(scratchAt).op("i32.add");
              lines.begin();
              lines.compute([{ ...around, counter: at }], from, count);
              code.get(from).get(count).op("i32.add").set(from);
              code.get(frame).get(frame).number(scratchAt).op("i32.add").get(count);
              code.get(from).get(stop).op("i32.eq");
              call("span_add");
            },
          );
          code.get(at).get(parts).op("i32.mul").get(part).op("i32.add");
          resultAddress();
          code.get(frame);
          if (isFinal) code.get(parameters).loadDouble(divisorAt);
          call(isFinal ? "span_end" : "span_part");
          code.get(at).number(1).op("i32.add").set(at);
        },
      );
    });
    return frameBytes;
  }

  function columns(): number {
    const lanesAt = walk.width * TOTAL_BYTES;
    const scratchAt = 2 * lanesAt;
    const frameBytes = scratchAt + ROWS * walk.width * byteLength;
    code.takeStack(frameBytes, frame);
    const [first, count, runEnd, rowsLeft, taken] = [word(), word(), word(), word(), word()] as const;
    eachBlock(() => {
      findPart();
      code.get(rest).get(tiles).op("i32.div_u").set(at);
      code.get(rest).get(tiles).op("i32.rem_u").number(walk.width).op("i32.mul").set(first);
      code.get(inner).get(first).op("i32.sub").set(count).number(walk.width).set(rest);
      smaller(code, count, rest, count);
      beginPart();
      code.get(frame).get(frame).number(lanesAt).op("i32.add").get(count);
      call("columns_begin");
      code.while(
        () => code.get(from).get(stop).op("i32.lt_u"),
        () => {
          code.get(from).number(RUN_ROWS).op("i32.add").set(runEnd);
          smaller(code, runEnd, stop, runEnd);
          code.while(
            () => code.get(from).get(runEnd).op("i32.lt_u"),
            () => {
              code.get(runEnd).get(from).op("i32.sub").set(taken).number(ROWS).set(rest);
              smaller(code, taken, rest, taken);
              code.get(taken).set(rowsLeft);
              code.get(frame).number(scratchAt).op("i32.add");
              lines.begin();
              code.while(
                () => code.get(rowsLeft),
                () => {
                  lines.compute(
                    [
                      { ...around, counter: at },
                      { ...reduced, counter: from },
                    ],
                    first,
                    count,
                  );
                  code.get(from).number(1).op("i32.add").set(from);
                  code.get(rowsLeft).number(1).op("i32.sub").set(rowsLeft);
                },
              );
              code.get(frame).number(lanesAt).op("i32.add").get(frame).number(scratchAt).op("i32.add");
              code.get(taken).get(count);
              call("columns_add");
            },
          );
          code.get(frame).get(frame).number(lanesAt).op("i32.add").get(count);
          call("columns_run");
        },
      );
      code.get(at).get(parts).op("i32.mul").get(part).op("i32.add");
      code.get(inner).op("i32.mul").get(first).op("i32.add");
      resultAddress();
      code.get(frame).get(count);
      if (isFinal) code.get(parameters).loadDouble(divisorAt);
      call(isFinal ? "columns_end" : "columns_part");
    });
    return frameBytes;
  }

  function eachBlock(body: () => void): void {
    code.while(
      () => code.get(BLOCK).get(BLOCKS_END).op("i32.lt_u"),
      () => {
        body();
        code.get(BLOCK).number(1).op("i32.add").set(BLOCK);
      },
    );
  }
}
