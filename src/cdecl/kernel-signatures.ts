// Finds the `__global__` functions in CUDA C++ source text. It reads each declaration as a compiler would, up to the end of the
// signature. A kernel that cannot be read is listed with the reason and the place, and causes an error only when it is used.

import { DeclarationError } from "../core/errors.js";
import { lazy } from "../core/lazy.js";
import { suggest } from "../core/text.js";
import type { KernelSignature, Parameter, TypedefDeclaration, TypeTable } from "./ast.js";
import { readAlias } from "./alias.js";
import { readConstants, readMacros } from "./constants.js";
import { instantiate } from "./instantiate.js";
import { isKernel, parseKernel, readKernelHead } from "./parse-kernel.js";
import { preprocess } from "./preprocess.js";
import { type FileDeclaration, scanDeclarations } from "./scan-declarations.js";
import { SourceText } from "./source-text.js";
import { plainTypes } from "./source-types.js";
import { typeCode } from "./type-code.js";

/** A kernel whose signature cannot be read. */
interface UnreadableKernel {
  /** Absent if not even the name can be read. */
  readonly name?: string;
  readonly qualifiedName?: string;
  /** The error to throw when it is used. */
  readonly error: DeclarationError;
}

/** The result of a search in a source text. */
export interface KernelSearch {
  /** In the order of the text; one entry for a kernel that is declared and defined, several for overloads. */
  readonly kernels: readonly KernelSignature[];
  readonly unreadable: readonly UnreadableKernel[];
  /** The typedefs and integer constants of the file that could be read. */
  readonly types: TypeTable;
  /** The structs of the file with readable fields; parsed at the first call. */
  readonly structs: () => TypeTable;
}

/** Information that is not in the text. */
export interface KernelSearchOptions {
  /** Macros given to the compiler, name to replacement text: `{ REAL: "float" }` for `-DREAL=float`. */
  readonly defines?: Readonly<Record<string, string>>;
}

/**
 * Finds every kernel of a CUDA C++ source. Never throws for what the text contains.
 * @example findKernels("__global__ void scale(float* x, float s) {}").kernels[0]?.name // "scale"
 */
export function findKernels(text: string, options: KernelSearchOptions = {}): KernelSearch {
  return new KernelFinder(text, options).find();
}

/**
 * Finds the only kernel that a name expression can mean: `scale`, `ns::scale`, `scan<float, 256>`. Template arguments are put into
 * the signature. Throws a DeclarationError if there is none or more than one, or if it could not be read.
 */
export function selectKernel(found: KernelSearch, expression: string): KernelSignature {
  const compact = expression.replace(/\s+/g, "");
  const named = (
    kernel: { readonly name?: string; readonly qualifiedName?: string },
    wanted: string,
  ): boolean =>
    [kernel.name, kernel.qualifiedName].some(
      (name) => name?.replace(/\s+/g, "") === wanted.replace(/^::/, ""),
    );
  const plain = compact.replace(/<.*$/s, "");
  for (const wanted of new Set([compact, plain])) {
    const broken = found.unreadable.find((kernel) => named(kernel, wanted));
    if (broken !== undefined) throw broken.error;
    const matches = found.kernels.filter((kernel) => named(kernel, wanted));
    const exact = matches.filter((kernel) => kernel.qualifiedName.replace(/\s+/g, "") === wanted);
    const chosen = exact.length === 1 ? exact : matches;
    if (chosen.length > 1) {
      const places = chosen.map((kernel) => `${kernel.qualifiedName} in line ${kernel.line}`).join(", ");
      throw unknownKernel(
        expression,
        `more than one kernel has that name (${places})`,
        "give them different names",
      );
    }
    const [kernel] = chosen;
    if (kernel === undefined) continue;
    return wanted === compact ? kernel : instantiate(kernel, expression, found.types);
  }
  throw missingKernel(found, expression, plain);
}

function missingKernel(found: KernelSearch, expression: string, plain: string): DeclarationError {
  const names = found.kernels.map((kernel) => kernel.qualifiedName);
  const near = suggest(
    plain,
    new Set(found.kernels.flatMap(({ name, qualifiedName }) => [name, qualifiedName])),
  );
  const list =
    names.length === 0 ? "the source has no kernel that can be read" : `the kernels are ${names.join(", ")}`;
  const nameless = found.unreadable.filter((kernel) => kernel.name === undefined);
  const hidden = nameless.map(({ error }) => error.message.split("\n", 1)[0]);
  const rule = [list, ...hidden].join("; ");
  return unknownKernel(expression, rule, near && `"${near}"`);
}

function unknownKernel(expression: string, rule: string, advice?: string): DeclarationError {
  const message = `Cannot find the kernel "${expression}": ${rule}${advice === undefined ? "" : `\nTry: ${advice}`}`;
  return new DeclarationError("CUTS_KERNEL_UNKNOWN", message, 1, 1);
}

interface Candidate {
  readonly signature: KernelSignature;
  readonly isUncertain: boolean;
  readonly hasBody: boolean;
}

class KernelFinder {
  readonly #source: SourceText;
  readonly #options: KernelSearchOptions;
  readonly #typedefs = new Map<string, TypedefDeclaration>();
  readonly #constants = new Map<string, number>();
  readonly #candidates = new Map<string, Candidate[]>();
  readonly #unreadable: UnreadableKernel[] = [];
  readonly #types: TypeTable;
  /** Whether a name in a length may stand for a number that only the compiler knows. */
  #isElsewhere: (name: string) => boolean = () => false;

  constructor(text: string, options: KernelSearchOptions) {
    this.#source = new SourceText("the kernel source", text);
    this.#options = options;
    this.#types = {
      structs: new Map(),
      enums: new Map(),
      typedefs: this.#typedefs,
      constants: this.#constants,
    };
  }

  find(): KernelSearch {
    const source = this.#source;
    // A kernel is always compiled as C++.
    const defines = { __cplusplus: "201703L", ...this.#options.defines };
    const read = preprocess(source.text, { defines, watchFor: "__global__" });
    const { tokens, watched } = read;
    for (const use of watched) {
      const rule = `a kernel is made by the macro "${use.text}", which takes arguments and is not expanded here`;
      const advice = "write the kernel out, or make it a template";
      this.#unreadable.push({
        error: source.error(use.offset, "CUTS_DECLARATION_UNSUPPORTED", rule, advice),
      });
    }
    for (const token of tokens) {
      if (token.kind !== "invalid") continue;
      const error = source.error(token.offset, "CUTS_DECLARATION_SYNTAX", token.problem ?? "");
      // The compiler reports a stray sign inside a body, but an unclosed comment or string hides kernels.
      if (token.end === source.text.length) this.#unreadable.push({ error });
    }
    const declarations = scanDeclarations(tokens);
    for (const scanned of declarations)
      if ("declaration" in scanned) readConstants(scanned.declaration, this.#constants);
    const others = readMacros(read, this.#constants);
    this.#isElsewhere = (name) => read.hasForeignHeader || others.has(name);
    for (const scanned of declarations) {
      if ("declaration" in scanned) this.#declaration(scanned.declaration);
      else if (scanned.swallowed.some((token) => token.text === "__global__")) {
        const rule = "this brace is never closed, so the kernels after it cannot be found";
        this.#unreadable.push({
          error: source.error(scanned.unclosed.offset, "CUTS_DECLARATION_SYNTAX", rule),
        });
      }
    }
    const structs = lazy(() =>
      plainTypes(
        read,
        declarations.flatMap((scanned) => ("declaration" in scanned ? [scanned.declaration] : [])),
      ),
    );
    const kernels = [...this.#candidates.values()].flatMap((candidates) => this.#merge(candidates));
    kernels.sort((left, right) => left.line - right.line || left.column - right.column);
    return { kernels, unreadable: this.#unreadable, types: this.#types, structs };
  }

  #declaration(declaration: FileDeclaration): void {
    if (!isKernel(declaration.tokens)) {
      readAlias(this.#source, declaration.tokens, this.#types, this.#typedefs);
      return;
    }
    let head: ReturnType<typeof readKernelHead> | undefined;
    try {
      head = readKernelHead(this.#source, declaration);
      const signature = parseKernel(this.#source, head, this.#types, this.#isElsewhere);
      const { isUncertain, hasBody } = declaration;
      const same = this.#candidates.get(signature.qualifiedName);
      if (same === undefined)
        this.#candidates.set(signature.qualifiedName, [{ signature, isUncertain, hasBody }]);
      else same.push({ signature, isUncertain, hasBody });
    } catch (error) {
      if (!(error instanceof DeclarationError)) throw error;
      this.#unreadable.push({ ...(head && { name: head.name, qualifiedName: head.qualifiedName }), error });
    }
  }

  /** One signature for a declaration and its definition, one each for overloads. */
  #merge(candidates: readonly Candidate[]): KernelSignature[] {
    const byParameters = new Map<string, Candidate>();
    for (const candidate of candidates) {
      const key = parametersKey(candidate.signature);
      const before = byParameters.get(key);
      byParameters.set(key, before === undefined ? candidate : mergeTwo(before, candidate));
    }
    const merged = [...byParameters.values()];
    const [first] = merged;
    if (first === undefined || merged.length === 1 || !merged.some((candidate) => candidate.isUncertain)) {
      return merged.map((candidate) => candidate.signature);
    }
    const { name, qualifiedName, line, column } = first.signature;
    const rule = `the parameters of "${name}" depend on an #if that cannot be decided from this text`;
    const advice = "give the macros it tests as `defines`";
    const message = `Cannot read the kernel source: ${rule} (line ${line}, column ${column})\nTry: ${advice}`;
    const error = new DeclarationError("CUTS_DECLARATION_UNSUPPORTED", message, line, column);
    this.#unreadable.push({ name, qualifiedName, error });
    return [];
  }
}

function parametersKey({ template, parameters }: KernelSignature): string {
  const codes = parameters.map((parameter) => typeCode(parameter.type)).join(",");
  return `${template === undefined ? "" : "template "}(${codes})`;
}

/**
 * Merges a declaration and a definition. Names and place are those of the definition; default arguments and `extern "C"` may be in
 * either.
 */
function mergeTwo(first: Candidate, second: Candidate): Candidate {
  const [main, other] = second.hasBody && !first.hasBody ? [second, first] : [first, second];
  const parameters = main.signature.parameters.map((parameter, index): Parameter => {
    const isOptional = other.signature.parameters[index]?.optional === true;
    return isOptional ? { ...parameter, optional: true } : parameter;
  });
  const externC = main.signature.externC || other.signature.externC;
  const signature = { ...main.signature, externC, parameters };
  return { signature, isUncertain: first.isUncertain && second.isUncertain, hasBody: main.hasBody };
}
