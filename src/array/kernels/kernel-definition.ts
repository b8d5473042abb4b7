// Built-in kernels, as tools/kernel-modules.ts reads them from .cuh files: their text and their named parameters. A template
// becomes a kernel when it gets a name and types for its parameters (kernelText).

import type { ParameterKind } from "../../compiler/elements/parameters.js";
import type { ParameterValue, TrustedWriter } from "./trusted-writer.js";

/** The text of a .cuh file without its kernels. */
export interface KernelSource {
  /** What it includes, which comes before it. */
  readonly includes: readonly KernelSource[];
  readonly text: string;
}

/** The parameters of a kernel, and a function that writes them. `Arguments` are their values by name. */
export interface KernelSignature<Arguments> {
  readonly parameters: readonly ParameterKind[];
  /** Writes all parameters at their places. */
  write(block: TrustedWriter, values: Arguments): void;
}

/** A `__global__` function of a .cuh file. `Types` are its template parameters. */
export interface KernelDefinition<Arguments, Types extends string = never>
  extends KernelSignature<Arguments> {
  /** The file that it is in: what it uses. */
  readonly source: KernelSource;
  /** What each parameter of the template is: `class`, or the type of a constant. */
  readonly types: { readonly [T in Types]: string };
  /** What stands before its name. */
  readonly head: string;
  /** Its parameters, in parentheses. */
  readonly list: string;
  /** All in its braces. */
  readonly body: string;
}

/** One kernel of a group: `extern "C" __global__ void <name>(…)`. */
export interface KernelText {
  readonly name: string;
  readonly signature: KernelSignature<never>;
  /** The .cuh file that it uses, if there is one. */
  readonly source?: KernelSource;
  /** The definition. What it uses is in the prelude, in `source` and in the `helpers` of its group. */
  readonly text: string;
  /** Whether only devices take it whose blocks are teams: they compile by themselves, so it is not shipped. */
  readonly isForTeams?: boolean;
}

/** Instantiates a definition under a name, with C++ types for its template parameters. */
export function kernelText<Arguments, Types extends string>(
  definition: KernelDefinition<Arguments, Types>,
  name: string,
  types: { readonly [T in Types]: string },
): KernelText {
  const { head, list, body, source } = definition;
  const given = new Map(Object.entries<string>(types));
  const bind = (text: string): string => text.replace(/[A-Za-z_]\w*/g, (word) => given.get(word) ?? word);
  const declared = Object.entries<string>(definition.types).map(([own, kind]) =>
    kind === "class" ? `typedef ${given.get(own)} ${own};` : `const ${kind} ${own} = ${given.get(own)};`,
  );
  const text = `extern "C" ${bind(head)} ${name}${bind(list)} {\n${declared.join(" ")}${body}}`;
  return { name, signature: definition, source, text };
}

/** The text of sources and everything they include, each file once. */
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

/** The signature of a kernel whose text is generated here: its parameters by name, in order. */
export function listSignature(
  list: readonly (readonly [name: string, kind: ParameterKind])[],
): KernelSignature<Readonly<Record<string, ParameterValue>>> {
  return {
    parameters: list.map(([, kind]) => kind),
    write: (block, values) => {
      for (const [index, [name, kind]] of list.entries()) block.setValue(index, kind, values[name]);
    },
  };
}
