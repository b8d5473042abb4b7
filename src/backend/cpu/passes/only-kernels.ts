// Before: every function of the device may be called from outside of the module. After: only kernels may, and only kernels and variables are visible;
// other functions are internal. So the optimiser drops functions that nobody calls and those that it has inlined everywhere, instead of compiling
// them all, each with everything that it calls inlined into it.

import { havingAttribute } from "../../../compiler/ir/attributes.js";
import type { IrFunction, IrModule } from "../../../compiler/ir/module.js";
import { KERNEL_ATTRIBUTE } from "./simt/abi.js";

/** A whole module of device code in which nothing but kernels and variables can be used from outside. */
export function onlyKernels(module: IrModule): IrModule {
  const isKernel = kernelsOf(module);
  return {
    ...module,
    functions: module.functions.map((f) => (isKernel(f) || isOwn(f) ? f : madeInternal(f))),
  };
}

/** Tells of a module's functions which ones are kernels. */
export function kernelsOf(
  module: Pick<IrModule, "attributeGroups">,
): (f: Pick<IrFunction, "attributes">) => boolean {
  return havingAttribute(module, KERNEL_ATTRIBUTE);
}

const OWN: ReadonlySet<string | undefined> = new Set(["internal", "private", "available_externally"]);

function isOwn({ linkage }: IrFunction): boolean {
  return OWN.has(linkage);
}

/** What says who else may see a function. */
const VISIBILITY: ReadonlySet<string> = new Set(["hidden", "protected", "dso_local"]);

function madeInternal(f: IrFunction): IrFunction {
  return {
    ...f,
    linkage: "internal",
    specifiers: f.specifiers.filter((word) => !VISIBILITY.has(word)),
    comdat: undefined,
  };
}
