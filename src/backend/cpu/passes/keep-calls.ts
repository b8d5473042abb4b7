// Before: every function that a kernel calls may be inlined into it. After: the functions that would cost most are marked noinline, until what is
// left to inline is small enough. Inlining makes threads side by side one vector; but where functions call others from many places, it would make
// code of a hundred times the size of the source, which takes minutes to compile and is no faster. Functions in which threads wait for each other are
// left alone, since they must be part of the kernel.

import { AttributeWriter, attributesIn, groupOf } from "../../../compiler/ir/attributes.js";
import { calleeOf, type Instruction } from "../../../compiler/ir/instruction.js";
import { instructionsOf, type IrFunction, type IrModule } from "../../../compiler/ir/module.js";
import { SYNC_FUNCTIONS } from "./simt/abi.js";
import { kernelsOf } from "./only-kernels.js";

/** Lines of clang's first IR that a kernel may have, with what is inlined into it. */
const BUDGET = 25_000;
/** What is shorter is always inlined. */
const LONG = 150;

interface Called {
  readonly name: string;
  readonly isKernel: boolean;
  /** Lines of text. */
  readonly size: number;
  readonly calls: readonly string[];
  /** Whether threads may wait for each other in it, or in what it calls. */
  waits: boolean;
}

/** The module with no more in its kernels than pays; `budget` is what each may have. */
export function keepCalls(module: IrModule, budget = BUDGET): IrModule {
  const functions = readFunctions(module);
  spreadWaits(functions);
  const kernels = new Set([...functions.values()].filter(({ isKernel }) => isKernel));
  const kept = new Set<string>();
  for (;;) {
    const sizes = sizesOf(functions, kept);
    const bodies = [...kernels, ...[...kept].map((name) => functions.get(name) as Called)];
    const large = bodies.filter(({ name }) => (sizes.get(name) ?? 0) > budget);
    const counts = countInlined(functions, large, kept);
    const costliest = findCostliest(functions, { kernels, kept, sizes, counts });
    if (costliest === undefined) break;
    kept.add(costliest);
  }
  return kept.size === 0 ? module : markKept(module, kept);
}

function readFunctions(module: IrModule): ReadonlyMap<string, Called> {
  const isKernel = kernelsOf(module);
  return new Map(
    module.functions.map((f) => {
      const calls = Array.from(instructionsOf(f)).flatMap((i) => calleeOf(i) ?? []);
      const waits = calls.some((callee) => SYNC_FUNCTIONS.has(callee)) || has(f, readsOthers);
      return [f.name, { name: f.name, isKernel: isKernel(f), size: linesOf(f), calls, waits }];
    }),
  );
}

function has(f: IrFunction, test: (i: Instruction) => boolean): boolean {
  return f.blocks.some(({ instructions }) => instructions.some(test));
}

/** Whether it looks at memory that other threads write: a loop around it may have to yield to them (waiting-loops.ts). */
function readsOthers(i: Instruction): boolean {
  switch (i.op) {
    case "atomicrmw":
    case "cmpxchg":
    case "fence":
      return true;
    case "load":
      return i.isVolatile || i.atomic !== undefined;
    case "store":
      return i.isVolatile && i.atomic === undefined;
    default:
      return false;
  }
}

/** The lines that clang writes for the body of a function: an empty one between blocks, and one for each case of a switch. */
function linesOf({ blocks }: IrFunction): number {
  return sum(blocks, ({ instructions }) => 2 + sum(instructions, lineCount)) - 1;
}

function lineCount(i: Instruction): number {
  return i.op === "switch" ? i.cases.length + 2 : 1;
}

function spreadWaits(functions: ReadonlyMap<string, Called>): void {
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const f of functions.values()) {
      if (f.waits || !f.calls.some((callee) => functions.get(callee)?.waits)) continue;
      f.waits = true;
      isChanged = true;
    }
  }
}

/** Lines of each function with what is inlined into it. One that calls itself counts once. */
function sizesOf(functions: ReadonlyMap<string, Called>, kept: ReadonlySet<string>): Map<string, number> {
  const sizes = new Map<string, number>();
  const sizeOf = (name: string): number => {
    const f = functions.get(name);
    if (f === undefined) return 0;
    const known = sizes.get(name);
    if (known !== undefined) return known;
    sizes.set(name, f.size);
    const size = f.size + sum(f.calls, (callee) => (kept.has(callee) ? 0 : sizeOf(callee)));
    sizes.set(name, size);
    return size;
  };
  for (const name of functions.keys()) sizeOf(name);
  return sizes;
}

/** How often each function is inlined into one of the bodies, in all. */
function countInlined(
  functions: ReadonlyMap<string, Called>,
  bodies: readonly Called[],
  kept: ReadonlySet<string>,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const body of bodies) {
    const times = new Map([[body.name, 1]]);
    for (const name of callersFirst(functions, body.name, kept)) {
      for (const callee of functions.get(name)?.calls ?? []) {
        if (!functions.has(callee) || kept.has(callee)) continue;
        times.set(callee, (times.get(callee) ?? 0) + (times.get(name) ?? 0));
      }
    }
    times.delete(body.name);
    for (const [name, count] of times) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return counts;
}

function callersFirst(
  functions: ReadonlyMap<string, Called>,
  first: string,
  kept: ReadonlySet<string>,
): string[] {
  const order: string[] = [];
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const callee of functions.get(name)?.calls ?? []) if (!kept.has(callee)) visit(callee);
    order.push(name);
  };
  visit(first);
  return order.toReversed();
}

interface Costs {
  readonly kernels: ReadonlySet<Called>;
  readonly kept: ReadonlySet<string>;
  readonly sizes: ReadonlyMap<string, number>;
  readonly counts: ReadonlyMap<string, number>;
}

function findCostliest(
  functions: ReadonlyMap<string, Called>,
  { kernels, kept, sizes, counts }: Costs,
): string | undefined {
  let costliest: string | undefined;
  let most = 0;
  for (const [name, count] of counts) {
    const f = functions.get(name) as Called;
    const size = sizes.get(name) ?? 0;
    const saved = (count - 1) * size;
    if (f.waits || kept.has(name) || kernels.has(f) || size < LONG || saved <= most) continue;
    costliest = name;
    most = saved;
  }
  return costliest;
}

function markKept(module: IrModule, kept: ReadonlySet<string>): IrModule {
  const writer = new AttributeWriter(module);
  const groups = new Map<string | undefined, string>();
  const keptGroup = (group: string | undefined): string => {
    const known = groups.get(group);
    if (known !== undefined) return known;
    const words = attributesIn(module.attributeGroups.get(group ?? "") ?? "nounwind");
    const own = writer.add(["noinline", ...words.filter((word) => !EXCLUDED.has(word))]);
    groups.set(group, own);
    return own;
  };
  const functions = module.functions.map((f): IrFunction => {
    if (!kept.has(f.name)) return f;
    const group = groupOf(f);
    const own = keptGroup(group);
    const attributes =
      group === undefined ? [own, ...f.attributes] : f.attributes.map((one) => (one === group ? own : one));
    return { ...f, attributes };
  });
  return { ...module, functions, attributeGroups: writer.groups };
}

/** What would contradict noinline. */
const EXCLUDED: ReadonlySet<string> = new Set(["alwaysinline", "inlinehint", "optnone"]);

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}
