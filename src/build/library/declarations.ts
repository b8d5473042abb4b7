// Finds the functions that a source exports under their C names, by reading the source itself: in C every function that is not
// static, in C++ and CUDA those that are extern "C"; others are listed as hidden. A function that cannot be read or called is
// listed with the reason, and is an error only when it is called. Macros from options and from the source's own headers count;
// bodies are skipped.

import { ownTable } from "../../core/own-table.js";
import { findIncludes } from "../../cdecl/includes.js";
import type { FunctionDeclaration, TypeTable } from "../../cdecl/ast.js";
import { annotate } from "../../cdecl/annotations.js";
import { closingIndex } from "../../cdecl/brackets.js";
import { formatDeclaration } from "../../cdecl/format.js";
import type { Token } from "../../cdecl/lexer.js";
import { readDeclaration } from "../../cdecl/parse-declaration.js";
import { preprocess, type Preprocessed } from "../../cdecl/preprocess.js";
import { Reader } from "../../cdecl/reader.js";
import { type FileDeclaration, scanDeclarations } from "../../cdecl/scan-declarations.js";
import { SourceText } from "../../cdecl/source-text.js";
import { resolveName } from "../../cdecl/type-name.js";
import { DeclarationError } from "../../core/errors.js";
import type { Language } from "../toolchain/compilers.js";
import { SourceTypes } from "../../cdecl/source-types.js";

/** A function that can be called. */
export interface ExternCFunction {
  readonly name: string;
  /** As `dlopen` takes it: `void scale(float x[n], int n)`. */
  readonly declaration: string;
  readonly signature: FunctionDeclaration;
  /** True in a branch of an `#if` that may or may not be compiled. */
  readonly isUncertain: boolean;
  /** Where its name stands, counting from 1. */
  readonly line: number;
}

/** A function that exists but cannot be called. */
export interface UnreadableFunction {
  readonly name: string;
  /** What to throw when it is called. */
  readonly error: DeclarationError;
}

/** The functions that a source exports. */
export interface ExternCSearch {
  readonly functions: readonly ExternCFunction[];
  readonly unreadable: readonly UnreadableFunction[];
  /** Functions of C++ at file level that are not extern "C", so that no library has them under their names. */
  readonly hidden: readonly UnreadableFunction[];
  /** The types that the functions name. */
  readonly types: TypeTable;
}

/** What is not in the source text itself. */
export interface ExternCOptions {
  readonly language: Language;
  /** What messages call the source; "the source" by default. */
  readonly fileName?: string;
  /** Macros given to the compiler: `{ REAL: "float" }` for `-DREAL=float`. */
  readonly defines?: Readonly<Record<string, string>>;
  /** The text of a header that is included with quotes; undefined where it is not the user's own. */
  readonly readHeader?: (name: string) => string | undefined;
}

/**
 * Finds the functions of a source that have C names. Never throws for what the text contains.
 * @example externCFunctions('extern "C" int add(int a, int b) { return a + b; }', { language: "c++" }).functions[0]?.name // "add"
 */
export function externCFunctions(text: string, options: ExternCOptions): ExternCSearch {
  return new FunctionFinder(text, options).find();
}

/** Words that a function may begin or end with and that say nothing to who calls it. */
const silent: ReadonlySet<string> = new Set([
  "extern",
  "__host__",
  "__device__",
  "__noinline__",
  "_Noreturn",
  "noexcept",
  "__cdecl",
]);
/** The same, with arguments in parentheses. */
const silentWithArguments: ReadonlySet<string> = new Set([
  "__attribute__",
  "__declspec",
  "noexcept",
  "alignas",
]);
/** Functions that no library exports for calling, or that have no C name. */
const notCallable: ReadonlySet<string> = new Set([
  "static",
  "inline",
  "__inline__",
  "__forceinline__",
  "constexpr",
  "template",
  "operator",
  "__global__",
  "typedef",
  "using",
  "friend",
]);

class FunctionFinder {
  readonly #source: SourceText;
  readonly #options: ExternCOptions;
  readonly #types = new SourceTypes();
  readonly #defines: Record<string, string>;
  readonly #headers = new Set<string>();
  /** Names that a declaration before the definition made extern "C". */
  readonly #externNames = new Set<string>();
  readonly #functions = new Map<string, ExternCFunction>();
  readonly #unreadable = new Map<string, UnreadableFunction>();
  readonly #hidden = new Map<string, UnreadableFunction>();

  constructor(text: string, options: ExternCOptions) {
    this.#source = new SourceText(`the source ${options.fileName ?? ""}`.trim(), text);
    this.#options = options;
    const language = {
      ...(options.language === "c" ? {} : { __cplusplus: "201703L" }),
      ...(options.language === "cuda" ? { __CUDACC__: "1" } : {}),
    };
    this.#defines = ownTable({ ...language, ...options.defines });
  }

  find(): ExternCSearch {
    for (const declaration of this.#read(this.#source.text)) this.#declaration(declaration);
    const unreadable = [...this.#unreadable.values()];
    return {
      functions: [...this.#functions.values()].filter(({ name }) => !this.#unreadable.has(name)),
      unreadable,
      hidden: [...this.#hidden.values()].filter(
        ({ name }) => !this.#functions.has(name) && !this.#unreadable.has(name),
      ),
      types: this.#types.table,
    };
  }

  /** Reads the headers of a text, then its types; returns its declarations. */
  #read(text: string): readonly FileDeclaration[] {
    let read = preprocess(text, { defines: this.#defines });
    const before = this.#headers.size;
    for (const { text: line } of read.directives) {
      for (const { name, isQuoted } of findIncludes(line)) {
        if (name !== undefined && isQuoted) this.#header(name);
      }
    }
    // What the headers define may decide what the text means.
    if (this.#headers.size > before) read = preprocess(text, { defines: this.#defines });
    const declarations = scanDeclarations(read.tokens).flatMap((scanned) =>
      "declaration" in scanned ? [scanned.declaration] : [],
    );
    this.#types.add(read, declarations);
    for (const declaration of declarations) this.#noteLinkage(declaration);
    this.#keepMacros(read);
    return declarations;
  }

  #header(name: string): void {
    if (this.#headers.has(name)) return;
    const text = this.#options.readHeader?.(name);
    if (text === undefined) return;
    this.#headers.add(name);
    this.#read(text);
  }

  #keepMacros({ macros }: Preprocessed): void {
    for (const [name, { body, takesArguments, isUncertain }] of macros) {
      if (!takesArguments && !isUncertain) this.#defines[name] ??= body.map(({ text }) => text).join(" ");
    }
  }

  #noteLinkage(declaration: FileDeclaration): void {
    const { tokens } = declaration;
    const isExternC = declaration.isExternC || (tokens[0]?.text === "extern" && tokens[1]?.text === '"C"');
    const name = isExternC ? functionName(bare(tokens)) : undefined;
    if (name !== undefined) this.#externNames.add(name.text);
  }

  #declaration(declaration: FileDeclaration): void {
    if (!declaration.hasBody) return;
    const words = outsideBrackets(declaration.tokens);
    if (words.some((word) => notCallable.has(word))) return;
    if (words.includes("__device__") && !words.includes("__host__")) return;
    const tokens = this.#withoutExportMacros(bare(declaration.tokens));
    const name = functionName(tokens);
    if (name === undefined) return;
    if (this.#options.language !== "c" && !this.#externNames.has(name.text)) {
      if (!declaration.isInNamespace && name.text !== "main") this.#hide(name);
      return;
    }
    try {
      this.#add(name, this.#parse(tokens), declaration.isUncertain);
    } catch (error) {
      if (!(error instanceof DeclarationError)) throw error;
      this.#unreadable.set(name.text, { name: name.text, error: this.#withReason(error) });
    }
  }

  #hide({ text: name, offset }: Token): void {
    const rule = `"${name}" has no C name, since it is a function of C++`;
    const error = this.#source.error(offset, "CUTS_DECLARATION_UNSUPPORTED", rule, 'extern "C" before it');
    this.#hidden.set(name, { name, error });
  }

  #parse(tokens: readonly Token[]): FunctionDeclaration {
    const types = this.#types.table;
    const read = readDeclaration(new Reader(this.#source, tokens, { language: "c", types }));
    const open = parameterList(tokens);
    const list = tokens.slice(open + 1, closingIndex(tokens, open));
    return annotate(this.#source, read, list, types, {
      isElsewhere: (name) => this.#types.isOtherMacro(name),
    });
  }

  #add(nameToken: Token, signature: FunctionDeclaration, isUncertain: boolean): void {
    const name = nameToken.text;
    const declaration = formatDeclaration(signature);
    const before = this.#functions.get(name);
    if (before !== undefined && before.declaration !== declaration) {
      const rule = `the parameters of "${name}" depend on an #if that cannot be decided from this text`;
      const advice = "give the macros it tests as `defines`";
      throw this.#source.error(nameToken.offset, "CUTS_DECLARATION_UNSUPPORTED", rule, advice);
    }
    const { line } = this.#source.positionOf(nameToken.offset);
    this.#functions.set(name, {
      name,
      declaration,
      signature,
      isUncertain: isUncertain && (before?.isUncertain ?? true),
      line,
    });
  }

  /** `SUM_API int add(…)`: a word in capitals before the type that nothing here explains is there for the linker. */
  #withoutExportMacros(tokens: readonly Token[]): readonly Token[] {
    const [first, second] = tokens;
    if (first === undefined || second?.kind !== "identifier" || tokens[2]?.text === "(") return tokens;
    const isUnknown =
      /^[A-Z][A-Z0-9_]*$/.test(first.text) &&
      resolveName({ language: "c", types: this.#types.table }, first.text) === undefined;
    return isUnknown ? this.#withoutExportMacros(tokens.slice(1)) : tokens;
  }

  /** A struct of the source that cannot be laid out: says why. */
  #withReason(error: DeclarationError): DeclarationError {
    const name = /\(got "(\w+)"\) \(line/.exec(error.message)?.[1];
    const reason = name === undefined ? undefined : this.#types.refusal(name);
    if (reason === undefined) return error;
    const message = error.message.replace(
      /\nTry: .*$/s,
      `\n${name} cannot be passed by value: ${reason}\nTry: a pointer to it`,
    );
    return new DeclarationError(error.code, message, error.line, error.column);
  }
}

/** A declaration without linkage, attributes and the words that change nothing for who calls. */
function bare(tokens: readonly Token[]): readonly Token[] {
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const after = tokens[at + 1];
    if (silentWithArguments.has(token.text) && after?.text === "(")
      at = Math.max(at, closingIndex(tokens, at + 1) - 1);
    else if (token.text === "[" && after?.text === "[") at = Math.max(at, closingIndex(tokens, at) - 1);
    else if (token.text === "extern" && after?.kind === "string") at++;
    else if (!silent.has(token.text) || token.kind !== "identifier") kept.push(token);
  }
  return kept;
}

/** The words of a declaration that stand in no bracket. */
function outsideBrackets(tokens: readonly Token[]): readonly string[] {
  const words: string[] = [];
  let depth = 0;
  for (const { text, kind } of tokens) {
    if (kind === "identifier" && depth === 0) words.push(text);
    else if (text === "(" || text === "[") depth++;
    else if (text === ")" || text === "]") depth--;
    // An initialiser: this is a variable.
    else if (text === "=" && depth === 0) words.push("typedef");
  }
  return words;
}

/** The index of the `(` that begins the parameters: the first that follows a name. */
function parameterList(tokens: readonly Token[]): number {
  return tokens.findIndex(({ text }, index) => text === "(" && tokens[index - 1]?.kind === "identifier");
}

function functionName(tokens: readonly Token[]): Token | undefined {
  const open = parameterList(tokens);
  const isQualified = tokens[open - 2]?.text === "::";
  return open < 1 || isQualified ? undefined : tokens[open - 1];
}
