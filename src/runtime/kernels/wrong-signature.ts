// The errors for a kernel whose compiled parameters differ from its declaration: arguments would be written to wrong offsets.

import type { KernelSignature } from "../../cdecl/ast.js";
import { formatType } from "../../cdecl/format.js";
import { isIntegerScalar } from "../../cdecl/scalars.js";
import { CutsError } from "../../core/errors.js";
import { plural } from "../../core/text.js";

/** The error; `rule` says what differs. */
export function wrongSignature(kernel: string, rule: string): CutsError {
  return new CutsError(
    "CUTS_KERNEL_SIGNATURE",
    `Cannot use the kernel ${kernel}: ${rule}\nTry: the declaration that the code was compiled from, with types spelled out; a macro or typedef may mean something else to the compiler`,
  );
}

/** The error for a different number of parameters. */
export function wrongParameterCount(kernel: string, compiled: number, declared: number): CutsError {
  const rule = `the compiled code has ${plural(compiled, "parameter")}, but it is declared with ${declared}`;
  return wrongSignature(kernel, rule);
}

/** Compares a declaration with the parameter types of PTX code. @throws CutsError `CUTS_KERNEL_SIGNATURE` */
export function checkPtxTypes({ name, parameters }: KernelSignature, compiled: readonly string[]): void {
  if (parameters.length !== compiled.length) {
    throw wrongParameterCount(name, compiled.length, parameters.length);
  }
  for (const [index, { type }] of parameters.entries()) {
    const given = compiled[index] ?? "";
    const isFloat = type.kind === "scalar" && (type.name === "float32" || type.name === "float64");
    const isInteger = type.kind === "pointer" || (type.kind === "scalar" && isIntegerScalar(type.name));
    const isOther = given.startsWith("f") ? isInteger : isFloat && !given.startsWith("b");
    if (!isOther) continue;
    throw wrongSignature(
      name,
      `argument ${index + 1} is declared as ${formatType(type)}, but the compiled code has .${given}`,
    );
  }
}
