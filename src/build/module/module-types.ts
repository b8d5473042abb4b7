// Generates the declaration file of a `.cu` file, `file.d.cu.ts`: each kernel has its CUDA declaration as its type, which
// TypeScript parses.

import type { CType, FunctionDeclaration, KernelSignature } from "../../cdecl/ast.js";
import { formatParameters } from "../../cdecl/format.js";
import { type CuFile, isExportable } from "./cu-file.js";

/** The text of the declaration file. */
export function moduleTypes(file: CuFile): string {
  const { kernels, kernelSearch, functions } = file;
  const all = kernelSearch.kernels;
  const natives = functions.functions.filter(({ name }) => isExportable(name));
  const imports = new Set<string>();
  const use = (...names: readonly string[]): void => names.forEach((name) => imports.add(name));
  const lines: string[] = [];
  if (all.length > 0) {
    use("Module");
    // Kernels that are not in the text, or cannot be read from it, may still be asked for by name.
    const isWhole = kernelSearch.unreadable.length === 0 && file.headers.size === 0;
    const declarations = all.map((kernel) => `  ${declarationOf(kernel)}`).join("\n");
    if (isWhole) lines.push(`type Source = \`\n${escaped(declarations)}\n\`;`, "");
    lines.push(
      "/** All of it: instances of templates, variables. */",
      `declare const code: Module${isWhole ? "<Source>" : ""};`,
      "export default code;",
    );
  }
  for (const kernel of kernels) {
    use("Kernel", "KernelArguments", "KernelRunArguments");
    const text = `\`${escaped(declarationOf(kernel))}\``;
    lines.push(
      `export const ${kernel.name}: Kernel<`,
      `  KernelArguments<${text}>,`,
      `  KernelRunArguments<${text}>`,
      ">;",
    );
  }
  for (const { name, declaration, signature } of natives) {
    const isTyped = isPlain(signature);
    use(isTyped ? "NativeFunction" : "LoadedFunction");
    const comment = isTyped
      ? []
      : [`/** \`${declaration.replaceAll("*/", "* /")}\`: checked when it is called. */`];
    const type = isTyped ? `NativeFunction<\`${escaped(declaration)}\`>` : "LoadedFunction";
    lines.push(...comment, `export const ${name}: ${type};`);
  }
  return [
    `// Made from ${file.fileName} by \`cuts types\`: what it exports. Do not edit.`,
    "",
    `import type { ${[...imports].sort().join(", ")} } from "cuts";`,
    "",
    ...lines,
    "",
  ].join("\n");
}

/** A kernel as its types are read: typedefs resolved, without a body. */
function declarationOf({ name, template, externC, parameters }: KernelSignature): string {
  const before = template === undefined ? (externC ? 'extern "C" ' : "") : `template <${template}> `;
  return `${before}__global__ void ${name}(${formatParameters(parameters)});`.replace(/\s+/g, " ");
}

/** Whether a declaration stands by itself: it names no struct or enum of the source. */
function isPlain({ result, parameters }: FunctionDeclaration): boolean {
  return [result, ...parameters.map(({ type }) => type)].every(isPlainType);
}

function isPlainType(type: CType): boolean {
  if (type.kind === "pointer") return isPlainType(type.to);
  if (type.kind === "callback") return isPlain({ result: type.result, parameters: type.parameters });
  return type.kind !== "struct" && type.kind !== "enum" && type.kind !== "opaque";
}

function escaped(text: string): string {
  return text.replace(/[\\`$]/g, "\\$&");
}
