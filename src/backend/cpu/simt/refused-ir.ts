// What clang compiles and the SIMT pass cannot lower, or CUDA does not allow, found in the IR before it runs, where lines tell
// where it stands.

import { SYNC_FUNCTIONS } from "./abi.js";

/** A feature that is refused. */
export interface RefusedFeature {
  readonly message: string;
  /** Matches the line of the IR that has it. */
  readonly line: RegExp;
}

const COMPUTED_GOTO: RefusedFeature = {
  message: "a computed goto (goto *address) is not supported on the cpu device",
  line: /^ +indirectbr /,
};
const VARIABLE_LOCAL: RefusedFeature = {
  message:
    "alloca, or an array of variable length, is not supported on the cpu device in a kernel whose threads wait for each other",
  line: /^ +%.* = alloca .*, i\d+ %/,
};

// Its threads would race to be the first. The guard of such a variable has a name of its own.
const STATIC_VARIABLE: RefusedFeature = {
  message: "dynamic initialization of a static variable is not supported in device code",
  line: /^ .*@_ZGVZ/,
};

/** The first feature in a module printed by clang that is refused. */
export function findRefused(ir: string): RefusedFeature | undefined {
  if (ir.includes(" indirectbr ")) return COMPUTED_GOTO;
  if (/^ .*@_ZGVZ/m.test(ir)) return STATIC_VARIABLE;
  if (!/ alloca .*, i\d+ %/.test(ir)) return undefined;
  const hasBoth = ir
    .split(/^define /m)
    .some((f) => / alloca .*, i\d+ %/.test(f) && [...SYNC_FUNCTIONS].some((name) => f.includes(`${name}(`)));
  return hasBoth ? VARIABLE_LOCAL : undefined;
}
