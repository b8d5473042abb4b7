// The elements of a kernel: loops that load four of each array, or one, compute all values of a graph, and give what comes out to
// whoever stores or gathers it. Both loops are the same code around other loads, so an element has one value wherever it lies.
// Functions that have a form without jumps are inside of a loop of their own; where one of its elements does not fit, four are computed by calls.

import { type DType, dtypes } from "../../../core/dtype.js";
import {
  argumentsOf,
  GATHER_NUMBERS,
  type GatherNode,
  indexModes,
  inOrder,
  type Node,
} from "../../../compiler/elements/graph.js";
import type { Along } from "../../../compiler/elements/kernels.js";
import { inline } from "./inline.js";
import { type Code, type SimdName, TYPE } from "./instructions.js";
import { convert, joinMasks, laneOf, type Lane, splatBytes, splitMask, vectorsOf } from "./lanes.js";
import {
  directQuestion,
  directValue,
  isWrittenDirectly,
  type LaneType,
  maskOperation,
} from "./operations.js";

/** An array in a loop over elements: locals with where its next element is, and how far one and four elements are. */
export interface Place {
  readonly dtype: DType;
  readonly along: Along;
  readonly at: number;
  readonly one: number;
  readonly four: number;
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
export type Turn = "one" | "four" | "fast";

/** Takes an output from its vectors. */
export type Take = (output: number, vectors: readonly number[], turn: Turn, part: 0 | 1) => void;

/** What a loop computes of what. */
export interface Elements {
  readonly outputs: readonly Node[];
  /** The arrays of input nodes, by their index. */
  readonly inputs: readonly Place[];
  /** The local with the parameters of the launch, and where in them each number is. */
  readonly parameters: number;
  readonly numbersAt: readonly number[];
  /** How many gathers there are, whose numbers are the last. */
  readonly gathers: number;
  readonly functions: Functions;
}

/** Writes loops over elements. */
export class ElementWriter {
  readonly #code: Code;
  readonly #elements: Elements;
  readonly #nodes: readonly Node[];
  /** The vectors of numbers, which are the same for all elements. */
  readonly #numbers = new Map<Node, readonly number[]>();
  /** The vectors of each value, for the first and the second four elements of a turn. */
  readonly #values = [new Map<Node, readonly number[]>(), new Map<Node, readonly number[]>()] as const;
  /** Which four elements are being written. */
  #part: 0 | 1 = 0;
  readonly #spare: number;
  readonly #next: number;
  /** For gathers: a place, and where the row is that it names. */
  readonly #place: number;
  readonly #row: number;
  /** Elements of this turn that a function without jumps is not for. */
  #misfits: number | undefined;

  /** Numbers are put into vectors here, before any loop. */
  constructor(code: Code, elements: Elements) {
    this.#code = code;
    this.#elements = elements;
    this.#nodes = inOrder(elements.outputs);
    this.#spare = code.local(TYPE.v128);
    this.#next = code.local(TYPE.i32);
    this.#place = code.local(TYPE.i64);
    this.#row = code.local(TYPE.i32);
    this.#prepareNumbers();
  }

  /**
   * A row of elements; `left` is how many there are, and 0 afterwards. `take` gets the vectors of each output when they are
   * computed, and `places` are arrays of its own that go on with the elements.
   */
  row(left: number, places: readonly Place[], take: Take): void {
    const write = (turn: Turn): void => this.#turn(left, turn, places, take);
    if (this.#hasInlined()) this.#fastElements(left, write);
    else this.#loop(left, "four", write);
    this.#loop(left, "one", write);
  }

  /** Stores four elements side by side, or one. */
  store({ at, dtype }: Place, own: readonly number[], turn: Turn, part: 0 | 1): void {
    const code = this.#code;
    const further = part * 4 * dtypes[dtype].byteLength;
    if (laneOf(dtype) === "mask") {
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

  /** Whether a function has a form without jumps. */
  #hasInlined(): boolean {
    return this.#nodes.some(
      (node) =>
        node.kind === "operation" && this.#elements.functions.isInlined(`${node.name}_${node.computed}`),
    );
  }

  /** A loop over elements. */
  #loop(left: number, turn: Turn, write: (turn: Turn) => void): void {
    const code = this.#code;
    code.while(
      () => code.get(left).number(countOf(turn)).op("i32.ge_u"),
      () => write(turn),
    );
  }

  /** A loop over elements: the fast way until there are too few, or elements that do not fit, then four the other way, and so on. */
  #fastElements(left: number, write: (turn: Turn) => void): void {
    const code = this.#code;
    code.while(
      () => code.get(left).number(4).op("i32.ge_u"),
      () => {
        code.block(() => this.#loop(left, "fast", write));
        code.block(() => {
          code.get(left).number(4).op("i32.lt_u").leaveIf(0);
          write("four");
        });
      },
    );
  }

  /** Computes elements, hands them over, and goes on to the next. */
  #turn(left: number, turn: Turn, places: readonly Place[], take: Take): void {
    const code = this.#code;
    const { inputs, outputs } = this.#elements;
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
    for (const [at, node] of outputs.entries()) each(() => take(at, this.#locals(node), turn, this.#part));
    for (const { at, along, one, four, dtype } of new Set([...places, ...inputs])) {
      if (along === "same") continue;
      code.get(at);
      if (along === "unit") code.number(countOf(turn) * dtypes[dtype].byteLength);
      else code.get(turn === "one" ? one : four);
      if (turn === "fast" && along === "any") code.number(1).op("i32.shl");
      code.op("i32.add").set(at);
    }
    code.get(left).number(countOf(turn)).op("i32.sub").set(left);
  }

  /** Numbers that are the same for all elements are put into vectors once. */
  #prepareNumbers(): void {
    const code = this.#code;
    const { numbersAt, parameters } = this.#elements;
    for (const node of this.#nodes) {
      if (node.kind !== "constant" && node.kind !== "scalar") continue;
      const lane = laneOf(node.dtype) as Lane;
      const own = code.local(TYPE.v128);
      if (node.kind === "constant") code.constant(splatBytes(lane, node.value));
      else {
        const offset = numbersAt[node.index] as number;
        code
          .get(parameters)
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
      this.#load(this.#elements.inputs[node.index] as Place, own, turn);
      return;
    }
    if (node.kind === "gather") {
      this.#gather(node, own, turn);
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
    if (turn === "fast" && this.#elements.functions.isInlined(functionName))
      this.#inline(this.#elements.functions.inlined(functionName), a[0] as number, own[0] as number);
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
      const index = this.#elements.functions.indexOf(`${name}_${computed}`);
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
  #load({ at, one, four, along, dtype }: Place, own: readonly number[], turn: Turn): void {
    const code = this.#code;
    const bytes = dtypes[dtype].byteLength;
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
        if (half === 0 || isOne) code.get(at).set(this.#next);
        if (half === 0 && this.#part === 1 && !isOne) code.get(at).get(four).op("i32.add").set(this.#next);
        for (let place = 0; place < count1; place++) {
          code.get(this.#next).get(this.#spare).memory(lane, 0, place).set(this.#spare);
          if (!isOne) code.get(this.#next).get(one).op("i32.add").set(this.#next);
        }
        code.get(this.#spare);
      }
      if (bytes < 4) this.#extend(dtype, isOne && along === "same" && turn !== "one");
      code.set(vector);
    }
  }

  /** Loads the elements at four places, or at one. */
  #gather(node: GatherNode, own: readonly number[], turn: Turn): void {
    const code = this.#code;
    const place = this.#elements.inputs[node.index] as Place;
    const { at, one, four, along, dtype } = place;
    const [index] = node.args;
    if (this.#isSame(index)) {
      // A row of the array: one place for all elements.
      this.#addressOf(node, 0);
      code.get(at).op("i32.add").set(this.#row);
      this.#load({ ...place, at: this.#row }, own, turn);
      return;
    }
    const bytes = dtypes[dtype].byteLength;
    const lane = `v128.load${bytes * 8}_lane` as SimdName;
    const places = own.length === 2 ? 2 : 4;
    for (const [half, vector] of own.entries()) {
      code.constant(new Uint8Array(16)).set(this.#spare);
      for (let k = 0; k < (turn === "one" ? 1 : places); k++) {
        const element = half * places + k;
        this.#addressOf(node, element);
        code.get(at).op("i32.add");
        if (along !== "same") {
          code.get(one).number(element).op("i32.mul", "i32.add");
          if (this.#part === 1) code.get(four).op("i32.add");
        }
        code.get(this.#spare).memory(lane, 0, k).set(this.#spare);
      }
      code.get(this.#spare);
      if (bytes < 4) this.#extend(dtype, false);
      code.set(vector);
    }
  }

  /** Leaves how many bytes from its beginning the element of an array is that the place of one of four elements names. */
  #addressOf({ args: [index], number, mode }: GatherNode, element: number): void {
    const code = this.#code;
    const { parameters, numbersAt, gathers, functions } = this.#elements;
    const first = numbersAt.length - GATHER_NUMBERS * (gathers - number);
    const numberOf = (which: number): Code => code.get(parameters).load(numbersAt[first + which] as number);
    const vector = this.#locals(index)[element >> 1] as number;
    code
      .get(vector)
      .simd("i64x2.extract_lane", element & 1)
      .set(this.#place);
    code.block(() => {
      code.get(this.#place);
      numberOf(0).op("i64.extend_i32_u", "i64.lt_u").leaveIf(0);
      code.get(this.#place);
      numberOf(0).op("i64.extend_i32_u").number(indexModes[mode]);
      numberOf(2);
      numberOf(3).call(functions.indexOf("place")).set(this.#place);
    });
    code.get(this.#place).op("i32.wrap_i64");
    numberOf(1).op("i32.mul");
  }

  /** Whether a value is the same for all elements of a row. */
  #isSame(node: Node): boolean {
    if (node.kind === "input") return this.#elements.inputs[node.index]?.along === "same";
    return node.kind !== "gather" && argumentsOf(node).every((one) => this.#isSame(one));
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

  #locals(node: Node): readonly number[] {
    const values = this.#values[this.#part];
    let own = this.#numbers.get(node) ?? values.get(node);
    if (own === undefined) {
      const count = vectorsOf(laneOf(node.dtype) as Lane);
      values.set(node, (own = Array.from({ length: count }, () => this.#code.local(TYPE.v128))));
    }
    return own;
  }
}

/** The first element in all places. */
const FIRST_WORD: readonly number[] = [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3];

function countOf(turn: Turn): 1 | 4 | 8 {
  return turn === "one" ? 1 : turn === "four" ? 4 : 8;
}
