// Before: a variable of the module lists what `__launch_bounds__` says of each kernel. The attribute itself leaves no trace in code for WebAssembly,
// so the headers annotate the kernel too. After: the variable is gone, and `facts.maxThreads` has the numbers.

import { type IrGlobal, type IrModule, plainName } from "../../../compiler/ir/module.js";
import type { Value } from "../../../compiler/ir/value.js";

const NAME = "cuts.launch_bounds";
const SECTION = "llvm.metadata";
const ANNOTATIONS = "@llvm.global.annotations";

export interface LaunchBounds {
  /** The module without the annotations. */
  readonly module: IrModule;
  /** The most threads that a block may have, by symbol of the kernel; others may have as many as the device allows. */
  readonly maxThreads: ReadonlyMap<string, number>;
}

/** Reads the annotations of a module and takes them out. */
export function takeLaunchBounds(module: IrModule): LaunchBounds {
  const maxThreads = new Map<string, number>();
  const constants = new Map(module.globals.filter(isMetadata).map((g) => [g.name, g.value]));
  if (constants.size === 0) return { module, maxThreads };
  // A kernel, what is said of it, the file, the line, and the arguments.
  for (const entry of elementsOf(constants.get(ANNOTATIONS))) {
    const [kernel, name, , , args] = elementsOf(entry);
    if (kernel?.kind !== "global" || name?.kind !== "global" || args?.kind !== "global") continue;
    const text = constants.get(name.name);
    const [value] = elementsOf(constants.get(args.name));
    if (text?.kind === "literal" && text.text === `c"${NAME}\\00"` && value?.kind === "int")
      maxThreads.set(plainName(kernel.name), Number(value.value));
  }
  return { module: { ...module, globals: module.globals.filter((g) => !isMetadata(g)) }, maxThreads };
}

function isMetadata({ section }: IrGlobal): boolean {
  return section === SECTION;
}

function elementsOf(value: Value | undefined): readonly Value[] {
  return value?.kind === "aggregate" ? value.elements : [];
}
