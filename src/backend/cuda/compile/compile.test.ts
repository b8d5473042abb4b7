import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { blockSize } from "../size-class.js";
import { NvccCompiler, symbolsOf } from "./nvcc-compiler.js";
import { compileError } from "./nvrtc-compiler.js";
import { scanIncludes } from "./scan-includes.js";
import { chooseArchitecture, readCompilerOptions } from "./target.js";

describe("compiler options", () => {
  it("are those of NVRTC, whatever way nvcc lets them be written", () => {
    const given = [
      "-D",
      "A=1",
      "--define-macro=B",
      "-DC",
      "-I",
      "x",
      "-I/abs",
      "-U",
      "D",
      "--undefine-macro=E",
    ];
    expect(readCompilerOptions(given, "/d").options).toEqual([
      "-std=c++17",
      "-DA=1",
      "-DB",
      "-DC",
      "-UD",
      "-UE",
      "-I/d/x",
      "-I/abs",
    ]);
  });

  it("leave out what only nvcc's host stages know", () => {
    const given = [
      "-O3",
      "-Xcompiler",
      "-fPIC",
      "--compiler-options=-g",
      "--expt-relaxed-constexpr",
      "-lineinfo",
    ];
    expect(readCompilerOptions(given, "/d").options).toEqual(["-std=c++17", "-lineinfo"]);
  });

  it("may choose standard and architecture", () => {
    expect(readCompilerOptions(["--std=c++20", "-arch=sm_80"], "/d")).toMatchObject({
      options: ["--std=c++20"],
      architecture: "sm_80",
    });
    expect(readCompilerOptions(["--gpu-architecture", "compute_90a"], "/d").architecture).toBe("compute_90a");
  });

  it("ask for machine code of the GPU, or PTX where it is newer than the compiler", () => {
    expect(chooseArchitecture(90, [80, 90, 100])).toBe("sm_90");
    expect(chooseArchitecture(120, [80, 90])).toBe("compute_90");
    expect(chooseArchitecture(70, [75, 80])).toBe("compute_80");
    expect(chooseArchitecture(90, [])).toBe("sm_90");
  });
});

describe("includes", () => {
  const folder = mkdtempSync(join(tmpdir(), "cuts-includes-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "inc/deep"), { recursive: true });
  writeFileSync(join(folder, "inc/a.h"), '#include "deep/b.h"\n#include <memory.h>\n');
  writeFileSync(join(folder, "inc/deep/b.h"), "#  include <a.h> // again\n");
  const places = {
    directory: folder,
    headers: new Map([["memory.h", '#include "a.h"']]),
    folders: [join(folder, "inc")],
    toolkitFolders: [],
  };

  it("are followed through files and headers in memory, with the places that were empty", () => {
    const { files, isComplete, standardHeaders } = scanIncludes(
      '#include "a.h"\n  #include <cstdint>\n// #include "nothing"\n',
      places,
    );
    expect(isComplete).toBe(true);
    expect(
      files.map((file) => (typeof file === "string" ? file : [file.path, file.contents === null])),
    ).toEqual([
      [join(folder, "a.h"), true],
      [join(folder, "inc/a.h"), false],
      [join(folder, "inc/deep/b.h"), false],
      [join(folder, "inc/cstdint"), true],
    ]);
    expect([...standardHeaders.keys()]).toEqual(["cstdint"]);
  });

  it("by macro cannot be followed", () => {
    expect(scanIncludes("#define H <a.h>\n#include H\n", places).isComplete).toBe(false);
  });
});

const nvcc = NvccCompiler.find();
const noNvcc = nvcc === undefined ? " (no nvcc on this machine)" : "";

describe("nvcc", () => {
  const input = {
    fileName: "by-nvcc.cu",
    headers: new Map([["deep/two.h", "#define TWO 2"]]),
    standardHeaders: new Map(),
    options: ["-std=c++17", "-DTHREE=3"],
    architecture: 90,
    nameExpressions: ["ns::add"],
  };
  const source = `#include "deep/two.h"
    extern "C" __global__ void plain(float* x) { *x = INFINITY; }
    namespace ns { __global__ void add(int* x) { *x = TWO + THREE; } }`;

  it.skipIf(nvcc === undefined)(
    `compiles where NVRTC is missing${noNvcc}`,
    async () => {
      const made = await nvcc?.compile({ ...input, source });
      expect(made?.kind).toBe("cubin");
      expect(
        Buffer.from(made?.code ?? [])
          .subarray(1, 4)
          .toString(),
      ).toBe("ELF");
      expect([...(made?.names ?? [])]).toEqual([["ns::add", expect.stringMatching(/^_ZN2ns3addE/)]]);
    },
    60_000,
  );

  it.skipIf(nvcc === undefined)(
    `tells errors in its own words${noNvcc}`,
    () => {
      const broken = { ...input, source: "__global__ void f() { missing; }", nameExpressions: [] };
      expect(() => nvcc?.compileSync(broken)).toThrow(
        /Cannot compile by-nvcc\.cu: identifier "missing" is undefined/,
      );
      expect(() => nvcc?.compileSync({ ...input, source, nameExpressions: ["t<4>"] })).toThrow(
        /has nvcc only/,
      );
    },
    60_000,
  );
});

describe("nvcc's output", () => {
  it("names kernels by demangling", () => {
    const cubin = Buffer.from("\0.text._ZN2ns3addEPf\0.text.plain\0.nv.info\0", "latin1");
    expect([...symbolsOf(cubin, ["ns::add", "plain", "missing"])]).toEqual([
      ["ns::add", "_ZN2ns3addEPf"],
      ["plain", "plain"],
    ]);
  });

  it("becomes an error with the first message in front", () => {
    const log =
      'f.cu(2): error: identifier "x" is undefined\n    *x;\n     ^\n\nf.cu(3): error: expected a ";"\n';
    const error = compileError("f.cu", log);
    expect(error.message).toMatch(
      /^Cannot compile f\.cu: identifier "x" is undefined \(first of 2 errors\)\n/,
    );
    expect(error.log).toBe(log);
  });
});

describe("block sizes", () => {
  it("waste at most an eighth above a few kilobytes, and never shrink", () => {
    for (let size = 1; size < 2 ** 36; size = Math.ceil(size * 1.037)) {
      const block = blockSize(size);
      expect(block).toBeGreaterThanOrEqual(size);
      expect(block % 512).toBe(0);
      if (size > 4096) expect(block / size).toBeLessThanOrEqual(1.126);
      expect(blockSize(block)).toBe(block);
    }
  });
});
