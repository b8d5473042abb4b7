// src/array/methods.gen.ts: an interface with the methods that functions of arrays become. Signatures and doc comments are those
// of the functions that src/array/method-functions.ts exports, where the array is the first operand.

import { dirname, relative, resolve } from "node:path";
import {
  API,
  type Checker,
  type Project,
  SignatureKind,
  type Signature,
  type Symbol as TypeScriptSymbol,
  SymbolFlags,
  type TypeReference,
} from "typescript/unstable/sync";
import type { Node } from "typescript/unstable/ast";
import { inplaceOperators } from "../src/array/elementwise/inplace-operators.js";

const listed = "src/array/method-functions.ts";
const written = "src/array/methods.gen.ts";

/** Folders with functions whose result may have another dtype than the array: their methods infer it from `this`. */
const ofThis = /^src\/array\/(elementwise|reduction|linalg)\//;

/**
 * The types that tell the dtype of two operands, each with those of two arrays and of an array with any operand. A method of two
 * operands has both signatures: editors show the short one, and with two of them a class of a user may override the method
 * by one that has no type parameters.
 */
const ofOperands = new Map([
  ["ResultOf", ["Promote", "ResultWith"]],
  ["NumericResultOf", ["NumericOfTwo", "NumericWith"]],
  ["QuotientOf", ["QuotientOfTwo", "QuotientWith"]],
  ["FloatResultOf", ["FloatOfTwo", "FloatResultWith"]],
] as const);

/** The text of src/array/methods.gen.ts. */
export function arrayMethods(folder: string): string {
  const root = resolve(folder);
  const api = new API({ cwd: root });
  try {
    const snapshot = api.updateSnapshot({ openProject: `${root}/tsconfig.build.json` });
    const [project] = snapshot.getProjects();
    const file = project?.program.getSourceFile(`${root}/${listed}`);
    const symbol = file === undefined ? undefined : project?.checker.getSymbolAtLocation(file);
    if (project === undefined || symbol === undefined) throw new Error(`${listed} is no module`);
    const writer = new MethodWriter(project, root);
    const functions = project.checker.getExportsOfModule(symbol);
    const methods = functions.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((one) => writer.method(one));
    const withDType = methods.filter(({ hasDType }) => hasDType);
    const others = methods.filter(({ hasDType }) => !hasDType);
    return [
      "// Written by `npm run generate` from the functions that method-functions.ts lists. Do not edit.",
      "",
      ...writer.imports(),
      "",
      "/**",
      " * The methods that are the same for arrays of all dtypes: a dtype is that of `this`. So a union of arrays has them, and types of",
      " * arrays are compared without looking at them.",
      " */",
      "export interface ArrayMethods {",
      ...others.flatMap(({ lines }) => lines),
      ...inplaceMethods(),
      "}",
      "",
      "/** The methods that functions of arrays become: the array is the first operand. */",
      "export interface ArrayMethodsOf<D extends DType> extends ArrayMethods {",
      ...withDType.flatMap(({ lines }) => lines),
      "}",
      "",
    ].join("\n");
  } finally {
    api.close();
  }
}

function inplaceMethods(): string[] {
  return Object.entries(inplaceOperators).map(
    ([name, operator]) =>
      `  /** NumPy's \`x ${operator} b\`. The dtype stays: what does not fit it is a TypeError \`CUTS_INPLACE\`. */\n` +
      `  ${name}Inplace<D extends DType>(this: OfDType<D>, b: Operand): NDArray<D>;`,
  );
}

/** A signature as it is declared. */
interface Declared extends Node {
  readonly typeParameters?: readonly Parameter[];
  readonly parameters: readonly Parameter[];
  readonly type?: Node;
}

interface Parameter extends Node {
  readonly name: Node;
  readonly dotDotDotToken?: Node;
  readonly questionToken?: Node;
  readonly initializer?: Node;
  readonly type?: Node;
}

/** A method, or what one signature of its function gives of it. */
interface Written {
  readonly lines: readonly string[];
  /** Whether it names the dtype of the class. */
  readonly hasDType: boolean;
}

class MethodWriter {
  readonly #project: Project;
  readonly #checker: Checker;
  readonly #root: string;
  /** Names of types, and where they are. */
  readonly #names = new Map<string, string>();

  constructor(project: Project, root: string) {
    this.#project = project;
    this.#checker = project.checker;
    this.#root = root;
    this.#use("DType", "src/core/dtype.ts");
    this.#use("NDArray", "src/array/ndarray.ts");
    this.#use("OfDType", "src/array/elementwise/types.ts");
    this.#use("Operand", "src/array/elementwise/types.ts");
  }

  imports(): string[] {
    const files = new Map<string, string[]>();
    for (const [name, file] of this.#names) files.set(file, [...(files.get(file) ?? []), name]);
    const inOrder = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return inOrder.map(([file, names]) => {
      const path = relative(dirname(written), file).replace(/\.ts$/, ".js");
      return `import type { ${names.sort().join(", ")} } from "${path.startsWith(".") ? path : `./${path}`}";`;
    });
  }

  /** The signatures of a method, each with its comment, which editors show for the one that a call takes. */
  method(exported: TypeScriptSymbol): Written {
    const { name } = exported;
    const symbol =
      (exported.flags & SymbolFlags.Alias) === 0 ? exported : this.#checker.getAliasedSymbol(exported);
    const type = this.#checker.getTypeOfSymbol(symbol);
    const signatures = type === undefined ? [] : this.#checker.getSignaturesOfType(type, SignatureKind.Call);
    if (signatures.length === 0) throw new Error(`${name} has no signature`);
    const comment = this.#comment(name, symbol);
    const all = signatures.map((one) => this.#signature(name, one, comment));
    return { lines: all.flatMap(({ lines }) => lines), hasDType: all.some(({ hasDType }) => hasDType) };
  }

  /** The lines of a signature of a function. */
  #signature(name: string, signature: Signature, comment: string): Written {
    const node = signature.declaration?.resolve(this.#project) as Declared | undefined;
    const [first, ...others] = node?.parameters ?? [];
    if (node?.type === undefined || first?.type === undefined) throw new Error(`${name} has no types`);
    const taken = first.type.getText();
    const result = node.type.getText();
    if (taken === "A")
      return {
        lines: this.#signaturesOfTwo(name, result).flatMap((line) => [comment, line]),
        hasDType: false,
      };
    const dtype = /^NDArray<(\w+)>$/.exec(taken)?.[1];
    if (dtype === undefined && taken !== "NDArray" && taken !== "Operand")
      throw new Error(`the first operand of ${name} is no array`);
    for (const one of [...others, node.type, ...(node.typeParameters ?? [])]) this.#useNames(one);
    const parameters = others.map(parameterText);
    const typeParameters = (node.typeParameters ?? []).map((one) => one.getText());
    if (result === `NotDefinedFor<${dtype}>`) {
      const dtypes = this.#dtypesOf(signature);
      const line = `  ${name}(${[`this: OfDType<${dtypes}>`, ...parameters].join(", ")}): NotDefinedFor<${dtypes}>;`;
      return { lines: [deprecated(comment), line], hasDType: false };
    }
    if (dtype === undefined || ofThis.test(this.#pathOf(node))) {
      const self = dtype === undefined ? [] : [`this: OfDType<${dtype}>`];
      const line = `  ${name}${generic(typeParameters)}(${[...self, ...parameters].join(", ")}): ${result};`;
      return { lines: [comment, onOneLine(line)], hasDType: false };
    }
    if (dtype !== "D") throw new Error(`the dtype of the array that ${name} takes must be called D`);
    const own = typeParameters.filter((text) => text.split(" ")[0] !== "D");
    const line = `  ${name}${generic(own)}(${parameters.join(", ")}): ${result};`;
    return { lines: [comment, onOneLine(line)], hasDType: true };
  }

  /** The signatures of a method of two operands, whose function gives `result`. */
  #signaturesOfTwo(name: string, result: string): string[] {
    const dtype = /^NDArray<(\w+)<A, B>>$/.exec(result)?.[1];
    const types = [...ofOperands].find(([of]) => of === dtype)?.[1];
    if (types === undefined) throw new Error(`no type tells the dtype of the method ${name} (got ${result})`);
    const [ofArray, ofAny] = types;
    for (const one of types)
      this.#use(one, `src/array/${one === "Promote" ? "promotion" : "elementwise/types"}.ts`);
    this.#use("OutOptions", "src/array/elementwise/apply.ts");
    return [
      `  ${name}<D extends DType, E extends DType>(this: OfDType<D>, b: NDArray<E>, options?: OutOptions): NDArray<${ofArray}<D, E>>;`,
      `  ${name}<D extends DType, B extends Operand>(this: OfDType<D>, b: B, options?: OutOptions): NDArray<${ofAny}<D, B>>;`,
    ];
  }

  /** The dtypes of the first operand, where they are those of a type argument. */
  #dtypesOf(signature: Signature): string {
    const [first] = signature.getParameters();
    const array = first === undefined ? undefined : this.#checker.getTypeOfSymbol(first);
    const [dtype] = array === undefined ? [] : this.#checker.getTypeArguments(array as TypeReference);
    if (dtype === undefined) throw new Error("a refusal has no dtypes");
    const names = (dtype.isUnionType() ? dtype.getTypes() : [dtype]).map((one) =>
      this.#checker.typeToString(one),
    );
    return names.toSorted().join(" | ");
  }

  /** The doc comment of a function, with its examples as calls of the method. */
  #comment(name: string, symbol: TypeScriptSymbol): string {
    for (const handle of symbol.declarations) {
      for (let node = handle.resolve(this.#project); node !== undefined; node = node.parent) {
        const text = node.jsDoc?.at(-1)?.getText();
        if (text === undefined) continue;
        const calls = new RegExp(`\\bcu\\.${name}\\((\\w+)(?:, |(?=\\)))`, "g");
        return `  ${text.replaceAll(calls, `$1.${name}(`).replace(/\n\s*/g, "\n   ")}`;
      }
    }
    throw new Error(`${name} has no doc comment`);
  }

  #useNames(node: Node): void {
    const symbol = /^\w+$/.test(node.getText()) ? this.#checker.getSymbolAtLocation(node) : undefined;
    if (symbol !== undefined) {
      const target =
        (symbol.flags & SymbolFlags.Alias) === 0 ? symbol : this.#checker.getAliasedSymbol(symbol);
      const [declaration] = target.declarations;
      const file = declaration?.resolve(this.#project)?.getSourceFile().fileName ?? "";
      const isType = (target.flags & (SymbolFlags.Type | SymbolFlags.Class)) !== 0;
      if (isType && (target.flags & SymbolFlags.TypeParameter) === 0 && file.startsWith(`${this.#root}/src/`))
        this.#use(target.name, relative(this.#root, file));
    }
    node.forEachChild((child) => {
      this.#useNames(child);
    });
  }

  #use(name: string, file: string): void {
    const before = this.#names.get(name);
    if (before !== undefined && before !== file)
      throw new Error(`two types ${name}: of ${before} and of ${file}`);
    this.#names.set(name, file);
  }

  #pathOf(node: Node): string {
    return relative(this.#root, node.getSourceFile().fileName);
  }
}

/** A parameter without the value that it has when it is left out. */
function parameterText({ name, dotDotDotToken, questionToken, initializer, type }: Parameter): string {
  const mark = questionToken !== undefined || initializer !== undefined ? "?" : "";
  return `${dotDotDotToken === undefined ? "" : "..."}${name.getText()}${mark}: ${type?.getText() ?? "unknown"}`;
}

function generic(typeParameters: readonly string[]): string {
  return typeParameters.length === 0 ? "" : `<${typeParameters.join(", ")}>`;
}

function onOneLine(line: string): string {
  return `  ${line.trim().replace(/\s+/g, " ")}`;
}

/** The comment of a signature for dtypes that the function is not defined for. */
function deprecated(comment: string): string {
  const [sentence = ""] = comment.replace(/^\s*\/\*\*|\*\/$/g, "").split(/\s@\w/);
  const text = sentence
    .replaceAll(/\n\s*\*?/g, " ")
    .trim()
    .replaceAll(/ {2,}/g, " ");
  return `  /**\n   * ${text}\n   * @deprecated It is not defined for this dtype, and throws.\n   */`;
}
