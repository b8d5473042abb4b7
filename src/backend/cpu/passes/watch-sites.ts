// Before: the last argument of each call of watch-calls.ts is the number of a fact. After: it is the number of a site, which is a fact at a line of
// the source. The module must still have clang's own debugging information.

import { type Call, calleeOf, type Instruction } from "../../../compiler/ir/instruction.js";
import { type IrModule, mapInstructions } from "../../../compiler/ir/module.js";
import { int32 } from "../../../compiler/ir/value.js";
import { debugOf, type SourceStack, stackReader } from "./source-places.js";
import { WATCH_PREFIX } from "./watch-calls.js";

/** A place of the source where watched code tells something. */
export interface WatchSite extends SourceStack {
  /** Which of the facts the call was put in with. */
  readonly fact: number;
  /** A shuffle whose value is only used under a condition (guarded-shuffles.ts). */
  readonly isGuarded?: true;
}

/**
 * Numbers the sites of a module; `shownFile` makes the name that the user knows of one that clang knows, `guarded` are the calls that
 * tell of guarded shuffles.
 */
export function numberSites(
  module: IrModule,
  shownFile: (file: string) => string,
  guarded: ReadonlySet<Instruction>,
): { readonly module: IrModule; readonly sites: readonly WatchSite[] } {
  const stackOf = stackReader(module.metadata, shownFile);
  const numbers = new Map<string, number>();
  const sites: WatchSite[] = [];
  const numbered = (i: Call, fact: number): Call => {
    const stack = stackOf(debugOf(i));
    const isGuarded = guarded.has(i);
    const { line, column, file } = stack.place ?? {};
    const key = `${fact} ${isGuarded} ${line} ${column} ${file} ${stack.functions.join(" ")}`;
    const number =
      numbers.get(key) ?? sites.push({ fact, ...stack, ...(isGuarded ? { isGuarded } : {}) }) - 1;
    numbers.set(key, number);
    return { ...i, args: [...i.args.slice(0, -1), { value: int32(number), attributes: [] }] };
  };
  const functions = module.functions.map((f) =>
    mapInstructions(f, (i) => {
      if (i.op !== "call" || calleeOf(i)?.startsWith(WATCH_PREFIX) !== true) return i;
      const fact = i.args.at(-1)?.value;
      return fact?.kind === "int" ? numbered(i, Number(fact.value)) : i;
    }),
  );
  return { module: { ...module, functions }, sites };
}
