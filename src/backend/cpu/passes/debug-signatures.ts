// Parameters of functions as the source has them, from clang's debugging information. Code for WebAssembly does not show
// them all (record-parameters.ts).

import type { Metadata } from "../../../compiler/ir/metadata.js";
import type { IrFunction, IrModule } from "../../../compiler/ir/module.js";
import { debugOf } from "./source-places.js";

/** One parameter of the source. */
export interface SourceParameter {
  readonly byteLength: number;
  /** Of an object of a class; what is passed as it is has no need of it. */
  readonly alignment: number;
  /** "nothing": an object without members; "address": one that is copied and destroyed by functions of its own. */
  readonly passedAs: "value" | "nothing" | "address";
}

/** The parameters of functions in a module that was compiled with types; those without debugging information are left out. */
export function readSignatures(
  { metadata }: IrModule,
  functions: readonly IrFunction[],
): ReadonlyMap<IrFunction, readonly SourceParameter[]> {
  const reader = new TypeReader(metadata);
  return new Map(
    functions.flatMap((f) => {
      const subprogram = debugOf(f);
      return subprogram === undefined ? [] : [[f, reader.parametersOf(subprogram)] as const];
    }),
  );
}

const RECORDS = new Set(["DW_TAG_structure_type", "DW_TAG_class_type", "DW_TAG_union_type"]);
const MEMBERS = new Set(["DW_TAG_member", "DW_TAG_inheritance"]);
const OTHER_NAMES = new Set([
  "DW_TAG_typedef",
  "DW_TAG_const_type",
  "DW_TAG_volatile_type",
  "DW_TAG_restrict_type",
  "DW_TAG_template_alias",
  "DW_TAG_atomic_type",
]);
/** The largest alignment that a type has by itself. */
const MAX_ALIGNMENT = 16;

class TypeReader {
  readonly #metadata: Metadata;

  constructor(metadata: Metadata) {
    this.#metadata = metadata;
  }

  parametersOf(subprogram: string): readonly SourceParameter[] {
    const signature = this.#field(subprogram, "type");
    // The first one is the result.
    return this.#list(this.#field(signature, "types"))
      .slice(1)
      .map((type) => this.#parameter(this.#plain(type)));
  }

  #parameter(type: string): SourceParameter {
    const byteLength = this.#number(type, "size") / 8;
    const alignment = this.#alignment(type);
    if (!RECORDS.has(this.#field(type, "tag"))) return { byteLength, alignment, passedAs: "value" };
    if (this.#hasFlag(type, "DIFlagTypePassByReference"))
      return { byteLength, alignment, passedAs: "address" };
    return { byteLength, alignment, passedAs: this.#isEmpty(type) ? "nothing" : "value" };
  }

  // A member of a class without members has a place of its own; a base of one has none.
  #isEmpty(record: string): boolean {
    return this.#list(this.#field(record, "elements")).every((element) => {
      const tag = this.#field(element, "tag");
      if (tag === "DW_TAG_inheritance") return this.#isEmpty(this.#plain(this.#field(element, "baseType")));
      return tag !== "DW_TAG_member" || this.#isStatic(element) || this.#number(element, "size") === 0;
    });
  }

  #alignment(type: string): number {
    const stated = this.#number(type, "align") / 8;
    const tag = this.#field(type, "tag");
    if (tag === "DW_TAG_array_type") return this.#alignment(this.#plain(this.#field(type, "baseType")));
    if (!RECORDS.has(tag))
      return Math.max(stated, Math.min(this.#number(type, "size") / 8, MAX_ALIGNMENT), 1);
    const members = this.#list(this.#field(type, "elements"))
      .filter((element) => MEMBERS.has(this.#field(element, "tag")) && !this.#isStatic(element))
      .map((element) =>
        Math.max(
          this.#number(element, "align") / 8,
          this.#alignment(this.#plain(this.#field(element, "baseType"))),
        ),
      );
    return Math.max(stated, 1, ...members);
  }

  /** The type behind other names of it and qualifiers. */
  #plain(type: string): string {
    let plain = type;
    while (OTHER_NAMES.has(this.#field(plain, "tag"))) plain = this.#field(plain, "baseType");
    return plain;
  }

  #isStatic(member: string): boolean {
    return this.#hasFlag(member, "DIFlagStaticMember");
  }

  #hasFlag(node: string, flag: string): boolean {
    return this.#field(node, "flags").split(" | ").includes(flag);
  }

  #field(node: string, name: string): string {
    return this.#metadata.field(node, name) ?? "";
  }

  #number(node: string, name: string): number {
    return Number(this.#field(node, name) || 0);
  }

  #list(reference: string): readonly string[] {
    const node = this.#metadata.node(reference);
    return node?.kind === "list" ? node.items : [];
  }
}
