// A lowered module is compiled as one part, or cut into several that are compiled side by side and linked. The first part has the variables of the
// module, the others know of them; each kernel is in one part with what it calls.

import type { IrFunction, IrGlobal, IrModule } from "../../../../compiler/ir/module.js";
import { parseModule } from "../../../../compiler/ir/parse-module.js";
import { EXCHANGE, EXCHANGE_WARP, SCHEDULE, RUN_YIELDED } from "./abi.js";
import { mentionedByGlobal, mentionedIn } from "./mentions.js";
import { STACK_DECLARATIONS, STACK_LIMIT } from "./stack-limit.js";
import { WATCH_THREAD } from "../watch-calls.js";

/** A kernel that is lowered. */
export interface LoweredFunctions {
  readonly functions: readonly IrFunction[];
  /** Functions that it may call, and that variables of the module mention. */
  readonly callees: ReadonlySet<string>;
}

/** What another process of the compiler pays for. */
export const LONG_PART = 6000;

/** The kernels of each part: the longest first, each where there is least. */
export function kernelGroups(
  kernels: readonly LoweredFunctions[],
  most: number,
  partLength: number,
): readonly (readonly LoweredFunctions[])[] {
  const lengths = new Map(kernels.map((kernel) => [kernel, lengthOf(kernel)]));
  const length = (kernel: LoweredFunctions): number => lengths.get(kernel) as number;
  const total = kernels.reduce((sum, kernel) => sum + length(kernel), 0);
  const count = Math.max(1, Math.min(most, kernels.length, Math.floor(total / partLength)));
  if (count === 1) return [kernels];
  const groups = Array.from({ length: count }, () => ({ kernels: [] as LoweredFunctions[], length: 0 }));
  for (const kernel of kernels.toSorted((a, b) => length(b) - length(a))) {
    const group = groups.reduce((least, other) => (other.length < least.length ? other : least));
    group.kernels.push(kernel);
    group.length += length(kernel);
  }
  return groups.map((group) => group.kernels);
}

/** How many instructions a kernel has. */
function lengthOf({ functions }: LoweredFunctions): number {
  return functions.flatMap(({ blocks }) => blocks).reduce((sum, b) => sum + b.instructions.length, 0);
}

const EXTERNAL: ReadonlySet<string | undefined> = new Set(["external", "extern_weak"]);
/** Linkages of variables that are hidden from other programs when the parts are linked. */
const MERGED: ReadonlySet<string | undefined> = new Set(
  "private internal weak_odr weak linkonce_odr linkonce common".split(" "),
);

/** A variable in a part of the module: the first part has them all, the others know of them. */
export function globalOfPart(g: IrGlobal, isFirst: boolean): IrGlobal {
  if (EXTERNAL.has(g.linkage)) return g;
  const isHidden = MERGED.has(g.linkage);
  if (isFirst) return isHidden ? { ...g, linkage: undefined, specifiers: ["hidden", ...g.specifiers] } : g;
  return {
    ...g,
    linkage: "external",
    specifiers: isHidden ? ["hidden"] : [],
    isFilledOutside: false,
    value: undefined,
    section: undefined,
    align: undefined,
    metadata: [],
  };
}

// What functions that are not inlined read: coordinates, shared memory and the limit of the stack, as WebAssembly globals, one set a worker.
export const ONE_PART: readonly IrGlobal[] = parseModule(
  [
    ...["tid", "bid", "bdim", "gdim"].flatMap((what) =>
      ["x", "y", "z"].map((axis) => `@cuts.${what}.${axis} = internal addrspace(1) global i32 undef`),
    ),
    "@cuts.shared = internal addrspace(1) global ptr undef",
    "@cuts.dynamic = internal addrspace(1) global ptr undef",
    `${STACK_LIMIT} = internal addrspace(1) global i32 undef`,
  ].join("\n"),
).globals;

const OWN_DECLARATIONS: ReadonlyMap<string, IrFunction> = new Map(
  parseModule(
    [
      `declare i32 ${SCHEDULE}(ptr, i32, i32)`,
      `declare i32 ${RUN_YIELDED}(ptr, i32, i32)`,
      `declare void ${EXCHANGE}(ptr, i32, i32, i32)`,
      `declare void ${EXCHANGE_WARP}(ptr, i32, i32)`,
      "declare i64 @llvm.smin.i64(i64, i64)",
      "declare i64 @llvm.smax.i64(i64, i64)",
      ...STACK_DECLARATIONS,
      `declare void ${WATCH_THREAD}(i32, i32, i32, i32, i32)`,
      "declare void @llvm.memset.p0.i32(ptr, i8, i32, i1 immarg)",
      "declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1 immarg)",
    ].join("\n"),
  ).declarations.map((f) => [f.name, f]),
);

/** What the functions and the variables of a part mention, of what others have. */
export function declarationsFor(
  module: IrModule,
  functions: readonly IrFunction[],
  globals: readonly IrGlobal[],
): readonly IrFunction[] {
  const mentioned = new Set([...functions.flatMap(mentionedIn), ...globals.flatMap(mentionedByGlobal)]);
  const known = new Map([...module.declarations.map((f) => [f.name, f] as const), ...OWN_DECLARATIONS]);
  return [...known.values()].filter(({ name }) => mentioned.has(name));
}
