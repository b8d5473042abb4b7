// Prints the function that runs one block: for each region a loop nest over threadIdx.z, y, x that calls the region,
// x innermost so that the vectoriser sees unit strides; between regions, where to go next. In the uniform tier the
// last thread's answer is everybody's; in the general tier each thread has its own state, and a scheduler (in
// include/cuts/cuda/cuts_scheduler.h) picks the warp and the lanes that run next.

import { CONTEXT, CONTEXT_HEADER_BYTES, EXCHANGE, EXITED, MAILBOX, PADDED, SCHEDULE, THREAD } from "./abi.js";
import type { RegionFunction } from "./emit-region.js";
import { plainName } from "./emit-region.js";
import type { Guard } from "./guard.js";
import type { Region, RegionPlan } from "./region-plan.js";

export interface DriverEmission {
  readonly plan: RegionPlan;
  readonly functionName: string;
  /** Parameters of the block function: all of a region's but thread coordinates and thread index. */
  readonly signature: string;
  readonly attributes: string;
  /** Arguments for a region's parameters, given the names of the coordinates in a loop. */
  argumentsFor(names: { x: string; y: string; z: string; thread: string }): string;
  readonly regionNames: readonly string[];
  readonly functions: readonly RegionFunction[];
  readonly loopMetadata: string;
  /** A condition `base + threadIdx.x < limit` around the whole kernel, which shortens the x loop. */
  readonly guard: Guard | undefined;
  /** The guarded region as a function that is not inlined. */
  readonly carefulName: string;
}

/** Prints the block function, which returns 0 when done, 1 when the block waits for the grid, or an error code. */
export function emitDriver(e: DriverEmission): string {
  const body = e.plan.uniform ? uniformBody(e) : generalBody(e);
  return [`define internal i32 ${e.functionName}(${e.signature}) ${e.attributes} {`, ...body, "}", ""].join(
    "\n",
  );
}

function uniformBody(e: DriverEmission): string[] {
  const { plan } = e;
  const slots = [...plan.slots.values()].filter((s) => s.uniform);
  const out = ["cuts.begin:", "  %cuts.count.row = mul nuw nsw i32 %cuts.bdim.x, %cuts.bdim.y"];
  out.push("  %cuts.count = mul nuw nsw i32 %cuts.count.row, %cuts.bdim.z");
  for (const s of slots) out.push(`  %cuts.keep.${plainName(s)} = alloca ${s.type}`);
  for (const f of new Set(e.functions.map((fn) => fn.resultType)))
    out.push(`  %cuts.res.${typeTag(f)} = alloca ${f}`);
  out.push("  br label %r0");
  plan.regions.forEach((region, id) => {
    const f = e.functions[id] as RegionFunction;
    const result = `%cuts.res.${typeTag(f.resultType)}`;
    out.push(`r${id}:`);
    for (const s of region.liveIn.filter((slot) => slot.uniform)) {
      out.push(`  %r${id}.in.${plainName(s)} = load ${s.type}, ptr %cuts.keep.${plainName(s)}`);
    }
    out.push(
      ...loopNest(e, region, (names) => [
        `  %r${id}.res = call ${f.resultType} ${e.regionNames[id]}(${callArguments(e, region, id, names)})`,
        `  store ${f.resultType} %r${id}.res, ptr ${result}`,
      ]),
    );
    out.push(`r${id}.done:`, `  %r${id}.last = load ${f.resultType}, ptr ${result}`);
    f.uniformResults.forEach((s, index) => {
      out.push(`  %r${id}.out.${plainName(s)} = extractvalue ${f.resultType} %r${id}.last, ${index + 1}`);
      out.push(`  store ${s.type} %r${id}.out.${plainName(s)}, ptr %cuts.keep.${plainName(s)}`);
    });
    const next = f.resultType === "i32" ? `%r${id}.last` : `%r${id}.next`;
    if (f.resultType !== "i32") out.push(`  ${next} = extractvalue ${f.resultType} %r${id}.last, 0`);
    out.push(...dispatch(plan, region, next));
  });
  for (const { sync, region } of plan.waits.values()) {
    if (sync.kind !== "warp" && sync.kind !== "reduce") continue;
    out.push(`before.r${region}:`);
    const isWarp = sync.kind === "warp" ? 1 : 0;
    out.push(`  call void ${EXCHANGE}(ptr ${CONTEXT}, i32 %cuts.count, i32 ${PADDED}, i32 ${isWarp})`);
    out.push(`  br label %r${region}`);
  }
  out.push("finished:", "  ret i32 0");
  return out;
}

// Jumps to the region named by the result, through the exchange where the wait has data.
function dispatch(plan: RegionPlan, region: Region, next: string): string[] {
  const targets = [...plan.waits.values()]
    .filter((w) => region.blocks.some((b) => b.label === w.sync.from))
    .map((w) => ({
      id: w.region,
      label: w.sync.kind === "warp" || w.sync.kind === "reduce" ? `before.r${w.region}` : `r${w.region}`,
    }));
  const exits = region.blocks.some((b) => b.instructions.at(-1)?.opcode === "ret");
  if (targets.length === 0) return ["  br label %finished"];
  if (targets.length === 1 && !exits) return [`  br label %${targets[0]?.label}`];
  const cases = targets.map((t) => `i32 ${t.id}, label %${t.label}`);
  return [`  switch i32 ${next}, label %finished [ ${cases.join(" ")} ]`];
}

function generalBody(e: DriverEmission): string[] {
  const { plan } = e;
  const out = [
    "cuts.begin:",
    "  %cuts.count.row = mul nuw nsw i32 %cuts.bdim.x, %cuts.bdim.y",
    "  %cuts.count = mul nuw nsw i32 %cuts.count.row, %cuts.bdim.z",
    `  %cuts.state = getelementptr inbounds i8, ptr ${CONTEXT}, i32 ${CONTEXT_HEADER_BYTES + MAILBOX.state}`,
    `  %cuts.warp.at = getelementptr inbounds i8, ptr ${CONTEXT}, i32 12`,
    `  %cuts.lanes.at = getelementptr inbounds i8, ptr ${CONTEXT}, i32 16`,
    "  br label %schedule",
    "schedule:",
    `  %cuts.next = call i32 ${SCHEDULE}(ptr ${CONTEXT}, i32 %cuts.count, i32 ${PADDED})`,
    "  %cuts.warp = load i32, ptr %cuts.warp.at",
    "  %cuts.lanes = load i32, ptr %cuts.lanes.at",
    "  %cuts.first = shl nuw nsw i32 %cuts.warp, 5",
    "  %cuts.first.x = urem i32 %cuts.first, %cuts.bdim.x",
    "  %cuts.first.rows = udiv i32 %cuts.first, %cuts.bdim.x",
    "  %cuts.first.y = urem i32 %cuts.first.rows, %cuts.bdim.y",
    "  %cuts.first.z = udiv i32 %cuts.first.rows, %cuts.bdim.y",
    `  switch i32 %cuts.next, label %stopped [ ${plan.regions.map((r) => `i32 ${r.id}, label %r${r.id}`).join(" ")} ]`,
    "stopped:",
    `  %cuts.exited = icmp eq i32 %cuts.next, ${EXITED}`,
    "  %cuts.status = select i1 %cuts.exited, i32 0, i32 %cuts.next",
    "  ret i32 %cuts.status",
  ];
  for (const region of plan.regions) out.push(...laneLoop(e, region));
  return out;
}

// Runs a region for the chosen lanes of one warp. The coordinates of the next lane follow from those of this one, so
// that no division is left in the loop.
function laneLoop(e: DriverEmission, region: Region): string[] {
  const p = `r${region.id}`;
  const names = { x: `%${p}.x`, y: `%${p}.y`, z: `%${p}.z`, thread: `%${p}.t` };
  return [
    `${p}:`,
    `  br label %${p}.lane`,
    `${p}.lane:`,
    `  %${p}.l = phi i32 [ 0, %${p} ], [ %${p}.l.next, %${p}.latch ]`,
    `  ${names.x} = phi i32 [ %cuts.first.x, %${p} ], [ ${names.x}.next, %${p}.latch ]`,
    `  ${names.y} = phi i32 [ %cuts.first.y, %${p} ], [ ${names.y}.next, %${p}.latch ]`,
    `  ${names.z} = phi i32 [ %cuts.first.z, %${p} ], [ ${names.z}.next, %${p}.latch ]`,
    `  %${p}.rest = lshr i32 %cuts.lanes, %${p}.l`,
    `  %${p}.bit = trunc i32 %${p}.rest to i1`,
    `  br i1 %${p}.bit, label %${p}.run, label %${p}.latch`,
    `${p}.run:`,
    `  ${names.thread} = add nuw nsw i32 %cuts.first, %${p}.l`,
    `  %${p}.res = call i32 ${e.regionNames[region.id]}(${callArguments(e, region, region.id, names)})`,
    `  %${p}.state.at = getelementptr inbounds i32, ptr %cuts.state, i32 ${names.thread}`,
    `  store i32 %${p}.res, ptr %${p}.state.at`,
    `  br label %${p}.latch`,
    `${p}.latch:`,
    `  %${p}.x1 = add nuw nsw i32 ${names.x}, 1`,
    `  %${p}.row.ends = icmp eq i32 %${p}.x1, %cuts.bdim.x`,
    `  ${names.x}.next = select i1 %${p}.row.ends, i32 0, i32 %${p}.x1`,
    `  %${p}.carry.y = zext i1 %${p}.row.ends to i32`,
    `  %${p}.y1 = add nuw nsw i32 ${names.y}, %${p}.carry.y`,
    `  %${p}.slab.ends = icmp eq i32 %${p}.y1, %cuts.bdim.y`,
    `  ${names.y}.next = select i1 %${p}.slab.ends, i32 0, i32 %${p}.y1`,
    `  %${p}.carry.z = zext i1 %${p}.slab.ends to i32`,
    `  ${names.z}.next = add nuw nsw i32 ${names.z}, %${p}.carry.z`,
    `  %${p}.l.next = add nuw nsw i32 %${p}.l, 1`,
    `  %${p}.more = icmp ult i32 %${p}.l.next, 32`,
    `  br i1 %${p}.more, label %${p}.lane, label %schedule`,
  ];
}

interface Names {
  readonly x: string;
  readonly y: string;
  readonly z: string;
  readonly thread: string;
}

function loopNest(e: DriverEmission, region: Region, body: (names: Names) => string[]): string[] {
  const p = `r${region.id}`;
  const names = { x: `%${p}.tx`, y: `%${p}.ty`, z: `%${p}.tz`, thread: `%${p}.t` };
  const guard = region.id === 0 ? e.guard : undefined;
  return [
    `  br label %${p}.z`,
    `${p}.z:`,
    `  ${names.z} = phi i32 [ 0, %${p} ], [ ${names.z}.next, %${p}.z.end ]`,
    `  %${p}.slab = mul nuw nsw i32 ${names.z}, %cuts.bdim.y`,
    `  br label %${p}.y`,
    `${p}.y:`,
    `  ${names.y} = phi i32 [ 0, %${p}.z ], [ ${names.y}.next, %${p}.y.end ]`,
    `  %${p}.rows = add nuw nsw i32 %${p}.slab, ${names.y}`,
    `  %${p}.row = mul nuw nsw i32 %${p}.rows, %cuts.bdim.x`,
    ...(guard ? guard.limitLines(`%${p}`) : [`  br label %${p}.x`]),
    `${p}.x:`,
    `  ${names.x} = phi i32 [ 0, %${guard ? `${p}.enter` : `${p}.y`} ], [ ${names.x}.next, %${p}.x ]`,
    `  ${names.thread} = add nuw nsw i32 %${p}.row, ${names.x}`,
    ...body(names),
    `  ${names.x}.next = add nuw nsw i32 ${names.x}, 1`,
    `  ${names.x}.more = icmp ult i32 ${names.x}.next, ${guard ? `%${p}.limit` : "%cuts.bdim.x"}`,
    `  br i1 ${names.x}.more, label %${p}.x, label %${p}.y.end${e.loopMetadata}`,
    ...(guard ? carefulLoop(e, p, names) : []),
    `${p}.y.end:`,
    `  ${names.y}.next = add nuw nsw i32 ${names.y}, 1`,
    `  ${names.y}.more = icmp ult i32 ${names.y}.next, %cuts.bdim.y`,
    `  br i1 ${names.y}.more, label %${p}.y, label %${p}.z.end`,
    `${p}.z.end:`,
    `  ${names.z}.next = add nuw nsw i32 ${names.z}, 1`,
    `  ${names.z}.more = icmp ult i32 ${names.z}.next, %cuts.bdim.z`,
    `  br i1 ${names.z}.more, label %${p}.z, label %${p}.done`,
  ];
}

// Asks each thread of a row whose index may wrap; `.careful` is the region behind a call, so that it is not copied.
function carefulLoop(e: DriverEmission, p: string, names: Names): string[] {
  const own = { x: `%${p}.cx`, y: names.y, z: names.z, thread: `%${p}.ct` };
  return [
    `${p}.careful:`,
    `  ${own.x} = phi i32 [ 0, %${p}.none ], [ ${own.x}.next, %${p}.careful ]`,
    `  ${own.thread} = add nuw nsw i32 %${p}.row, ${own.x}`,
    `  %${p}.careful.res = call i32 ${e.carefulName}(${e.argumentsFor(own)}, i1 false)`,
    `  ${own.x}.next = add nuw nsw i32 ${own.x}, 1`,
    `  ${own.x}.more = icmp ult i32 ${own.x}.next, %cuts.bdim.x`,
    `  br i1 ${own.x}.more, label %${p}.careful, label %${p}.y.end`,
  ];
}

function callArguments(e: DriverEmission, region: Region, id: number, names: Names): string {
  const uniform = region.liveIn.filter((s) => s.uniform).map((s) => `${s.type} %r${id}.in.${plainName(s)}`);
  return [e.argumentsFor(names), ...(e.guard ? ["i1 true"] : []), ...uniform].join(", ");
}

function typeTag(type: string): string {
  return type.replace(/[^a-zA-Z0-9]+/g, "_");
}

/** Names of the thread's own values among a region's parameters. */
export const THREAD_PARAMETERS = ["%cuts.tid.x", "%cuts.tid.y", "%cuts.tid.z", THREAD] as const;
