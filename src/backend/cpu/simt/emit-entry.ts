// Prints the entry point of a kernel, the only function a worker calls:
//   i32 kernel(launch, begin, end, shared, context, resume)
// runs blocks begin..end-1 one after the other in the given shared memory and context. `launch` is the structure of
// LAUNCH_FIELDS, `resume` is 0 for new blocks and 2 for blocks that wait for the grid. The result is 0, or what the first block that did not finish returned.

import { HEADER } from "./abi.js";
import { POISON } from "./far-addresses.js";
import { plainName, type Parameter } from "../../../compiler/ir/module.js";
import { i1 } from "../../../compiler/ir/type.js";
import { byvalType, type ParameterLayout } from "./parameter-layout.js";
import { SET_STACK_LIMIT } from "./stack-limit.js";

/** Byte offsets in the launch structure. */
export const LAUNCH_FIELDS = { grid: 0, block: 12, parameters: 24, byteLength: 32 } as const;

export interface EntryEmission {
  readonly name: string;
  readonly driverName: string;
  readonly parameters: readonly Parameter[];
  readonly layout: ParameterLayout;
  readonly staticSharedBytes: number;
  readonly attributes: string;
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

/** Prints the entry point. */
export function emitEntry(e: EntryEmission): string {
  const out = [
    `define i32 ${e.name}(i32 %launch.at, i32 %begin, i32 %end, i32 %cuts.shared.at, i32 %cuts.context.at, i32 %resume) ${e.attributes} {`,
    "cuts.begin:",
    // JavaScript calls it, with addresses as numbers of 32 bits.
    "  %launch = inttoptr i32 %launch.at to ptr",
    "  %cuts.shared = inttoptr i32 %cuts.shared.at to ptr",
    "  %cuts.context = inttoptr i32 %cuts.context.at to ptr",
    ...(e.limitsStack ? SET_STACK_LIMIT : []),
  ];
  for (const [what, start] of [
    ["gdim", LAUNCH_FIELDS.grid],
    ["bdim", LAUNCH_FIELDS.block],
  ] as const) {
    ["x", "y", "z"].forEach((axis, i) => {
      if (what === "bdim" && e.block) {
        out.push(`  %cuts.bdim.${axis} = add i32 0, ${e.block[i]}`);
        return;
      }
      out.push(`  %cuts.${what}.${axis}.at = getelementptr inbounds i8, ptr %launch, i32 ${start + 4 * i}`);
      out.push(`  %cuts.${what}.${axis} = load i32, ptr %cuts.${what}.${axis}.at`);
    });
  }
  out.push(
    `  %cuts.parameters.at = getelementptr inbounds i8, ptr %launch, i32 ${LAUNCH_FIELDS.parameters}`,
    "  %cuts.parameters = load ptr, ptr %cuts.parameters.at",
  );
  e.parameters.forEach((p, i) =>
    out.push(...loadParameter(p, e.layout.parameters[i] ?? { offset: 0, size: 0 }, e.isWide)),
  );
  out.push(
    `  %cuts.dynamic = getelementptr inbounds i8, ptr %cuts.shared, i32 ${e.staticSharedBytes}`,
    "  %cuts.plane = mul nuw nsw i32 %cuts.bdim.x, %cuts.bdim.y",
    "  %cuts.threads = mul nuw nsw i32 %cuts.plane, %cuts.bdim.z",
    "  %cuts.up = add nuw nsw i32 %cuts.threads, 15",
    "  %cuts.padded = and i32 %cuts.up, -16",
    "  %cuts.row = mul i32 %cuts.gdim.x, %cuts.gdim.y",
    "  %cuts.phase = getelementptr inbounds i8, ptr %cuts.context, i32 4",
    `  %cuts.block.at = getelementptr inbounds i8, ptr %cuts.context, i32 ${HEADER.block}`,
  );
  if (e.publishesShared) {
    out.push("  store ptr %cuts.shared, ptr addrspace(1) @cuts.shared");
    out.push("  store ptr %cuts.dynamic, ptr addrspace(1) @cuts.dynamic");
    for (const what of ["bdim", "gdim"]) {
      for (const axis of ["x", "y", "z"]) {
        out.push(`  store i32 %cuts.${what}.${axis}, ptr addrspace(1) @cuts.${what}.${axis}`);
      }
    }
  }
  const passed = e.parameters.map((p) => `${p.type.text} ${p.name}`);
  const coordinates = ["bid", "bdim", "gdim"].flatMap((w) =>
    ["x", "y", "z"].map((a) => `i32 %cuts.${w}.${a}`),
  );
  out.push(
    ...(e.isFlat ? FLAT : ["  %cuts.width = add i32 %cuts.bdim.x, 0", "  %cuts.step = add i32 1, 0"]),
    "  %cuts.any = icmp ult i32 %begin, %end",
    "  br i1 %cuts.any, label %cuts.next, label %cuts.done",
    "cuts.next:",
    "  %cuts.index = phi i32 [ %begin, %cuts.begin ], [ %cuts.index.next, %cuts.more ]",
    "  %cuts.bid.z = udiv i32 %cuts.index, %cuts.row",
    "  %cuts.in.plane = urem i32 %cuts.index, %cuts.row",
    "  %cuts.in.grid.y = udiv i32 %cuts.in.plane, %cuts.gdim.x",
    "  %cuts.in.grid.x = urem i32 %cuts.in.plane, %cuts.gdim.x",
    // Frozen, or LLVM would divide anew for each row to tell how many threads of it there are.
    "  %cuts.bid.y = freeze i32 %cuts.in.grid.y",
    "  %cuts.bid.x = freeze i32 %cuts.in.grid.x",
    ...(e.clearsHeader ? ["  store i32 %resume, ptr %cuts.phase"] : []),
    // For whoever asks when the kernel was stopped; volatile, because nobody asks else.
    "  %cuts.block.one = add i32 %cuts.index, 1",
    e.isFlat
      ? "  %cuts.block = select i1 %cuts.flat, i32 0, i32 %cuts.block.one"
      : "  %cuts.block = add i32 %cuts.block.one, 0",
    "  store volatile i32 %cuts.block, ptr %cuts.block.at",
    `  %cuts.status = call i32 ${e.driverName}(${[
      ...passed,
      ...coordinates,
      "ptr %cuts.shared",
      "ptr %cuts.dynamic",
      "ptr %cuts.context",
      "i32 %cuts.padded",
      "i32 %cuts.width",
    ].join(", ")})`,
    "  %cuts.ok = icmp eq i32 %cuts.status, 0",
    "  br i1 %cuts.ok, label %cuts.more, label %cuts.failed",
    "cuts.more:",
    "  %cuts.index.next = add nuw i32 %cuts.index, %cuts.step",
    "  %cuts.again = icmp ult i32 %cuts.index.next, %end",
    "  br i1 %cuts.again, label %cuts.next, label %cuts.done",
    "cuts.failed:",
    "  ret i32 %cuts.status",
    "cuts.done:",
    "  ret i32 0",
    "}",
    "",
  );
  return out.join("\n");
}

// In one dimension, the blocks from begin to end run as one block that is as wide as all of them.
const FLAT = [
  "  %cuts.flat0 = or i32 %cuts.gdim.y, %cuts.gdim.z",
  "  %cuts.flat1 = or i32 %cuts.bdim.y, %cuts.bdim.z",
  "  %cuts.flat2 = or i32 %cuts.flat0, %cuts.flat1",
  "  %cuts.flat = icmp eq i32 %cuts.flat2, 1",
  "  %cuts.blocks = sub i32 %end, %begin",
  "  %cuts.all = mul i32 %cuts.blocks, %cuts.bdim.x",
  "  %cuts.width = select i1 %cuts.flat, i32 %cuts.all, i32 %cuts.bdim.x",
  "  %cuts.step = select i1 %cuts.flat, i32 %cuts.blocks, i32 1",
];

function loadParameter(
  p: Parameter,
  { offset, size }: ParameterLayout["parameters"][number],
  isWide: boolean,
): string[] {
  const at = `%cuts.at.${plainName(p.name)}`;
  if (byvalType(p) !== undefined) {
    return [`  ${p.name} = getelementptr inbounds i8, ptr %cuts.parameters, i32 ${offset}`];
  }
  const address = `  ${at} = getelementptr inbounds i8, ptr %cuts.parameters, i32 ${offset}`;
  if (p.type.kind === "pointer" && size === 8 && !isWide)
    return [
      address,
      `  ${at}.wide = load i64, ptr ${at}`,
      `  ${at}.narrow = inttoptr i64 ${at}.wide to ptr`,
      `  ${at}.fits = icmp ult i64 ${at}.wide, ${2 ** 32}`,
      `  ${p.name} = select i1 ${at}.fits, ptr ${at}.narrow, ptr ${POISON}`,
    ];
  if (p.type !== i1) return [address, `  ${p.name} = load ${p.type.text}, ptr ${at}`];
  return [address, `  ${at}.byte = load i8, ptr ${at}`, `  ${p.name} = trunc i8 ${at}.byte to i1`];
}
