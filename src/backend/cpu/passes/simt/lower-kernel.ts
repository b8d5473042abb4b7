// Lowers one kernel. Its passes run; it is cut into regions; each region becomes a function of one thread, with a function that runs a block and the
// entry point that a worker calls with a range of blocks around them.

import { call, ret, store } from "../../../../compiler/ir/builder.js";
import type { Instruction } from "../../../../compiler/ir/instruction.js";
import { type IrFunction, type Parameter, plainName } from "../../../../compiler/ir/module.js";
import { i1, i32, voidType } from "../../../../compiler/ir/type.js";
import { int32, local } from "../../../../compiler/ir/value.js";
import type { IrDump } from "../dump-ir.js";
import { CONTEXT, THREAD } from "./abi.js";
import { emitDriver } from "./emit-driver.js";
import { emitEntry, workerGlobal } from "./emit-entry.js";
import { emitRegion, type RegionFunction } from "./emit-region.js";
import { hasWideParameters } from "../narrow-pointers.js";
import { hasOrder, isFlat, isLoopFree, isSmall } from "./kernel-facts.js";
import type { KernelFacts } from "./kernel-form.js";
import { functionOf } from "./kernel-functions.js";
import { blockParameters, parameter, regionParameters } from "./kernel-parameters.js";
import { runKernelPasses } from "./kernel-passes.js";
import { plainAtomics, sharedAddresses } from "./plain-atomics.js";
import { layOutParameters } from "./parameter-layout.js";
import { applySplit, DECIDED, findSplit, INSIDE } from "./range-split.js";
import type { Region } from "./region-plan.js";
import { planRegions } from "./region-plan.js";
import { uniformInputs } from "./region-slots.js";
import { groupRows, rowsInGroup } from "./row-groups.js";
import type { SharedVariable } from "./shared-memory.js";
import { SHARED_BASE } from "./shared-memory.js";
import { WATCH_THREAD } from "../watch-calls.js";

/** What the machine must know to launch a kernel. */
export interface KernelInfo {
  /** Symbol of the entry point. */
  readonly symbol: string;
  /** Where each parameter lies in the parameter block. */
  readonly parameters: readonly { readonly offset: number; readonly size: number }[];
  readonly parameterBytes: number;
  readonly staticSharedBytes: number;
  readonly contextBytesPerThread: number;
  /** "loop": no waits but of loops that spin; "regions": all threads wait together; "warps": those of a warp do; "threads": each has its own state. */
  readonly tier: "loop" | "regions" | "warps" | "threads";
  /** True when blocks wait for each other: a cooperative launch. */
  readonly gridSync: boolean;
  /** True when it has loops that may wait for other threads of the block, to which its threads yield there. */
  readonly mayYield: boolean;
  /** True when no path through the kernel repeats or is long: it ends soon whatever its input is. */
  readonly loopFree: boolean;
  /** True when it may launch kernels. */
  readonly launches?: boolean;
  /** The `__shared__` variables of fixed size, where the code is watched. */
  readonly shared?: readonly SharedVariable[];
  /** Bytes that they take beyond `staticSharedBytes`, where they are kept apart. The dynamic part begins behind them. */
  readonly sharedGapBytes?: number;
}

export interface LoweredKernel {
  readonly info: KernelInfo;
  /** Its regions, the function that runs a block, and the entry point. */
  readonly functions: readonly IrFunction[];
  readonly usesScheduler: boolean;
  /** Whether lanes hand each other values through plain memory without waiting. */
  readonly reliesOnLockstep: boolean;
}

export interface KernelLowering extends KernelFacts {
  /** `#n` for functions that are inlined, and for those that are not. */
  readonly inlinedAttributes: string;
  readonly plainAttributes: string;
  /** Adds a node to the metadata of the module and gives its name. */
  readonly addMetadata: (text: string) => string;
  /** True when the kernel calls functions that read coordinates or shared memory through globals. */
  readonly publishesCoordinates: boolean;
  /** True when the kernel takes or gives away room on the stack: calls of functions that are not inlined, alloca. */
  readonly limitsStack: boolean;
  /** Whether all pointers are addresses: those of the memory have 64 bits. */
  readonly isWide: boolean;
}

/** Threads of a row from which on loops over them pay that take four vectors at a time. */
const MANY_THREADS = 32;

const MANY_REGIONS = 20;

const TIERS = { block: "regions", warp: "warps", none: "threads" } as const;

/** Lowers a kernel. */
export function lowerKernel(kernel: IrFunction, l: KernelLowering, dump: IrDump): LoweredKernel {
  const form = runKernelPasses(kernel, l, dump);
  const { parameters } = form;
  const hasSync = form.syncs.length > 0 || l.isOrdered;
  const plan = planRegions(
    form,
    new Set(parameters.map(({ name }) => name)),
    l.layout,
    form.localBytes,
    l.block !== undefined && l.block[0] % 32 === 0,
    l.isOrdered || (l.isWatched && hasSync),
  );
  // Lanes that the scheduler picks are no loop over x to cut.
  const isPicked = (r: Region): boolean => plan.together === "none" || r.isResumed || l.isWatched;
  const splits = plan.regions.map((r) => (isPicked(r) ? undefined : findSplit(r, plan, l.block?.[1])));
  const base = plainName(kernel.name);
  const group = form.hasStackLocals || l.isWatched ? undefined : l.addMetadata("distinct !{}");
  const ofBlock = blockParameters(parameters);
  const ofRegion = regionParameters(parameters);
  const smallAttributes = ["noinline", "minsize", "optsize", l.plainAttributes];
  const names = plan.regions.map((r) => `@"${base}.region${r.id}"`);
  const parametersOf = (id: number): readonly Parameter[] =>
    splits[id] ? [...ofRegion, ...[DECIDED, INSIDE].map(({ name }) => parameter(name, i1))] : ofRegion;
  // Checks and profiles see atomic operations as they are.
  const shared: ReadonlySet<string> = l.isWatched ? new Set() : sharedAddresses(form.blocks);
  const single = plan.regions.map((region) => {
    const split = splits[region.id];
    const inRange = split ? applySplit(split, region.blocks) : region.blocks;
    const blocks = plainAtomics({ parameters, blocks: inRange }, shared);
    return emitRegion(
      { ...region, blocks },
      {
        plan,
        functionName: names[region.id] as string,
        parameters: parametersOf(region.id),
        // Threads come there that have waited: code is worth more than speed.
        attributes: region.isResumed && plan.together === "block" ? smallAttributes : [l.inlinedAttributes],
        accessGroup: group,
        prologue: [
          ...(l.publishesCoordinates ? PUBLISH : []),
          ...(l.isWatched ? [tellThread(region.id)] : []),
        ],
      },
    );
  });
  const groups = single.map((f, id) =>
    plan.together === "block" &&
    !plan.regions[id]?.mayYield &&
    !plan.regions[id]?.isResumed &&
    !splits[id] &&
    !l.publishesCoordinates &&
    l.block
      ? groupRows(f.code.blocks, rowsInGroup(l.block), l.block[0])
      : undefined,
  );
  const functions = single.map((f, id) => ({
    ...f,
    code: { ...f.code, blocks: groups[id] ?? f.code.blocks },
  }));
  const driverName = `@"${base}.block"`;
  // Code for one size of blocks is compiled in the background: it may be longer, within reason.
  const isCareful = !l.block || plan.regions.length > MANY_REGIONS;
  const carefulNames = isCareful ? plan.regions.map((r) => `@"${base}.region${r.id}.careful"`) : names;
  const parallel = loopMetadata(l, group, false);
  const interleaved = loopMetadata(l, group, true);
  const notVectorised = l.addMetadata('!{!"llvm.loop.vectorize.enable", i1 false}');
  const inOrder = l.addMetadata(`distinct !{!SELF, ${notVectorised}}`);
  const driver = emitDriver({
    plan,
    functionName: driverName,
    parameters: [
      ...(l.publishesCoordinates ? ofBlock : ofBlock.map(markPrivate)),
      parameter("%cuts.width", i32),
    ],
    attributes: [l.inlinedAttributes],
    argumentsFor: (n) => [...ofBlock.map(({ name, type }) => local(name, type)), n.x, n.y, n.z, n.thread],
    regionNames: names,
    functions,
    loopMetadata: (region) => {
      if (region.mayYield || hasOrder(region) || l.isWatched) return inOrder;
      const width = Math.min(splits[region.id]?.maxThreads ?? MANY_THREADS, l.block?.[0] ?? MANY_THREADS);
      return isSmall(region) && !groups[region.id] && width >= MANY_THREADS ? interleaved : parallel;
    },
    rowsAtATime: groups.map((group) => (group ? rowsInGroup(l.block) : 1)),
    splits,
    carefulNames,
  });
  const careful = plan.regions.flatMap((region) => {
    if (!splits[region.id] || !isCareful) return [];
    const type = (functions[region.id] as RegionFunction).resultType;
    const own = [...parametersOf(region.id), ...uniformInputs(region)];
    const result = local("%cuts.result", type);
    const args = own.map((p) => local(p.name, p.type));
    const instructions = [call(result.name, type, names[region.id] as string, args), ret(result)];
    return functionOf({
      name: carefulNames[region.id] as string,
      type,
      parameters: own,
      attributes: smallAttributes,
      linkage: "internal",
      blocks: [{ label: "%cuts.begin", instructions }],
    });
  });
  const layout = layOutParameters(parameters, l.layout, hasWideParameters(l.module));
  const entry = emitEntry({
    isWide: l.isWide,
    name: kernel.name,
    driverName,
    parameters,
    layout,
    staticSharedBytes: l.shared.byteLength,
    attributes: [l.plainAttributes],
    publishesShared: l.publishesCoordinates,
    limitsStack: l.limitsStack,
    clearsHeader: plan.together === "none" || plan.hasYields,
    isFlat: !l.isWatched && !hasSync && !l.publishesCoordinates && isFlat(form.blocks),
    block: l.block,
  });
  return {
    info: {
      symbol: base,
      parameters: layout.parameters,
      parameterBytes: layout.byteLength,
      staticSharedBytes: l.shared.byteLength - l.shared.gapBytes,
      contextBytesPerThread: plan.contextBytesPerThread,
      tier: !l.isOrdered && form.syncs.every((s) => s.kind === "yield") ? "loop" : TIERS[plan.together],
      gridSync: form.syncs.some((s) => s.kind === "grid"),
      mayYield: plan.hasYields,
      loopFree: isLoopFree(form.blocks),
      ...(l.isWatched ? { shared: l.shared.variables } : {}),
      ...(l.shared.gapBytes > 0 ? { sharedGapBytes: l.shared.gapBytes } : {}),
    },
    functions: [...functions.map(({ code }) => code), ...careful, driver, entry],
    reliesOnLockstep: form.reliesOnLockstep,
    usesScheduler:
      hasSync &&
      (plan.together === "none" ||
        plan.hasYields ||
        [...plan.waits.values()].some(
          (w) => w.sync.kind === "reduce" || (w.sync.kind === "warp" && !w.shuffle),
        )),
  };
}

// Nobody else has the addresses of a block's shared memory and context. Without this, a store to the context keeps
// loads of shared memory inside the loop.
function markPrivate(p: Parameter): Parameter {
  return p.name === SHARED_BASE || p.name === CONTEXT ? { ...p, attributes: ["noalias"] } : p;
}

function tellThread(region: number): Instruction {
  const block = ["%cuts.bid.x", "%cuts.bid.y", "%cuts.bid.z"].map((name) => local(name, i32));
  return call(undefined, voidType, WATCH_THREAD, [local(THREAD, i32), ...block, int32(region)]);
}

const PUBLISH = ["x", "y", "z"].flatMap((axis) => [
  store(local(`%cuts.tid.${axis}`, i32), workerGlobal(`cuts.tid.${axis}`)),
  store(local(`%cuts.bid.${axis}`, i32), workerGlobal(`cuts.bid.${axis}`)),
]);

// A loop whose iterations are threads: any order is right, and the vectoriser may take it at its word. It comes after
// the pass that would unroll short loops, and what is unrolled is not vectorised; its own result may be unrolled.
function loopMetadata(l: KernelLowering, group: string | undefined, isInterleaved: boolean): string {
  const parts = [
    ...(group ? [l.addMetadata(`!{!"llvm.loop.parallel_accesses", ${group}}`)] : []),
    l.addMetadata('!{!"llvm.loop.unroll.disable"}'),
    l.addMetadata(`!{!"llvm.loop.vectorize.followup_all", ${l.addMetadata('!{!"llvm.loop.isvectorized"}')}}`),
    ...(isInterleaved ? [l.addMetadata('!{!"llvm.loop.interleave.count", i32 4}')] : []),
  ];
  return l.addMetadata(`distinct !{${["!SELF", ...parts].join(", ")}}`);
}
