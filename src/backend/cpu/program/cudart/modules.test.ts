import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readImage, writeImage } from "./module-image.js";
import { TestRuntime } from "../../../../../test/program-runner/cuda-runtime.js";

const PTX = "// a comment\n.version 7.0\n";
const NOT_FOUND = 500;
const INVALID_HANDLE = 400;

const withKernel = (ran: number[]): TestRuntime =>
  new TestRuntime({ twice: { pointers: [false], run: ([x = 0]) => ran.push(x) } }, { table: 64 });

describe("modules that a program loads", () => {
  it("have kernels and variables by name", () => {
    const ran: number[] = [];
    const t = withKernel(ran);
    const module = t.make("cuModuleLoadData", t.text(PTX));
    const kernel = t.make("cuModuleGetFunction", module, t.text("twice"));
    expect(t.make("cuModuleGetFunction", module, t.text("twice"))).toBe(kernel);
    expect(t.value("cuModuleGetFunction", t.place(), module, t.text("thrice"))).toBe(NOT_FOUND);
    const [value, size] = [t.pointers(7), t.place()];
    expect(t.value("cuLaunchKernel", kernel, 1, 1, 1, 1, 1, 1, 0, 0, t.pointers(value), 0)).toBe(0);
    expect(t.value("cuCtxSynchronize")).toBe(0);
    expect(ran).toEqual([7]);
    const variable = t.make("cuModuleGetGlobal", size, module, t.text("table"));
    expect(t.guest.word(size)).toBe(64);
    expect(t.value("cuMemcpyHtoD", variable, value, 8)).toBe(0);
    expect(t.guest.word(variable)).toBe(7);
    expect(t.value("cuModuleGetGlobal", 0, 0, module, t.text("chair"))).toBe(NOT_FOUND);
  });

  it("are gone when they are unloaded, and so are their kernels", () => {
    const t = withKernel([]);
    const module = t.make("cuModuleLoadDataEx", t.text(PTX), 0, 0, 0);
    const kernel = t.make("cuModuleGetFunction", module, t.text("twice"));
    expect(t.value("cuModuleUnload", module)).toBe(0);
    expect(t.value("cuModuleUnload", module)).toBe(INVALID_HANDLE);
    expect(t.value("cuLaunchKernel", kernel, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0)).toBe(INVALID_HANDLE);
  });

  it("come from files", () => {
    const folder = mkdtempSync(join(tmpdir(), "cuts-test-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "a.ptx");
    writeFileSync(file, PTX);
    const t = withKernel([]);
    expect(t.value("cuModuleUnload", t.make("cuModuleLoad", t.text(file)))).toBe(0);
    expect(t.value("cuModuleLoad", t.place(), t.text(`${file}.gone`))).toBe(301);
  });

  it("are not machine code, and must compile", () => {
    const t = withKernel([]);
    expect(t.value("cuModuleLoadData", t.place(), t.text("\x7fELF"))).toBe(801);
    expect(t.warnings[0]).toContain("machine code (a cubin or fatbin) is not supported on the cpu device");
    expect(t.value("cuModuleLoadData", t.place(), t.text(`${PTX}mistake`))).toBe(218);
    expect(t.warnings[1]).toContain("Cannot compile a.cu: a mistake");
    expect(t.value("cuModuleLoadData", t.place(), 0)).toBe(1);
  });
});

describe("the linker", () => {
  const OUT = { wallTime: 2, infoLog: 3, infoSize: 4, errorLog: 5, errorSize: 6, verbose: 12 };

  const logged = (t: TestRuntime, room: number) => {
    const log = t.place(64);
    t.guest.set(log, new Uint8Array(64).fill(120));
    const values = t.pointers(log, room, 1);
    return { log, values, options: t.words(OUT.errorLog, OUT.errorSize, OUT.verbose) };
  };

  it("gives the code of one input, which can be loaded", () => {
    const ran: number[] = [];
    const t = withKernel(ran);
    const { log, values, options } = logged(t, 32);
    const state = t.place();
    expect(t.value("cuLinkCreate", 3, options, values, state)).toBe(0);
    const link = t.guest.word(state);
    const [code, size] = [t.place(), t.place()];
    expect(t.value("cuLinkComplete", link, code, size)).toBe(1);
    expect(t.value("cuLinkAddData", link, 1, t.text(PTX), PTX.length + 1, t.text("a.ptx"), 0, 0, 0)).toBe(0);
    expect(t.value("cuLinkComplete", link, code, size)).toBe(0);
    expect(t.guest.word(size)).toBe(PTX.length + 1);
    const module = t.make("cuModuleLoadData", t.guest.word(code));
    const kernel = t.make("cuModuleGetFunction", module, t.text("twice"));
    expect(t.value("cuLaunchKernel", kernel, 1, 1, 1, 1, 1, 1, 0, 0, t.pointers(t.pointers(7)), 0)).toBe(0);
    expect(t.value("cuCtxSynchronize")).toBe(0);
    expect(ran).toEqual([7]);
    expect(t.guest.text(log)).toBe("");
    expect(t.value("cuLinkAddData", link, 1, t.text(PTX), PTX.length + 1, 0, 0, 0, 0)).toBe(801);
    expect(t.warnings).toEqual([
      "cuts: linking several inputs into one module is not supported on the cpu device\n",
    ]);
    expect(t.value("cuLinkDestroy", link)).toBe(0);
    expect(t.value("cuLinkDestroy", link)).toBe(INVALID_HANDLE);
  });

  it("writes what is wrong into the log, as much as there is room for", () => {
    const t = withKernel([]);
    const { log, values, options } = logged(t, 8);
    const state = t.place();
    expect(t.value("cuLinkCreate", 2, options, values, state)).toBe(0);
    const link = t.guest.word(state);
    expect(t.value("cuLinkAddData", link, 1, t.text(`${PTX}mistake`), 0, 0, 0, 0, 0)).toBe(218);
    expect(t.guest.text(log)).toBe("Cannot ");
    expect(t.guest.u32(values + 8)).toBe(7);
    expect(t.value("cuLinkAddFile", link, 1, t.text("no such file.ptx"), 0, 0, 0)).toBe(301);
  });

  it("and loads with options leave a text in every log", () => {
    const t = withKernel([]);
    const { log, values, options } = logged(t, 32);
    expect(t.value("cuModuleLoadDataEx", t.place(), t.text(PTX), 2, options, values)).toBe(0);
    expect(t.guest.text(log)).toBe("");
    expect(t.guest.word(values + 8)).toBe(0);
    const again = logged(t, 64);
    expect(
      t.value("cuModuleLoadDataEx", t.place(), t.text(`${PTX}mistake`), 2, again.options, again.values),
    ).toBe(218);
    expect(t.guest.text(again.log)).toContain("a mistake");
  });
});

describe("NVRTC", () => {
  const text = (t: TestRuntime, size: string, give: string, program: number): string => {
    const place = t.place();
    expect(t.value(size, program, place)).toBe(0);
    const room = t.place(t.guest.word(place));
    expect(t.value(give, program, room)).toBe(0);
    return t.guest.text(room);
  };

  it("gives a module what it was compiled with", () => {
    const t = withKernel([]);
    const [source, header, name] = [t.text("code"), t.text("text of a header"), t.text("own.h")];
    const program = t.make("nvrtcCreateProgram", source, 0, 1, t.pointers(header), t.pointers(name));
    expect(t.value("nvrtcGetLoweredName", program, t.text("add<3>"), t.place())).toBe(9);
    expect(t.value("nvrtcAddNameExpression", program, t.text("add<3>"))).toBe(0);
    expect(t.value("nvrtcCompileProgram", program, 1, t.pointers(t.text("-DN=1")))).toBe(0);
    expect(t.value("nvrtcAddNameExpression", program, t.text("add<4>"))).toBe(8);
    const image = text(t, "nvrtcGetPTXSize", "nvrtcGetPTX", program);
    expect(readImage(image)).toEqual({
      source: "code",
      options: {
        options: ["-DN=1"],
        headers: { "own.h": "text of a header" },
        nameExpressions: ["add<3>"],
        fileName: "default_program",
      },
    });
    expect(text(t, "nvrtcGetCUBINSize", "nvrtcGetCUBIN", program)).toBe(image);
    expect(text(t, "nvrtcGetProgramLogSize", "nvrtcGetProgramLog", program)).toBe("");
    expect(t.make("cuModuleLoadData", t.text(image))).not.toBe(0);
    const lowered = t.place();
    expect(t.value("nvrtcGetLoweredName", program, t.text("add<3>"), lowered)).toBe(0);
    expect(t.guest.text(t.guest.word(lowered))).toBe("add<3>");
    expect(t.value("nvrtcGetLoweredName", program, t.text("add<4>"), lowered)).toBe(10);
    const place = t.pointers(program);
    expect(t.value("nvrtcDestroyProgram", place)).toBe(0);
    expect(t.guest.word(place)).toBe(0);
    expect(t.value("nvrtcDestroyProgram", t.pointers(program))).toBe(4);
    expect(t.value("nvrtcCompileProgram", program, 0, 0)).toBe(4);
  });

  it("tells what is wrong, and has no code then", () => {
    const t = withKernel([]);
    const program = t.make("nvrtcCreateProgram", t.text("mistake"), t.text("a.cu"), 0, 0, 0);
    expect(t.value("nvrtcGetPTXSize", program, t.place())).toBe(4);
    expect(t.value("nvrtcCompileProgram", program, 0, 0)).toBe(6);
    expect(text(t, "nvrtcGetProgramLogSize", "nvrtcGetProgramLog", program)).toBe(
      "a.cu:1:1: error: a mistake",
    );
    expect(t.value("nvrtcGetPTXSize", program, t.place())).toBe(4);
    expect(t.value("nvrtcCreateProgram", t.place(), 0, 0, 0, 0, 0)).toBe(3);
    expect(t.guest.text(t.value("nvrtcGetErrorString", 6))).toBe("NVRTC_ERROR_COMPILATION");
  });

  it("has CUDA's version and one architecture", () => {
    const t = withKernel([]);
    const [first, second] = [t.place(), t.place()];
    expect(t.value("nvrtcVersion", first, second)).toBe(0);
    expect([t.guest.u32(first), t.guest.u32(second)]).toEqual([13, 0]);
    expect(t.value("nvrtcGetNumSupportedArchs", first)).toBe(0);
    expect(t.value("nvrtcGetSupportedArchs", second)).toBe(0);
    expect([t.guest.u32(first), t.guest.u32(second)]).toEqual([1, 90]);
  });
});

it("an image is nobody else's text", () => {
  const module = { source: "code", options: { options: ["-O3"] } };
  expect(readImage(writeImage(module))).toEqual(module);
  expect(readImage(PTX)).toBeUndefined();
});
