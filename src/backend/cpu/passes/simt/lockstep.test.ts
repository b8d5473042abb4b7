import { describe, expect, it } from "vitest";
import { Layout } from "../../../../compiler/ir/layout.js";
import type { Block } from "../../../../compiler/ir/module.js";
import { printInstruction } from "../../../../compiler/ir/print.js";
import { keepLockstep } from "./lockstep.js";
import { parseModule } from "../../../../compiler/ir/parse-module.js";

const WAIT = "call i64 @__cuts_warp_op(i32 19, i32 -1, i64 0, i32 0)";

function blocksOf(body: string): readonly Block[] {
  const { functions } = parseModule(`define void @k(ptr %p, ptr %q, i32 %n) {\n${body}\n}\n`);
  return functions[0]?.blocks ?? [];
}

/** The instructions of a kernel's body; waits are stars. */
function withWaits(body: string): string[] {
  return keepLockstep(blocksOf(body), new Layout(new Map(), 4)).blocks.flatMap((b) =>
    b.instructions.map((i) => {
      if (printInstruction(i) === WAIT) return "*";
      return i.op === "jump" || i.op === "branch" ? "br" : i.op;
    }),
  );
}

const LOAD_NEXT = "%next = getelementptr i32, ptr %p, i32 1\n%v = load volatile i32, ptr %next";

describe("keepLockstep", () => {
  it("lanes wait between a load of what another wrote and the store before it, and before the next store", () => {
    expect(
      withWaits(
        `entry:\nstore volatile i32 1, ptr %p\n${LOAD_NEXT}\nstore volatile i32 %v, ptr %p\nret void`,
      ),
    ).toEqual(["store", "getelementptr", "*", "load", "*", "store", "ret"]);
  });

  it("a loop hands its stores over to its next turn", () => {
    expect(
      withWaits(
        `entry:\nbr label %a\na:\n${LOAD_NEXT}\nstore volatile i32 %v, ptr %p\nbr i1 undef, label %a, label %b\nb:\nret void`,
      ),
    ).toEqual(["br", "getelementptr", "*", "load", "*", "store", "br", "ret"]);
  });

  it("code that is watched waits at the same places", () => {
    const watched = (n: number, pointer: string): string =>
      `%at${n} = ptrtoint ptr ${pointer} to i32\n%used${n} = call i32 @__cuts_watch_access(i32 %at${n}, i32 %at${n}, i32 ${n})\n%ptr${n} = inttoptr i32 %used${n} to ptr`;
    const counts = `${watched(1, "%p")}\n%v = load volatile i32, ptr %ptr1\n${watched(2, "%p")}\nstore volatile i32 %v, ptr %ptr2`;
    const blocks = blocksOf(`entry:\n${counts}\nret void`);
    expect(keepLockstep(blocks, new Layout(new Map(), 4)).blocks).toBe(blocks);
    const handsOver = `${watched(1, "%p")}\nstore volatile i32 1, ptr %ptr1\n%next = getelementptr i32, ptr %p, i32 1\n${watched(2, "%next")}\n%v = load volatile i32, ptr %ptr2`;
    expect(withWaits(`entry:\n${handsOver}\nret void`).slice(-5)).toEqual([
      "*",
      "call",
      "inttoptr",
      "load",
      "ret",
    ]);
  });

  it("a plain store to shared memory is handed over too", () => {
    expect(
      withWaits(
        "entry:\n%s = getelementptr i8, ptr %cuts.shared, i32 4\nstore i32 1, ptr %s\n%v = load volatile i32, ptr %cuts.shared\nret void",
      ),
    ).toEqual(["getelementptr", "store", "*", "load", "ret"]);
  });

  it.each([
    ["a barrier lies between", `store volatile i32 1, ptr %p\ncall void @__cuts_barrier()\n${LOAD_NEXT}`],
    ["the memory is another", `store volatile i32 1, ptr %q\n${LOAD_NEXT}`],
    ["it counts", "%v = load volatile i32, ptr %p\nstore volatile i32 %v, ptr %p"],
    [
      "the memory is the thread's own",
      "%a = alloca i32\nstore volatile i32 1, ptr %a\n%v = load volatile i32, ptr %a",
    ],
    ["nothing is volatile", "store i32 1, ptr %p\n%v = load i32, ptr %p"],
  ])("a kernel stays as it is where %s", (_, body) => {
    const blocks = blocksOf(`entry:\n${body}\nret void`);
    expect(keepLockstep(blocks, new Layout(new Map(), 4)).blocks).toBe(blocks);
  });
});

/** An element of shared memory, at `index` of 4 bytes each, as the pointer `name`. */
const element = (name: string, index: string): string =>
  `${name} = getelementptr i32, ptr %cuts.shared, i32 ${index}`;
const OWN = `${element("%own", "%cuts.tid.x")}\nstore i32 1, ptr %own`;
const LOAD = "%v = load i32, ptr %at\nstore i32 %v, ptr %q";
const at = (computed: string, index = "%i"): string => `${computed}\n${element("%at", index)}\n${LOAD}`;
const BARRIER = "call void @__cuts_barrier()";

describe("keepLockstep, of plain shared memory", () => {
  it.each([
    ["the next element", `${OWN}\n${at("%i = add i32 %cuts.tid.x, 1")}`],
    ["the mirrored one", `${OWN}\n${at("%i = xor i32 %cuts.tid.x, 31")}`],
    ["one for all", `${OWN}\n${element("%at", "3")}\n${LOAD}`],
    [
      "what a table says",
      `%entry.of = getelementptr i32, ptr %p, i32 %cuts.tid.x\n%i = load i32, ptr %entry.of\n${OWN}\n${element("%at", "%i")}\n${LOAD}`,
    ],
    [
      "what one lane has left",
      `%is.first = icmp eq i32 %cuts.tid.x, 0\nbr i1 %is.first, label %a, label %b\na:\n${element("%one", "5")}\nstore i32 1, ptr %one\nbr label %b\nb:\n${element("%at", "5")}\n${LOAD}`,
    ],
    [
      "what all have counted",
      `${element("%at", "0")}\n%old = atomicrmw add ptr %at, i32 1 monotonic, align 4\n${LOAD}`,
    ],
    [
      "half a warp away, less each turn",
      `br label %turn\nturn:\n%d = phi i32 [ %n, %entry ], [ %half, %turn ]\n%i = add i32 %cuts.tid.x, %d\n${element("%at", "%i")}\n${LOAD}\n${OWN}\n%half = lshr i32 %d, 1\n%more = icmp ne i32 %half, 0\nbr i1 %more, label %turn, label %out\nout:`,
    ],
  ])("lanes wait before a load of %s", (_, body) => {
    const waits = withWaits(`entry:\n${body}\nret void`);
    expect(waits[waits.indexOf("*") + 1]).toBe("load");
  });

  it("lanes wait between a load and the store of another lane to the same place", () => {
    const waits = withWaits(`entry:\n${at("%i = add i32 %cuts.tid.x, 1")}\n${OWN}\nret void`);
    expect(waits.slice(waits.indexOf("*"))).toEqual(["*", "store", "ret"]);
  });

  const column = (index: string): string =>
    `%row = mul i32 %k, %cuts.bdim.x\n%i = add i32 %row, %cuts.tid.x\n${element("%at", index)}`;
  const loop = (body: string, from = "0", by = "1"): string =>
    `br label %turn\nturn:\n%k = phi i32 [ ${from}, %entry ], [ %next, %turn ]\n${body}\n%next = add i32 %k, ${by}\n%more = icmp slt i32 %next, %n\nbr i1 %more, label %turn, label %out\nout:`;
  it.each([
    ["the element is the thread's own", `${OWN}\n${at("%i = add i32 %cuts.tid.x, 0")}`],
    ["a barrier lies between", `${OWN}\n${BARRIER}\n${at("%i = add i32 %cuts.tid.x, 1")}`],
    ["another warp stores", `${OWN}\n${at("%i = xor i32 %cuts.tid.x, 32")}`],
    ["a parameter tells where another array begins", `${OWN}\n${at("%i = add i32 %cuts.tid.x, %n")}`],
    [
      "each thread has some elements side by side",
      loop(`%first = shl i32 %cuts.tid.x, 3\n${at("%i = add i32 %first, %k")}\nstore i32 %v, ptr %at`),
    ],
    ["each thread has a column", loop(`${column("%i")}\n${LOAD}\nstore i32 %v, ptr %at`)],
    [
      "each thread has every so many elements",
      loop(`${element("%at", "%k")}\n${LOAD}\nstore i32 %v, ptr %at`, "%cuts.tid.x", "%cuts.bdim.x"),
    ],
    [
      "only lanes store whose elements nobody loads",
      `%is.first = icmp ult i32 %cuts.tid.x, 16\nbr i1 %is.first, label %a, label %b\na:\n${at("%i = add i32 %cuts.tid.x, 16")}\n${OWN}\nbr label %b\nb:`,
    ],
    [
      "one lane does it all",
      `%is.first = icmp eq i32 %cuts.tid.x, 0\nbr i1 %is.first, label %entry.a, label %out\nentry.a:\n${loop(`${at("%i = add i32 %k, 1")}\n${element("%to", "%k")}\nstore i32 %v, ptr %to`).replace("%entry ]", "%entry.a ]")}`,
    ],
    [
      "a loop with barriers lies between, which has a turn at least",
      `${OWN}\n%has = icmp sgt i32 %n, 0\nbr i1 %has, label %turn, label %out\nturn:\n${BARRIER}\nbr i1 undef, label %turn, label %out\nout:\n${at("%i = add i32 %cuts.tid.x, 1")}`,
    ],
    [
      "atomic operations are tried again",
      loop(`${element("%at", "0")}\n${LOAD}\n%old = cmpxchg ptr %at, i32 %v, i32 1 monotonic monotonic`),
    ],
  ])("a kernel stays as it is where %s", (_, body) => {
    const blocks = blocksOf(`entry:\n${body}\nret void`);
    expect(keepLockstep(blocks, new Layout(new Map(), 4)).blocks).toBe(blocks);
  });

  it("lanes of blocks with two dimensions are in several rows where rows are short", () => {
    const place = (name: string, row: string, x: string): string =>
      `${name}.row = mul i32 ${row}, 64\n${name}.i = add i32 ${name}.row, ${x}\n${element(name, `${name}.i`)}`;
    const own = `${place("%own", "%cuts.tid.y", "%cuts.tid.x")}\nstore i32 1, ptr %own`;
    const below = `%y = add i32 %cuts.tid.y, 1\n${place("%at", "%y", "%cuts.tid.x")}\n${LOAD}`;
    const blocks = blocksOf(`entry:\n${own}\n${below}\nret void`);
    expect(keepLockstep(blocks, new Layout(new Map(), 4), [32, 4, 1]).blocks).toBe(blocks);
    expect(keepLockstep(blocks, new Layout(new Map(), 4), [16, 8, 1]).blocks).not.toBe(blocks);
    expect(keepLockstep(blocks, new Layout(new Map(), 4)).blocks).not.toBe(blocks);
  });

  it("tells where the optimiser may have taken away what lanes rely on", () => {
    const told = (body: string): boolean =>
      keepLockstep(blocksOf(`entry:\n${body}\nret void`), new Layout(new Map(), 4)).reliesOnLockstep;
    expect(told(`${OWN}\n${at("%i = add i32 %cuts.tid.x, 1")}`)).toBe(true);
    expect(told(`${OWN}\n${at("%i = add i32 %cuts.tid.x, 0")}`)).toBe(false);
    // Lane 0 stores, and only the others load.
    const moved = (lane: string): string =>
      `%is.first = icmp eq i32 ${lane}, 0\n${element("%one", "5")}\nbr i1 %is.first, label %a, label %b\na:\nstore i32 1, ptr %one\nbr label %c\nb:\n%v = load i32, ptr %one\nbr label %c\nc:\n%w = phi i32 [ 1, %a ], [ %v, %b ]\nstore i32 %w, ptr %q`;
    expect(told(moved("%cuts.tid.x"))).toBe(true);
    expect(told(moved("%cuts.bid.x"))).toBe(false);
  });
});
