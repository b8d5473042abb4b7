// JavaScript functions that C calls: during a call, later, and from its own threads.

import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { BuiltPackage } from "../package/built-package.js";
import { sharedPackage } from "../package/shared-package.js";
import { writeProgram } from "../package/write-program.js";
import { noCompiler } from "./compile.js";
import { fixturePath, openFixture } from "./fixture.js";

const reason = noCompiler === undefined ? "" : ` (skipped: ${noCompiler})`;

describe.skipIf(noCompiler !== undefined)(`callbacks${reason}`, () => {
  const lib = noCompiler === undefined ? openFixture() : (undefined as never);
  afterEach(() => lib.set_handler(null));

  const folder = mkdtempSync(join(tmpdir(), "cuts-callbacks-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let built: BuiltPackage;
  beforeAll(async () => {
    built = await sharedPackage();
    return () => built.remove();
  });
  const program = (name: string): string =>
    writeProgram(fileURLToPath(new URL(name, import.meta.url)), folder, built);

  it("are called with converted arguments, and their results are used", () => {
    expect(lib.apply((x, y) => x * y, 6, 7)).toBe(42);
    expect(lib.apply(null, 1, 1)).toBe(-1);
    const seen: unknown[] = [];
    const result = lib.echo_through(
      (...args) => {
        seen.push(...args);
        return args[0];
      },
      2n ** 64n - 1n,
    );
    expect(result).toBe(2n ** 64n - 1n);
    expect(seen).toEqual([2n ** 64n - 1n, -5n, 7, true, "text", 2.5]);
  });

  it("take and give structs, all zero where they throw", () => {
    const made = {
      id: 1000,
      name: "A",
      weights: [0, 0, 0.5],
      position: { x: 0, y: 100, z: 0 },
      active: true,
      note: null,
    };
    let sum: number | undefined;
    const result = lib.record_through((v) => {
      sum = v.x + v.y + v.z;
      return made;
    }, 1.5);
    expect(sum).toBe(6.5);
    expect(result).toBe(1000 + 65 + 0.5 + 100 + 1);
    const failing = lib.callback("struct record(struct vec3 v)", () => {
      throw new Error("no record");
    });
    expect(() => lib.record_through(failing.pointer, 1)).toThrow("no record");
    failing.dispose();
  });

  it("can call native functions themselves", () => {
    expect(lib.apply((x, y) => lib.apply((u, v) => u + v, x, y), 3, 4)).toBe(7);
  });

  it("raise in the caller what they throw, and are not called again", () => {
    let calls = 0;
    const failing = (): never => {
      calls++;
      throw new RangeError("enough");
    };
    expect(() => lib.apply_many(failing, 10)).toThrow(new RangeError("enough"));
    expect(calls).toBe(1);
    expect(lib.apply_many((x) => x, 4)).toBe(6);
  });

  it("have their results checked", () => {
    expect(() => lib.apply(() => 1.5, 0, 0)).toThrow(
      /the result of argument 1 \(f\) of apply .* whole number \(got 1.5\)/,
    );
    expect(() => lib.apply((() => "1") as never, 0, 0)).toThrow(TypeError);
    expect(() => lib.apply(3 as never, 0, 0)).toThrow(
      /must be a function, the address of one, or null \(got 3\)/,
    );
  });

  it("work in asynchronous calls, with their exceptions", async () => {
    expect(await lib.apply_many.async((x) => x * 2, 5)).toBe(20);
    const failing = (): never => {
      throw new Error("from a worker thread");
    };
    await expect(lib.apply_many.async(failing, 3)).rejects.toThrow("from a worker thread");
  });

  it("live on when registered, until disposed", () => {
    const codes: number[] = [];
    const handler = lib.callback("void(int code)", (code) => {
      codes.push(code);
      if (code === 13) throw new Error("thirteen");
    });
    lib.set_handler(handler.pointer);
    lib.fire(1);
    lib.fire(2);
    expect(() => lib.fire(13)).toThrow("thirteen");
    lib.fire(3);
    expect(codes).toEqual([1, 2, 13, 3]);
    lib.set_handler(null);
    handler.dispose();
  });

  it("give an exception to the innermost call", () => {
    using handler = lib.callback("void(int code)", () => {
      throw new Error("inner");
    });
    lib.set_handler(handler.pointer);
    const caught: unknown[] = [];
    expect(
      lib.apply(
        (x) => {
          try {
            lib.fire(x);
          } catch (error) {
            caught.push(error);
          }
          return 5;
        },
        1,
        1,
      ),
    ).toBe(5);
    expect(caught).toEqual([new Error("inner")]);
  });

  it("stay for the call that is under way when they are disposed", async () => {
    let calls = 0;
    const once = (dispose: () => void) => (x: number) => {
      if (calls++ === 0) {
        dispose();
        // Whoever comes next must not be called in its place.
        others.push(lib.callback("int(int x)", () => 1000));
      }
      return x;
    };
    const others: Disposable[] = [];
    const first = lib.callback(
      "int(int x)",
      once(() => first.dispose()),
    );
    expect(lib.apply_many(first.pointer, 4)).toBe(6);
    expect(first.disposed).toBe(true);
    calls = 0;
    const second = lib.callback(
      "int(int x)",
      once(() => second.dispose()),
    );
    expect(await lib.apply_many.async(second.pointer, 4)).toBe(6);
    for (const one of others) one[Symbol.dispose]();
  });

  it("that native code should have forgotten are an error, not somebody else's function", () => {
    const codes: number[] = [];
    using alive = lib.callback("void(long code)", () => {});
    const handler = lib.callback("void(int code)", (code) => codes.push(code));
    lib.set_handler(handler.pointer);
    handler.dispose();
    expect(() => lib.fire(1)).toThrow(
      expect.objectContaining({
        code: "CUTS_DISPOSED",
        message: expect.stringContaining("was disposed") as unknown,
      }),
    );
    expect(codes).toEqual([]);
    expect(alive.disposed).toBe(false);
  });

  it("are as many as a process has, and then an error, also for arguments", () => {
    const live: Disposable[] = [];
    const fill = (): void => {
      for (let i = 0; i < 10_000; i++) live.push(lib.callback("int(int x)", (x) => x));
    };
    const full = expect.objectContaining({ code: "CUTS_TOO_MANY_CALLBACKS" });
    expect(fill).toThrow(full);
    expect(live.length).toBeGreaterThan(8000);
    expect(() => lib.apply((x, y) => x + y, 1, 2)).toThrow(full);
    for (const one of live) one[Symbol.dispose]();
    // Those of one type make room for another.
    expect(lib.apply((x, y) => x + y, 1, 2)).toBe(3);
  });

  it("leave nothing behind: pointers and types are used again", () => {
    const pointers = new Set<unknown>();
    for (let i = 0; i < 20_000; i++) {
      const made = lib.callback("double(double x, const struct vec3* v)", (x) => x);
      pointers.add(made.pointer);
      made.dispose();
    }
    expect(pointers.size).toBe(1);
    const growths = Array.from({ length: 4 }, () => {
      const before = process.memoryUsage.rss();
      for (let i = 0; i < 20_000; i++)
        lib.callback("double(double x, const struct vec3* v)", (x) => x).dispose();
      return process.memoryUsage.rss() - before;
    });
    // 3 KB each would be 60 MB every time; the JavaScript heap grows too, but not every time.
    expect(Math.min(...growths)).toBeLessThan(20e6);
  });

  it("are disposed with their library", () => {
    const mine = openFixture();
    const handler = mine.callback("void(int code)", () => {});
    mine.dispose();
    expect(handler.disposed).toBe(true);
  });

  it("may close the library they are called from", () => {
    const mine = openFixture();
    expect(
      mine.apply(
        (x) => {
          mine.dispose();
          return x;
        },
        5,
        0,
      ),
    ).toBe(5);
    expect(() => mine.apply(null, 1, 1)).toThrow(/closed/);
    const other = openFixture();
    const handler = other.callback("void(int code)", () => other.dispose());
    other.set_handler(handler.pointer);
    other.fire(1);
    expect(handler.disposed).toBe(true);
  });

  it("come from foreign threads through the event loop", async () => {
    const codes: number[] = [];
    const target = new EventTarget();
    using handler = lib.callback("void(int code)", (code) => {
      codes.push(code);
      if (codes.length === 3) target.dispatchEvent(new Event("all"));
    });
    lib.set_handler(handler.pointer);
    const all = once(target, "all");
    lib.fire_from_thread(100);
    await all;
    expect(codes).toEqual([100, 101, 102]);
  });

  it("throw as an uncaught exception where there is no caller", async () => {
    const args = [program("foreign-throw.ts"), fixturePath()];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout.trim().split("\n")).toEqual(["uncaught: code 1", "uncaught: code 2", "uncaught: code 3"]);
  });

  it("may go on while the process ends by itself, whose exit code and listeners are kept", async () => {
    const args = [program("calls-at-exit.ts"), fixturePath()];
    const ended = await Promise.all(
      [1, 2, 3].map(() => promisify(execFile)(process.execPath, args).catch((error: unknown) => error)),
    );
    for (const end of ended)
      expect(end).toMatchObject({ code: 7, signal: null, stdout: "the end, 0, called: true\n", stderr: "" });
  });
});
