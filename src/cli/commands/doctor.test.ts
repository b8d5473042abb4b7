import { describe, expect, it } from "vitest";
import type { MachineEntry, MachineReport } from "../../index.js";
import { createUi } from "../ui.js";
import { describeMachine } from "./doctor.js";

const ui = createUi({ out: { write: () => 0 }, err: { write: () => 0 }, environment: {} });

const node: MachineEntry = {
  id: "node",
  name: "Node.js",
  purpose: "runs everything",
  required: true,
  found: true,
  version: "20.19.0",
  where: "/bin/node",
  call: { what: "at least 20.19", ok: true, result: "yes", durationMs: 0 },
};
const compiler: MachineEntry = {
  id: "c-compiler",
  name: "C compiler",
  purpose: "builds native libraries from source",
  required: false,
  found: true,
  version: "gcc 12",
  where: "/bin/cc",
  call: { what: "compile", ok: false, result: "ended with 1:\nno disk", durationMs: 12.5 },
};
const driver: MachineEntry = {
  id: "cuda-driver",
  name: "NVIDIA driver",
  purpose: "runs kernels on a GPU",
  required: false,
  found: false,
  whyNot: "the loader opens no libcuda.so.1",
  tried: ["libcuda.so.1: not found"],
  hint: "install it",
};

function report(...entries: readonly MachineEntry[]): MachineReport {
  const cpu = { model: "Some CPU", threads: 4 };
  return { cuts: "1.2.3", platform: "linux", arch: "x64", cpu, memoryByteLength: 8 * 2 ** 30, entries };
}

describe("the report as text", () => {
  it("shows what is there, what fails and what is not there", () => {
    expect(describeMachine(report(node, compiler, driver), ui, false).join("\n")).toMatchInlineSnapshot(`
      "CuTS 1.2.3 on linux x64, Some CPU, 4 threads, 8.0 GiB

      Needed
        ok      Node.js        20.19.0  /bin/node
                at least 20.19: yes

      Optional
        failed  C compiler     gcc 12   /bin/cc
                compile: ended with 1:
                no disk
        absent  NVIDIA driver
                runs kernels on a GPU: the loader opens no libcuda.so.1
                Try: install it

      Everything CuTS needs is here and works.
      Found, but not working: C compiler.
      Not here: NVIDIA driver."
    `);
  });

  it("lists the places looked at when asked", () => {
    expect(describeMachine(report(driver), ui, true)).toContain(
      "          looked at libcuda.so.1: not found",
    );
  });

  it("says what CuTS cannot do without", () => {
    const old = { ...node, call: { what: "at least 20.19", ok: false, result: "no", durationMs: 0 } };
    expect(describeMachine(report(old, compiler), ui, false).at(-1)).toBe(
      "CuTS cannot work here without: Node.js.",
    );
  });
});
