// A module of one written function, alone or together with the functions that it calls, and those that they call, out of a library
// of compiled ones. The written function has number 0, the others follow as they are asked for.

import {
  BinaryReader,
  KIND,
  nameBytes,
  readSections,
  type Section,
  SECTION,
  u32Bytes,
  writeSections,
} from "../../../compiler/clang/wasm-binary.js";
import { LINK_BASE, type WasmImage } from "../../../compiler/clang/wasm-image.js";
import { TYPE, type WrittenFunction } from "./instructions.js";

/** Parameters of a kernel on the cpu device: the launch, the first block and the one behind the last, and three it has no use for. */
export const KERNEL_PARAMETERS = 6;

/** Pages of memory that a module can have at most. */
const MAX_PAGES = 65_536;
const kernelType = [
  0x60,
  KERNEL_PARAMETERS,
  ...Array.from({ length: KERNEL_PARAMETERS }, () => TYPE.i32),
  1,
  TYPE.i32,
];

/** Compiled functions, of which modules take what they need. */
export interface LibraryImage extends Omit<WasmImage, "data"> {
  /** Where in the module the numbers of functions are that are called: five bytes each. */
  readonly calls: Uint32Array;
  /** The numbers of functions by their names. */
  readonly exports: Readonly<Record<string, number>>;
  /** What only functions with addresses in them need. */
  data(): Uint8Array;
}

/** A function of the library. */
interface LibraryFunction {
  readonly type: number;
  /** Where its code is in the module: its locals, then instructions. */
  readonly begin: number;
  readonly end: number;
}

/** Functions that written ones can call. */
export class FunctionLibrary {
  readonly image: LibraryImage;
  readonly sections: readonly Section[];
  readonly functions: readonly LibraryFunction[];

  constructor(image: LibraryImage) {
    this.image = image;
    this.sections = readSections(image.module);
    this.functions = this.#readFunctions();
  }

  /** The number of a function in the library. */
  numberOf(name: string): number {
    const number = this.image.exports[name];
    if (number === undefined) throw new Error(`internal: there is no function ${name} for fused kernels`);
    return number;
  }

  /** The code of a function: its locals, then instructions. */
  bodyOf(name: string): Uint8Array {
    const { begin, end } = this.functions[this.numberOf(name)] as LibraryFunction;
    return this.image.module.subarray(begin, end);
  }

  payload(id: number): Uint8Array {
    const found = this.sections.find((one) => one.id === id);
    if (found === undefined)
      throw new Error(`internal: the functions of fused kernels have no section ${id}`);
    return found.payload;
  }

  #readFunctions(): readonly LibraryFunction[] {
    const types = new BinaryReader(this.payload(SECTION.function));
    types.u32();
    const code = this.payload(SECTION.code);
    const start = code.byteOffset - this.image.module.byteOffset;
    const reader = new BinaryReader(code);
    return Array.from({ length: reader.u32() }, () => {
      const size = reader.u32();
      const begin = start + reader.offset;
      reader.take(size);
      return { type: types.u32(), begin, end: begin + size };
    });
  }
}

/** A module that is put together: give numbers to what the written function calls, then write it. */
export class Linker {
  readonly #library: () => FunctionLibrary;
  /** The numbers of functions in the module, by those in the library. */
  readonly #numbers = new Map<number, number>();

  constructor(library: () => FunctionLibrary) {
    this.#library = library;
  }

  /** The number that a function of the library has in the module. */
  indexOf(name: string): number {
    return this.#numberOf(this.#library().numberOf(name));
  }

  /** The image of the written function and all that it needs. */
  image(name: string, written: WrittenFunction): WasmImage {
    const isAlone = this.#numbers.size === 0;
    const library = isAlone ? undefined : this.#library();
    const copies = library === undefined ? [] : this.#copies(library);
    const code = codeSection([Uint8Array.from(written.bytes), ...copies.map(({ bytes }) => bytes)]);
    const sections = sectionsOf(name, library, copies, code.section);
    const { module, starts } = writeSections(sections);
    const codeAt = starts[sections.indexOf(code.section)] as number;
    const movedTo = (function_: number, place: number): number =>
      codeAt + (code.begins[function_] as number) + place;
    const moved = (places: Uint32Array | undefined): number[] =>
      copies.flatMap(({ from }, at) =>
        placesIn(places ?? [], from).map((place) => movedTo(at + 1, place - from.begin)),
      );
    const relocations = library?.image.relocations;
    const constants = moved(relocations?.constants);
    const offsets = moved(relocations?.offsets);
    const needsData = constants.length + offsets.length > 0;
    const ownData = needsData && library !== undefined ? library.image : undefined;
    const { data, poolAt } = withPool(ownData, written.constants);
    if (written.constants.length > 0) {
      const place = movedTo(0, written.addressAt);
      module.set(paddedBytes(LINK_BASE + poolAt), place);
      constants.push(place);
    }
    return {
      module,
      data,
      byteLength: data.length,
      symbols: new Map(),
      relocations: {
        constants: Uint32Array.from(constants),
        offsets: Uint32Array.from(offsets),
        pointers: new Uint32Array(),
      },
      constants: ownData?.constants ?? [0, data.length],
      lines: new Uint32Array(),
    };
  }

  /** The functions of the library that are needed, with their calls as the module numbers them. */
  #copies(library: FunctionLibrary): { readonly from: LibraryFunction; readonly bytes: Uint8Array }[] {
    const { module, calls } = library.image;
    const copies: { from: LibraryFunction; bytes: Uint8Array }[] = [];
    // What they call is added while they are copied.
    for (const number of this.#numbers.keys()) {
      const from = library.functions[number] as LibraryFunction;
      const bytes = module.slice(from.begin, from.end);
      for (const place of placesIn(calls, from)) {
        const called = this.#numberOf(new BinaryReader(module, place).u32());
        bytes.set(paddedBytes(called), place - from.begin);
      }
      copies.push({ from, bytes });
    }
    return copies;
  }

  #numberOf(inLibrary: number): number {
    let number = this.#numbers.get(inLibrary);
    // Number 0 is the written function.
    if (number === undefined) this.#numbers.set(inLibrary, (number = this.#numbers.size + 1));
    return number;
  }
}

/** The sections of a module of a written function and copies of those of a library. */
function sectionsOf(
  name: string,
  library: FunctionLibrary | undefined,
  copies: readonly { readonly from: LibraryFunction }[],
  code: Section,
): readonly Section[] {
  const types = new BinaryReader(library?.payload(SECTION.type) ?? Uint8Array.of(0));
  const count = types.u32();
  const memory = [...nameBytes("env"), ...nameBytes("memory"), KIND.memory, 3, 0, ...u32Bytes(MAX_PAGES)];
  const globals = library?.sections.find(({ id }) => id === SECTION.global);
  return [
    section(SECTION.type, [...u32Bytes(count + 1), ...types.bytes.subarray(types.offset), ...kernelType]),
    // Memory, and for compiled functions the pointer to the stack.
    library?.sections.find(({ id }) => id === SECTION.import) ?? section(SECTION.import, [1, ...memory]),
    section(SECTION.function, [
      ...u32Bytes(copies.length + 1),
      ...u32Bytes(count),
      ...copies.flatMap(({ from }) => u32Bytes(from.type)),
    ]),
    ...(globals === undefined ? [] : [globals]),
    section(SECTION.export, [1, ...nameBytes(name), KIND.function, 0]),
    code,
  ];
}

/** The data of a library, as far as it is needed, and constants after it. */
function withPool(
  library: LibraryImage | undefined,
  constants: readonly Uint8Array[],
): { readonly data: Uint8Array; readonly poolAt: number } {
  const poolAt = Math.ceil((library?.byteLength ?? 0) / 16) * 16;
  const data = new Uint8Array(poolAt + constants.length * 16);
  if (library !== undefined) data.set(library.data());
  for (const [at, bytes] of constants.entries()) data.set(bytes, poolAt + at * 16);
  return { data, poolAt };
}

function section(id: number, bytes: readonly number[]): Section {
  return { id, name: "", payload: Uint8Array.from(bytes) };
}

/** A code section, and where in its payload each function begins. */
function codeSection(bodies: readonly Uint8Array[]): { section: Section; begins: readonly number[] } {
  const count = u32Bytes(bodies.length);
  const sizes = bodies.map((one) => u32Bytes(one.length));
  const total = bodies.reduce((sum, one, at) => sum + one.length + (sizes[at] as number[]).length, 0);
  const payload = new Uint8Array(count.length + total);
  payload.set(count);
  let end = count.length;
  const begins = bodies.map((one, at) => {
    const size = sizes[at] as number[];
    payload.set(size, end);
    const begin = end + size.length;
    payload.set(one, begin);
    end = begin + one.length;
    return begin;
  });
  return { section: { id: SECTION.code, name: "", payload }, begins };
}

/** Those of some places that are in a function. */
function placesIn(places: Iterable<number>, { begin, end }: LibraryFunction): number[] {
  const found: number[] = [];
  for (const place of places) if (place >= begin && place < end) found.push(place);
  return found;
}

/** A number as the linker leaves room for it: five bytes. */
function paddedBytes(value: number): number[] {
  return [0, 7, 14, 21, 28].map((shift) => ((value >>> shift) & 0x7f) | (shift < 28 ? 0x80 : 0));
}
