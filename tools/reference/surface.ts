// What a module exports, with its doc comments, as TypeScript sees it: the data that the reference is written from.

import { relative, resolve } from "node:path";
import {
  API,
  type Checker,
  type Project,
  type Symbol as TypeScriptSymbol,
  SymbolFlags,
} from "typescript/unstable/sync";
import type { Node } from "typescript/unstable/ast";

/** What the reference says of a name. */
export interface Documented {
  readonly name: string;
  /** Declarations as they are written, without bodies. */
  readonly signatures: readonly string[];
  readonly text: string;
  readonly throws: readonly string[];
  readonly examples: readonly string[];
}

/** An exported name. */
export interface Export extends Documented {
  readonly isValue: boolean;
  /** Where it is declared, from the root. */
  readonly file: string;
  /** Of classes, interfaces, and objects that hold functions. */
  readonly members: readonly Documented[];
}

/** The exports of a module, by name. */
export function readSurface(folder: string, module: string): readonly Export[] {
  const root = resolve(folder);
  const api = new API({ cwd: root });
  try {
    const snapshot = api.updateSnapshot({ openProject: `${root}/tsconfig.json` });
    const [project] = snapshot.getProjects();
    const file = project?.program.getSourceFile(`${root}/${module}`);
    const symbol = file === undefined ? undefined : project?.checker.getSymbolAtLocation(file);
    if (project === undefined || symbol === undefined) throw new Error(`${module} is no module`);
    const reader = new SurfaceReader(project, root);
    const surface = project.checker.getExportsOfModule(symbol).map((one) => reader.read(one));
    return withoutInherited(surface).sort((a, b) => a.name.localeCompare(b.name, "en"));
  } finally {
    api.close();
  }
}

/** What classes that extend NDArray inherit is told once. */
function withoutInherited(surface: readonly Export[]): Export[] {
  const ofArrays = new Set(surface.find(({ name }) => name === "NDArray")?.members.map(({ name }) => name));
  return surface.map((one) => {
    const extendsArray = one.signatures.some((text) => text.includes("extends NDArray"));
    return extendsArray ? { ...one, members: one.members.filter(({ name }) => !ofArrays.has(name)) } : one;
  });
}

class SurfaceReader {
  readonly #project: Project;
  readonly #checker: Checker;
  readonly #root: string;

  constructor(project: Project, root: string) {
    this.#project = project;
    this.#checker = project.checker;
    this.#root = root;
  }

  read(exported: TypeScriptSymbol): Export {
    const symbol = this.#target(exported);
    const [first] = this.#nodes(symbol);
    return {
      ...this.#describe(exported.name, symbol),
      isValue: (symbol.flags & SymbolFlags.Value) !== 0,
      file: first === undefined ? "" : relative(this.#root, first.getSourceFile().fileName),
      members: this.#members(symbol),
    };
  }

  #target(symbol: TypeScriptSymbol): TypeScriptSymbol {
    return (symbol.flags & SymbolFlags.Alias) === 0 ? symbol : this.#checker.getAliasedSymbol(symbol);
  }

  #nodes(symbol: TypeScriptSymbol): readonly Node[] {
    return symbol.declarations
      .map((handle) => handle.resolve(this.#project))
      .filter((node) => node !== undefined);
  }

  #describe(name: string, symbol: TypeScriptSymbol): Documented {
    const tags = this.#checker.getJsDocTagsOfSymbol(symbol);
    const tagged = (tag: string): string[] =>
      tags.filter((one) => one.name === tag).map(({ text = "" }) => text);
    return {
      name,
      signatures: this.#signatures(name, symbol),
      text: this.#checker.getDocumentationCommentOfSymbol(symbol),
      throws: tagged("throws"),
      examples: tagged("example"),
    };
  }

  #signatures(name: string, symbol: TypeScriptSymbol): readonly string[] {
    const all = this.#nodes(symbol);
    // Interfaces that are merged into a class are how its methods are written, and nothing that users see.
    const classes = all.filter((node) => /^(export )?(declare )?(abstract )?class /.test(node.getText()));
    const nodes = classes.length > 0 ? classes : all;
    if ((symbol.flags & SymbolFlags.Variable) !== 0) {
      const type = this.#checker.getTypeOfSymbol(symbol);
      return type === undefined || this.#isObject(nodes[0])
        ? []
        : [`const ${name}: ${this.#checker.typeToString(type)}`];
    }
    const written = nodes.map((node) => ({ node, body: (node as { readonly body?: Node }).body }));
    // The declaration with the body is not one of the overloads.
    const shown = written.some(({ body }) => body === undefined)
      ? written.filter(({ body }) => body === undefined)
      : written;
    const texts = shown.map(({ node, body }) => withoutBody(node, body));
    return [...new Set(texts)].filter((text) => text !== "");
  }

  /** Whether a variable is an object that holds functions, such as `linalg`. */
  #isObject(node: Node | undefined): boolean {
    const initializer = (node as { readonly initializer?: Node } | undefined)?.initializer;
    return initializer?.getText().startsWith("{") ?? false;
  }

  #members(symbol: TypeScriptSymbol): readonly Documented[] {
    const [node] = this.#nodes(symbol);
    const isType = (symbol.flags & (SymbolFlags.Class | SymbolFlags.Interface)) !== 0;
    const isObject = (symbol.flags & SymbolFlags.Variable) !== 0 && this.#isObject(node);
    if (!isType && !isObject) return [];
    const type = isType
      ? this.#checker.getDeclaredTypeOfSymbol(symbol)
      : this.#checker.getTypeOfSymbol(symbol);
    if (type === undefined) return [];
    return this.#checker
      .getPropertiesOfType(type)
      .filter((member) => this.#isOurs(member))
      .map((member) => this.#describe(member.name, this.#valueOf(member)));
  }

  /** `{ solve }` stands for the function of that name. */
  #valueOf(member: TypeScriptSymbol): TypeScriptSymbol {
    const [node] = this.#nodes(member);
    const value = node === undefined ? undefined : this.#checker.getShorthandAssignmentValueSymbol(node);
    return value === undefined ? member : this.#target(value);
  }

  #isOurs(member: TypeScriptSymbol): boolean {
    const [node] = this.#nodes(member);
    const file = node?.getSourceFile().fileName ?? "";
    if (!file.startsWith(`${this.#root}/src/`) || !/^[A-Za-z]/.test(member.name)) return false;
    if (/^(private|protected) /.test(node?.getText() ?? "")) return false;
    return !this.#checker.getJsDocTagsOfSymbol(member).some(({ name }) => name === "internal");
  }
}

/** The text of a declaration up to its body; of classes and interfaces the first line. */
function withoutBody(node: Node, body: Node | undefined): string {
  const text = node.getText();
  if (/^(export )?(declare )?(abstract )?(class|interface) /.test(text)) {
    return (/^[^{]*/.exec(text)?.[0] ?? "").replace(/^export /, "").trim();
  }
  const end = body === undefined ? text.length : body.getStart() - node.getStart();
  return text
    .slice(0, end)
    .replace(/^export /, "")
    .replace(/[;,]\s*$/, "")
    .trim();
}
