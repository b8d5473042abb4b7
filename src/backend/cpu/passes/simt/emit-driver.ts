// Makes the function that runs one block. For each region it has a loop nest over threadIdx.z, y and x that calls the region, x innermost so that the
// vectoriser sees unit strides; between regions it decides where to go next. Where all threads wait together, the answer of the last thread is
// everybody's; so it is in a warp whose lanes wait together. In the general tier each thread has its own state, and a scheduler
// (include/cuts/cuda/cuts_scheduler.h) picks the lanes that run next. It also picks them where threads that wait together yield to each other on
// their way.

import { store } from "../../../../compiler/ir/builder.js";
import type { IrFunction, Parameter } from "../../../../compiler/ir/module.js";
import { arrayType, i1, i32, i8, ptr, type Type } from "../../../../compiler/ir/type.js";
import { int, int32, type Local, local, type Value } from "../../../../compiler/ir/value.js";
import {
  CONTEXT,
  CONTEXT_HEADER_BYTES,
  EXCHANGE,
  EXCHANGE_WARP,
  EXITED,
  HEADER,
  MAILBOX,
  PADDED,
  SCHEDULE,
  RUN_YIELDED,
  WAIT_KINDS,
  WAIT_SHIFT,
} from "./abi.js";
import { Code, NEVER_WRAPS } from "../../../../compiler/ir/code.js";
import { type ConstantShuffle, shuffleWarp } from "./constant-shuffle.js";
import type { RegionFunction } from "./emit-region.js";
import { type Body, loopNest, type Part, type RowEmission, type ThreadNames, warpRow } from "./emit-rows.js";
import { functionOf } from "./kernel-functions.js";
import type { Region, RegionPlan, Slot, Wait } from "./region-plan.js";
import { waitCode } from "./region-plan.js";
import { inputOf, slotArray, slotName } from "./region-slots.js";

/** Warps of the largest block, 1024 threads. */
const MAX_WARPS = 32;

export interface DriverEmission extends RowEmission {
  readonly plan: RegionPlan;
  readonly functionName: string;
  /** Parameters of the block function: all of a region's but thread coordinates and thread index, and the width of a row. */
  readonly parameters: readonly Parameter[];
  readonly attributes: readonly string[];
  /** Arguments for a region's parameters, given the coordinates in a loop. */
  argumentsFor(names: ThreadNames): readonly Value[];
  readonly regionNames: readonly string[];
  readonly functions: readonly RegionFunction[];
  /** Each split region as a function that is not inlined. */
  readonly carefulNames: readonly string[];
}

/** Makes the block function, which returns 0 when done, or a status of the scheduler. */
export function emitDriver(e: DriverEmission): IrFunction {
  const write = { block: writeTogether, warp: writeWarps, none: writeScheduled }[e.plan.together];
  const code = new Code("%cuts.begin");
  write(code, e);
  const { functionName: name, parameters, attributes } = e;
  return functionOf({ name, type: i32, parameters, attributes, linkage: "internal", blocks: code.blocks });
}

const context = local(CONTEXT, ptr);
const padded = local(PADDED, i32);
const count = local("%cuts.count", i32);
const bdim = {
  x: local("%cuts.bdim.x", i32),
  y: local("%cuts.bdim.y", i32),
  z: local("%cuts.bdim.z", i32),
};

function writeTogether(code: Code, e: DriverEmission): void {
  const { plan } = e;
  writeCount(code);
  if (!plan.hasYields) for (const s of uniformSlots(plan)) code.alloca(keepOf(s).name, s.type);
  writeResultCells(code, e);
  if (plan.hasYields) writeYieldsBegin(code, plan);
  else code.jump("%r0");
  const keep = (s: Slot): Local => keepOf(s);
  for (const region of plan.regions) {
    if (region.isResumed) writeLanes(code, e, region, "%yields.next");
    else if (region.mayYield) writeYieldingRun(code, e, region);
    else {
      code.block(`%r${region.id}`);
      const next = writeRun(code, e, region, keep, (body) => loopNest(code, e, region, body));
      writeDispatch(code, plan, region, next, afterWait);
    }
  }
  for (const wait of [...plan.waits.values()].filter(hasData)) {
    const id = wait.region;
    code.block(`%before.r${id}`);
    if (wait.shuffle) writeShuffles(code, wait.shuffle, id);
    else code.run(EXCHANGE, [context, count, padded, int32(wait.sync.kind === "warp" ? 1 : 0)]);
    code.jump(`%r${id}`);
  }
  if (plan.hasYields) writeYields(code, plan);
  code.block("%finished");
  code.ret(int32(0));
}

function writeCount(code: Code): void {
  const row = code.mul("%cuts.count.row", bdim.x, bdim.y, NEVER_WRAPS);
  code.mul(count.name, row, bdim.z, NEVER_WRAPS);
}

/** Where the driver keeps a value for all threads. */
function keepOf(s: Slot): Local {
  return local(`%cuts.keep.${slotName(s)}`, ptr);
}

function afterWait(w: Wait): string {
  return hasData(w) ? `%before.r${w.region}` : `%r${w.region}`;
}

// Where threads yield to each other, what all of them keep lies in the block's context: the block may be left in the
// middle when it waits for another block, and goes on where it was.
function writeYieldsBegin(code: Code, plan: RegionPlan): void {
  const slots = uniformSlots(plan);
  const largest = Math.max(0, ...slots.map((s) => s.size));
  for (const s of slots) slotArray(code, s, "keep", keepOf(s).name);
  // For what a thread that yields would leave for all.
  if (largest > 0) code.alloca("%cuts.nowhere", arrayType(largest, i8), 16);
  code.alloca("%cuts.yielded", i1);
  writeHeaderAddresses(code, ["phase", "warp", "lanes", "rounds"]);
  const phase = code.load("%cuts.phase", i32, local("%cuts.phase.at", ptr));
  const again = code.binary("%cuts.again", "and", phase, 2);
  code.branch(code.icmp("%cuts.resumes", "ne", again, 0), "%yields.begin", "%r0");
  code.block("%yields.begin");
  code.store(int32(0), local("%cuts.warp.at", ptr));
  code.store(int32(0), local("%cuts.rounds.at", ptr));
  code.jump("%yields.next");
}

// Runs a region for all threads of a block, of which some may yield. Mostly none does.
function writeYieldingRun(code: Code, e: DriverEmission, region: Region): void {
  const p = `%r${region.id}`;
  const yielded = local("%cuts.yielded", ptr);
  code.block(p);
  writeInputs(code, region);
  code.store(int(i1, 0), yielded);
  loopNest(code, e, region, (_code, names, part) => {
    const q = `${p}.${part}`;
    const yields = writeState(code, e, region, names.thread, q, callRegion(code, e, region, names, part));
    const before = code.load(`${q}.yielded`, i1, yielded);
    code.store(code.binary(`${q}.yielded.now`, "or", before, yields), yielded);
  });
  code.block(`${p}.done`);
  const any = code.load(`${p}.any.yielded`, i1, yielded);
  code.branch(any, "%yields.begin", `${p}.over`);
  code.block(`${p}.over`);
  const next = code.load(`${p}.next`, i32, local("%cuts.state", ptr));
  writeDispatch(code, e.plan, region, next, afterWait);
}

function writeInputs(code: Code, region: Region): void {
  for (const s of region.liveIn.filter((slot) => slot.uniform)) {
    code.load(inputOf(`%r${region.id}`, s).name, s.type, keepOf(s));
  }
}

// Keeps where a thread goes on; and, unless it yields, what it leaves for all. Names start with `p`. The result tells whether it yields.
function writeState(
  code: Code,
  e: DriverEmission,
  region: Region,
  thread: Local,
  p: string,
  result: Local,
): Local {
  const { uniformResults } = functionFor(e, region);
  const next = result.type === i32 ? result : code.extract(`${p}.code`, i32, result, 0);
  code.store(next, code.element(`${p}.state.at`, i32, local("%cuts.state", ptr), thread));
  const yields = local(`${p}.yields`, i1);
  if (e.plan.together !== "none") {
    const kind = code.binary(`${p}.kind`, "lshr", next, WAIT_SHIFT);
    code.icmp(yields.name, "eq", kind, WAIT_KINDS.yield);
  }
  for (const [index, s] of uniformResults.entries()) {
    const n = slotName(s);
    const out = code.extract(`${p}.out.${n}`, s.type, result, index + 1);
    code.store(out, code.select(`${p}.to.${n}`, yields, local("%cuts.nowhere", ptr), keepOf(s)));
  }
  return yields;
}

// Lets the threads that have yielded go on, again and again, until all have come to the same wait.
function writeYields(code: Code, plan: RegionPlan): void {
  const waits = [...plan.waits.values()].filter((w) => w.sync.kind !== "yield");
  code.block("%yields.next");
  const next = code.call("%cuts.next", i32, RUN_YIELDED, [context, count, padded]);
  writeFirstLane(code);
  code.switchOver(
    next,
    "%yields.over",
    plan.regions.filter((r) => r.isResumed).map((r) => [r.id, `%r${r.id}`]),
  );
  code.block("%yields.over");
  code.switchOver(next, "%yields.left", [
    [EXITED, "%finished"],
    ...waits.map((w) => [waitCode(plan, w), afterWait(w)] as const),
  ]);
  code.block("%yields.left");
  code.ret(next);
}

function writeHeaderAddresses(code: Code, fields: readonly (keyof typeof HEADER)[]): void {
  code.element("%cuts.state", i8, context, CONTEXT_HEADER_BYTES + MAILBOX.state);
  for (const field of fields) code.element(`%cuts.${field}.at`, i8, context, HEADER[field]);
}

// The coordinates of the first lane of the warp that was chosen.
function writeFirstLane(code: Code): void {
  const warp = code.load("%cuts.warp", i32, local("%cuts.warp.at", ptr));
  code.load("%cuts.lanes", i32, local("%cuts.lanes.at", ptr));
  const first = code.binary("%cuts.first", "shl", warp, 5, NEVER_WRAPS);
  code.binary("%cuts.first.x", "urem", first, bdim.x);
  const rows = code.binary("%cuts.first.rows", "udiv", first, bdim.x);
  code.binary("%cuts.first.y", "urem", rows, bdim.y);
  code.binary("%cuts.first.z", "udiv", rows, bdim.y);
}

// Each warp runs until it waits for the block or ends; then the next one does. Where it is to go on is kept for each
// warp, as is what its lanes have in common.
function writeWarps(code: Code, e: DriverEmission): void {
  const { plan } = e;
  const states = code.alloca("%cuts.at", arrayType(MAX_WARPS, i32));
  for (const s of uniformSlots(plan)) code.alloca(keepOf(s).name, arrayType(MAX_WARPS, s.type));
  writeResultCells(code, e);
  const plane = code.mul("%cuts.plane", bdim.x, bdim.y, NEVER_WRAPS);
  const threads = code.mul("%cuts.threads", plane, bdim.z, NEVER_WRAPS);
  const warps = code.binary("%cuts.warps", "lshr", threads, 5);
  code.run("@llvm.memset.p0.i32", [states, int(i8, 0), int32(4 * MAX_WARPS), int(i1, 0)]);
  code.jump("%round");
  code.block("%round");
  code.jump("%warp");
  code.block("%warp");
  const nextWarp = local("%cuts.w.next", i32);
  const livingThen = local("%cuts.living.next", i32);
  const w = code.phi("%cuts.w", i32, [0, "%round"], [nextWarp, "%warp.end"]);
  const living = code.phi("%cuts.living", i32, [0, "%round"], [livingThen, "%warp.end"]);
  const state = code.element("%cuts.w.at", i32, states, w);
  const region = code.load("%cuts.w.next.region", i32, state);
  const first = code.binary("%cuts.first", "shl", w, 5, NEVER_WRAPS);
  const x = code.binary("%cuts.w.x", "urem", first, bdim.x);
  code.add("%cuts.w.to", x, 32, NEVER_WRAPS);
  const rows = code.binary("%cuts.w.rows", "udiv", first, bdim.x);
  code.binary("%cuts.w.y", "urem", rows, bdim.y);
  code.binary("%cuts.w.z", "udiv", rows, bdim.y);
  code.binary("%cuts.w.row", "sub", first, x, NEVER_WRAPS);
  code.switchOver(
    region,
    "%warp.end",
    plan.regions.map((r) => [r.id, `%r${r.id}`]),
  );
  for (const r of plan.regions) {
    const keep = (s: Slot): Local => code.element(`%r${r.id}.keep.${slotName(s)}`, s.type, keepOf(s), w);
    code.block(`%r${r.id}`);
    const next = writeRun(code, e, r, keep, (body) => warpRow(code, e, r, body));
    writeDispatch(code, plan, r, next, (wait) =>
      wait.sync.kind === "warp" ? `%before.r${wait.region}` : `%wait.r${wait.region}`,
    );
  }
  for (const { sync, region: id, shuffle } of plan.waits.values()) {
    if (sync.kind === "warp") {
      code.block(`%before.r${id}`);
      if (shuffle) shuffleWarp(code, shuffle, first, `%s${id}`);
      else code.run(EXCHANGE_WARP, [context, w, padded]);
      code.jump(`%r${id}`);
    } else {
      code.block(`%wait.r${id}`);
      code.store(int32(id), state);
      code.jump("%warp.end");
    }
  }
  code.block("%finished");
  code.store(int32(EXITED), state);
  code.jump("%warp.end");
  code.block("%warp.end");
  const now = code.load("%cuts.w.state", i32, state);
  const lives = code.icmp("%cuts.w.lives", "ne", now, EXITED);
  const one = code.cast("%cuts.w.one", "zext", lives, i32);
  code.binary(livingThen.name, "or", living, one);
  code.add(nextWarp.name, w, 1, NEVER_WRAPS);
  code.branch(code.icmp("%cuts.w.more", "ult", nextWarp, warps), "%warp", "%round.end");
  code.block("%round.end");
  code.branch(code.icmp("%cuts.any", "ne", livingThen, 0), "%round", "%done");
  code.block("%done");
  code.ret(int32(0));
}

function uniformSlots(plan: RegionPlan): Slot[] {
  return [...plan.slots.values()].filter((s) => s.uniform);
}

// Where the result of the last thread of a region is kept: regions with one type of result share a place.
function writeResultCells(code: Code, e: DriverEmission): void {
  for (const type of resultTypes(e)) code.alloca(resultCell(e, type).name, type);
}

function resultTypes({ functions }: DriverEmission): readonly Type[] {
  return [...new Set(functions.map((f) => f.resultType))];
}

function resultCell(e: DriverEmission, type: Type): Local {
  return local(`%cuts.res.${resultTypes(e).indexOf(type)}`, ptr);
}

function functionFor(e: DriverEmission, { id }: Region): RegionFunction {
  return e.functions[id] as RegionFunction;
}

// Runs a region for threads that wait together, and keeps what it leaves for all of them. `keep` tells where, and may compute it first. The result
// tells where to go on.
function writeRun(
  code: Code,
  e: DriverEmission,
  region: Region,
  keep: (slot: Slot) => Local,
  loops: (body: Body) => void,
): Local {
  const p = `%r${region.id}`;
  const { resultType, uniformResults } = functionFor(e, region);
  const cell = resultCell(e, resultType);
  const inputs = region.liveIn.filter((s) => s.uniform);
  const slots = new Map([...inputs, ...uniformResults].map((s) => [s.name, s]));
  const places = new Map(Array.from(slots, ([name, s]) => [name, keep(s)]));
  const at = (s: Slot): Local => places.get(s.name) as Local;
  for (const s of inputs) code.load(inputOf(p, s).name, s.type, at(s));
  const isAsked = needsResult(e.plan, region, uniformResults);
  loops((_code, names, part) => {
    const result = callRegion(code, e, region, names, part);
    if (isAsked) code.push(store(result, cell));
  });
  code.block(`${p}.done`);
  const last = code.load(`${p}.last`, resultType, cell);
  for (const [index, s] of uniformResults.entries()) {
    code.store(code.extract(`${p}.out.${slotName(s)}`, s.type, last, index + 1), at(s));
  }
  return resultType === i32 ? last : code.extract(`${p}.next`, i32, last, 0);
}

function callRegion(
  code: Code,
  e: DriverEmission,
  region: Region,
  names: ThreadNames,
  part: Part | "lane",
): Local {
  const { id } = region;
  const name = part === "lane" ? `%r${id}.res` : `%r${id}.${part}.res`;
  const callee = (part === "careful" ? e.carefulNames : e.regionNames)[id] as string;
  const uniform = region.liveIn.filter((s) => s.uniform).map((s) => inputOf(`%r${id}`, s));
  const args = [...e.argumentsFor(names), ...DECISIONS[part], ...uniform];
  return code.call(name, functionFor(e, region).resultType, callee, args);
}

/** Whether the conditions of a split region are decided in a loop, and if so which way. */
const DECISIONS: Readonly<Record<Part | "lane", readonly Value[]>> = {
  all: [],
  lane: [],
  inside: [int(i1, 1), int(i1, 1)],
  outside: [int(i1, 1), int(i1, 0)],
  careful: [int(i1, 0), int(i1, 0)],
};

function hasData(wait: Wait): boolean {
  return wait.sync.kind === "warp" || wait.sync.kind === "reduce";
}

// All warps of a block are full where a shuffle is constant.
function writeShuffles(code: Code, shuffle: ConstantShuffle, id: number): void {
  const p = `%s${id}`;
  const next = local(`${p}.next`, i32);
  code.jump(`${p}.warp`);
  code.block(`${p}.warp`);
  const first = code.phi(`${p}.first`, i32, [0, `%before.r${id}`], [next, `${p}.warp`]);
  shuffleWarp(code, shuffle, first, p);
  code.add(next.name, first, 32, NEVER_WRAPS);
  code.branch(code.icmp(`${p}.more`, "ult", next, count), `${p}.warp`, `${p}.end`);
  code.block(`${p}.end`);
}

// Jumps to the region named by the result.
function writeDispatch(
  code: Code,
  plan: RegionPlan,
  region: Region,
  next: Local,
  labelOf: (wait: Wait) => string,
): void {
  const targets = waysOut(plan, region).filter((w) => w.sync.kind !== "yield");
  const [first] = targets;
  if (!first) code.jump("%finished");
  else if (targets.length === 1 && !mayExit(region)) code.jump(labelOf(first));
  else {
    code.switchOver(
      next,
      "%finished",
      targets.map((w) => [waitCode(plan, w), labelOf(w)]),
    );
  }
}

/** The waits to which a region leads. */
function waysOut(plan: RegionPlan, region: Region): readonly Wait[] {
  const labels = new Set(region.blocks.map((b) => b.label));
  return [...plan.waits.values()].filter((w) => labels.has(w.sync.from));
}

function mayExit(region: Region): boolean {
  return region.blocks.some((b) => b.instructions.at(-1)?.op === "ret");
}

function writeScheduled(code: Code, e: DriverEmission): void {
  const { plan } = e;
  writeCount(code);
  writeHeaderAddresses(code, ["warp", "lanes"]);
  code.jump("%schedule");
  code.block("%schedule");
  const next = code.call("%cuts.next", i32, SCHEDULE, [context, count, padded]);
  writeFirstLane(code);
  code.switchOver(
    next,
    "%stopped",
    plan.regions.map((r) => [r.id, `%r${r.id}`]),
  );
  code.block("%stopped");
  const exited = code.icmp("%cuts.exited", "eq", next, EXITED);
  code.ret(code.select("%cuts.status", exited, int32(0), next));
  for (const region of plan.regions) writeLanes(code, e, region, "%schedule");
}

// Runs a region for the chosen lanes of one warp. The coordinates of the next lane follow from those of this one, so
// that no division is left in the loop. Then control goes to `back`.
function writeLanes(code: Code, e: DriverEmission, region: Region, back: string): void {
  const p = `%r${region.id}`;
  const latch = `${p}.latch`;
  const [nextLane, nextX, nextY, nextZ] = ["l", "x", "y", "z"].map((n) => local(`${p}.${n}.next`, i32)) as [
    Local,
    Local,
    Local,
    Local,
  ];
  code.block(p);
  writeInputs(code, region);
  code.jump(`${p}.lane`);
  code.block(`${p}.lane`);
  const lane = code.phi(`${p}.l`, i32, [0, p], [nextLane, latch]);
  const x = code.phi(`${p}.x`, i32, [local("%cuts.first.x", i32), p], [nextX, latch]);
  const y = code.phi(`${p}.y`, i32, [local("%cuts.first.y", i32), p], [nextY, latch]);
  const z = code.phi(`${p}.z`, i32, [local("%cuts.first.z", i32), p], [nextZ, latch]);
  const rest = code.binary(`${p}.rest`, "lshr", local("%cuts.lanes", i32), lane);
  code.branch(code.cast(`${p}.bit`, "trunc", rest, i1), `${p}.run`, latch);
  code.block(`${p}.run`);
  const thread = code.add(`${p}.t`, local("%cuts.first", i32), lane, NEVER_WRAPS);
  const result = callRegion(code, e, region, { x, y, z, thread }, "lane");
  writeState(code, e, region, thread, p, result);
  code.jump(latch);
  code.block(latch);
  const x1 = code.add(`${p}.x1`, x, 1, NEVER_WRAPS);
  const rowEnds = code.icmp(`${p}.row.ends`, "eq", x1, bdim.x);
  code.select(nextX.name, rowEnds, int32(0), x1);
  const carryY = code.cast(`${p}.carry.y`, "zext", rowEnds, i32);
  const y1 = code.add(`${p}.y1`, y, carryY, NEVER_WRAPS);
  const slabEnds = code.icmp(`${p}.slab.ends`, "eq", y1, bdim.y);
  code.select(nextY.name, slabEnds, int32(0), y1);
  const carryZ = code.cast(`${p}.carry.z`, "zext", slabEnds, i32);
  code.add(nextZ.name, z, carryZ, NEVER_WRAPS);
  code.add(nextLane.name, lane, 1, NEVER_WRAPS);
  code.branch(code.icmp(`${p}.more`, "ult", nextLane, 32), `${p}.lane`, back);
}

// A region with one way out and no uniform results has nothing to tell; a loop without results is easier to vectorise.
function needsResult(plan: RegionPlan, region: Region, uniformResults: readonly Slot[]): boolean {
  const ways = waysOut(plan, region).length + (mayExit(region) ? 1 : 0);
  return uniformResults.length > 0 || ways > 1;
}
