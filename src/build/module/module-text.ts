// Generates the JavaScript module for a `.cu` file: its kernels as constants, the CUDA module as the default export, and its host
// functions where they can be loaded.

import { UnsupportedError } from "../../core/errors.js";
import { type CuFile, isExportable } from "./cu-file.js";

/** How the module is generated. */
export interface ModuleTextOptions {
  /** The import specifier of `cuts`: its name, or the URL of a file. */
  readonly cuts?: string;
  /** The source's name in compiler messages; the file's name by default. */
  readonly sourceName?: string;
  /** An expression for the file's URL at run time, from which its host functions are loaded; without it the module has none. */
  readonly sourceUrl?: string;
  /** Code that runs before the kernels are made. */
  readonly prologue?: readonly string[];
  /** Further names that the prologue needs from `cuts`. */
  readonly imports?: readonly string[];
}

/**
 * The text of the module. A kernel is compiled at its first launch, as always.
 * @throws UnsupportedError `CUTS_CU_MODULE` for functions of the host where they cannot be had.
 */
export function moduleText(file: CuFile, options: ModuleTextOptions = {}): string {
  const { cuts = "cuts", sourceName = file.fileName, sourceUrl, prologue = [], imports = [] } = options;
  const functions = file.functions.functions.map(({ name }) => name).filter(isExportable);
  if (functions.length > 0 && sourceUrl === undefined) {
    throw new UnsupportedError(
      "CUTS_CU_MODULE",
      `Cannot bundle ${file.fileName}: functions of the host need the file and a compiler at run time (got ${functions.join(", ")})` +
        "\nTry: load() for them, and the kernels in a file of their own",
    );
  }
  const hasKernels = file.kernelSearch.kernels.length > 0;
  const names = [...imports, ...(functions.length > 0 ? ["load"] : []), ...(hasKernels ? ["module"] : [])];
  const kernels = [
    `const code = module(${literal(file.kernelText)}, ${optionsText(file, sourceName)});`,
    "export default code;",
    ...file.kernels.map(
      ({ name, qualifiedName }) => `export const ${name} = code.kernel(${literal(qualifiedName)});`,
    ),
  ];
  return [
    `import { ${names.join(", ")} } from ${literal(cuts)};`,
    ...prologue,
    ...(hasKernels ? kernels : []),
    ...(functions.length > 0
      ? [`export const { ${functions.join(", ")} } = await load({ sources: ${sourceUrl} });`]
      : []),
    "",
  ].join("\n");
}

function optionsText({ headers }: CuFile, fileName: string): string {
  return literal({ fileName, ...(headers.size > 0 && { headers: Object.fromEntries(headers) }) });
}

/** A value as JavaScript. */
function literal(value: unknown): string {
  return JSON.stringify(value);
}
