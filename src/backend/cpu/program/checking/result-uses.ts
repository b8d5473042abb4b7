// Whether somebody looks at the result of a call in host code: a variable that it is stored in and that nobody reads does not count.

import { calleeOf, type Instruction } from "../../../../compiler/ir/instruction.js";
import { instructionsOf, type IrFunction } from "../../../../compiler/ir/module.js";
import { localsOf } from "../../../../compiler/ir/operands.js";

export class ResultUses {
  readonly #f: IrFunction;
  #users: ReadonlyMap<string, readonly Instruction[]> | undefined;

  constructor(f: IrFunction) {
    this.#f = f;
  }

  /** Whether a result, if there is one, is used. */
  isUsed(result: string | undefined): boolean {
    return result !== undefined && this.#usersOf(result).some((user) => this.#looksAt(user, result));
  }

  #looksAt(user: Instruction, result: string): boolean {
    const isKept = user.op === "store" && user.value.kind === "local" && user.value.name === result;
    if (!isKept || user.pointer.kind !== "local") return true;
    return this.#usersOf(user.pointer.name).some(reads);
  }

  /** Most functions have no call that somebody asks about. */
  #usersOf(name: string): readonly Instruction[] {
    this.#users ??= usersIn(this.#f);
    return this.#users.get(name) ?? [];
  }
}

function usersIn(f: IrFunction): ReadonlyMap<string, readonly Instruction[]> {
  const users = new Map<string, Instruction[]>();
  for (const i of instructionsOf(f)) {
    for (const name of localsOf(i)) {
      const known = users.get(name);
      if (known === undefined) users.set(name, [i]);
      else known.push(i);
    }
  }
  return users;
}

/** Whether an instruction that mentions a variable may read it, itself or through an address that it makes. */
function reads(i: Instruction): boolean {
  if (i.op === "load" || i.op === "getelementptr" || i.op === "invoke") return true;
  return i.op === "call" && calleeOf(i)?.startsWith("@llvm.lifetime.") !== true;
}
