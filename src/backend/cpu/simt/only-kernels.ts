// Functions of the device that are not kernels belong to the module alone: nobody calls them from outside. Once the optimiser
// knows, it drops those that nobody calls, and those that it has inlined everywhere, instead of keeping and compiling them all,
// each with everything that it calls inlined into it.

import { KERNEL_ATTRIBUTE } from "./abi.js";

const GROUP = /^attributes (#\d+) = \{ (.*) \}$/gm;
const NAME = /@(?:"[^"]*"|[-\w$.]+)/;
/** What says who else may see a function. */
const VISIBILITY =
  /^define (?:(?:external|weak_odr|weak|linkonce_odr|linkonce|hidden|protected|dso_local|local_unnamed_addr) )*/;
const COMDAT = / comdat(?:\([^)]*\))?/;

/** IR of a whole module of device code in which nothing but kernels and variables can be used from outside. */
export function onlyKernels(ir: string): string {
  const isKernel = kernelHeads(ir);
  return ir.replace(/^define .*$/gm, (line) =>
    /^define (?:internal|private|available_externally) /.test(line) || isKernel(line)
      ? line
      : line.replace(COMDAT, "").replace(VISIBILITY, "define internal "),
  );
}

/** Tells whether the first line of a function is that of a kernel. */
export function kernelHeads(ir: string): (line: string) => boolean {
  const kernelGroups = new Set(
    Array.from(ir.matchAll(GROUP), ([, group = "", text = ""]) =>
      text.includes(KERNEL_ATTRIBUTE) ? group : "",
    ),
  );
  return (line) => {
    const name = NAME.exec(line);
    const rest = name === null ? "" : line.slice(name.index + name[0].length);
    return (rest.match(/#\d+/g) ?? []).some((group) => kernelGroups.has(group));
  };
}
