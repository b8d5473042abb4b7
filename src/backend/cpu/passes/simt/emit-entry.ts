// Makes the entry point of a kernel, the only function a worker calls:
//   i32 kernel(launch, begin, end, shared, context, resume)
// runs blocks begin..end-1 one after the other in the given shared memory and context. `launch` is the structure of
// LAUNCH_FIELDS, `resume` is 0 for new blocks and 2 for blocks that wait for the grid. The result is 0, or what the first block that did not finish returned.

import { LAUNCH_FIELDS } from "../../../../compiler/clang/launch-fields.js";
import { freeze, store } from "../../../../compiler/ir/builder.js";
import { type IrFunction, type Parameter, plainName } from "../../../../compiler/ir/module.js";
import { i1, i32, i64, i8, pointerType, ptr } from "../../../../compiler/ir/type.js";
import { globalRef, int32, type Local, local, type Value } from "../../../../compiler/ir/value.js";
import { CONTEXT, HEADER, PADDED } from "./abi.js";
import { Code, NEVER_WRAPS } from "../../../../compiler/ir/code.js";
import { FAR_POINTER } from "./far-addresses.js";
import { functionOf } from "./kernel-functions.js";
import { byvalType, type ParameterLayout } from "./parameter-layout.js";
import { DYNAMIC_BASE, SHARED_BASE } from "./shared-memory.js";
import { SET_STACK_LIMIT } from "./stack-limit.js";

export interface EntryEmission {
  readonly name: string;
  readonly driverName: string;
  readonly parameters: readonly Parameter[];
  readonly layout: ParameterLayout;
  readonly staticSharedBytes: number;
  readonly attributes: readonly string[];
  readonly publishesShared: boolean;
  /** True when functions that are not inlined ask how far the stack may reach. */
  readonly limitsStack: boolean;
  /** True when the context header holds state that a new block must not inherit. */
  readonly clearsHeader: boolean;
  /** True when several blocks in a row are the same as one long block. */
  readonly isFlat: boolean;
  /** Whether all pointers are addresses: those of the memory have 64 bits. */
  readonly isWide: boolean;
  /** The size of all blocks, where it is known: constants instead of loads. */
  readonly block: readonly [number, number, number] | undefined;
}

const AXES = ["x", "y", "z"] as const;
type What = "tid" | "bid" | "bdim" | "gdim";

function coordinate(what: What, axis: (typeof AXES)[number]): Local {
  return local(`%cuts.${what}.${axis}`, i32);
}

/** A variable of the worker that functions read that are not inlined. */
export function workerGlobal(name: string): Value {
  return globalRef(`@${name}`, pointerType(1));
}

const begin = local("%begin", i32);
const end = local("%end", i32);
const launch = local("%launch", ptr);
const shared = local(SHARED_BASE, ptr);
const dynamic = local(DYNAMIC_BASE, ptr);
const context = local(CONTEXT, ptr);
const gdim = { x: coordinate("gdim", "x"), y: coordinate("gdim", "y"), z: coordinate("gdim", "z") };
const bdim = { x: coordinate("bdim", "x"), y: coordinate("bdim", "y"), z: coordinate("bdim", "z") };

/** JavaScript calls it, with addresses as numbers of 32 bits. */
const PARAMETERS: readonly Parameter[] = [
  "%launch.at",
  "%begin",
  "%end",
  "%cuts.shared.at",
  "%cuts.context.at",
  "%resume",
].map((name) => ({ name, type: i32, attributes: [] }));

/** Makes the entry point. */
export function emitEntry(e: EntryEmission): IrFunction {
  const code = new Code("%cuts.begin");
  for (const address of [launch, shared, context]) {
    code.cast(address.name, "inttoptr", local(`${address.name}.at`, i32), ptr);
  }
  if (e.limitsStack) code.push(...SET_STACK_LIMIT);
  readSizes(code, e);
  readParameters(code, e);
  prepareBlocks(code, e);
  runBlocks(code, e);
  const { name, attributes } = e;
  return functionOf({
    name,
    type: i32,
    parameters: PARAMETERS,
    attributes,
    linkage: undefined,
    blocks: code.blocks,
  });
}

function readSizes(code: Code, e: EntryEmission): void {
  for (const [what, start] of [
    ["gdim", LAUNCH_FIELDS.grid],
    ["bdim", LAUNCH_FIELDS.block],
  ] as const) {
    for (const [i, axis] of AXES.entries()) {
      const { name } = coordinate(what, axis);
      const known = what === "bdim" ? e.block?.[i] : undefined;
      if (known === undefined) code.load(name, i32, code.element(`${name}.at`, i8, launch, start + 4 * i));
      else code.add(name, int32(0), known);
    }
  }
}

function readParameters(code: Code, e: EntryEmission): void {
  const at = code.element("%cuts.parameters.at", i8, launch, LAUNCH_FIELDS.parameters);
  const block = code.load("%cuts.parameters", ptr, at);
  for (const [i, p] of e.parameters.entries()) {
    readParameter(code, p, block, e.layout.parameters[i] ?? { offset: 0, size: 0 }, e.isWide);
  }
}

function readParameter(
  code: Code,
  { name, type, ...rest }: Parameter,
  block: Local,
  { offset, size }: ParameterLayout["parameters"][number],
  isWide: boolean,
): void {
  if (byvalType({ name, type, ...rest }) !== undefined) {
    code.element(name, i8, block, offset);
    return;
  }
  const at = code.element(`%cuts.at.${plainName(name)}`, i8, block, offset);
  if (type.kind === "pointer" && size === 8 && !isWide) {
    const wide = code.load(`${at.name}.wide`, i64, at);
    const narrow = code.cast(`${at.name}.narrow`, "inttoptr", wide, ptr);
    const fits = code.icmp(`${at.name}.fits`, "ult", wide, 2 ** 32);
    code.select(name, fits, narrow, FAR_POINTER);
  } else if (type === i1) code.cast(name, "trunc", code.load(`${at.name}.byte`, i8, at), i1);
  else code.load(name, type, at);
}

// What is the same for all blocks.
function prepareBlocks(code: Code, e: EntryEmission): void {
  code.element(dynamic.name, i8, shared, e.staticSharedBytes);
  const plane = code.mul("%cuts.plane", bdim.x, bdim.y, NEVER_WRAPS);
  const threads = code.mul("%cuts.threads", plane, bdim.z, NEVER_WRAPS);
  code.binary(PADDED, "and", code.add("%cuts.up", threads, 15, NEVER_WRAPS), -16);
  code.mul("%cuts.row", gdim.x, gdim.y);
  code.element("%cuts.phase", i8, context, HEADER.phase);
  code.element("%cuts.block.at", i8, context, HEADER.block);
  if (e.publishesShared) {
    code.store(shared, workerGlobal("cuts.shared"));
    code.store(dynamic, workerGlobal("cuts.dynamic"));
    for (const what of ["bdim", "gdim"] as const) {
      for (const axis of AXES) code.store(coordinate(what, axis), workerGlobal(`cuts.${what}.${axis}`));
    }
  }
  if (e.isFlat) joinBlocks(code);
  else {
    code.add("%cuts.width", bdim.x, 0);
    code.add("%cuts.step", int32(1), 0);
  }
}

// In one dimension, the blocks from begin to end run as one block that is as wide as all of them.
function joinBlocks(code: Code): void {
  const planes = code.binary("%cuts.flat0", "or", gdim.y, gdim.z);
  const slabs = code.binary("%cuts.flat1", "or", bdim.y, bdim.z);
  const isFlat = code.icmp("%cuts.flat", "eq", code.binary("%cuts.flat2", "or", planes, slabs), 1);
  const blocks = code.binary("%cuts.blocks", "sub", end, begin);
  const all = code.mul("%cuts.all", blocks, bdim.x);
  code.select("%cuts.width", isFlat, all, bdim.x);
  code.select("%cuts.step", isFlat, blocks, int32(1));
}

function runBlocks(code: Code, e: EntryEmission): void {
  const nextIndex = local("%cuts.index.next", i32);
  const row = local("%cuts.row", i32);
  code.branch(code.icmp("%cuts.any", "ult", begin, end), "%cuts.next", "%cuts.done");
  code.block("%cuts.next");
  const index = code.phi("%cuts.index", i32, [begin, "%cuts.begin"], [nextIndex, "%cuts.more"]);
  code.binary("%cuts.bid.z", "udiv", index, row);
  const inPlane = code.binary("%cuts.in.plane", "urem", index, row);
  const y = code.binary("%cuts.in.grid.y", "udiv", inPlane, gdim.x);
  const x = code.binary("%cuts.in.grid.x", "urem", inPlane, gdim.x);
  // Frozen, or LLVM would divide anew for each row to tell how many threads of it there are.
  code.push(freeze("%cuts.bid.y", y), freeze("%cuts.bid.x", x));
  if (e.clearsHeader) code.store(local("%resume", i32), local("%cuts.phase", ptr));
  // Read only after a kernel was stopped. Volatile, or the optimizer would remove the store.
  const one = code.add("%cuts.block.one", index, 1);
  const block = e.isFlat
    ? code.select("%cuts.block", local("%cuts.flat", i1), int32(0), one)
    : code.add("%cuts.block", one, 0);
  code.push(store(block, local("%cuts.block.at", ptr), { isVolatile: true }));
  const coordinates = (["bid", "bdim", "gdim"] as const).flatMap((what) =>
    AXES.map((axis) => coordinate(what, axis)),
  );
  const status = code.call("%cuts.status", i32, e.driverName, [
    ...e.parameters.map((p) => local(p.name, p.type)),
    ...coordinates,
    shared,
    dynamic,
    context,
    local(PADDED, i32),
    local("%cuts.width", i32),
  ]);
  code.branch(code.icmp("%cuts.ok", "eq", status, 0), "%cuts.more", "%cuts.failed");
  code.block("%cuts.more");
  code.add(nextIndex.name, index, local("%cuts.step", i32), ["nuw"]);
  code.branch(code.icmp("%cuts.again", "ult", nextIndex, end), "%cuts.next", "%cuts.done");
  code.block("%cuts.failed");
  code.ret(status);
  code.block("%cuts.done");
  code.ret(int32(0));
}
