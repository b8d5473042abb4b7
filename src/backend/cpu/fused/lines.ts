// Lines of elements that a kernel computes into a buffer, piece by piece: whatever the axes are along which the inputs walk, a line
// is counted from 0, and its elements follow one another.

import type { Graph } from "../../../compiler/elements/graph.js";
import type { Along } from "../../../compiler/elements/kernels.js";
import { ElementWriter, type Functions, type Place } from "./elements.js";
import { type Code, TYPE } from "./instructions.js";
import { goTo } from "./kernel.js";

/** Axes that are counted through together: locals with their sizes, and for each input with its strides, in bytes. */
export interface CountedAxes {
  readonly sizes: readonly number[];
  readonly strides: readonly (readonly number[])[];
}

/** What lines are made of. */
export interface LinesOf {
  readonly graph: Graph;
  /** Locals with where each input begins. */
  readonly bases: readonly number[];
  /** How inputs lie along the last axis of a line. */
  readonly along: readonly Along[];
  readonly line: CountedAxes;
  readonly parameters: number;
  readonly numbersAt: readonly number[];
  readonly functions: Functions;
}

/** Writes the code that fills a buffer. */
export class LineWriter {
  readonly #code: Code;
  readonly #of: LinesOf;
  readonly #inputs: readonly Place[];
  readonly #to: Place;
  readonly #elements: ElementWriter;
  readonly #words: readonly number[];

  constructor(code: Code, of: LinesOf) {
    const word = (): number => code.local(TYPE.i32);
    const place = (dtype: Place["dtype"], along: Along): Place => ({
      dtype,
      along,
      at: word(),
      one: word(),
      four: word(),
    });
    const { graph, along, line, parameters, numbersAt, functions } = of;
    const [value] = graph.outputs;
    if (value === undefined) throw new Error("internal: a line of no elements");
    this.#code = code;
    this.#of = of;
    this.#inputs = graph.inputs.map((dtype, at) => place(dtype, along[at] as Along));
    this.#to = place(value.dtype, "unit");
    for (const [at, { one, four }] of this.#inputs.entries()) {
      code.get(line.strides[at]?.at(-1) as number).tee(one);
      code.number(2).op("i32.shl").set(four);
    }
    const inputs = this.#inputs;
    this.#elements = new ElementWriter(code, {
      outputs: graph.outputs,
      inputs,
      parameters,
      numbersAt,
      gathers: graph.gathers ?? 0,
      functions,
    });
    this.#words = Array.from({ length: 6 }, word);
  }

  /** Begins to write at an address, which is on the stack. */
  begin(): void {
    this.#code.set(this.#to.at);
  }

  /** Goes on with `count` elements of a line from its element `from`: two locals, which stay as they are. `around` says where the line is. */
  compute(
    around: readonly (CountedAxes & { readonly counter: number })[],
    from: number,
    count: number,
  ): void {
    const code = this.#code;
    const { bases, line } = this.#of;
    const [position, remaining, within, left, rest, index] = this.#words as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const length = line.sizes.at(-1) as number;
    code.get(from).set(position).get(count).set(remaining);
    code.while(
      () => code.get(remaining),
      () => {
        for (const [at, one] of this.#inputs.entries()) code.get(bases[at] as number).set(one.at);
        for (const { counter, sizes, strides } of around) {
          code.get(counter).set(rest);
          goTo(code, rest, index, sizes, this.#inputs, strides);
        }
        code.get(position).get(length).op("i32.rem_u").set(within);
        code.get(position).get(length).op("i32.div_u").set(rest);
        const outer = line.strides.map((own) => own.slice(0, -1));
        goTo(code, rest, index, line.sizes.slice(0, -1), this.#inputs, outer);
        for (const { at, one } of this.#inputs)
          code.get(at).get(within).get(one).op("i32.mul", "i32.add").set(at);
        code.get(length).get(within).op("i32.sub").set(left);
        smaller(code, left, remaining, left);
        code.get(position).get(left).op("i32.add").set(position);
        code.get(remaining).get(left).op("i32.sub").set(remaining);
        this.#elements.row(left, [this.#to], (_, vectors, turn, part) =>
          this.#elements.store(this.#to, vectors, turn, part),
        );
      },
    );
  }
}

/** Puts the smaller of two locals into a third. */
export function smaller(code: Code, a: number, b: number, into: number): void {
  code.get(a).get(b).get(a).get(b).op("i32.lt_u", "select").set(into);
}
