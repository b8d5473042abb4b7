// The SIMT pass: LLVM IR of CUDA device code in, LLVM IR of ordinary functions out, one entry point a kernel. It
// keeps the kernels and what they call; `__shared__` variables and the functions of the device ABI are gone after it.

import { load } from "../../../compiler/ir/builder.js";
import { calleeOf } from "../../../compiler/ir/instruction.js";
import { attributesIn } from "../../../compiler/ir/attributes.js";
import { MetadataWriter } from "../../../compiler/ir/metadata.js";
import {
  type Block,
  instructionsOf,
  type IrFunction,
  type IrGlobal,
  type IrModule,
  plainName,
  withPrologue,
} from "../../../compiler/ir/module.js";
import { globalsIn, globalsOf } from "../../../compiler/ir/operands.js";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { i32, ptr } from "../../../compiler/ir/type.js";
import { UnsupportedError } from "../../../core/errors.js";
import { flattenAddressSpaces } from "./address-spaces.js";
import {
  COORDINATES,
  EXCHANGE,
  EXCHANGE_WARP,
  KERNEL_ATTRIBUTE,
  SCHEDULE,
  SYNC_FUNCTIONS,
  TAKE_TURNS,
} from "./abi.js";
import { workerGlobal } from "./emit-entry.js";
import type { KernelInfo } from "./lower-kernel.js";
import { LAUNCH, numberKernels } from "./kernel-numbers.js";
import { lowerKernel } from "./lower-kernel.js";
import { prepareIr } from "./prepare-ir.js";
import { type RecordParameters, restoreRecords } from "./record-parameters.js";
import { DYNAMIC_BASE, layOutShared, replaceSharedReferences, SHARED_BASE } from "./shared-memory.js";
import {
  CLAIM_STACK_FUNCTION,
  claimVariableLocals,
  hasVariableLocals,
  limitStack,
  refuseLargeLocals,
  STACK_DECLARATIONS,
  STACK_LIMIT,
} from "./stack-limit.js";
import { readersOf } from "./waiting-loops.js";
import { WATCH_THREAD } from "./watch-calls.js";

export interface LoweredModule {
  /** What is compiled by itself and linked: one module, or several where it was asked for and there is much. */
  readonly parts: readonly IrModule[];
  readonly kernels: readonly KernelInfo[];
  /** True when the code calls include/cuts/cuda/cuts_scheduler.h, which is linked to it. */
  readonly usesScheduler: boolean;
  /** Whether lanes of a kernel hand each other values through plain memory without waiting: then all accesses of the source count. */
  readonly reliesOnLockstep: boolean;
  /** `__device__` and `__constant__` variables that the host may reach. */
  readonly globals: readonly { readonly symbol: string; readonly byteLength: number }[];
}

/** One kernel for one size of blocks. */
export interface Specialisation {
  readonly symbol: string;
  readonly block: readonly [number, number, number];
}

export interface LowerOptions {
  /** Only this kernel. */
  readonly only?: Specialisation | undefined;
  /** Parameters that clang has left out or passes by address, by symbol. */
  readonly records?: RecordParameters;
  /** The code tells what it does while it runs (watch-calls.ts): one thread after the other, nothing moved. */
  readonly isWatched?: boolean;
  /** Shared variables lie apart, so that one past the end of one is not the start of the next. */
  readonly hasGaps?: boolean;
  /** The scheduler runs all code, so that warps can have any order. */
  readonly isOrdered?: boolean;
  /** The memory has addresses of 64 bits: all pointers are addresses. */
  readonly isWide?: boolean;
  /** Into how many parts a long module may be cut, so that they are compiled side by side; 1 by default. */
  readonly mostParts?: number;
  /** Instructions that a part has at least. Below the default another process of the compiler costs more than it saves. */
  readonly partLength?: number;
}

/** Runs the pass over a module printed by clang. Throws UnsupportedError for a wait it cannot lower. */
export function lowerModule(
  text: string,
  {
    only,
    records,
    isWatched = false,
    hasGaps = false,
    isOrdered = false,
    isWide = false,
    mostParts = 1,
    partLength = LONG_PART,
  }: LowerOptions = {},
): LoweredModule {
  const flat = flattenAddressSpaces(prepareIr(parseModule(text)));
  const parsed = flat.module;
  const isKernel = (f: IrFunction): boolean => attributesOf(f, parsed).includes(KERNEL_ATTRIBUTE);
  const module = numberKernels(parsed, parsed.functions.filter(isKernel));
  const { layout } = module;
  const byName = new Map(module.functions.map((f) => [f.name, f]));
  const kernels = module.functions
    .filter((f) => isKernel(f) && (!only || only.symbol === plainName(f.name)))
    .map((f) => ({
      ...f,
      parameters: restoreRecords(f.parameters, records?.get(plainName(f.name)) ?? []),
    }));
  const kept = module.globals.filter((g) => !flat.shared.has(g.name) && !g.name.startsWith("@llvm."));
  const helpers = new Set([
    ...kernels.flatMap((k) => [...calledFrom(mentionedIn(k), byName)]),
    ...calledFrom(kept.flatMap(mentionedByGlobal), byName),
  ]);
  for (const kernel of kernels) helpers.delete(kernel.name);
  for (const name of helpers) refuseWaits(byName.get(name) as IrFunction, byName);
  for (const name of [...helpers, ...kernels.map((k) => k.name)]) {
    refuseLargeLocals(byName.get(name) as IrFunction, layout);
  }
  const sharedNames = flat.shared;
  const needsPublishing = new Set(
    [...helpers].filter((name) => touches(byName.get(name) as IrFunction, sharedNames)),
  );
  const metadata = new MetadataWriter(module.metadata);
  const attributes = addAttributes(module, kernels[0]);
  const helperShared = [...needsPublishing].flatMap((n) =>
    referenced(byName.get(n) as IrFunction, sharedNames),
  );
  const readsOthers = readersOf([...helpers].map((name) => byName.get(name) as IrFunction));
  const lowerings: LoweredFunctions[] = [];
  const infos: KernelInfo[] = [];
  let usesScheduler = false;
  let reliesOnLockstep = false;
  for (const kernel of kernels) {
    const used = new Set([...helperShared, ...referenced(kernel, sharedNames)]);
    const callees = calledFrom([...mentionedIn(kernel), ...kept.flatMap(mentionedByGlobal)], byName);
    const lowered = lowerKernel(claimVariableLocals(kernel, layout), {
      module,
      shared: layOutShared(module, used, hasGaps),
      isWatched,
      isOrdered,
      isWide,
      inlinedAttributes: attributes.inlined,
      plainAttributes: attributes.plain,
      addMetadata: (text) => metadata.add(text),
      block: only?.block,
      publishesCoordinates: [...callees].some((n) => needsPublishing.has(n)),
      limitsStack: callees.size > 0 || hasVariableLocals(kernel),
      readsOthers,
    });
    lowerings.push({ functions: lowered.functions, callees });
    const launches = [kernel, ...[...callees].map((n) => byName.get(n) as IrFunction)].some((f) =>
      calls(f, LAUNCH),
    );
    infos.push(launches ? { ...lowered.info, launches } : lowered.info);
    usesScheduler ||= lowered.usesScheduler;
    reliesOnLockstep ||= lowered.reliesOnLockstep;
  }
  const shared = layOutShared(module, new Set(helperShared), hasGaps);
  const ownHelpers: IrFunction[] = [];
  for (const name of helpers) {
    const f = byName.get(name);
    if (!f) continue;
    const own = needsPublishing.has(name) ? throughGlobals(f, shared) : internal(f);
    ownHelpers.push(limitStack(claimVariableLocals(own, layout)));
  }
  const claims = [...kernels, ...[...helpers].map((name) => byName.get(name) as IrFunction)].some(
    hasVariableLocals,
  );
  const ofOnePart = ONE_PART.filter(({ name }) =>
    name === STACK_LIMIT ? helpers.size > 0 || claims : needsPublishing.size > 0,
  );
  const groups = kernelGroups(lowerings, mostParts, partLength);
  const parts = groups.map((group, index) => {
    const called = new Set(group.flatMap(({ callees }) => [...callees]));
    const functions = [
      ...group.flatMap((kernel) => kernel.functions),
      ...ownHelpers.filter(({ name }) => called.has(name) || groups.length === 1),
      ...(claims ? [CLAIM_STACK_FUNCTION] : []),
    ];
    const globals = [
      ...(groups.length === 1 ? kept : kept.map((g) => globalOfPart(g, index === 0))),
      ...ofOnePart,
    ];
    return {
      ...module,
      globals,
      functions,
      declarations: declarationsFor(module, functions, globals),
      attributeGroups: attributes.groups,
      metadata: metadata.metadata,
    };
  });
  return {
    parts,
    kernels: infos,
    usesScheduler,
    reliesOnLockstep,
    globals: kept
      .filter((g) => flat.deviceVariables.has(g.name) && !isLocal(g))
      .map((g) => ({ symbol: plainName(g.name), byteLength: layout.sizeOf(g.type) })),
  };
}

/** A kernel that is lowered. */
interface LoweredFunctions {
  readonly functions: readonly IrFunction[];
  /** Functions that it may call, and that variables of the module mention. */
  readonly callees: ReadonlySet<string>;
}

const LONG_PART = 6000;

/** The kernels of each part: the longest first, each where there is least. */
function kernelGroups(
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

function isLocal({ linkage }: IrGlobal): boolean {
  return linkage === "internal" || linkage === "private";
}

/** A variable in a part of the module: the first part has them all, the others know of them. */
function globalOfPart(g: IrGlobal, isFirst: boolean): IrGlobal {
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

/** The attributes of a function's groups. */
function attributesOf(f: IrFunction, module: IrModule): readonly string[] {
  return f.attributes.flatMap((group) => attributesIn(module.attributeGroups.get(group) ?? ""));
}

/** What tells the machine that code is made for. */
const TARGET = ['"target-cpu"=', '"target-features"='];

/** The names of the functions and variables that a function mentions. */
function mentionedIn(f: IrFunction): string[] {
  return Array.from(instructionsOf(f), globalsOf).flat();
}

function mentionedByGlobal({ value }: IrGlobal): readonly string[] {
  return value === undefined ? [] : globalsIn(value);
}

function calls(f: IrFunction, name: string): boolean {
  return f.blocks.some((b) => b.instructions.some((i) => calleeOf(i) === name));
}

// Functions defined here that are mentioned, and what those mention. Any mention counts: an address that is
// taken, or that stands in a table, may be called.
function calledFrom(mentioned: readonly string[], byName: ReadonlyMap<string, IrFunction>): Set<string> {
  const seen = new Set<string>();
  const work = [...mentioned];
  while (work.length > 0) {
    const name = work.pop() as string;
    const target = byName.get(name);
    if (!target || seen.has(name)) continue;
    seen.add(name);
    work.push(...mentionedIn(target));
  }
  return seen;
}

function refuseWaits(f: IrFunction, byName: ReadonlyMap<string, IrFunction>): void {
  const waits = f.blocks.some((b) => b.instructions.some((i) => SYNC_FUNCTIONS.has(calleeOf(i) ?? "")));
  if (!waits || !byName.has(f.name)) return;
  throw new UnsupportedError(
    "CUTS_CPU_BARRIER_IN_CALL",
    `Cannot compile ${f.name.slice(1)} for the cpu device: a function with __syncthreads or a warp operation is recursive or called through a pointer\nTry: call it directly, without recursion, so that it can be inlined into the kernel.`,
  );
}

function touches(f: IrFunction, shared: ReadonlySet<string>): boolean {
  return mentionedIn(f).some((name) => shared.has(name) || COORDINATES.has(name));
}

function referenced(f: IrFunction, shared: ReadonlySet<string>): string[] {
  return mentionedIn(f).filter((name) => shared.has(name));
}

// What functions that are not inlined read: coordinates, shared memory and the limit of the stack, as WebAssembly globals, one set a worker.
const ONE_PART: readonly IrGlobal[] = parseModule(
  [
    ...["tid", "bid", "bdim", "gdim"].flatMap((what) =>
      ["x", "y", "z"].map((axis) => `@cuts.${what}.${axis} = internal addrspace(1) global i32 undef`),
    ),
    "@cuts.shared = internal addrspace(1) global ptr undef",
    "@cuts.dynamic = internal addrspace(1) global ptr undef",
    `${STACK_LIMIT} = internal addrspace(1) global i32 undef`,
  ].join("\n"),
).globals;

function throughGlobals(f: IrFunction, shared: ReturnType<typeof layOutShared>): IrFunction {
  const blocks: Block[] = f.blocks.map((block) => ({
    label: block.label,
    instructions: block.instructions.map((i) => {
      const coordinate = COORDINATES.get(calleeOf(i) ?? "");
      if (coordinate === undefined || i.result === undefined) return i;
      return load(i.result, i32, workerGlobal(coordinate.slice(1)));
    }),
  }));
  const based = replaceSharedReferences(blocks, shared);
  const bases = [
    load(SHARED_BASE, ptr, workerGlobal("cuts.shared")),
    load(DYNAMIC_BASE, ptr, workerGlobal("cuts.dynamic")),
  ];
  return internal({ ...f, blocks: withPrologue(based, bases) });
}

const VISIBILITIES: ReadonlySet<string> = new Set(["hidden", "protected", "dso_local"]);

function internal(f: IrFunction): IrFunction {
  return { ...f, linkage: "internal", specifiers: f.specifiers.filter((word) => !VISIBILITIES.has(word)) };
}

/** Groups for functions that are inlined, and for those that are not, beside those of the module. */
function addAttributes(
  module: IrModule,
  kernel: IrFunction | undefined,
): { readonly inlined: string; readonly plain: string; readonly groups: ReadonlyMap<string, string> } {
  const ofKernel = kernel === undefined ? [] : attributesOf(kernel, module);
  const target = ofKernel.filter((one) => TARGET.some((name) => one.startsWith(name)));
  const taken = [...module.attributeGroups.keys()].map((name) => Number(name.slice(1)));
  const free = Math.max(0, ...taken) + 1;
  const inlined = `#${free}`;
  const plain = `#${free + 1}`;
  const groups = new Map([
    ...module.attributeGroups,
    [inlined, ["alwaysinline", "nounwind", ...target].join(" ")],
    [plain, ["nounwind", ...target].join(" ")],
  ]);
  return { inlined, plain, groups };
}

const OWN_DECLARATIONS: ReadonlyMap<string, IrFunction> = new Map(
  parseModule(
    [
      `declare i32 ${SCHEDULE}(ptr, i32, i32)`,
      `declare i32 ${TAKE_TURNS}(ptr, i32, i32)`,
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
function declarationsFor(
  module: IrModule,
  functions: readonly IrFunction[],
  globals: readonly IrGlobal[],
): readonly IrFunction[] {
  const mentioned = new Set([...functions.flatMap(mentionedIn), ...globals.flatMap(mentionedByGlobal)]);
  const known = new Map([...module.declarations.map((f) => [f.name, f] as const), ...OWN_DECLARATIONS]);
  return [...known.values()].filter(({ name }) => mentioned.has(name));
}
