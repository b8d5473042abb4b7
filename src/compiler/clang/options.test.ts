import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readOptions } from "./options.js";

const read = (...options: string[]): ReturnType<typeof readOptions> => readOptions(options, "/project");

/** nvcc warns of `register`, which C++17 has taken out. */
const ALWAYS = "-Wno-error=register";

describe("readOptions", () => {
  it("has C++17 and nothing else by default", () => {
    expect(read()).toEqual({
      standard: "c++17",
      macros: "",
      includeDirs: [],
      forcedIncludes: [],
      args: [ALWAYS],
      isRelocatable: false,
    });
  });

  it("reads one option in every spelling", () => {
    for (const options of [["-std=c++20"], ["--std=c++20"], ["-std", "c++20"], ["--std=gnu++20"]]) {
      expect(read(...options).standard).toBe("c++20");
    }
    for (const options of [["-DN=4"], ["-D", "N=4"], ["--define-macro=N=4"], ["-D=N=4"]]) {
      expect(read(...options).macros).toBe("#define N 4\n");
    }
    for (const options of [["-Iinc"], ["-I", "inc"], ["--include-path=inc"], ["-I=inc"]]) {
      expect(read(...options).includeDirs).toEqual([resolve("/project", "inc")]);
    }
  });

  it("keeps the order of macros and directories", () => {
    expect(read("-DA", "-UA", "-DA=f(x)").macros).toBe("#define A 1\n#undef A\n#define A f(x)\n");
    expect(read("-I", "/b", "-I/a").includeDirs).toEqual([resolve("/b"), resolve("/a")]);
  });

  it("says by a macro, as clang does, that relaxed SIMD may be used", () => {
    expect(read("-mrelaxed-simd").macros).toBe("#define __wasm_relaxed_simd__ 1\n");
  });

  it("takes GPU options without effect, with their values", () => {
    const none = read();
    expect(
      read("-arch=sm_90", "--gpu-architecture", "compute_80", "-maxrregcount", "32", "-lineinfo", "-G"),
    ).toEqual(none);
    expect(read("-Xptxas", "-v", "-O3", "--expt-extended-lambda", "-restrict", "-ftz=true")).toEqual(none);
  });

  it("reads whether code is relocatable", () => {
    expect(read("-rdc=true").isRelocatable).toBe(true);
    expect(read("--relocatable-device-code", "true").isRelocatable).toBe(true);
    expect(read("-dc").isRelocatable).toBe(true);
    expect(read("-rdc=true", "-rdc=false").isRelocatable).toBe(false);
    expect(() => read("-rdc=maybe")).toThrow("its value must be true or false");
  });

  it("passes on what clang has too", () => {
    expect(read("-Wall", "-fno-strict-aliasing", "-w", "-fmad=false").args).toEqual([
      ALWAYS,
      "-Wall",
      "-fno-strict-aliasing",
      "-w",
      "-ffp-contract=off",
    ]);
  });

  it("refuses what it does not know, and helps", () => {
    expect(() => read("-lineinf")).toThrow(
      "Cannot use the compile option -lineinf: it is not one that NVRTC",
    );
    expect(() => read("-lineinf")).toThrow("Try: -lineinfo");
    expect(() => read("-std=c++03")).toThrow("the standard must be one of c++11");
    expect(() => read("-D")).toThrow("Cannot use the compile option -D: -D needs a value");
    expect(() => read("kernel.cu")).toThrow("kernel.cu");
  });
});
