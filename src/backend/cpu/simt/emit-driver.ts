// Prints the function that runs one block: for each region a loop nest over threadIdx.z, y, x that calls the region,
// x innermost so that the vectoriser sees unit strides; between regions, where to go next. Where all threads wait
// together the last thread's answer is everybody's, and so it is in a warp whose lanes do; in the general tier each
// thread has its own state, and a scheduler (in include/cuts/cuda/cuts_scheduler.h) picks the lanes that run next. It
// also does so where threads that wait together have to give each other turns on their way.

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
  TAKE_TURNS,
  WAIT_KINDS,
  WAIT_SHIFT,
} from "./abi.js";
import type { ConstantShuffle } from "./constant-shuffle.js";
import { shuffleLines } from "./constant-shuffle.js";
import type { RegionFunction } from "./emit-region.js";
import { plainName, slotArray } from "./emit-region.js";
import type { Body, Part, RowEmission, ThreadNames } from "./emit-rows.js";
import { loopNest, warpRow } from "./emit-rows.js";
import type { Region, RegionPlan, Slot, Wait } from "./region-plan.js";
import { waitCode } from "./region-plan.js";

/** Warps of the largest block, 1024 threads. */
const MAX_WARPS = 32;

export interface DriverEmission extends RowEmission {
  readonly plan: RegionPlan;
  readonly functionName: string;
  /** Parameters of the block function: all of a region's but thread coordinates and thread index. */
  readonly signature: string;
  readonly attributes: string;
  /** Arguments for a region's parameters, given the names of the coordinates in a loop. */
  argumentsFor(names: { x: string; y: string; z: string; thread: string }): string;
  readonly regionNames: readonly string[];
  readonly functions: readonly RegionFunction[];
  /** Each split region as a function that is not inlined. */
  readonly carefulNames: readonly string[];
}

/** Prints the block function, which returns 0 when done, or a status of the scheduler. */
export function emitDriver(e: DriverEmission): string {
  const body = { block: uniformBody, warp: warpBody, none: generalBody }[e.plan.together](e);
  return [`define internal i32 ${e.functionName}(${e.signature}) ${e.attributes} {`, ...body, "}", ""].join(
    "\n",
  );
}

function uniformBody(e: DriverEmission): string[] {
  const { plan } = e;
  const out = ["cuts.begin:", ...THREAD_COUNT];
  if (!plan.hasTurns) out.push(...uniformSlots(plan).map((s) => `  ${keepOf(s)} = alloca ${s.type}`));
  out.push(...resultCells(e), ...(plan.hasTurns ? turnsBegin(plan) : ["  br label %r0"]));
  for (const region of plan.regions) {
    if (region.isResumed || region.givesTurns) {
      out.push(...(region.isResumed ? laneLoop(e, region, "turns") : turningRun(e, region)));
      continue;
    }
    const keep = (s: Slot): { at: string; lines: string[] } => ({ at: keepOf(s), lines: [] });
    out.push(`r${region.id}:`, ...regionRun(e, region, keep, (body) => loopNest(e, region, body)));
    out.push(...dispatch(plan, region, nextOf(e, region), afterWait));
  }
  for (const wait of [...plan.waits.values()].filter(hasData)) {
    const id = wait.region;
    const isWarp = wait.sync.kind === "warp" ? 1 : 0;
    out.push(
      `before.r${id}:`,
      ...(wait.shuffle
        ? shuffleAllWarps(wait.shuffle, id)
        : [`  call void ${EXCHANGE}(ptr ${CONTEXT}, i32 %cuts.count, i32 ${PADDED}, i32 ${isWarp})`]),
      `  br label %r${id}`,
    );
  }
  if (plan.hasTurns) out.push(...takeTurns(plan));
  out.push("finished:", "  ret i32 0");
  return out;
}

const THREAD_COUNT = [
  "  %cuts.count.row = mul nuw nsw i32 %cuts.bdim.x, %cuts.bdim.y",
  "  %cuts.count = mul nuw nsw i32 %cuts.count.row, %cuts.bdim.z",
];

const keepOf = (s: Slot): string => `%cuts.keep.${plainName(s)}`;
const afterWait = (w: Wait): string => (hasData(w) ? `before.r${w.region}` : `r${w.region}`);

// Where threads give each other turns, what all of them keep lies in the block's context: the block may be left in the
// middle when it waits for another block, and goes on where it was.
function turnsBegin(plan: RegionPlan): string[] {
  const slots = uniformSlots(plan);
  const largest = Math.max(0, ...slots.map((s) => s.size));
  return [
    ...slots.flatMap((s) => slotArray(s, "keep", keepOf(s))),
    // For what a thread that gives a turn would leave for all.
    ...(largest > 0 ? [`  %cuts.nowhere = alloca [${largest} x i8], align 16`] : []),
    "  %cuts.turned = alloca i1",
    ...headerAddresses(["phase", "warp", "lanes", "rounds"]),
    "  %cuts.phase = load i32, ptr %cuts.phase.at",
    "  %cuts.again = and i32 %cuts.phase, 2",
    "  %cuts.resumes = icmp ne i32 %cuts.again, 0",
    "  br i1 %cuts.resumes, label %turns.begin, label %r0",
    "turns.begin:",
    "  store i32 0, ptr %cuts.warp.at",
    "  store i32 0, ptr %cuts.rounds.at",
    "  br label %turns",
  ];
}

// Runs a region for all threads of a block, of which some may stop to let others go first. Mostly none does.
function turningRun(e: DriverEmission, region: Region): string[] {
  const p = `r${region.id}`;
  const f = e.functions[region.id] as RegionFunction;
  return [
    `${p}:`,
    ...uniformLoads(region),
    "  store i1 false, ptr %cuts.turned",
    ...loopNest(e, region, (names, part) => {
      const q = `%${p}.${part}`;
      const callee = (part === "careful" ? e.carefulNames : e.regionNames)[region.id];
      return [
        `  ${q}.res = call ${f.resultType} ${callee}(${callArguments(e, region, names, part)})`,
        ...stateLines(e, region, names.thread, q),
        `  ${q}.turned = load i1, ptr %cuts.turned`,
        `  ${q}.turned.now = or i1 ${q}.turned, ${q}.turns`,
        `  store i1 ${q}.turned.now, ptr %cuts.turned`,
      ];
    }),
    `${p}.done:`,
    `  %${p}.any.turned = load i1, ptr %cuts.turned`,
    `  br i1 %${p}.any.turned, label %turns.begin, label %${p}.over`,
    `${p}.over:`,
    `  %${p}.next = load i32, ptr %cuts.state`,
    ...dispatch(e.plan, region, `%${p}.next`, afterWait),
  ];
}

function uniformLoads(region: Region): string[] {
  return region.liveIn
    .filter((s) => s.uniform)
    .map((s) => `  %r${region.id}.in.${plainName(s)} = load ${s.type}, ptr ${keepOf(s)}`);
}

// Keeps where a thread goes on; and, unless it gives a turn, what it leaves for all. Names start with `p`.
function stateLines(e: DriverEmission, region: Region, thread: string, p: string): string[] {
  const { resultType, uniformResults } = e.functions[region.id] as RegionFunction;
  const code = resultType === "i32" ? `${p}.res` : `${p}.code`;
  return [
    ...(resultType === "i32" ? [] : [`  ${code} = extractvalue ${resultType} ${p}.res, 0`]),
    `  ${p}.state.at = getelementptr inbounds i32, ptr %cuts.state, i32 ${thread}`,
    `  store i32 ${code}, ptr ${p}.state.at`,
    ...(e.plan.together === "none"
      ? []
      : [
          `  ${p}.kind = lshr i32 ${code}, ${WAIT_SHIFT}`,
          `  ${p}.turns = icmp eq i32 ${p}.kind, ${WAIT_KINDS.turn}`,
        ]),
    ...uniformResults.flatMap((s, index) => {
      const n = plainName(s);
      return [
        `  ${p}.out.${n} = extractvalue ${resultType} ${p}.res, ${index + 1}`,
        `  ${p}.to.${n} = select i1 ${p}.turns, ptr %cuts.nowhere, ptr ${keepOf(s)}`,
        `  store ${s.type} ${p}.out.${n}, ptr ${p}.to.${n}`,
      ];
    }),
  ];
}

// Lets the threads that gave turns go on, again and again, until all have come to the same wait.
function takeTurns(plan: RegionPlan): string[] {
  const waits = [...plan.waits.values()].filter((w) => w.sync.kind !== "turn");
  return [
    "turns:",
    `  %cuts.next = call i32 ${TAKE_TURNS}(ptr ${CONTEXT}, i32 %cuts.count, i32 ${PADDED})`,
    ...FIRST_LANE,
    `  switch i32 %cuts.next, label %turns.over [ ${plan.regions
      .filter((r) => r.isResumed)
      .map((r) => `i32 ${r.id}, label %r${r.id}`)
      .join(" ")} ]`,
    "turns.over:",
    `  switch i32 %cuts.next, label %turns.left [ ${[
      `i32 ${EXITED}, label %finished`,
      ...waits.map((w) => `i32 ${waitCode(plan, w)}, label %${afterWait(w)}`),
    ].join(" ")} ]`,
    "turns.left:",
    "  ret i32 %cuts.next",
  ];
}

function headerAddresses(fields: readonly (keyof typeof HEADER)[]): string[] {
  return [
    `  %cuts.state = getelementptr inbounds i8, ptr ${CONTEXT}, i32 ${CONTEXT_HEADER_BYTES + MAILBOX.state}`,
    ...fields.map(
      (field) => `  %cuts.${field}.at = getelementptr inbounds i8, ptr ${CONTEXT}, i32 ${HEADER[field]}`,
    ),
  ];
}

// The coordinates of the first lane of the warp that was chosen.
const FIRST_LANE = [
  "  %cuts.warp = load i32, ptr %cuts.warp.at",
  "  %cuts.lanes = load i32, ptr %cuts.lanes.at",
  "  %cuts.first = shl nuw nsw i32 %cuts.warp, 5",
  "  %cuts.first.x = urem i32 %cuts.first, %cuts.bdim.x",
  "  %cuts.first.rows = udiv i32 %cuts.first, %cuts.bdim.x",
  "  %cuts.first.y = urem i32 %cuts.first.rows, %cuts.bdim.y",
  "  %cuts.first.z = udiv i32 %cuts.first.rows, %cuts.bdim.y",
];

// Each warp runs until it waits for the block or ends; then the next one does. Where it is to go on is kept for each
// warp, as is what its lanes have in common.
function warpBody(e: DriverEmission): string[] {
  const { plan } = e;
  const out = [
    "cuts.begin:",
    `  %cuts.at = alloca [${MAX_WARPS} x i32]`,
    ...uniformSlots(plan).map((s) => `  %cuts.keep.${plainName(s)} = alloca [${MAX_WARPS} x ${s.type}]`),
    ...resultCells(e),
    "  %cuts.plane = mul nuw nsw i32 %cuts.bdim.x, %cuts.bdim.y",
    "  %cuts.threads = mul nuw nsw i32 %cuts.plane, %cuts.bdim.z",
    "  %cuts.warps = lshr i32 %cuts.threads, 5",
    `  call void @llvm.memset.p0.i32(ptr %cuts.at, i8 0, i32 ${4 * MAX_WARPS}, i1 false)`,
    "  br label %round",
    "round:",
    "  br label %warp",
    "warp:",
    "  %cuts.w = phi i32 [ 0, %round ], [ %cuts.w.next, %warp.end ]",
    "  %cuts.living = phi i32 [ 0, %round ], [ %cuts.living.next, %warp.end ]",
    "  %cuts.w.at = getelementptr inbounds i32, ptr %cuts.at, i32 %cuts.w",
    "  %cuts.w.next.region = load i32, ptr %cuts.w.at",
    "  %cuts.first = shl nuw nsw i32 %cuts.w, 5",
    "  %cuts.w.x = urem i32 %cuts.first, %cuts.bdim.x",
    "  %cuts.w.to = add nuw nsw i32 %cuts.w.x, 32",
    "  %cuts.w.rows = udiv i32 %cuts.first, %cuts.bdim.x",
    "  %cuts.w.y = urem i32 %cuts.w.rows, %cuts.bdim.y",
    "  %cuts.w.z = udiv i32 %cuts.w.rows, %cuts.bdim.y",
    "  %cuts.w.row = sub nuw nsw i32 %cuts.first, %cuts.w.x",
    `  switch i32 %cuts.w.next.region, label %warp.end [ ${plan.regions.map((r) => `i32 ${r.id}, label %r${r.id}`).join(" ")} ]`,
  ];
  for (const region of plan.regions) {
    const keep = (s: Slot): { at: string; lines: string[] } => {
      const at = `%r${region.id}.keep.${plainName(s)}`;
      const array = `%cuts.keep.${plainName(s)}`;
      return { at, lines: [`  ${at} = getelementptr inbounds ${s.type}, ptr ${array}, i32 %cuts.w`] };
    };
    out.push(`r${region.id}:`, ...regionRun(e, region, keep, (body) => warpRow(e, region, body)));
    const next = nextOf(e, region);
    out.push(
      ...dispatch(plan, region, next, (w) => `${w.sync.kind === "warp" ? "before" : "wait"}.r${w.region}`),
    );
  }
  for (const { sync, region, shuffle } of plan.waits.values()) {
    if (sync.kind === "warp") {
      out.push(
        `before.r${region}:`,
        ...(shuffle
          ? shuffleLines(shuffle, "%cuts.first", `%s${region}`)
          : [`  call void ${EXCHANGE_WARP}(ptr ${CONTEXT}, i32 %cuts.w, i32 ${PADDED})`]),
        `  br label %r${region}`,
      );
    } else out.push(`wait.r${region}:`, `  store i32 ${region}, ptr %cuts.w.at`, "  br label %warp.end");
  }
  return [
    ...out,
    "finished:",
    `  store i32 ${EXITED}, ptr %cuts.w.at`,
    "  br label %warp.end",
    "warp.end:",
    "  %cuts.w.state = load i32, ptr %cuts.w.at",
    `  %cuts.w.lives = icmp ne i32 %cuts.w.state, ${EXITED}`,
    "  %cuts.w.one = zext i1 %cuts.w.lives to i32",
    "  %cuts.living.next = or i32 %cuts.living, %cuts.w.one",
    "  %cuts.w.next = add nuw nsw i32 %cuts.w, 1",
    "  %cuts.w.more = icmp ult i32 %cuts.w.next, %cuts.warps",
    "  br i1 %cuts.w.more, label %warp, label %round.end",
    "round.end:",
    "  %cuts.any = icmp ne i32 %cuts.living.next, 0",
    "  br i1 %cuts.any, label %round, label %done",
    "done:",
    "  ret i32 0",
  ];
}

function uniformSlots(plan: RegionPlan): Slot[] {
  return [...plan.slots.values()].filter((s) => s.uniform);
}

function resultCells(e: DriverEmission): string[] {
  return [...new Set(e.functions.map((f) => f.resultType))].map(
    (type) => `  %cuts.res.${typeTag(type)} = alloca ${type}`,
  );
}

// Runs a region for threads that wait together, and keeps what it leaves for all of them.
function regionRun(
  e: DriverEmission,
  region: Region,
  keep: (slot: Slot) => { readonly at: string; readonly lines: readonly string[] },
  loops: (body: Body) => string[],
): string[] {
  const { id } = region;
  const f = e.functions[id] as RegionFunction;
  const result = `%cuts.res.${typeTag(f.resultType)}`;
  const inputs = region.liveIn.filter((s) => s.uniform);
  const places = new Map([...inputs, ...f.uniformResults].map((s) => [s.name, keep(s)]));
  const at = (s: Slot): string => places.get(s.name)?.at as string;
  const isAsked = needsResult(e.plan, region, f);
  return [
    ...[...places.values()].flatMap((place) => place.lines),
    ...inputs.map((s) => `  %r${id}.in.${plainName(s)} = load ${s.type}, ptr ${at(s)}`),
    ...loops((names, part) => {
      const callee = part === "careful" ? e.carefulNames[id] : e.regionNames[id];
      const call = `  %r${id}.${part}.res = call ${f.resultType} ${callee}(${callArguments(e, region, names, part)})`;
      return isAsked ? [call, `  store ${f.resultType} %r${id}.${part}.res, ptr ${result}`] : [call];
    }),
    `r${id}.done:`,
    `  %r${id}.last = load ${f.resultType}, ptr ${result}`,
    ...f.uniformResults.flatMap((s, index) => [
      `  %r${id}.out.${plainName(s)} = extractvalue ${f.resultType} %r${id}.last, ${index + 1}`,
      `  store ${s.type} %r${id}.out.${plainName(s)}, ptr ${at(s)}`,
    ]),
    ...(f.resultType === "i32" ? [] : [`  %r${id}.next = extractvalue ${f.resultType} %r${id}.last, 0`]),
  ];
}

function nextOf(e: DriverEmission, { id }: Region): string {
  return e.functions[id]?.resultType === "i32" ? `%r${id}.last` : `%r${id}.next`;
}

function hasData(wait: Wait): boolean {
  return wait.sync.kind === "warp" || wait.sync.kind === "reduce";
}

// All warps of a block are full where a shuffle is constant.
function shuffleAllWarps(shuffle: ConstantShuffle, id: number): string[] {
  const p = `s${id}`;
  return [
    `  br label %${p}.warp`,
    `${p}.warp:`,
    `  %${p}.first = phi i32 [ 0, %before.r${id} ], [ %${p}.next, %${p}.warp ]`,
    ...shuffleLines(shuffle, `%${p}.first`, `%${p}`),
    `  %${p}.next = add nuw nsw i32 %${p}.first, 32`,
    `  %${p}.more = icmp ult i32 %${p}.next, %cuts.count`,
    `  br i1 %${p}.more, label %${p}.warp, label %${p}.end`,
    `${p}.end:`,
  ];
}

// Jumps to the region named by the result.
function dispatch(plan: RegionPlan, region: Region, next: string, labelOf: (wait: Wait) => string): string[] {
  const targets = [...plan.waits.values()].filter(
    (w) => w.sync.kind !== "turn" && region.blocks.some((b) => b.label === w.sync.from),
  );
  const exits = region.blocks.some((b) => b.instructions.at(-1)?.op === "ret");
  const [first] = targets;
  if (!first) return ["  br label %finished"];
  if (targets.length === 1 && !exits) return [`  br label %${labelOf(first)}`];
  const cases = targets.map((w) => `i32 ${waitCode(plan, w)}, label %${labelOf(w)}`);
  return [`  switch i32 ${next}, label %finished [ ${cases.join(" ")} ]`];
}

function generalBody(e: DriverEmission): string[] {
  const { plan } = e;
  const out = [
    "cuts.begin:",
    ...THREAD_COUNT,
    ...headerAddresses(["warp", "lanes"]),
    "  br label %schedule",
    "schedule:",
    `  %cuts.next = call i32 ${SCHEDULE}(ptr ${CONTEXT}, i32 %cuts.count, i32 ${PADDED})`,
    ...FIRST_LANE,
    `  switch i32 %cuts.next, label %stopped [ ${plan.regions.map((r) => `i32 ${r.id}, label %r${r.id}`).join(" ")} ]`,
    "stopped:",
    `  %cuts.exited = icmp eq i32 %cuts.next, ${EXITED}`,
    "  %cuts.status = select i1 %cuts.exited, i32 0, i32 %cuts.next",
    "  ret i32 %cuts.status",
  ];
  for (const region of plan.regions) out.push(...laneLoop(e, region, "schedule"));
  return out;
}

// Runs a region for the chosen lanes of one warp. The coordinates of the next lane follow from those of this one, so
// that no division is left in the loop. Then control goes to `back`.
function laneLoop(e: DriverEmission, region: Region, back: string): string[] {
  const p = `r${region.id}`;
  const { resultType } = e.functions[region.id] as RegionFunction;
  const names = { x: `%${p}.x`, y: `%${p}.y`, z: `%${p}.z`, thread: `%${p}.t` };
  return [
    `${p}:`,
    ...uniformLoads(region),
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
    `  %${p}.res = call ${resultType} ${e.regionNames[region.id]}(${callArguments(e, region, names, "all")})`,
    ...stateLines(e, region, names.thread, `%${p}`),
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
    `  br i1 %${p}.more, label %${p}.lane, label %${back}`,
  ];
}

// A region with one way out and no uniform results has nothing to tell; a loop without results is easier to vectorise.
function needsResult(plan: RegionPlan, region: Region, f: RegionFunction): boolean {
  const ways = [...plan.waits.values()].filter((w) => region.blocks.some((b) => b.label === w.sync.from));
  const exits = region.blocks.some((b) => b.instructions.at(-1)?.op === "ret");
  return f.uniformResults.length > 0 || ways.length + (exits ? 1 : 0) > 1;
}

const DECISIONS: Readonly<Record<Part, string>> = {
  all: "",
  inside: "i1 true, i1 true",
  outside: "i1 true, i1 false",
  careful: "i1 false, i1 false",
};

function callArguments(e: DriverEmission, region: Region, names: ThreadNames, part: Part): string {
  const uniform = region.liveIn
    .filter((s) => s.uniform)
    .map((s) => `${s.type} %r${region.id}.in.${plainName(s)}`);
  return [e.argumentsFor(names), ...(part === "all" ? [] : [DECISIONS[part]]), ...uniform].join(", ");
}

function typeTag(type: string): string {
  return type.replace(/[^a-zA-Z0-9]+/g, "_");
}
