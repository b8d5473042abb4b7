// A module of one written function, alone or together with the functions that it calls. What is added goes to the end of each
// section, so that all numbers of the functions that are there stay what they are.

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
import type { WasmImage } from "../../../compiler/clang/wasm-image.js";
import { TYPE } from "./instructions.js";

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

/** The image of a function that calls nothing. */
export function aloneImage(name: string, body: readonly number[]): WasmImage {
  const section = (id: number, bytes: readonly number[]): Section => ({
    id,
    name: "",
    payload: Uint8Array.from(bytes),
  });
  const memory = [...nameBytes("env"), ...nameBytes("memory"), KIND.memory, 3, 0, ...u32Bytes(MAX_PAGES)];
  const { module } = writeSections([
    section(SECTION.type, [1, ...kernelType]),
    section(SECTION.import, [1, ...memory]),
    section(SECTION.function, [1, 0]),
    section(SECTION.export, [1, ...nameBytes(name), KIND.function, 0]),
    section(SECTION.code, [1, ...u32Bytes(body.length), ...body]),
  ]);
  const nothing = new Uint32Array();
  return {
    module,
    data: new Uint8Array(),
    byteLength: 0,
    symbols: {},
    relocations: { constants: nothing, offsets: nothing, pointers: nothing },
    constants: [0, 0],
    lines: nothing,
  };
}

/** Functions that others are added to. */
export class FunctionLibrary {
  readonly #image: WasmImage;
  readonly #sections: readonly Section[];
  readonly #functions: ReadonlyMap<string, number>;

  constructor(image: WasmImage) {
    this.#image = image;
    this.#sections = readSections(image.module);
    this.#functions = new Map(exportsOf(this.#find(SECTION.export)));
  }

  /** The number of a function. */
  indexOf(name: string): number {
    const index = this.#functions.get(name);
    if (index === undefined) throw new Error(`internal: there is no function ${name} for fused kernels`);
    return index;
  }

  /** The image with one function more. */
  with(name: string, body: readonly number[]): WasmImage {
    const types = countOf(this.#find(SECTION.type));
    const own = countOf(this.#find(SECTION.function));
    const added: Readonly<Record<number, readonly number[]>> = {
      [SECTION.type]: kernelType,
      [SECTION.function]: u32Bytes(types),
      [SECTION.export]: [...nameBytes(name), KIND.function, ...u32Bytes(this.#imported() + own)],
      [SECTION.code]: [...u32Bytes(body.length), ...body],
    };
    const sections = this.#sections
      .filter(({ id }) => id !== SECTION.custom)
      .map((section) => withItem(section, added[section.id]));
    const { module, starts } = writeSections(sections);
    const codeAt = sections.findIndex(({ id }) => id === SECTION.code);
    const before = codeStart(this.#image.module);
    // Both begin with the number of functions, which may have become a byte longer.
    const after = (starts[codeAt] as number) + u32Bytes(own + 1).length - u32Bytes(own).length;
    const moved = (places: Uint32Array): Uint32Array => places.map((at) => at - before + after);
    const { relocations } = this.#image;
    return {
      ...this.#image,
      module,
      relocations: {
        constants: moved(relocations.constants),
        offsets: moved(relocations.offsets),
        pointers: relocations.pointers,
      },
      lines: new Uint32Array(),
    };
  }

  #find(id: number): Uint8Array {
    const found = this.#sections.find((section) => section.id === id);
    if (found === undefined)
      throw new Error(`internal: the functions of fused kernels have no section ${id}`);
    return found.payload;
  }

  /** Functions that are imported have the first numbers. */
  #imported(): number {
    const reader = new BinaryReader(this.#find(SECTION.import));
    let functions = 0;
    for (let left = reader.u32(); left > 0; left--) {
      reader.name();
      reader.name();
      const kind = reader.byte();
      if (kind === KIND.function) {
        functions++;
        reader.u32();
      } else if (kind === KIND.memory) {
        const flags = reader.byte();
        reader.u32();
        if ((flags & 1) !== 0) reader.u32();
      } else {
        reader.byte();
        reader.byte();
      }
    }
    return functions;
  }
}

function countOf(payload: Uint8Array): number {
  return new BinaryReader(payload).u32();
}

function withItem(section: Section, item: readonly number[] | undefined): Section {
  if (item === undefined) return section;
  const reader = new BinaryReader(section.payload);
  const count = u32Bytes(reader.u32() + 1);
  const rest = section.payload.subarray(reader.offset);
  const payload = new Uint8Array(count.length + rest.length + item.length);
  payload.set(count);
  payload.set(rest, count.length);
  payload.set(item, count.length + rest.length);
  return { ...section, payload };
}

function exportsOf(payload: Uint8Array): [string, number][] {
  const reader = new BinaryReader(payload);
  return Array.from({ length: reader.u32() }, () => {
    const name = reader.name();
    reader.byte();
    return [name, reader.u32()];
  });
}

/** Where the contents of the code section begin. */
function codeStart(module: Uint8Array): number {
  const sections = readSections(module);
  const { starts } = writeSections(sections);
  return starts[sections.findIndex(({ id }) => id === SECTION.code)] as number;
}
