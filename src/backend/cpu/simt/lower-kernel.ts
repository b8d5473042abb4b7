// One kernel through the pass: kernel form, region plan, region functions, block function and the entry point that a
// worker calls with a range of blocks.

import { CONTEXT, CONTEXT_HEADER_BYTES, PADDED, THREAD } from "./abi.js";
import { emitDriver } from "./emit-driver.js";
import { emitRegion, uniformInputs } from "./emit-region.js";
import { emitEntry } from "./emit-entry.js";
import { applySplit, DECIDED, findSplit, INSIDE } from "./range-split.js";
import type { Block, IrFunction, IrModule, IrParameter } from "./ir.js";
import { instruction } from "./ir.js";
import { kernelForm, renameLocals } from "./kernel-form.js";
import type { Region } from "./region-plan.js";
import { planRegions } from "./region-plan.js";
import { interchangeStrideLoops } from "./stride-loops.js";
import type { SharedLayout } from "./shared-memory.js";
import { DYNAMIC_BASE, SHARED_BASE } from "./shared-memory.js";
import { alignOf, leadingType, sizeOf } from "./value-type.js";

/** What the machine must know to launch a kernel. */
export interface KernelInfo {
  /** Symbol of the entry point. */
  readonly symbol: string;
  /** Where each parameter lies in the parameter block. */
  readonly parameters: readonly { readonly offset: number; readonly size: number }[];
  readonly parameterBytes: number;
  readonly staticSharedBytes: number;
  readonly contextBytesPerThread: number;
  /** "loop": no waits; "regions": all threads wait together; "threads": each thread has its own state. */
  readonly tier: "loop" | "regions" | "threads";
  /** True when blocks wait for each other: a cooperative launch. */
  readonly gridSync: boolean;
  /** True when no path through the kernel repeats: it ends whatever its input is. */
  readonly loopFree: boolean;
}

export interface LoweredKernel {
  readonly info: KernelInfo;
  readonly text: string;
  readonly usesScheduler: boolean;
}

export interface KernelLowering {
  readonly module: IrModule;
  readonly shared: SharedLayout;
  /** `#n` for functions that are inlined, and for those that are not. */
  readonly inlinedAttributes: string;
  readonly plainAttributes: string;
  /** Metadata numbers that are free, from here on; the pass appends its own. */
  readonly addMetadata: (text: string) => string;
  /** True when the kernel calls functions that read coordinates or shared memory through globals. */
  readonly publishesCoordinates: boolean;
  /** The size of all blocks, where it is known. */
  readonly block: readonly [number, number, number] | undefined;
}

const COORDINATE_PARAMETERS = ["tid", "bid", "bdim", "gdim"].flatMap((what) =>
  ["x", "y", "z"].map((axis) => `%cuts.${what}.${axis}`),
);

/** Lowers a kernel. */
export function lowerKernel(f: IrFunction, l: KernelLowering): LoweredKernel {
  const { types } = l.module;
  const parameters = new Set(f.parameters.map((p) => p.name));
  const form = interchangeStrideLoops(kernelForm(f, l.shared, types), parameters, types);
  const hasSync = form.syncs.length > 0;
  const privatised = privatise(form.blocks, f.parameters, hasSync, types);
  const plan = planRegions(
    { blocks: privatised.blocks, syncs: form.syncs },
    parameters,
    types,
    privatised.bytesPerThread,
  );
  // Per-thread states leave no loop over x to cut.
  const splits = plan.regions.map((r) => (plan.uniform ? findSplit(r, plan) : undefined));
  const base = f.name.replace(/^@"?|"$/g, "");
  const group = privatised.hasStackLocals ? undefined : l.addMetadata("distinct !{}");
  const blockParameters = [
    ...f.parameters.map((p) => `${p.type} ${p.name}`),
    ...COORDINATE_PARAMETERS.filter((n) => !n.includes(".tid.")).map((n) => `i32 ${n}`),
    `ptr ${SHARED_BASE}`,
    `ptr ${DYNAMIC_BASE}`,
    `ptr ${CONTEXT}`,
    `i32 ${PADDED}`,
  ];
  const regionSignature = [
    ...blockParameters,
    "i32 %cuts.tid.x",
    "i32 %cuts.tid.y",
    "i32 %cuts.tid.z",
    `i32 ${THREAD}`,
  ].join(", ");
  const names = plan.regions.map((r) => `@"${base}.region${r.id}"`);
  const signatureOf = (id: number): string =>
    splits[id] ? `${regionSignature}, i1 ${DECIDED}, i1 ${INSIDE}` : regionSignature;
  const functions = plan.regions.map((region) => {
    const split = splits[region.id];
    return emitRegion(split ? { ...region, blocks: applySplit(split, region.blocks, types) } : region, {
      plan,
      functionName: names[region.id] as string,
      signature: signatureOf(region.id),
      attributes: l.inlinedAttributes,
      accessGroup: group ? `, !llvm.access.group ${group}` : "",
      prologue: l.publishesCoordinates ? PUBLISH : [],
      types,
    });
  });
  const driverName = `@"${base}.block"`;
  const carefulNames = plan.regions.map((r) => `@"${base}.region${r.id}.careful"`);
  const parallel = loopMetadata(l, group, false);
  const interleaved = loopMetadata(l, group, true);
  const inOrder = `, !llvm.loop ${l.addMetadata(`distinct !{!SELF, ${l.addMetadata('!{!"llvm.loop.vectorize.enable", i1 false}')}}`)}`;
  const driver = emitDriver({
    plan,
    functionName: driverName,
    signature: [
      ...(l.publishesCoordinates ? blockParameters : blockParameters.map(markPrivate)),
      "i32 %cuts.width",
    ].join(", "),
    attributes: l.inlinedAttributes,
    argumentsFor: (n) =>
      [...blockParameters, `i32 ${n.x}`, `i32 ${n.y}`, `i32 ${n.z}`, `i32 ${n.thread}`].join(", "),
    regionNames: names,
    functions,
    loopMetadata: (region) => (hasOrder(region) ? inOrder : isSmall(region) ? interleaved : parallel),
    splits,
    carefulNames,
  });
  const careful = plan.regions.flatMap((region) => {
    if (!splits[region.id]) return [];
    const type = functions[region.id]?.resultType;
    const signature = [signatureOf(region.id), ...uniformInputs(region)].join(", ");
    return [
      `define internal ${type} ${carefulNames[region.id]}(${signature}) noinline minsize optsize ${l.plainAttributes} {`,
      `  %r = call ${type} ${names[region.id]}(${signature})`,
      `  ret ${type} %r`,
      "}",
      "",
    ];
  });
  const layout = layOutParameters(f.parameters, types);
  const entry = emitEntry({
    name: f.name,
    driverName,
    parameters: f.parameters,
    layout,
    staticSharedBytes: l.shared.byteLength,
    attributes: l.plainAttributes,
    publishesShared: l.publishesCoordinates,
    clearsHeader: !plan.uniform,
    isFlat: !hasSync && !l.publishesCoordinates && isFlat(privatised.blocks),
    block: l.block,
  });
  return {
    info: {
      symbol: base,
      parameters: layout.parameters,
      parameterBytes: layout.byteLength,
      staticSharedBytes: l.shared.byteLength,
      contextBytesPerThread: plan.contextBytesPerThread,
      tier: hasSync ? (plan.uniform ? "regions" : "threads") : "loop",
      gridSync: form.syncs.some((s) => s.kind === "grid"),
      loopFree: isLoopFree(privatised.blocks),
    },
    text: [...functions.map((fn) => fn.text), ...careful, driver, entry].join("\n"),
    usesScheduler:
      hasSync && (!plan.uniform || form.syncs.some((s) => s.kind === "warp" || s.kind === "reduce")),
  };
}

// Nobody else has the addresses of a block's shared memory and context. Without this, a store to the context keeps
// loads of shared memory inside the loop.
function markPrivate(parameter: string): string {
  return parameter.replace(new RegExp(`^ptr (${SHARED_BASE}|${CONTEXT})$`), "ptr noalias $1");
}

const PUBLISH = ["x", "y", "z"].flatMap((axis) => [
  `  store i32 %cuts.tid.${axis}, ptr addrspace(1) @cuts.tid.${axis}`,
  `  store i32 %cuts.bid.${axis}, ptr addrspace(1) @cuts.bid.${axis}`,
]);

// Whether a thread only asks for its index in the grid, blockIdx.x * blockDim.x + threadIdx.x: then it does not matter
// where one block ends and the next one begins.
function isFlat(blocks: readonly Block[]): boolean {
  const starts = new Set<string>();
  const instructions = blocks.flatMap((b) => b.instructions);
  for (const i of instructions) {
    if (
      /^mul(?: nuw| nsw)* i32 (%cuts\.bdim\.x, %cuts\.bid\.x|%cuts\.bid\.x, %cuts\.bdim\.x)$/.test(i.text)
    ) {
      starts.add(i.result as string);
    } else if (i.operands.includes("%cuts.bid.x")) return false;
  }
  return instructions.every((i) => {
    const isIndex = /^add(?: nuw| nsw)* i32 (\S+), (\S+)$/.exec(i.text);
    const pair = [isIndex?.[1], isIndex?.[2]];
    if (pair.includes("%cuts.tid.x") && pair.some((name) => starts.has(name ?? ""))) return true;
    return !i.operands.some((name) => name === "%cuts.tid.x" || name === THREAD || starts.has(name));
  });
}

// Atomics, fences and volatile accesses of one thread must not be mixed with another thread's.
function hasOrder(region: Region): boolean {
  return region.blocks.some((b) =>
    b.instructions.some(
      (i) => /^(fence|atomicrmw|cmpxchg)$/.test(i.opcode) || /^(load|store) (atomic|volatile) /.test(i.text),
    ),
  );
}

// Four vectors at a time hide the latency of small bodies; LLVM does not do it for WebAssembly by itself.
function isSmall(region: Region): boolean {
  return region.blocks.reduce((sum, b) => sum + b.instructions.length, 0) <= 60;
}

// A loop whose iterations are threads: any order is right, and the vectoriser may take it at its word.
function loopMetadata(l: KernelLowering, group: string | undefined, isInterleaved: boolean): string {
  const parts = [
    ...(group ? [l.addMetadata(`!{!"llvm.loop.parallel_accesses", ${group}}`)] : []),
    ...(isInterleaved ? [l.addMetadata('!{!"llvm.loop.interleave.count", i32 4}')] : []),
  ];
  return parts.length === 0
    ? ""
    : `, !llvm.loop ${l.addMetadata(`distinct !{${["!SELF", ...parts].join(", ")}}`)}`;
}

// Each thread has its own locals. Without waits they live on the stack of the loop body; with waits they live in the
// context, because a thread comes back to them. A struct parameter that is written to is such a local too.
function privatise(
  blocks: readonly Block[],
  parameters: readonly IrParameter[],
  hasSync: boolean,
  types: ReadonlyMap<string, string>,
): { blocks: Block[]; bytesPerThread: number; hasStackLocals: boolean } {
  const copies = new Map<string, string>();
  const prologue = parameters.flatMap((p) => {
    const struct = byvalType(p);
    if (!struct || /\b(readonly|readnone)\b/.test(p.attributes)) return [];
    const copy = `${p.name}.copy`;
    copies.set(p.name, copy);
    return [
      instruction(copy, `alloca ${struct}, align ${alignOf(struct, types)}`, types),
      instruction(
        undefined,
        `call void @llvm.memcpy.p0.p0.i32(ptr ${copy}, ptr ${p.name}, i32 ${sizeOf(struct, types)}, i1 false)`,
        types,
      ),
    ];
  });
  const renamed = renameLocals(blocks, copies, types);
  renamed[0]?.instructions.unshift(...prologue);
  let end = 24;
  let hasStackLocals = false;
  const out = renamed.map((block) => ({
    label: block.label,
    instructions: block.instructions.flatMap((i) => {
      if (i.opcode !== "alloca") return [i];
      if (!hasSync) {
        hasStackLocals = true;
        return [i];
      }
      const type = leadingType(i.text.slice("alloca ".length).replace(/^inalloca /, ""));
      const align = Math.max(alignOf(type, types), Number(/, align (\d+)/.exec(i.text)?.[1] ?? 1));
      const size = Math.ceil(sizeOf(type, types) / align) * align;
      const at = end;
      end += size;
      const n = i.result as string;
      return [
        instruction(`${n}.base`, `mul nuw nsw i32 ${PADDED}, ${at}`, types),
        instruction(`${n}.array`, `getelementptr inbounds i8, ptr ${CONTEXT}, i32 ${n}.base`, types),
        instruction(
          `${n}.past`,
          `getelementptr inbounds i8, ptr ${n}.array, i32 ${CONTEXT_HEADER_BYTES}`,
          types,
        ),
        instruction(`${n}.mine`, `mul nuw nsw i32 ${THREAD}, ${size}`, types),
        instruction(n, `getelementptr inbounds i8, ptr ${n}.past, i32 ${n}.mine`, types),
      ];
    }),
  }));
  return { blocks: out, bytesPerThread: end, hasStackLocals };
}

function byvalType(p: IrParameter): string | undefined {
  const at = p.attributes.indexOf("byval(");
  return at < 0 ? undefined : leadingType(p.attributes.slice(at + 6).replace(/\).*$/, ""));
}

export interface ParameterLayout {
  readonly parameters: readonly { readonly offset: number; readonly size: number }[];
  readonly byteLength: number;
}

function layOutParameters(
  parameters: readonly IrParameter[],
  types: ReadonlyMap<string, string>,
): ParameterLayout {
  let end = 0;
  const out = parameters.map((p) => {
    const struct = byvalType(p);
    const type = struct ?? p.type;
    const align = struct
      ? Math.max(alignOf(struct, types), Number(/align (\d+)/.exec(p.attributes)?.[1] ?? 1))
      : alignOf(type, types);
    const size = sizeOf(type, types);
    const offset = Math.ceil(end / align) * align;
    end = offset + size;
    return { offset, size };
  });
  return { parameters: out, byteLength: end };
}

function isLoopFree(blocks: readonly Block[]): boolean {
  const state = new Map<string, "open" | "closed">();
  const byLabel = new Map(blocks.map((b) => [b.label, b]));
  const visit = (label: string): boolean => {
    const seen = state.get(label);
    if (seen) return seen === "closed";
    state.set(label, "open");
    const block = byLabel.get(label) as Block;
    const labels = [...(block.instructions.at(-1)?.text.matchAll(/label (%\S+?)(?=[,\s\]]|$)/g) ?? [])];
    const free = labels.every((m) => visit(m[1] as string));
    state.set(label, "closed");
    return free;
  };
  const calls = blocks.some((b) =>
    b.instructions.some((i) => i.opcode === "call" && !i.text.includes("@llvm.")),
  );
  return !calls && blocks.length > 0 && visit((blocks[0] as Block).label);
}
