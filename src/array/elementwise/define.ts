// How operations are written down in the tables of this folder.

import { type FamilyGroups, familyGroups } from "./operation-kernels.js";
import type { Operation, OperationFamily } from "./operation.js";

/** Expressions by kind of number. */
export type Expressions = Operation["expressions"];

/** What an operation may say besides. */
type Traits = Omit<Operation, "name" | "arity" | "result" | "expressions">;

/** A family with its groups. */
export interface Family extends OperationFamily {
  readonly groups: FamilyGroups;
}

/** A family of operations. */
export function family(definition: OperationFamily): Family {
  return { ...definition, groups: familyGroups(definition) };
}

/** An operation of one operand. */
export function unary(
  name: string,
  result: Operation["result"],
  expressions: Expressions,
  traits: Traits = {},
): Operation {
  return { name, arity: 1, result, expressions, ...traits };
}

/** An operation of two operands. */
export function binary(
  name: string,
  result: Operation["result"],
  expressions: Expressions,
  traits: Traits = {},
): Operation {
  return { name, arity: 2, result, expressions, ...traits };
}

/** The same expression for numbers that are not bool. */
export function numbers(expression: string): Expressions {
  return { int: expression, uint: expression, float: expression, complex: expression };
}

/** The same expression for integers with and without sign. */
export function integers(expression: string): Expressions {
  return { int: expression, uint: expression };
}

export const commutative = { isCommutative: true } as const;
export const signless = { isSignless: true } as const;
export const both = { isCommutative: true, isSignless: true } as const;
/** For what is used seldom: a kernel for float32, float64 and complex128 each, no more. */
export const seldom = { isWidened: true, hasNoScalars: true } as const;
