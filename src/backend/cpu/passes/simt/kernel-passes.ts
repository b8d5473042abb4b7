// The passes that a kernel goes through before it is cut into regions, in order. Each is a file, whose header says what holds before and after it.

import type { IrFunction } from "../../../../compiler/ir/module.js";
import { MAILBOX } from "./abi.js";
import { giveTurns } from "./give-turns.js";
import type { Kernel, KernelFacts } from "./kernel-form.js";
import { keepLockstep } from "./lockstep.js";
import { nameCoordinates } from "./name-coordinates.js";
import { renameParameters } from "./parameter-names.js";
import { plainSums } from "./plain-sums.js";
import { privatise } from "./private-memory.js";
import { replaceSharedReferences } from "./shared-memory.js";
import { splitAtWaits } from "./split-waits.js";
import { claimVariableLocals } from "./stack-limit.js";
import { interchangeStrideLoops } from "./stride-loops.js";

type KernelPass = (kernel: Kernel, facts: KernelFacts) => Kernel;

const PASSES: readonly KernelPass[] = [
  // Locals of variable size ask for room before they take it.
  (k, { layout }) => ({ ...k, blocks: claimVariableLocals(k.blocks, layout) }),
  // No parameter has a name that the functions around the kernel have.
  renameParameters,
  // A sum is an `add`, never an `or`.
  (k) => ({ ...k, blocks: plainSums(k.blocks) }),
  // Coordinates are values instead of calls.
  (k) => ({ ...k, blocks: nameCoordinates(k.blocks) }),
  // Variables of shared memory are offsets from one base.
  (k, { shared }) => ({ ...k, blocks: replaceSharedReferences(k.blocks, shared) }),
  // Lanes that rely on running in lockstep wait for each other.
  (k, { layout, block }) => ({ ...k, ...keepLockstep(k.blocks, layout, block) }),
  // Loops that may wait for another thread give it its turn.
  (k, { readsOthers }) => ({ ...k, blocks: giveTurns(k.blocks, readsOthers) }),
  // A block that waits does so at its end.
  (k) => ({ ...k, ...splitAtWaits(k.blocks) }),
  // Loops of a thread over strided indices are loops of the block. Threads that run one after the other have no use for it.
  (k, { isWatched, isOrdered }) =>
    isWatched || isOrdered ? k : { ...k, ...interchangeStrideLoops(k, namesOf(k)) },
  // Locals of threads that wait lie in the context.
  (k, { layout, isOrdered }) => ({
    ...k,
    ...privatise(k.blocks, k.parameters, k.syncs.length > 0 || isOrdered, layout),
  }),
];

/** The kernel after all passes; the function itself is not changed. */
export function runKernelPasses({ blocks, parameters }: IrFunction, facts: KernelFacts): Kernel {
  const given: Kernel = {
    blocks,
    parameters,
    syncs: [],
    reliesOnLockstep: false,
    localBytes: MAILBOX.byteLength,
    hasStackLocals: false,
  };
  return PASSES.reduce((kernel, pass) => pass(kernel, facts), given);
}

function namesOf({ parameters }: Kernel): ReadonlySet<string> {
  return new Set(parameters.map(({ name }) => name));
}
