// Parameters of functions as the source has them, from clang's debugging information. Code for WebAssembly does not show
// them all (record-parameters.ts).

/** One parameter of the source. */
export interface SourceParameter {
  readonly byteLength: number;
  /** Of an object of a class; what is passed as it is has no need of it. */
  readonly alignment: number;
  /** "nothing": an object without members; "address": one that is copied and destroyed by functions of its own. */
  readonly passedAs: "value" | "nothing" | "address";
}

/** The parameters of the functions with these symbols, from IR that was printed with types. */
export function readSignatures(
  ir: string,
  symbols: readonly string[],
): ReadonlyMap<string, readonly SourceParameter[]> {
  const nodes = new Map(
    Array.from(ir.matchAll(/^(!\d+) = (?:distinct )?(.*)$/gm), ([, id = "", text = ""]) => [id, text]),
  );
  const reader = new TypeReader(nodes);
  return new Map(
    symbols.flatMap((symbol) => {
      const name = /^[-\w$.]+$/.test(symbol) ? symbol : `"${symbol}"`;
      const from = ir.indexOf(` @${name}(`);
      const line = ir.slice(ir.lastIndexOf("\n", from) + 1, ir.indexOf("\n", from));
      const subprogram = / !dbg (!\d+)/.exec(line)?.[1];
      return line.startsWith("define ") && subprogram !== undefined
        ? [[symbol, reader.parametersOf(subprogram)] as const]
        : [];
    }),
  );
}

const RECORDS = new Set(["DW_TAG_structure_type", "DW_TAG_class_type", "DW_TAG_union_type"]);
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
  readonly #nodes: ReadonlyMap<string, string>;

  constructor(nodes: ReadonlyMap<string, string>) {
    this.#nodes = nodes;
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
    if (this.#has(type, "DIFlagTypePassByReference")) return { byteLength, alignment, passedAs: "address" };
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
      .filter(
        (element) => /DW_TAG_(?:member|inheritance)/.test(this.#text(element)) && !this.#isStatic(element),
      )
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
    return this.#has(member, "DIFlagStaticMember") || this.#has(member, "DW_TAG_variable");
  }

  #has(node: string, word: string): boolean {
    return new RegExp(`\\b${word}\\b`).test(this.#text(node));
  }

  #field(node: string, name: string): string {
    return new RegExp(`\\b${name}: (!?\\w+)`).exec(this.#text(node))?.[1] ?? "";
  }

  #number(node: string, name: string): number {
    return Number(this.#field(node, name) || 0);
  }

  #list(node: string): readonly string[] {
    return this.#text(node).match(/!\d+|null/g) ?? [];
  }

  #text(node: string): string {
    return this.#nodes.get(node) ?? "";
  }
}
