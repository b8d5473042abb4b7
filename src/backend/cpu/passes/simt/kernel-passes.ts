// The passes that a kernel goes through before it is cut into regions, in order. Each is a file, whose header says what holds before and after it.
// Between them a kernel is valid IR once the values that they introduce, such as coordinates, count as parameters (kernel-module.ts).

import { type IrFunction, plainName } from "../../../../compiler/ir/module.js";
import type { IrDump } from "../dump-ir.js";
import { type PassOver, runOver } from "../pass.js";
import { MAILBOX } from "./abi.js";
import { yieldInLoops } from "./yield-in-loops.js";
import type { Kernel, KernelFacts } from "./kernel-form.js";
import { kernelModule } from "./kernel-module.js";
import { keepLockstep } from "./lockstep.js";
import { nameCoordinates } from "./name-coordinates.js";
import { renameParameters } from "./parameter-names.js";
import { plainSums } from "./plain-sums.js";
import { privatise } from "./private-memory.js";
import { replaceSharedReferences } from "./shared-memory.js";
import { splitAtWaits } from "./split-waits.js";
import { claimVariableLocals } from "./stack-limit.js";
import { interchangeStrideLoops } from "./stride-loops.js";

type KernelPass = PassOver<Kernel, KernelFacts>;

/** Over each kernel. Threads that run one after the other have no use for loops of the block. */
export function kernelPasses({
  isWatched,
  isOrdered,
}: Pick<KernelFacts, "isWatched" | "isOrdered">): readonly KernelPass[] {
  return [
    pass("stack-limit", (k, { layout }) => ({ blocks: claimVariableLocals(k.blocks, layout) })),
    pass("parameter-names", renameParameters),
    pass("plain-sums", (k) => ({ blocks: plainSums(k.blocks) })),
    pass("name-coordinates", (k) => ({ blocks: nameCoordinates(k.blocks) })),
    pass("shared-memory", (k, { shared }) => ({ blocks: replaceSharedReferences(k.blocks, shared) })),
    pass("lockstep", (k, { layout, block }) => keepLockstep(k.blocks, layout, block)),
    pass("yield-in-loops", (k, { readsOthers }) => ({ blocks: yieldInLoops(k.blocks, readsOthers) })),
    pass("split-waits", (k) => splitAtWaits(k.blocks)),
    ...(isWatched || isOrdered ? [] : [pass("stride-loops", (k) => interchangeStrideLoops(k, namesOf(k)))]),
    pass("private-memory", (k, { layout }) =>
      privatise(k.blocks, k.parameters, k.syncs.length > 0 || isOrdered, layout),
    ),
  ];
}

/** The kernel after all passes; the function itself is not changed. */
export function runKernelPasses(f: IrFunction, facts: KernelFacts, dump: IrDump): Kernel {
  const given: Kernel = {
    blocks: f.blocks,
    parameters: f.parameters,
    syncs: [],
    reliesOnLockstep: false,
    localBytes: MAILBOX.byteLength,
    hasStackLocals: false,
  };
  // A module may have many kernels, and each goes through all passes before the next one.
  const passes = kernelPasses(facts).map((one) => ({ ...one, name: `${plainName(f.name)}.${one.name}` }));
  return runOver(passes, given, facts, dump, (kernel) => kernelModule(kernel, f, facts.module));
}

/** A pass that changes a part of the kernel. */
function pass(name: string, run: (kernel: Kernel, facts: KernelFacts) => Partial<Kernel>): KernelPass {
  return { name, run: (kernel, facts) => ({ ...kernel, ...run(kernel, facts) }) };
}

function namesOf({ parameters }: Kernel): ReadonlySet<string> {
  return new Set(parameters.map(({ name }) => name));
}
