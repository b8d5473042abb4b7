import fc from "fast-check";
import { expect, it } from "vitest";
import { type HostFunction, Interpreter } from "../../../test/ir/interpret.js";
import { parseModule } from "../ir/parse-module.js";
import { verify } from "../ir/verify.js";
import { separateThreadLocals } from "./thread-locals.js";

const MODULE = parseModule(`target triple = "wasm32-unknown-unknown"
@count = thread_local global i32 5, align 4
@pair = internal thread_local(localdynamic) global { i64, i16 } { i64 7, i16 8 }, align 8
@shared = global i32 100, align 4
declare ptr @llvm.threadlocal.address.p0(ptr)
define i32 @next(i32 %by) {
entry:
  %own = call ptr @llvm.threadlocal.address.p0(ptr @count)
  %before = load i32, ptr %own, align 4
  %after = add i32 %before, %by
  store i32 %after, ptr %own, align 4
  ret i32 %before
}
define i16 @second() {
entry:

  %own = call ptr @llvm.threadlocal.address.p0(ptr @pair)
  %at = getelementptr { i64, i16 }, ptr %own, i32 0, i32 1
  %s = load i16, ptr %at, align 8
  ret i16 %s
}
define i32 @plain(i32 %x) {
entry:
  store i32 %x, ptr @count, align 4
  %s = load i32, ptr @shared, align 4
  ret i32 %s
}
`);

/** Threads over one memory; each gets a copy of a variable when it first asks for it, as threads.cpp gives it. */
class Threads {
  current = 0;
  readonly #copies = new Map<string, number>();
  readonly #interpreter: Interpreter;
  /** Where the next copy goes; what a function allocates is free again when it returns. */
  #heap = 0;

  constructor() {
    const after = separateThreadLocals(MODULE);
    verify(after, "thread-locals");
    const own: HostFunction = ([record], memory) => {
      const key = `${this.current} ${String(record)}`;
      let copy = this.#copies.get(key);
      if (copy === undefined) {
        const view = new DataView(memory.bytes.buffer);
        const at = Number(record);
        const bytes = Number(view.getBigUint64(at, true));
        const align = Number(view.getBigUint64(at + 8, true));
        copy = Math.ceil(this.#heap / align) * align;
        this.#heap = copy + bytes;
        const from = view.getUint32(at + 24, true);
        memory.bytes.copyWithin(copy, from, from + bytes);
        this.#copies.set(key, copy);
      }
      return BigInt(copy);
    };
    this.#interpreter = new Interpreter(after, new Map([["@__cuts_thread_local", own]]));
    this.#heap = this.#interpreter.memory.allocate(256);
  }

  call(thread: number, name: string, ...args: readonly number[]): number {
    this.current = thread;
    return Number(this.#interpreter.call(name, args.map(BigInt)));
  }
}

it("each thread counts for itself, from the value of the source", () => {
  const steps = fc.array(fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 100 })), { maxLength: 20 });
  fc.assert(
    fc.property(steps, (calls) => {
      const threads = new Threads();
      const counts = [5, 5, 5, 5];
      for (const [thread, by] of calls) {
        expect(threads.call(thread, "@next", by)).toBe(counts[thread]);
        counts[thread] = (counts[thread] as number) + by;
      }
    }),
    { seed: 8 },
  );
});

it("a record has the size, the alignment and the value of its variable", () => {
  expect(new Threads().call(1, "@second")).toBe(8);
});

it("a variable that is mentioned as if it were any other is the thread's own too; others are shared", () => {
  const threads = new Threads();
  expect(threads.call(0, "@plain", 40)).toBe(100);
  expect(threads.call(0, "@next", 1)).toBe(40);
  expect(threads.call(1, "@next", 1)).toBe(5);
});

it("a module without such variables stays as it is", () => {
  const module = parseModule("@shared = global i32 100, align 4");
  expect(separateThreadLocals(module)).toBe(module);
});
