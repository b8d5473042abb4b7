// The protocol of contenders written in JavaScript: "sample <case> <n> <milliseconds>" is answered with the nanoseconds of
// one operation, "check <case> <n>" with the sum of the result's elements; "none" where the library has no such function.

import { createInterface } from "node:readline";

/** One operation: it is started, and what it made can be given up or read. */
export interface Operation<Made> {
  /** Starts the operation once. */
  readonly run: (n: number) => Made;
  readonly dispose: (made: Made) => void;
  /** Waits until all that was started is done. */
  readonly finish: (last: Made) => unknown;
  readonly read: (made: Made) => ArrayLike<number> | Promise<ArrayLike<number>>;
}

/** The inputs of all contenders: numbers between 0 and 1 without an order. */
function inputs(n: number, seed: number): Float32Array {
  const out = new Float32Array(n);
  for (let i = 0; i < n; i++) out[i] = (Math.imul(i + seed, 2654435761) >>> 8) * 2 ** -24;
  return out;
}

/** Keeps what `make` made, the latest sizes only. */
function kept<Value>(make: (n: number) => Value, drop: (value: Value) => void): (n: number) => Value {
  let last: { readonly n: number; readonly value: Value } | undefined;
  return (n) => {
    if (last?.n === n) return last.value;
    if (last !== undefined) drop(last.value);
    last = { n, value: make(n) };
    return last.value;
  };
}

/** The operands of all cases, as arrays that `make` makes of numbers. */
export function operands<Value>(
  make: (values: Float32Array, shape: readonly number[]) => Value,
  drop: (value: Value) => void,
) {
  const of = (seed: number, shape: (n: number) => readonly number[]): ((n: number) => Value) =>
    kept((n) => {
      const whole = shape(n);
      const size = whole.reduce((a, b) => a * b, 1);
      return make(inputs(size, seed), whole);
    }, drop);
  return {
    vector: of(0, (n) => [n]),
    other: of(1, (n) => [n]),
    rows: of(0, (n) => [n / 1000, 1000]),
    left: of(0, (n) => [n, n]),
    right: of(1, (n) => [n, n]),
  };
}

/** Answers requests until there are no more. */
export async function serve<Made>(
  description: string,
  operations: Readonly<Record<string, Operation<Made> | undefined>>,
): Promise<void> {
  console.log(`ready ${description}`);
  for await (const request of createInterface({ input: process.stdin })) {
    const [verb, name = "", n, milliseconds] = request.split(" ");
    const operation = operations[name];
    if (operation === undefined) console.log("none");
    else if (verb === "check") console.log(await check(operation, Number(n)));
    else console.log(await sample(operation, Number(n), Number(milliseconds)));
  }
}

async function check<Made>(operation: Operation<Made>, n: number): Promise<number> {
  const made = operation.run(n);
  const values = await operation.read(made);
  operation.dispose(made);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0;
  return sum;
}

async function sample<Made>(operation: Operation<Made>, n: number, milliseconds: number): Promise<number> {
  const time = async (count: number): Promise<number> => {
    const begin = performance.now();
    let last = operation.run(n);
    for (let i = 1; i < count; i++) {
      operation.dispose(last);
      last = operation.run(n);
    }
    await operation.finish(last);
    const elapsed = performance.now() - begin;
    operation.dispose(last);
    return elapsed;
  };
  // One operation says little of how long many take: the wait at the end and code that is still cold weigh less in them.
  for (let count = 1; ; ) {
    const elapsed = Math.max(await time(count), 1e-3);
    if (elapsed >= milliseconds / 2) return (elapsed / count) * 1e6;
    count = Math.max(2 * count, Math.floor((count * milliseconds) / elapsed));
  }
}
