// Sizes of types in memory, as the target lays them out.

import { missedCase } from "../../core/missed-case.js";
import type { StructType, Type } from "./type.js";

interface Extent {
  readonly size: number;
  readonly align: number;
}

/** A member of a struct. */
export interface Member {
  readonly type: Type;
  /** The byte where it starts. */
  readonly offset: number;
}

/** Knows the named types of a module and the size of its pointers. */
export class Layout {
  readonly pointerBytes: number;
  readonly #named: ReadonlyMap<string, Type | undefined>;
  readonly #known = new Map<Type, Extent>();

  constructor(named: ReadonlyMap<string, Type | undefined>, pointerBytes: number) {
    this.#named = named;
    this.pointerBytes = pointerBytes;
  }

  /** Bytes of a value in memory, its padding included. */
  sizeOf(type: Type): number {
    return this.#extentOf(type).size;
  }

  /** Alignment in bytes. */
  alignOf(type: Type): number {
    return this.#extentOf(type).align;
  }

  /** The struct behind a name; other types are themselves. */
  bodyOf(type: Type): Type {
    if (type.kind !== "named") return type;
    const body = this.#named.get(type.name);
    if (body === undefined) throw new Error(`internal: the IR type ${type.text} has no body`);
    return body;
  }

  /** Whether a type is only known by its name. */
  isOpaque(type: Type): boolean {
    return type.kind === "named" && this.#named.get(type.name) === undefined;
  }

  /** A member of a struct, named or not. */
  memberOf(type: Type, index: number): Member {
    const member = this.membersOf(type)[index];
    if (member === undefined) throw new Error(`internal: the IR type ${type.text} has no member ${index}`);
    return member;
  }

  /** The members of a struct, named or not. */
  membersOf(type: Type): readonly Member[] {
    const body = this.bodyOf(type);
    if (body.kind !== "struct") throw new Error(`internal: the IR type ${type.text} is no struct`);
    let end = 0;
    return body.members.map((member) => {
      const offset = this.#align(end, body, member);
      end = offset + this.sizeOf(member);
      return { type: member, offset };
    });
  }

  /** The type of a part of an aggregate. */
  partOf(type: Type, index: number): Type {
    const body = this.bodyOf(type);
    if (body.kind === "array" || body.kind === "vector") return body.element;
    return this.memberOf(body, index).type;
  }

  #align(end: number, { isPacked }: StructType, member: Type): number {
    return isPacked ? end : roundUp(end, this.alignOf(member));
  }

  #extentOf(type: Type): Extent {
    const known = this.#known.get(type);
    if (known !== undefined) return known;
    const extent = this.#measure(type);
    this.#known.set(type, extent);
    return extent;
  }

  #measure(type: Type): Extent {
    switch (type.kind) {
      case "int":
        return ofPower(Math.max(1, type.bits / 8));
      case "float":
        return ofPower(type.bits / 8);
      case "pointer":
        return ofPower(this.pointerBytes);
      case "vector": {
        const bits =
          type.element.kind === "int" && type.element.bits === 1 ? 1 : 8 * this.sizeOf(type.element);
        return ofPower(Math.max(1, (type.count * bits) / 8));
      }
      case "array": {
        const { size, align } = this.#extentOf(type.element);
        return { size: size * type.count, align };
      }
      case "named":
        return this.#extentOf(this.bodyOf(type));
      case "struct": {
        const last = this.membersOf(type).at(-1);
        const align = type.isPacked ? 1 : Math.max(1, ...type.members.map((member) => this.alignOf(member)));
        return { size: last === undefined ? 0 : roundUp(last.offset + this.sizeOf(last.type), align), align };
      }
      case "void":
      case "other":
        throw new Error(`internal: the IR type ${type.text} has no size`);
      default:
        return missedCase(type);
    }
  }
}

/** Numbers and vectors take a power of two of bytes, and are aligned to it up to 16. */
function ofPower(bytes: number): Extent {
  const size = 2 ** Math.ceil(Math.log2(bytes));
  return { size, align: Math.min(size, 16) };
}

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}
