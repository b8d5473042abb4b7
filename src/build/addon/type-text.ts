// The TypeScript declaration file of an addon, made from the description of its module.

import { dtypes } from "../../core/dtype.js";
import type {
  AddonType,
  ClassDefinition,
  Definition,
  Literal,
  ModuleDescription,
  TensorType,
} from "./connection.js";
import { valueOf } from "./connection.js";

/** The text of the `.d.ts` file of a module. */
export function moduleTypes(module: ModuleDescription): string {
  const writer = new TypeWriter(module);
  return writer.text();
}

/** The TypeScript type of a tensor: `NDArray<"float32">`. */
export function tensorTypeText({ dtype }: TensorType): string {
  return dtype === undefined ? "NDArray" : `NDArray<"${dtype}">`;
}

/** A definition on one line, for messages: `scale(a: NDArray, by?: number): NDArray`. */
export function signatureText(definition: Definition, module: ModuleDescription): string {
  return `${definition.name}${new TypeWriter(module).signature(definition)}`;
}

class TypeWriter {
  readonly #module: ModuleDescription;
  readonly #imports = new Set<string>();

  constructor(module: ModuleDescription) {
    this.#module = module;
  }

  text(): string {
    const { doc, members, classes, attributes } = this.#module;
    const body = [
      ...attributes.map(({ name, value }) => `export declare const ${name}: ${literalType(value)};\n`),
      ...members.map((member) =>
        this.#documented(member, "", `export declare function ${member.name}${this.signature(member)};`),
      ),
      ...classes.map((one) => this.#classText(one)),
    ];
    const head = doc === "" ? "" : `${comment(doc, "")}\n`;
    const imports =
      this.#imports.size === 0
        ? ""
        : `import type { ${[...this.#imports].sort().join(", ")} } from "cuts";\n\n`;
    return `${head}${imports}${body.join("\n")}${body.length === 0 ? "export {};\n" : ""}`;
  }

  signature({ parameters, types, result, isAsync }: Definition): string {
    const isOptional = parameters.map(
      (parameter, at) => parameter.default !== undefined || types[at]?.kind === "optional",
    );
    const list = parameters.map(({ name }, at) => {
      const canBeLeftOut = isOptional.slice(at).every(Boolean);
      return `${name}${canBeLeftOut ? "?" : ""}: ${this.#type(types[at] ?? { kind: "void" }, "in")}${
        isOptional[at] === true && !canBeLeftOut ? " | undefined" : ""
      }`;
    });
    const returned = this.#type(result, "out");
    return `(${list.join(", ")}): ${isAsync ? `Promise<${returned}>` : returned}`;
  }

  #classText({ name, doc, members }: ClassDefinition): string {
    const lines = members.map((member) => this.#documented(member, "  ", `  ${this.#memberText(member)};`));
    const constructible = members.some(({ kind }) => kind === "constructor")
      ? []
      : ["  private constructor();\n"];
    const disposing = [
      "  /** Deletes the value; the object cannot be used afterwards. */\n  dispose(): void;\n  [Symbol.dispose](): void;\n",
    ];
    const head = doc === "" ? "" : comment(doc, "");
    return `${head}export declare class ${name} {\n${[...constructible, ...lines, ...disposing].join("")}}\n`;
  }

  #memberText(member: Definition): string {
    const { kind, name, types, result } = member;
    const signature = this.signature(member);
    switch (kind) {
      case "constructor":
        return `constructor${signature.slice(0, signature.lastIndexOf("):") + 1)}`;
      case "getter":
        return `get ${name}(): ${this.#type(result, "out")}`;
      case "setter":
        return `set ${name}(value: ${this.#type(types[0] ?? { kind: "void" }, "in")})`;
      case "static":
        return `static ${name}${signature}`;
      default:
        return `${name}${signature}`;
    }
  }

  #documented({ doc }: Definition, indent: string, line: string): string {
    return `${doc === "" ? "" : comment(doc, indent)}${line}\n`;
  }

  #type(type: AddonType, way: "in" | "out"): string {
    switch (type.kind) {
      case "void":
      case "new":
        return "void";
      case "bool":
        return "boolean";
      case "float":
        return "number";
      case "string":
        return "string";
      case "int":
        if (dtypes[type.name].byteLength < 8) return "number";
        return way === "in" ? "number | bigint" : "bigint";
      case "dtype":
        this.#imports.add("DType");
        return "DType";
      case "tensor":
        this.#imports.add("NDArray");
        return tensorTypeText(type);
      case "optional":
        return `${this.#type(type.of, way)} | null${way === "in" ? " | undefined" : ""}`;
      case "list":
        return this.#listType(type.of, way);
      case "tuple":
        return `${way === "in" ? "readonly " : ""}[${type.of.map((inner) => this.#type(inner, way)).join(", ")}]`;
      default:
        return this.#module.classes.find(({ id }) => id === type.id)?.name ?? "never";
    }
  }

  #listType(of: AddonType, way: "in" | "out"): string {
    const inner = this.#type(of, way);
    const list = `${way === "in" ? "readonly " : ""}${inner.includes(" ") ? `(${inner})` : inner}[]`;
    const hasTypedArray = way === "in" && (of.kind === "int" || of.kind === "float");
    return hasTypedArray ? `${list} | ${dtypes[of.name].TypedArray.name}` : list;
  }
}

function literalType(literal: Literal): string {
  const value = valueOf(literal);
  if (value === null) return "null";
  return Array.isArray(value) ? "readonly unknown[]" : typeof value;
}

function comment(text: string, indent: string): string {
  const lines = text.trim().replaceAll("*/", "* /").split("\n");
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}
