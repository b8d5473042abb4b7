import { describe, expect, it } from "vitest";
import type { Block } from "./ir.js";
import { keepLockstep } from "./lockstep.js";
import { parseIr } from "./parse-ir.js";

const WAIT = "call i64 @__cuts_warp_op(i32 19, i32 -1, i64 0, i32 0)";

function blocksOf(body: string): readonly Block[] {
  const { functions } = parseIr(`define void @k(ptr %p, ptr %q, i32 %n) {\n${body}\n}\n`);
  return functions[0]?.blocks ?? [];
}

/** The instructions of a kernel's body; waits are stars. */
function withWaits(body: string): string[] {
  return keepLockstep(blocksOf(body), new Map()).flatMap((b) =>
    b.instructions.map((i) => (i.text === WAIT ? "*" : (i.text.split(" ")[0] as string))),
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
    expect(keepLockstep(blocks, new Map())).toBe(blocks);
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
    expect(keepLockstep(blocks, new Map())).toBe(blocks);
  });
});
