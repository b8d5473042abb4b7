// Which device a program is compiled for, and what its runs give: asked of providers that are registered here and compile nothing.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { BackendPrograms, ProgramEnd } from "../../src/backend/port/programs.js";
import { oneDevice } from "../../src/backend/provider.js";
import { program } from "../../src/program/program.js";
import { registerBackend } from "../../src/runtime/devices/backends.js";
import { withDevice } from "../../src/runtime/devices/devices.js";

const folder = mkdtempSync(join(tmpdir(), "cuts-placement-"));
const source = join(folder, "main.cu");
writeFileSync(source, "int main() { return 0; }\n");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the providers were asked to compile: the device, and whether for a trace. */
const compiled: string[] = [];
beforeEach(() => void compiled.splice(0));

function programs(options: Partial<BackendPrograms>, end: Partial<ProgramEnd> = {}): BackendPrograms {
  return {
    isWatching: false,
    whyNot: () => null,
    prepare: (device, { watch }) => ({
      tracesApart: true,
      compile: (isTraced) => {
        compiled.push(`${device} ${watch ?? "plain"} ${isTraced}`);
        return Promise.resolve((args) =>
          Promise.resolve({ exitCode: 0, stdout: args.join(" "), stderr: "", isTimedOut: false, ...end }),
        );
      },
    }),
    ...options,
  };
}

const noBackend = (): never => {
  throw new Error("a program opens no device of this process");
};
const work = [{ name: "k", type: "kernel", stream: 0, ts: 0, dur: 2000, args: {} }];
registerBackend({ ...oneDevice("watcher", noBackend), programs: programs({ isWatching: true }) });
registerBackend({ ...oneDevice("timer:0", noBackend), programs: programs({}, { work }) });
registerBackend({
  ...oneDevice("bare:0", noBackend),
  programs: programs({ whyNot: (id) => `there is ${id} and no compiler for it` }),
});
registerBackend(oneDevice("odd", noBackend));

describe("a program", () => {
  it("is for the current device, or the one that is named", async () => {
    const made = withDevice("timer:0", () => program(source));
    expect(made.device).toBe("timer:0");
    expect((await made.run(["x"])).stdout).toBe(`${join(folder, "main")} x`);
    expect(program(source, { device: "bare" }).device).toBe("bare:0");
    expect(compiled).toEqual(["timer:0 plain false", "bare:0 plain false"]);
  });

  it("goes elsewhere, which is told, where nothing can be compiled for the current device", () => {
    const notes: string[] = [];
    for (const id of ["bare:0", "odd"]) {
      const made = withDevice(id, () => program(source, { onNote: (note) => notes.push(note) }));
      expect(made.device).toBe("watcher");
    }
    expect(notes).toEqual([
      "the program runs on the watcher: there is bare:0 and no compiler for it",
      "the program runs on the watcher: odd runs no whole programs",
    ]);
    expect(() => program(source, { device: "odd" })).toThrow(
      /^Cannot compile a program for odd: it runs no whole programs$/,
    );
  });

  it("is watched by a device that watches, unless another one is named to time it", async () => {
    withDevice("timer:0", () => {
      expect(program(source, { check: true, device: "timer" }).device).toBe("watcher");
      expect(program(source, { profile: true }).device).toBe("watcher");
    });
    const timed = await program(source, { profile: true, device: "timer" }).run();
    expect(timed.times).toMatchObject([{ name: "k", count: 1, milliseconds: 2 }]);
    expect(compiled).toEqual(["watcher check false", "watcher profile false", "timer:0 profile false"]);
  });

  it("is compiled once more for traces", async () => {
    const made = program(source, { device: "timer" });
    for (const trace of [undefined, join(folder, "a"), join(folder, "b")])
      await made.run([], trace === undefined ? {} : { trace });
    expect(compiled).toEqual(["timer:0 plain false", "timer:0 plain true"]);
  });
});
