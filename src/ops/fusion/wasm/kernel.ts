// A fused kernel as WebAssembly: for each block of a launch rows of elements, four at a time, then one at a time to the end of
// the row. Both loops are the same code around other loads and stores, so an element has one value wherever it lies. Functions that
// have a form without jumps are inside of a loop of their own; where one of its elements does not fit, four are computed by calls.
// Nothing is compiled by anybody but the engine.

import { type DType, dtypes } from "../../../core/dtype.js";
import { LAUNCH_FIELDS } from "../../../backend/cpu/simt/emit-entry.js";
import type { ParameterKind } from "../../../array/kernels/parameter-writer.js";
import { type Graph, inOrder, type Node } from "../node.js";
import { isWrittenDirectly, type LaneType } from "./direct.js";
import { inline } from "./inline.js";
import { Code, type SimdName, TYPE, type WrittenFunction } from "./instructions.js";
import { convert, joinMasks, laneOf, type Lane, splatBytes, splitMask, vectorsOf } from "./lanes.js";
import { KERNEL_PARAMETERS } from "./link.js";
import { directQuestion, directValue, maskOperation } from "./operations.js";

/** How the elements of an array lie along the rows of a launch. */
export type Along = "unit" | "same" | "any";

/** How a kernel walks through its arrays, outputs first: along rows, and how many axes rows have. */
export interface Walk {
  readonly along: readonly Along[];
  readonly outerAxes: number;
}

/** The parameters of a kernel, in order. */
export function parameterKinds({ inputs, outputs, scalars }: Graph, { outerAxes }: Walk): ParameterKind[] {
  const arrays = outputs.length + inputs.length;
  return [
    ...repeat<ParameterKind>("pointer", arrays),
    // Elements of a row, rows, elements of a piece, rows of a block, pieces of a row.
    ...repeat<ParameterKind>("size", 5 + outerAxes),
    // For each array bytes along the row, and along the outer axes.
    ...repeat<ParameterKind>("stride", arrays * (1 + outerAxes)),
    ...scalars.map((dtype) => scalarKind(dtype)),
  ];
}

/** How a number is passed. */
function scalarKind(dtype: DType): Exclude<ParameterKind, "pointer" | "size" | "stride"> {
  const lane = laneOf(dtype) as Lane;
  return ({ f32: "float32", f64: "float64", i32: "int32", i64: "int64", mask: "int32" } as const)[lane];
}

/** What a kernel needs of the functions that it calls. */
export interface Functions {
  indexOf(name: string): number;
  /** Whether a function has a form without jumps. */
  isInlined(name: string): boolean;
  /** That form: the code that tells for which elements it can be used, and its own. */
  inlined(name: string): { readonly fits: Uint8Array; readonly fast: Uint8Array };
}

/** How elements are computed: one, four, or eight by functions without jumps as far as these fit. */
type Turn = "one" | "four" | "fast";

/** The body of a kernel; `offsets` are those of its parameters. */
export function kernelBody(
  graph: Graph,
  walk: Walk,
  offsets: readonly number[],
  functions: Functions,
): WrittenFunction {
  return new KernelWriter(graph, walk, offsets, functions).body();
}

// Parameters of the function: where the launch is, the first block, and the one behind the last.
const LAUNCH = 0;
const BLOCK = 1;
const BLOCKS_END = 2;

class KernelWriter {
  readonly #graph: Graph;
  readonly #walk: Walk;
  readonly #functions: Functions;
  readonly #code = new Code(KERNEL_PARAMETERS);
  readonly #nodes: readonly Node[];
  /** The vectors of numbers, which are the same for all elements. */
  readonly #numbers = new Map<Node, readonly number[]>();
  /** The vectors of each value, for the first and the second four elements of a turn. */
  readonly #values = [new Map<Node, readonly number[]>(), new Map<Node, readonly number[]>()] as const;
  /** Which four elements are being written. */
  #part: 0 | 1 = 0;
  readonly #words = new Map<number, number>();
  readonly #offsets: readonly number[];
  readonly #parameters: number;
  readonly #spare: number;
  readonly #dtypes: readonly DType[];
  /** Elements of this turn that a function without jumps is not for. */
  #misfits: number | undefined;
  /** For each array where its next element is, and how far one and four elements are. */
  readonly #places: readonly { readonly at: number; readonly one: number; readonly four: number }[];

  constructor(graph: Graph, walk: Walk, offsets: readonly number[], functions: Functions) {
    this.#graph = graph;
    this.#walk = walk;
    this.#offsets = offsets;
    this.#functions = functions;
    this.#nodes = inOrder(graph.outputs);
    this.#parameters = this.#code.local(TYPE.i32);
    this.#spare = this.#code.local(TYPE.v128);
    this.#dtypes = [...graph.outputs.map(({ dtype }) => dtype), ...graph.inputs];
    this.#places = this.#dtypes.map(() => ({ at: this.#word(), one: this.#word(), four: this.#word() }));
  }

  body(): WrittenFunction {
    const code = this.#code;
    const { outerAxes } = this.#walk;
    const arrays = this.#dtypes.length;
    code.get(LAUNCH).load(LAUNCH_FIELDS.parameters).set(this.#parameters);
    const [n, rows, piece, blockRows, pieces, ...sizes] = Array.from({ length: 5 + outerAxes }, (_, at) =>
      this.#parameter(arrays + at),
    ) as [number, number, number, number, number, ...number[]];
    const strideAt = (array: number, axis: number): number =>
      this.#parameter(arrays + 5 + outerAxes + array * (1 + outerAxes) + axis);
    const bases = this.#dtypes.map((_, array) => this.#parameter(array));
    const outer = this.#dtypes.map((_, array) =>
      Array.from({ length: outerAxes }, (_unused, axis) => strideAt(array, 1 + axis)),
    );
    for (const [array, { one, four }] of this.#places.entries())
      code.get(strideAt(array, 0)).tee(one).number(2).op("i32.shl").set(four);
    this.#prepareNumbers();
    const [row, rowsEnd, from, left, rest, index] = Array.from({ length: 6 }, () => this.#word()) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
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
            for (const [array, { at, one }] of this.#places.entries())
              code
                .get(bases[array] as number)
                .get(from)
                .get(one)
                .op("i32.mul", "i32.add")
                .set(at);
            code.get(row).set(rest);
            for (let axis = outerAxes - 1; axis >= 0; axis--) {
              const size = sizes[axis] as number;
              code.get(rest).get(size).op("i32.rem_u").set(index);
              code.get(rest).get(size).op("i32.div_u").set(rest);
              for (const [array, { at }] of this.#places.entries())
                code
                  .get(at)
                  .get(index)
                  .get((outer[array] as number[])[axis] as number)
                  .op("i32.mul", "i32.add")
                  .set(at);
            }
            smaller(() => code.get(n).get(from).op("i32.sub"), piece);
            code.set(left);
            if (this.#hasInlined()) this.#fastElements(left);
            else this.#elements(left, "four");
            this.#elements(left, "one");
            code.get(row).number(1).op("i32.add").set(row);
          },
        );
        code.get(BLOCK).number(1).op("i32.add").set(BLOCK);
      },
    );
    return code.number(0).body();
  }

  /** Whether a function has a form without jumps. */
  #hasInlined(): boolean {
    return this.#nodes.some(
      (node) => node.kind === "operation" && this.#functions.isInlined(`${node.name}_${node.computed}`),
    );
  }

  /** A loop over elements. */
  #elements(left: number, turn: Turn): void {
    const code = this.#code;
    code.while(
      () => code.get(left).number(countOf(turn)).op("i32.ge_u"),
      () => this.#turn(left, turn),
    );
  }

  /** A loop over elements: the fast way until there are too few, or elements that do not fit, then four the other way, and so on. */
  #fastElements(left: number): void {
    const code = this.#code;
    code.while(
      () => code.get(left).number(4).op("i32.ge_u"),
      () => {
        code.block(() => this.#elements(left, "fast"));
        code.block(() => {
          code.get(left).number(4).op("i32.lt_u").leaveIf(0);
          this.#turn(left, "four");
        });
      },
    );
  }

  /** Computes and stores elements, and goes on to the next. */
  #turn(left: number, turn: Turn): void {
    const code = this.#code;
    this.#misfits = undefined;
    const each = (write: () => void): void => {
      write();
      if (turn !== "fast") return;
      this.#part = 1;
      write();
      this.#part = 0;
    };
    for (const node of this.#nodes) each(() => this.#compute(node, turn));
    if (this.#misfits !== undefined) code.get(this.#misfits).simd("v128.any_true").leaveIf(2);
    for (const [at, node] of this.#graph.outputs.entries()) each(() => this.#store(at, node, turn));
    for (const [array, { at, one, four }] of this.#places.entries()) {
      const along = this.#walk.along[array];
      if (along === "same") continue;
      code.get(at);
      if (along === "unit") code.number(countOf(turn) * this.#bytes(array));
      else code.get(turn === "one" ? one : four);
      if (turn === "fast" && along === "any") code.number(1).op("i32.shl");
      code.op("i32.add").set(at);
    }
    code.get(left).number(countOf(turn)).op("i32.sub").set(left);
  }

  /** Numbers that are the same for all elements are put into vectors once. */
  #prepareNumbers(): void {
    const code = this.#code;
    const first = this.#offsets.length - this.#graph.scalars.length;
    for (const node of this.#nodes) {
      if (node.kind !== "constant" && node.kind !== "scalar") continue;
      const lane = laneOf(node.dtype) as Lane;
      const own = code.local(TYPE.v128);
      if (node.kind === "constant") code.constant(splatBytes(lane, node.value));
      else {
        const offset = this.#offsets[first + node.index] as number;
        code
          .get(this.#parameters)
          .memory(vectorsOf(lane) === 2 ? "v128.load64_splat" : "v128.load32_splat", offset);
        if (lane === "mask") code.constant(new Uint8Array(16)).simd("i32x4.ne");
      }
      code.set(own);
      // Both vectors of a number of 64 bits are the same.
      this.#numbers.set(node, vectorsOf(lane) === 2 ? [own, own] : [own]);
    }
  }

  #compute(node: Node, turn: Turn): void {
    if (node.kind === "constant" || node.kind === "scalar") return;
    const code = this.#code;
    const own = this.#locals(node);
    const lane = laneOf(node.dtype) as Lane;
    const store = (vector: number): void => {
      code.set(own[vector] as number);
    };
    if (node.kind === "input") {
      this.#load(node.index, own, turn);
      return;
    }
    if (node.kind === "cast") {
      const from = laneOf(node.arg.dtype) as Lane;
      if (from === lane)
        for (const [at, vector] of this.#locals(node.arg).entries()) code.get(vector).set(own[at] as number);
      else convert(code, from, lane, this.#locals(node.arg), this.#spare, store);
      return;
    }
    const [a = [], b = [], c = []] = node.args.map((one) => this.#locals(one));
    if (node.kind === "choice") {
      for (const [at, vector] of own.entries()) {
        code.get(b[at] as number).get(c[at] as number);
        if (own.length === 2) splitMask(code, a[0] as number, at);
        else code.get(a[0] as number);
        code.simd("v128.bitselect").set(vector);
      }
      return;
    }
    const functionName = `${node.name}_${node.computed}`;
    if (turn === "fast" && this.#functions.isInlined(functionName))
      this.#inline(this.#functions.inlined(functionName), a[0] as number, own[0] as number);
    else this.#operation(node.name, node.computed, lane, own, a, b);
  }

  /** A function of one vector without jumps, and a note of the elements that it is not for. */
  #inline({ fits, fast }: { fits: Uint8Array; fast: Uint8Array }, a: number, own: number): void {
    const code = this.#code;
    inline(code, fast, [a]);
    code.set(own);
    inline(code, fits, [a]);
    code.simd("v128.not");
    if (this.#misfits === undefined) this.#misfits = code.local(TYPE.v128);
    else code.get(this.#misfits).simd("v128.or");
    code.set(this.#misfits);
  }

  #operation(
    name: string,
    computed: DType,
    result: Lane,
    own: readonly number[],
    a: readonly number[],
    b: readonly number[],
  ): void {
    const code = this.#code;
    const lane = laneOf(computed) as Lane;
    if (lane === "mask") {
      maskOperation(code, name, a[0] as number, b[0] ?? 0);
      code.set(own[0] as number);
    } else if (isWrittenDirectly(name, computed as LaneType)) {
      if (result === "mask") {
        directQuestion(code, name, lane, a, b);
        code.set(own[0] as number);
      } else
        for (const [at, vector] of own.entries()) {
          directValue(code, name, lane, a[at] as number, b[at] ?? 0);
          code.set(vector);
        }
    } else {
      const index = this.#functions.indexOf(`${name}_${computed}`);
      for (let at = 0; at < vectorsOf(lane); at++) {
        code.get(a[at] as number);
        if (b[at] !== undefined) code.get(b[at] as number);
        code.call(index);
        if (result !== "mask") code.set(own[at] as number);
      }
      if (result === "mask") {
        if (vectorsOf(lane) === 2) joinMasks(code);
        code.set(own[0] as number);
      }
    }
  }

  /** Loads four elements, or one into all places. */
  #load(input: number, own: readonly number[], turn: Turn): void {
    const code = this.#code;
    const array = this.#graph.outputs.length + input;
    const { at, one, four } = this.#places[array] as { at: number; one: number; four: number };
    const along = this.#walk.along[array];
    const dtype = this.#dtypes[array] as DType;
    const bytes = this.#bytes(array);
    const isOne = turn === "one" || along === "same";
    // Where the second four elements are, seen from the first.
    const further = along === "unit" && this.#part === 1 ? 4 * bytes : 0;
    for (const [half, vector] of own.entries()) {
      const places = own.length === 2 ? 2 : 4;
      if (isOne && bytes >= 4)
        code.get(at).memory(bytes === 8 ? "v128.load64_splat" : "v128.load32_splat", 0);
      else if (along === "unit" && !isOne && bytes >= 4)
        code.get(at).memory("v128.load", further + half * 16);
      else if (along === "unit" && !isOne)
        code.get(at).memory(bytes === 1 ? "v128.load32_zero" : "v128.load64_zero", further);
      else {
        // Element by element; where there is only one the others are left 0, and nobody looks at them.
        const lane = `v128.load${bytes * 8}_lane` as SimdName;
        const count1 = isOne ? 1 : places;
        code.constant(new Uint8Array(16)).set(this.#spare);
        if (half === 0 || isOne) code.get(at).set(this.#word(1));
        if (half === 0 && this.#part === 1 && !isOne) code.get(at).get(four).op("i32.add").set(this.#word(1));
        for (let place = 0; place < count1; place++) {
          code.get(this.#word(1)).get(this.#spare).memory(lane, 0, place).set(this.#spare);
          if (!isOne) code.get(this.#word(1)).get(one).op("i32.add").set(this.#word(1));
        }
        code.get(this.#spare);
      }
      if (bytes < 4) this.#extend(dtype, isOne && along === "same" && turn !== "one");
      code.set(vector);
    }
  }

  /** Elements of 1 or 2 bytes, at the beginning of the vector on the stack, as 32 bits each. */
  #extend(dtype: DType, isSame: boolean): void {
    const code = this.#code;
    const sign = dtypes[dtype].kind === "int" ? "s" : "u";
    if (dtypes[dtype].byteLength === 1) code.simd(`i16x8.extend_low_i8x16_${sign}`);
    code.simd(`i32x4.extend_low_i16x8_${sign}`);
    if (isSame) {
      code.set(this.#spare).get(this.#spare).get(this.#spare);
      code.simd("i8x16.shuffle", ...FIRST_WORD);
    }
    if (dtype === "bool") code.constant(new Uint8Array(16)).simd("i32x4.ne");
  }

  /** Stores four elements side by side, or one. */
  #store(output: number, node: Node, turn: Turn): void {
    const code = this.#code;
    const { at } = this.#places[output] as { at: number };
    const own = this.#locals(node);
    const further = this.#part * 4 * this.#bytes(output);
    if (laneOf(node.dtype) === "mask") {
      code
        .get(at)
        .get(own[0] as number)
        .constant(splatBytes("i32", 1))
        .simd("v128.and");
      code.constant(new Uint8Array(16)).simd("i16x8.narrow_i32x4_s");
      code.constant(new Uint8Array(16)).simd("i8x16.narrow_i16x8_s");
      code.memory(turn === "one" ? "v128.store8_lane" : "v128.store32_lane", further, 0);
    } else if (turn === "one")
      code
        .get(at)
        .get(own[0] as number)
        .memory(own.length === 2 ? "v128.store64_lane" : "v128.store32_lane", 0, 0);
    else
      for (const [half, vector] of own.entries())
        code
          .get(at)
          .get(vector)
          .memory("v128.store", further + half * 16);
  }

  #locals(node: Node): readonly number[] {
    const values = this.#values[this.#part];
    let own = this.#numbers.get(node) ?? values.get(node);
    if (own === undefined) {
      const count = vectorsOf(laneOf(node.dtype) as Lane);
      values.set(node, (own = Array.from({ length: count }, () => this.#code.local(TYPE.v128))));
    }
    return own;
  }

  /** A word; with a number always the same one. */
  #word(number?: number): number {
    const known = number === undefined ? undefined : this.#words.get(number);
    if (known !== undefined) return known;
    const own = this.#code.local(TYPE.i32);
    if (number !== undefined) this.#words.set(number, own);
    return own;
  }

  /** A parameter of 32 bits, read once. */
  #parameter(index: number): number {
    const own = this.#word();
    this.#code
      .get(this.#parameters)
      .load(this.#offsets[index] as number)
      .set(own);
    return own;
  }

  #bytes(array: number): number {
    return dtypes[this.#dtypes[array] as DType].byteLength;
  }
}

/** The first element in all places. */
const FIRST_WORD: readonly number[] = [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3];

function countOf(turn: Turn): 1 | 4 | 8 {
  return turn === "one" ? 1 : turn === "four" ? 4 : 8;
}

function repeat<T>(value: T, count: number): T[] {
  return Array.from({ length: count }, () => value);
}
