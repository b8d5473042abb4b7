// The SIMT pass: LLVM IR of CUDA device code in, LLVM IR of ordinary functions out, one entry point a kernel. It
// keeps the kernels and what they call; `__shared__` variables and the functions of the device ABI are gone after it.

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
import type { Block, IrFunction, IrGlobal, IrModule } from "./ir.js";
import { calleeOf, GLOBAL_NAME, instruction } from "./ir.js";
import type { KernelInfo } from "./lower-kernel.js";
import { LAUNCH, numberKernels } from "./kernel-numbers.js";
import { lowerKernel } from "./lower-kernel.js";
import { parseIr, printFunction, printIr } from "./parse-ir.js";
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
import { leadingType, sizeOf } from "./value-type.js";
import { readersOf } from "./waiting-loops.js";
import { WATCH_THREAD } from "./watch-calls.js";

export interface LoweredModule {
  /** What is compiled by itself and linked: one module, or several where it was asked for and there is much. */
  readonly parts: readonly string[];
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
  /** Characters that a part has at least. Below the default another process of the compiler costs more than it saves. */
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
  const flat = flattenAddressSpaces(text);
  const parsed = parseIr(flat.text);
  const isKernel = (f: IrFunction): boolean => attributesOf(f, parsed).includes(KERNEL_ATTRIBUTE);
  const module = numberKernels(parsed, parsed.functions.filter(isKernel));
  const byName = new Map(module.functions.map((f) => [f.name, f]));
  const kernels = module.functions
    .filter((f) => isKernel(f) && (!only || only.symbol === plainSymbol(f.name)))
    .map((f) => ({
      ...f,
      parameters: restoreRecords(f.parameters, records?.get(plainSymbol(f.name)) ?? []),
    }));
  const kept = module.globals.filter((g) => !flat.shared.has(g.name) && !g.name.startsWith("@llvm."));
  const helpers = new Set([
    ...kernels.flatMap((k) => [...calledFrom(bodyTexts(k), byName)]),
    ...calledFrom(
      kept.map((g) => g.text),
      byName,
    ),
  ]);
  for (const kernel of kernels) helpers.delete(kernel.name);
  for (const name of helpers) refuseWaits(byName.get(name) as IrFunction, byName);
  for (const name of [...helpers, ...kernels.map((k) => k.name)]) {
    refuseLargeLocals(byName.get(name) as IrFunction, module.types);
  }
  const sharedNames = flat.shared;
  const needsPublishing = new Set(
    [...helpers].filter((name) => touches(byName.get(name) as IrFunction, sharedNames)),
  );
  const metadata = metadataWriter(module);
  const attributes = addAttributes(module, kernels[0]);
  const helperShared = [...needsPublishing].flatMap((n) =>
    referenced(byName.get(n) as IrFunction, sharedNames),
  );
  const readsOthers = readersOf([...helpers].map((name) => byName.get(name) as IrFunction));
  const kernelTexts: KernelText[] = [];
  const infos: KernelInfo[] = [];
  let usesScheduler = false;
  let reliesOnLockstep = false;
  for (const kernel of kernels) {
    const used = new Set([...helperShared, ...referenced(kernel, sharedNames)]);
    const callees = calledFrom([...bodyTexts(kernel), ...kept.map((g) => g.text)], byName);
    const lowered = lowerKernel(claimVariableLocals(kernel, module.types), {
      module,
      shared: layOutShared(module, used, hasGaps),
      isWatched,
      isOrdered,
      isWide,
      ...attributes,
      addMetadata: metadata.add,
      block: only?.block,
      publishesCoordinates: [...callees].some((n) => needsPublishing.has(n)),
      limitsStack: callees.size > 0 || hasVariableLocals(kernel),
      readsOthers,
    });
    kernelTexts.push({ text: lowered.text, callees });
    const launches = [kernel, ...[...callees].map((n) => byName.get(n) as IrFunction)].some((f) =>
      bodyTexts(f).some((text) => text.includes(`${LAUNCH}(`)),
    );
    infos.push(launches ? { ...lowered.info, launches } : lowered.info);
    usesScheduler ||= lowered.usesScheduler;
    reliesOnLockstep ||= lowered.reliesOnLockstep;
  }
  const shared = layOutShared(module, new Set(helperShared), hasGaps);
  const helperTexts = new Map<string, string>();
  for (const name of helpers) {
    const f = byName.get(name);
    if (!f) continue;
    const own = needsPublishing.has(name) ? throughGlobals(f, shared, module) : internal(f);
    helperTexts.set(name, printFunction(limitStack(claimVariableLocals(own, module.types), module.types)));
  }
  const claims = [...kernels, ...[...helpers].map((name) => byName.get(name) as IrFunction)].some(
    hasVariableLocals,
  );
  const ofOnePart = [
    ...(needsPublishing.size > 0 ? PUBLISHED : []),
    ...(helpers.size > 0 || claims ? [STACK_LIMIT] : []),
  ];
  const groups = groupsOf(kernelTexts, mostParts, partLength);
  const parts = groups.map((group, index) => {
    const called = new Set(group.flatMap(({ callees }) => [...callees]));
    const texts = [
      ...group.map(({ text }) => text),
      ...[...helperTexts].filter(([name]) => called.has(name) || groups.length === 1).map(([, text]) => text),
      ...(claims ? [CLAIM_STACK_FUNCTION] : []),
    ];
    const globals = groups.length === 1 ? kept : kept.map((g) => globalOfPart(g, index === 0));
    const out: IrModule = {
      ...module,
      globals: [...globals, ...ofOnePart],
      functions: [],
      declarations: declarationsFor(module, [...texts, ...globals.map((g) => g.text)]),
      metadata: metadata.lines,
    };
    return `${printIr(out)}\n${texts.join("\n")}`;
  });
  return {
    parts,
    kernels: infos,
    usesScheduler,
    reliesOnLockstep,
    globals: kept
      .filter((g) => flat.deviceVariables.has(g.name) && !/^(internal|private) /.test(g.text))
      .map((g) => describeGlobal(g, module)),
  };
}

interface KernelText {
  readonly text: string;
  /** Functions that it may call, and that variables of the module mention. */
  readonly callees: ReadonlySet<string>;
}

const LONG_PART = 400_000;

/** The kernels of each part: the longest first, each where there is least. */
function groupsOf(
  kernels: readonly KernelText[],
  most: number,
  partLength: number,
): readonly (readonly KernelText[])[] {
  const total = kernels.reduce((sum, { text }) => sum + text.length, 0);
  const count = Math.max(1, Math.min(most, kernels.length, Math.floor(total / partLength)));
  if (count === 1) return [kernels];
  const groups = Array.from({ length: count }, () => ({ kernels: [] as KernelText[], length: 0 }));
  for (const kernel of kernels.toSorted((a, b) => b.text.length - a.text.length)) {
    const group = groups.reduce((least, other) => (other.length < least.length ? other : least));
    group.kernels.push(kernel);
    group.length += kernel.text.length;
  }
  return groups.map((group) => group.kernels);
}

/** A variable in a part of the module: the first part has them all, the others know of them. */
function globalOfPart({ name, text }: IrGlobal, isFirst: boolean): IrGlobal {
  if (/^(?:external|extern_weak) /.test(text)) return { name, text };
  const shared = text.replace(/^(?:private|internal|weak_odr|weak|linkonce_odr|linkonce|common) /, "hidden ");
  if (isFirst) return { name, text: shared };
  const [, kind = "", rest = ""] = /\b(global|constant) (.*)$/.exec(text) ?? [];
  const space = /\baddrspace\(\d+\) /.exec(text)?.[0] ?? "";
  const visibility = shared.startsWith("hidden ") ? "hidden " : "";
  return { name, text: `external ${visibility}${space}${kind} ${leadingType(rest)}` };
}

function describeGlobal(global: IrGlobal, module: IrModule): { symbol: string; byteLength: number } {
  const type = leadingType(/\b(?:global|constant) (.*)$/.exec(global.text)?.[1] ?? "");
  return { symbol: plainSymbol(global.name), byteLength: sizeOf(type, module.types) };
}

function plainSymbol(name: string): string {
  return name.replace(/^@"?|"$/g, "");
}

function attributesOf(f: IrFunction, module: IrModule): string {
  return module.attributeGroups.get(/#\d+/.exec(f.suffix)?.[0] ?? "") ?? "";
}

function bodyTexts(f: IrFunction): string[] {
  return f.blocks.flatMap((b) => b.instructions.map((i) => i.text));
}

// Functions defined here that the texts mention, and what those mention. Any mention counts: an address that is
// taken, or that stands in a table, may be called.
function calledFrom(texts: readonly string[], byName: ReadonlyMap<string, IrFunction>): Set<string> {
  const seen = new Set<string>();
  const work = [...texts];
  while (work.length > 0) {
    for (const name of (work.pop() as string).match(GLOBAL_NAME) ?? []) {
      const target = byName.get(name);
      if (!target || seen.has(name)) continue;
      seen.add(name);
      work.push(...bodyTexts(target));
    }
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
  return f.blocks.some((b) =>
    b.instructions.some((i) =>
      (i.text.match(GLOBAL_NAME) ?? []).some((n) => shared.has(n) || COORDINATES.has(n)),
    ),
  );
}

function referenced(f: IrFunction, shared: ReadonlySet<string>): string[] {
  return f.blocks.flatMap((b) =>
    b.instructions.flatMap((i) => (i.text.match(GLOBAL_NAME) ?? []).filter((n) => shared.has(n))),
  );
}

// Coordinates and shared memory for functions that are not inlined: WebAssembly globals, one set a worker.
const PUBLISHED = [
  ...["tid", "bid", "bdim", "gdim"].flatMap((what) =>
    ["x", "y", "z"].map((axis) => ({
      name: `@cuts.${what}.${axis}`,
      text: "internal addrspace(1) global i32 undef",
    })),
  ),
  { name: "@cuts.shared", text: "internal addrspace(1) global ptr undef" },
  { name: "@cuts.dynamic", text: "internal addrspace(1) global ptr undef" },
];

function throughGlobals(
  f: IrFunction,
  shared: ReturnType<typeof layOutShared>,
  module: IrModule,
): IrFunction {
  const { types } = module;
  const blocks: Block[] = f.blocks.map((block) => ({
    label: block.label,
    instructions: block.instructions.map((i) => {
      const coordinate = COORDINATES.get(calleeOf(i) ?? "");
      return coordinate
        ? instruction(i.result, `load i32, ptr addrspace(1) @${coordinate.slice(1)}`, types)
        : i;
    }),
  }));
  const based = replaceSharedReferences(blocks, shared, types);
  based[0]?.instructions.unshift(
    instruction(SHARED_BASE, "load ptr, ptr addrspace(1) @cuts.shared", types),
    instruction(DYNAMIC_BASE, "load ptr, ptr addrspace(1) @cuts.dynamic", types),
  );
  return internal({ ...f, blocks: based });
}

function internal(f: IrFunction): IrFunction {
  const linkage = f.linkage
    .replace(/\b(weak_odr|weak|linkonce_odr|linkonce|external|hidden|protected|dso_local|internal)\b ?/g, "")
    .trim();
  return { ...f, linkage: `internal ${linkage}`.trim() };
}

function addAttributes(
  module: IrModule,
  kernel: IrFunction | undefined,
): { inlinedAttributes: string; plainAttributes: string } {
  const target =
    (kernel ? attributesOf(kernel, module) : "").match(/"target-(?:cpu|features)"="[^"]*"/g) ?? [];
  const taken = [...module.attributeGroups.keys()].map((k) => Number(k.slice(1)));
  const free = Math.max(0, ...taken) + 1;
  module.attributeGroups.set(`#${free}`, ["alwaysinline", "nounwind", ...target].join(" "));
  module.attributeGroups.set(`#${free + 1}`, ["nounwind", ...target].join(" "));
  return { inlinedAttributes: `#${free}`, plainAttributes: `#${free + 1}` };
}

function metadataWriter(module: IrModule): { add: (text: string) => string; lines: string[] } {
  const lines = [...module.metadata];
  let next = Math.max(-1, ...lines.map((l) => Number(/^!(\d+) =/.exec(l)?.[1] ?? -1))) + 1;
  return {
    lines,
    add: (text) => {
      const name = `!${next++}`;
      lines.push(`${name} = ${text.replace("!SELF", name)}`);
      return name;
    },
  };
}

function declarationsFor(module: IrModule, texts: readonly string[]): Map<string, string> {
  const mentioned = new Set(texts.flatMap((t) => t.match(GLOBAL_NAME) ?? []));
  const out = new Map([...module.declarations].filter(([name]) => mentioned.has(name)));
  const own: Record<string, string> = {
    [SCHEDULE]: `declare i32 ${SCHEDULE}(ptr, i32, i32)`,
    [TAKE_TURNS]: `declare i32 ${TAKE_TURNS}(ptr, i32, i32)`,
    [EXCHANGE]: `declare void ${EXCHANGE}(ptr, i32, i32, i32)`,
    [EXCHANGE_WARP]: `declare void ${EXCHANGE_WARP}(ptr, i32, i32)`,
    "@llvm.smin.i64": "declare i64 @llvm.smin.i64(i64, i64)",
    "@llvm.smax.i64": "declare i64 @llvm.smax.i64(i64, i64)",
    ...STACK_DECLARATIONS,
    [WATCH_THREAD]: `declare void ${WATCH_THREAD}(i32, i32, i32, i32, i32)`,
    "@llvm.memset.p0.i32": "declare void @llvm.memset.p0.i32(ptr, i8, i32, i1 immarg)",
    "@llvm.memcpy.p0.p0.i32": "declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1 immarg)",
  };
  for (const [name, text] of Object.entries(own)) if (mentioned.has(name)) out.set(name, text);
  return out;
}
