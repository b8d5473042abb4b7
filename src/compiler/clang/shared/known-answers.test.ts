import { describe, expect, it } from "vitest";
import type { ClangResult } from "../clang.js";
import type { Work } from "../compiler-process.js";
import { KnownAnswers } from "./known-answers.js";

const LIMIT_MS = 1000;

function workOn(text: string, change: Partial<Work> = {}): Work {
  const steps = [{ tool: "clang", args: ["/a.c"] }] as const;
  return { steps, files: { "/a.c": text }, mounts: {}, outputs: ["/a.o"], ...change };
}

/** Answers that count how often something was compiled, each of `byteLength` bytes. */
function counted(known: KnownAnswers, byteLength = 1) {
  let runs = 0;
  const run = async (): Promise<ClangResult> => {
    const files = { "/a.o": new Uint8Array(byteLength).fill(++runs) };
    await new Promise(setImmediate);
    return { steps: [], files };
  };
  /** Which run the answer is from. */
  return async (work: Work, timeoutMs = LIMIT_MS): Promise<number | undefined> =>
    (await known.answer(work, timeoutMs, run)).files["/a.o"]?.[0];
}

describe("what a shared compiler has answered", () => {
  it("is not done again, nor twice at the same moment", async () => {
    const answer = counted(new KnownAnswers(100));
    expect(await Promise.all([answer(workOn("a")), answer(workOn("a"))])).toEqual([1, 1]);
    expect(await answer(workOn("a"))).toBe(1);
    expect(await answer(workOn("a", { files: { "/a.c": Buffer.from("a") } }))).toBe(1);
  });

  it("is for the same steps, files, outputs and time limit", async () => {
    const answer = counted(new KnownAnswers(100));
    const steps = [{ tool: "clang", args: ["-O2", "/a.c"] }] as const;
    const kept = (key: string) => workOn("", { files: { "/a.c": { key } } });
    const works = [
      workOn("a"),
      workOn("b"),
      workOn("a", { steps }),
      workOn("a", { outputs: [] }),
      workOn("", { files: { "/b.c": "a" } }),
      kept("a"),
      kept("b"),
    ];
    const answers = [];
    for (const work of [...works, ...works]) answers.push(await answer(work));
    expect(answers).toEqual([1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7]);
    expect(await answer(workOn("a"), 2 * LIMIT_MS)).toBe(8);
  });

  it("is not kept where folders of the host were read: their files may change", async () => {
    const answer = counted(new KnownAnswers(100));
    const work = workOn("a", { mounts: { "/include": "/usr/include" } });
    expect(await Promise.all([answer(work), answer(work)])).toEqual([1, 2]);
  });

  it("is not kept where it failed", async () => {
    const known = new KnownAnswers(100);
    const fail = () => Promise.reject(new Error("out of memory"));
    const both = [known.answer(workOn("a"), LIMIT_MS, fail), known.answer(workOn("a"), LIMIT_MS, fail)];
    for (const one of both) await expect(one).rejects.toThrow("out of memory");
    expect(await counted(known)(workOn("a"))).toBe(1);
  });

  it("makes room for what comes later", async () => {
    const answer = counted(new KnownAnswers(25), 10);
    for (const text of ["a", "b", "c"]) await answer(workOn(text));
    expect(await answer(workOn("b"))).toBe(2);
    expect(await answer(workOn("a"))).toBe(4);
  });
});
