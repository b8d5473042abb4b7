// What is known of a call of watched code when it is put in. A fact has a number, which is the last argument of the call; calls that are
// alike share one.

/** What a call tells of the place where it stands. */
export type WatchFact =
  | {
      readonly is: "access";
      readonly how: "read" | "write" | "atomic" | "copy";
      readonly bytes: number;
      readonly align: number;
      readonly isVolatile?: boolean;
      /** How an atomic load or store is ordered, as LLVM says it. */
      readonly order?: string;
    }
  | { readonly is: "local"; readonly bytes: number; readonly name: string }
  | { readonly is: "wait"; readonly kind: "barrier" | "reduce" | "grid" | "warp" | "fence" }
  | { readonly is: "overflow" | "exit" }
  | VisitFact;

/** What a call of `visit` tells. */
export type VisitFact =
  | { readonly is: "visit"; readonly instructions?: number }
  /** The end of an iteration of a loop, and the first code behind it. Loops are numbered in a module. */
  | { readonly is: "iteration" | "leave"; readonly loop: number };

/** The facts of one pass, numbered from `first` on. */
export class FactNumbers<Fact extends WatchFact> {
  readonly all: Fact[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #first: number;

  constructor(first: number) {
    this.#first = first;
  }

  /** The number of a fact, which it gets when it is first asked for. */
  of(fact: Fact): number {
    const key = JSON.stringify(fact);
    const number = this.#numbers.get(key) ?? this.#first + this.all.push(fact) - 1;
    this.#numbers.set(key, number);
    return number;
  }
}
