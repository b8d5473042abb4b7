// Finds shuffles whose value is used only under a condition, as in `t = __shfl_down_sync(mask, v, 4); if (lane + 4 < n) v += t;`. A lane of such a
// shuffle may read from a lane that is not there, because nobody looks at what it gets. It reads optimised IR, where the condition is a `select` or a
// block of its own, and changes nothing.

import { type Definitions, definitionsIn, type Use, usesIn } from "../../../compiler/ir/definitions.js";
import { calleeOf, type Instruction } from "../../../compiler/ir/instruction.js";
import { type Block, instructionsOf, type IrFunction, type IrModule } from "../../../compiler/ir/module.js";
import { localsOf } from "../../../compiler/ir/operands.js";
import { WARP_OP } from "./simt/abi.js";
import { WATCH_FUNCTIONS } from "./watch-calls.js";

/** The calls that tell of such a shuffle. */
export function guardedShuffles(module: IrModule): ReadonlySet<Instruction> {
  return new Set(module.functions.flatMap(guardedIn));
}

function guardedIn(f: IrFunction): readonly Instruction[] {
  const instructions = Array.from(instructionsOf(f));
  if (!instructions.some(tellsOfShuffle)) return [];
  const uses = new Uses(f);
  return instructions.filter((i, at) => {
    if (!tellsOfShuffle(i)) return false;
    const shuffle = instructions.slice(at + 1).find((next) => calleeOf(next) === WARP_OP);
    return shuffle?.result !== undefined && uses.areGuarded(shuffle.result);
  });
}

/** Whether a thread tells that it is about to shuffle: the operations 1 to 4 of warps. */
function tellsOfShuffle(i: Instruction): boolean {
  if (i.op !== "call" || calleeOf(i) !== WATCH_FUNCTIONS.wait.name) return false;
  const operation = i.args[0]?.value;
  return operation?.kind === "int" && operation.value >= 1n && operation.value <= 4n;
}

/** What a value ends in that is not merely another value. */
const ENDS = new Set<Instruction["op"]>([
  "phi",
  "store",
  "jump",
  "branch",
  "ret",
  "switch",
  "cmpxchg",
  "atomicrmw",
]);

function isEnd(i: Instruction): boolean {
  if (i.op === "call") return calleeOf(i)?.startsWith("@llvm.") !== true;
  return ENDS.has(i.op);
}

class Uses {
  readonly #blocks: readonly Block[];
  readonly #uses: ReadonlyMap<string, readonly Use[]>;
  readonly #definitions: Definitions;

  constructor(f: IrFunction) {
    this.#blocks = f.blocks;
    this.#uses = usesIn(f);
    this.#definitions = definitionsIn(f);
  }

  /** Whether a value, and what is computed of it, is only used in other blocks or chosen by something else. */
  areGuarded(value: string): boolean {
    const own = this.#blocks.findIndex(({ instructions }) => instructions.some((i) => i.result === value));
    const derived = new Set([value]);
    for (const name of derived) {
      for (const { instruction: user, block } of this.#uses.get(name) ?? []) {
        if (block !== own && user.op !== "phi") continue;
        if (user.result === undefined || isEnd(user)) return false;
        const chosenBy =
          user.op === "select" && user.condition.kind === "local" ? user.condition.name : undefined;
        if (chosenBy === undefined || derived.has(chosenBy) || this.#isOf(chosenBy, derived))
          derived.add(user.result);
      }
    }
    return true;
  }

  // A condition may be looked at before it is known that it is one of the values.
  #isOf(name: string, derived: ReadonlySet<string>): boolean {
    const definition = this.#definitions.get(name);
    return definition !== undefined && localsOf(definition).some((used) => derived.has(used));
  }
}
