// Parses the types that declarations may use by name: structs, enums, typedefs and `#define NAME 16` in C text. Anything else, or a
// type whose layout C does not define, is an error with the reason.

import type {
  CType,
  EnumDeclaration,
  Field,
  StructDeclaration,
  TypedefDeclaration,
  TypeTable,
} from "./ast.js";
import { type BuiltType, buildType, requireComplete } from "./build-type.js";
import { evaluateConstant, lookupIn } from "./constant-expression.js";
import { parseDeclarator } from "./declarator.js";
import { exactLength, substituteConstants, type WrittenLength } from "./length.js";
import type { Token } from "./lexer.js";
import { preprocess } from "./preprocess.js";
import { noTypes, Reader } from "./reader.js";
import { SourceText } from "./source-text.js";
import { parseSpecifiers, type Specifiers } from "./specifiers.js";
import { typeCode } from "./type-code.js";
import { isIntegerScalar } from "./scalars.js";

/**
 * Reads the types declared in C text; `known` are types it may use, and they are in the result too.
 * Throws a DeclarationError with line and column for anything else.
 * @example parseTypes("typedef struct { float x, y; char name[16]; } point;").structs.get("point")
 */
export function parseTypes(text: string, known: TypeTable = noTypes): TypeTable {
  return new TypesParser(text, known).parse();
}

class TypesParser {
  readonly #structs: Map<string, StructDeclaration>;
  readonly #enums: Map<string, EnumDeclaration>;
  readonly #typedefs: Map<string, TypedefDeclaration>;
  readonly #constants: Map<string, number>;
  readonly #reader: Reader;
  /** The name for a struct or enum without a tag: that of its typedef or of the field that contains it. */
  #outer: string | undefined;

  constructor(text: string, known: TypeTable) {
    this.#structs = new Map(known.structs);
    this.#enums = new Map(known.enums);
    this.#typedefs = new Map(known.typedefs);
    this.#constants = new Map(known.constants);
    const source = new SourceText("the C types", text);
    const { tokens, macros, directives } = preprocess(text);
    for (const directive of directives) refuseDirective(source, directive);
    for (const [name, macro] of macros) {
      const value = macro.takesArguments || macro.isUncertain ? undefined : this.#constant(macro.body);
      if (value !== undefined) this.#constants.set(name, value);
    }
    this.#reader = new Reader(source, tokens, { language: "c", types: this.#table() });
  }

  parse(): TypeTable {
    while (this.#reader.peek().kind !== "end") {
      if (this.#reader.accept(";")) continue;
      if (this.#reader.at("using")) this.#using();
      else this.#declaration();
    }
    return this.#table();
  }

  #table(): TypeTable {
    return {
      structs: this.#structs,
      enums: this.#enums,
      typedefs: this.#typedefs,
      constants: this.#constants,
    };
  }

  /** `typedef …;`, `struct p { … };`, `struct p;`, `enum e { … };` */
  #declaration(): void {
    const reader = this.#reader;
    const typedef = reader.accept("typedef");
    const start = reader.peek();
    this.#outer = typedef && this.#nameAfterBody();
    const specifiers = parseSpecifiers(reader, (keyword, tag) => this.#define(keyword, tag));
    this.#outer = undefined;
    if (typedef === undefined) {
      if (reader.at(";") && (start.text === "struct" || start.text === "enum")) return;
      const rule = "only types can be declared here: struct, enum, typedef";
      throw reader.error(start, "CUTS_DECLARATION_SYNTAX", rule, "declare functions in the table of dlopen");
    }
    do {
      const { name, modifiers } = parseDeclarator(reader);
      if (name === undefined) throw reader.unexpected("the name of the typedef");
      this.#addTypedef(name, this.#build(specifiers, modifiers), specifiers);
    } while (reader.accept(","));
    reader.expect(";");
  }

  /** `using name = type;` */
  #using(): void {
    const reader = this.#reader;
    reader.next();
    const name = reader.peek();
    if (name.kind !== "identifier") throw reader.unexpected("the name of the type");
    reader.next();
    reader.expect("=");
    const specifiers = parseSpecifiers(reader);
    const { modifiers } = parseDeclarator(reader);
    this.#addTypedef(name, this.#build(specifiers, modifiers), specifiers);
    reader.expect(";");
  }

  #addTypedef(name: Token, built: BuiltType, specifiers: Specifiers): void {
    const { type, readonly } = built;
    const count = built.dimensions && this.#count(built);
    if (built.dimensions !== undefined) requireComplete(this.#reader, built, specifiers);
    const old = this.#typedefs.get(name.text);
    const isSame = old !== undefined && typeCode(old.type) === typeCode(type) && old.count === count;
    if (old !== undefined && !isSame) throw this.#twice(name);
    this.#typedefs.set(name.text, {
      type,
      ...(readonly && { readonly }),
      ...(count !== undefined && { count }),
    });
  }

  /** A struct or enum with a body; the cursor is at its `{` or `:`. */
  #define(keyword: Token, tag: Token | undefined): CType {
    const reader = this.#reader;
    const name = tag?.text ?? this.#outer;
    if (name === undefined && keyword.text === "struct") {
      throw reader.error(
        keyword,
        "CUTS_DECLARATION_TYPE",
        "a struct must have a name, or a typedef or field that names it",
      );
    }
    const blamed = tag ?? keyword;
    if (this.#structs.has(name ?? "") || this.#enums.has(name ?? "")) throw this.#twice(blamed);
    if (keyword.text === "struct") {
      const declared = this.#struct(name ?? "");
      if (this.#structs.has(declared.name)) throw this.#twice(blamed);
      this.#structs.set(declared.name, declared);
      return { kind: "struct", name: declared.name };
    }
    const declared = this.#enum(name ?? "");
    if (name !== undefined) this.#enums.set(name, declared);
    return name === undefined ? { kind: "scalar", name: declared.underlying } : { kind: "enum", name };
  }

  #struct(name: string): StructDeclaration {
    const reader = this.#reader;
    const open = reader.expect("{");
    const fields = new Map<string, Field>();
    while (!reader.accept("}")) reader.nest(() => this.#field(name, fields));
    if (fields.size === 0) {
      throw reader.error(
        open,
        "CUTS_DECLARATION_UNSUPPORTED",
        "a struct must have a field",
        `struct ${name}* for a handle`,
      );
    }
    return { kind: "struct", name, fields: [...fields.values()] };
  }

  #field(struct: string, fields: Map<string, Field>): void {
    const reader = this.#reader;
    const member = this.#nameAfterBody();
    const outer = this.#outer;
    this.#outer = member && `${struct}::${member}`;
    const specifiers = parseSpecifiers(reader, (keyword, tag) => this.#define(keyword, tag));
    this.#outer = outer;
    do {
      const { name, modifiers } = parseDeclarator(reader);
      if (reader.at(":")) {
        const rule = "where a bit-field lies is the compiler's choice";
        throw reader.error(
          reader.peek(),
          "CUTS_DECLARATION_UNSUPPORTED",
          rule,
          "one field for the whole word",
        );
      }
      if (name === undefined) throw reader.unexpected("the name of a field");
      if (fields.has(name.text)) throw this.#twice(name);
      const built = this.#build(specifiers, modifiers);
      if (built.isFunction || (built.type.kind === "void" && built.dimensions === undefined)) {
        const rule = `a field cannot be ${built.isFunction ? "a function" : "void"}`;
        throw reader.error(name, "CUTS_DECLARATION_TYPE", rule, "a pointer to it");
      }
      requireComplete(reader, built, specifiers);
      const count = built.dimensions && this.#count(built);
      fields.set(name.text, { name: name.text, type: built.type, ...(count !== undefined && { count }) });
    } while (reader.accept(","));
    reader.expect(";");
  }

  #enum(name: string): EnumDeclaration {
    const reader = this.#reader;
    let underlying: EnumDeclaration["underlying"] | undefined;
    if (reader.accept(":")) {
      const { type, first } = parseSpecifiers(reader);
      if (type.kind !== "scalar" || !isIntegerScalar(type.name))
        throw reader.error(first, "CUTS_DECLARATION_TYPE", "an enum is made of integers");
      underlying = type.name;
    }
    const open = reader.expect("{");
    const values = new Map<string, number>();
    let next = 0;
    while (!reader.accept("}")) {
      const enumerator = reader.peek();
      if (enumerator.kind !== "identifier") throw reader.unexpected("the name of an enumerator");
      reader.next();
      if (values.has(enumerator.text)) throw this.#twice(enumerator);
      if (reader.accept("=")) next = this.#enumerator();
      values.set(enumerator.text, next);
      this.#constants.set(enumerator.text, next);
      next++;
      if (!reader.at("}")) reader.expect(",", '"," or "}"');
    }
    if (values.size === 0) throw reader.error(open, "CUTS_DECLARATION_SYNTAX", "an enum must have a value");
    underlying ??= smallestUnderlying(values.values());
    if (underlying === undefined) {
      const rule = "an enum whose values need more than 32 bits is not the same in every compiler";
      throw reader.error(
        open,
        "CUTS_DECLARATION_UNSUPPORTED",
        rule,
        "say its type: enum name : int64_t { … }",
      );
    }
    return { kind: "enum", name, underlying, values: Object.fromEntries(values) };
  }

  #enumerator(): number {
    const reader = this.#reader;
    const first = reader.peek();
    const tokens: Token[] = [];
    for (let depth = 0; depth > 0 || !(reader.at(",") || reader.at("}")); ) {
      const token = reader.peek();
      if (token.kind === "end" || token.problem !== undefined) throw reader.unexpected('"}"');
      if (token.text === "(") depth++;
      if (token.text === ")") depth--;
      tokens.push(reader.next());
    }
    const value = this.#constant(tokens);
    if (value !== undefined) return value;
    throw reader.error(
      first,
      "CUTS_DECLARATION_SYNTAX",
      "the value of an enumerator must be an integer constant",
    );
  }

  #constant(tokens: readonly Token[]): number | undefined {
    const value = evaluateConstant(tokens, lookupIn(this.#constants));
    return value !== undefined && Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
  }

  #build(specifiers: Specifiers, modifiers: Parameters<typeof buildType>[2]): BuiltType {
    return buildType(this.#reader, specifiers, modifiers, (length) => this.#constantLength(length));
  }

  #constantLength(length: WrittenLength): ReturnType<typeof substituteConstants> {
    for (const [name, token] of length.names) {
      if (this.#constants.has(name)) continue;
      const rule = `a length outside a parameter list must be a constant (got "${name}")`;
      throw this.#reader.error(token, "CUTS_DECLARATION_LENGTH", rule);
    }
    return substituteConstants(length.expression, this.#constants);
  }

  #count(built: BuiltType): number {
    let count = 1;
    for (const { length, token } of built.dimensions ?? []) {
      const value = length === undefined ? 0 : Number(exactLength(length, () => 0) ?? 0);
      if (value <= 0 || !Number.isSafeInteger(count * value)) {
        const rule = "an array that is held in memory must say how many elements it has";
        throw this.#reader.error(token, "CUTS_DECLARATION_LENGTH", rule, "a pointer, or a fixed length");
      }
      count *= value;
    }
    return count;
  }

  /** The name that follows the body of an unnamed struct or enum at the cursor: `point` in `struct { … } point;`. */
  #nameAfterBody(): string | undefined {
    const reader = this.#reader;
    let at = 0;
    for (let depth = 0; ; at++) {
      const token = reader.peek(at);
      if (token.kind === "end" || (depth === 0 && token.text === ";")) return undefined;
      if (token.text === "{") depth++;
      if (token.text === "}" && --depth <= 0) break;
    }
    const name = reader.peek(at + 1);
    return name.kind === "identifier" ? name.text : undefined;
  }

  #twice(name: Token): Error {
    return this.#reader.error(name, "CUTS_DECLARATION_DUPLICATE", `"${name.text}" is declared twice`);
  }
}

/** `int`, or `unsigned` if a value requires it; undefined if neither can hold all values. */
function smallestUnderlying(values: Iterable<number>): "int32" | "uint32" | undefined {
  let low = 0;
  let high = 0;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low >= -0x80000000 && high <= 0x7fffffff) return "int32";
  return low >= 0 && high <= 0xffffffff ? "uint32" : undefined;
}

function refuseDirective(source: SourceText, directive: Token): void {
  if (/^#\s*pragma\s+once\b/.test(directive.text)) return;
  const isPacking = /^#\s*pragma\s+pack\b/.test(directive.text);
  const rule = isPacking ? "a packed struct is not laid out here" : "this preprocessor line is not read here";
  const advice = isPacking ? "`void*`, or natural alignment" : "the declarations themselves, without it";
  throw source.error(directive.offset, "CUTS_DECLARATION_UNSUPPORTED", rule, advice);
}
