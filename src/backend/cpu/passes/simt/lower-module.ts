// The SIMT pass: LLVM IR of CUDA device code in, LLVM IR of ordinary functions out, one entry point a kernel. It
// keeps the kernels and what they call; `__shared__` variables and the functions of the device ABI are gone after it.

import { load } from "../../../../compiler/ir/builder.js";
import { calleeOf } from "../../../../compiler/ir/instruction.js";
import { attributesIn } from "../../../../compiler/ir/attributes.js";
import { MetadataWriter } from "../../../../compiler/ir/metadata.js";
import {
  hasInstruction,
  type IrFunction,
  type IrGlobal,
  type IrModule,
  mapBlocks,
  plainName,
  withPrologue,
} from "../../../../compiler/ir/module.js";
import { i32, ptr } from "../../../../compiler/ir/type.js";
import { UnsupportedError } from "../../../../core/errors.js";
import type { IrDump } from "../dump-ir.js";
import { type PassOver, runOver } from "../pass.js";
import { type FlatIr, flattenAddressSpaces } from "./address-spaces.js";
import { COORDINATES, KERNEL_ATTRIBUTE, SYNC_FUNCTIONS } from "./abi.js";
import { workerGlobal } from "./emit-entry.js";
import { calledFrom, mentionedByGlobal, mentionedIn } from "./mentions.js";
import {
  declarationsFor,
  globalOfPart,
  kernelGroups,
  LONG_PART,
  type LoweredFunctions,
  ONE_PART,
} from "./module-parts.js";
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
  STACK_LIMIT,
} from "./stack-limit.js";
import { readersOf } from "./waiting-loops.js";

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

/** Runs the pass over a module of clang's. Throws UnsupportedError for a wait it cannot lower. */
export function lowerModule(
  given: IrModule,
  dump: IrDump,
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
  const flat = runOver<FlatIr, undefined>(
    PREPARING,
    { module: given, shared: new Set(), deviceVariables: new Set() },
    undefined,
    dump,
    (form) => form.module,
  );
  const { module } = flat;
  const { layout } = module;
  const byName = new Map(module.functions.map((f) => [f.name, f]));
  const kernels = module.functions
    .filter((f) => isKernel(f, module) && (!only || only.symbol === plainName(f.name)))
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
    const lowered = lowerKernel(
      kernel,
      {
        module,
        layout,
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
      },
      dump,
    );
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
    ownHelpers.push(limitStack({ ...own, blocks: claimVariableLocals(own.blocks, layout) }));
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

/** What is done to the module before its kernels are lowered. */
const PREPARING: readonly PassOver<FlatIr, undefined>[] = [
  { name: "prepare-ir", run: (flat) => ({ ...flat, module: prepareIr(flat.module) }) },
  { name: "address-spaces", run: ({ module }) => flattenAddressSpaces(module) },
  {
    name: "kernel-numbers",
    run: (flat) => {
      const kernels = flat.module.functions.filter((f) => isKernel(f, flat.module));
      return { ...flat, module: numberKernels(flat.module, kernels) };
    },
  },
];

function isKernel(f: IrFunction, module: IrModule): boolean {
  return attributesOf(f, module).includes(KERNEL_ATTRIBUTE);
}

function isLocal({ linkage }: IrGlobal): boolean {
  return linkage === "internal" || linkage === "private";
}

/** The attributes of a function's groups. */
function attributesOf(f: IrFunction, module: IrModule): readonly string[] {
  return f.attributes.flatMap((group) => attributesIn(module.attributeGroups.get(group) ?? ""));
}

/** What tells the machine that code is made for. */
const TARGET = ['"target-cpu"=', '"target-features"='];

function calls(f: IrFunction, name: string): boolean {
  return hasInstruction(f, (i) => calleeOf(i) === name);
}

function refuseWaits(f: IrFunction, byName: ReadonlyMap<string, IrFunction>): void {
  const waits = hasInstruction(f, (i) => SYNC_FUNCTIONS.has(calleeOf(i) ?? ""));
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

function throughGlobals(f: IrFunction, shared: ReturnType<typeof layOutShared>): IrFunction {
  const blocks = mapBlocks(f.blocks, (i) => {
    const coordinate = COORDINATES.get(calleeOf(i) ?? "");
    if (coordinate === undefined || i.result === undefined) return i;
    return load(i.result, i32, workerGlobal(coordinate.slice(1)));
  });
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
