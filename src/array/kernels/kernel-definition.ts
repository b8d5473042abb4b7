// Built-in kernels as tools/generate-kernels.ts reads them from .cuh files: their text, and what their parameters are by
// name. A template becomes a kernel when its parameters are given a name and types (kernelText).

import type { KernelText, ParameterKind } from "./kernel-group.js";
import type { ParameterWriter } from "./parameter-writer.js";

/** A pointer of a launch: an array, by its first element; undefined is a null pointer. */
export type Pointer = { readonly start: number } | undefined;

/** The place in an array so many bytes after its first element. */
export function pointerAt(array: { readonly start: number }, bytes: number): Pointer {
  return { start: array.start + bytes };
}

/** A .cuh file without its kernels. */
export interface KernelSource {
  /** What it includes, which comes before it. */
  readonly includes: readonly KernelSource[];
  readonly text: string;
}

/** A `__global__` function. `Arguments` are its parameters by name, `Types` the parameters of its template. */
export interface KernelDefinition<Arguments, Types extends string = never> {
  /** The file that it is in: what it uses. */
  readonly source: KernelSource;
  /** What each parameter of the template is: `class`, or the type of a constant. */
  readonly types: { readonly [T in Types]: string };
  readonly parameters: readonly ParameterKind[];
  /** What stands before its name. */
  readonly head: string;
  /** Its parameters, in parentheses. */
  readonly list: string;
  /** All in its braces. */
  readonly body: string;
  /** Writes all parameters at their places. */
  write(block: ParameterWriter, values: Arguments): void;
}

/** The kernel that a definition becomes under a name, with C++ for the parameters of its template. */
export function kernelText<Arguments, Types extends string>(
  definition: KernelDefinition<Arguments, Types>,
  name: string,
  types: { readonly [T in Types]: string },
): KernelText {
  const { head, list, body, parameters } = definition;
  const given = new Map(Object.entries<string>(types));
  const bound = list.replace(/[A-Za-z_]\w*/g, (word) => given.get(word) ?? word);
  const declared = Object.entries<string>(definition.types).map(([own, kind]) =>
    kind === "class" ? `typedef ${given.get(own)} ${own};` : `const ${kind} ${own} = ${given.get(own)};`,
  );
  const text = `extern "C" ${head} ${name}${bound} {\n${declared.join(" ")}${body}}`;
  return { name, definition, parameters, text };
}

/** The text of sources and of all they include, each once. */
export function sourceText(sources: Iterable<KernelSource>): string {
  const all = new Set<KernelSource>();
  const add = (source: KernelSource): void => {
    if (all.has(source)) return;
    for (const one of source.includes) add(one);
    all.add(source);
  };
  for (const source of sources) add(source);
  return Array.from(all, ({ text }) => text).join("\n");
}
