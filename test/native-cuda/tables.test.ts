// Every function of every table is called, checked and raw, in a library that is made from the tables' own C text and gives
// back what it was given: symbols, calling convention and each argument's type are right for all of them, without a GPU.

import { afterAll, describe, expect, it } from "vitest";
import type { CType } from "../../src/cdecl/ast.js";
import { parseDeclaration } from "../../src/cdecl/parse-declaration.js";
import { parseTypes } from "../../src/cdecl/parse-types.js";
import { dlopen } from "../../src/ffi/dlopen.js";
import { rawTable } from "../../src/native/bind-table.js";
import { openRawCublas } from "../../src/native/cublas.js";
import { openRawCufft } from "../../src/native/cufft.js";
import { openRawCurand } from "../../src/native/curand.js";
import { openRawCusolver } from "../../src/native/cusolver.js";
import { openRawDriver } from "../../src/native/driver.js";
import * as native from "../../src/native/driver-entry.js";
import { findCudaLibrary } from "../../src/native/find-library.js";
import { libraryFiles } from "../../src/native/library-files.js";
import { openRawNccl } from "../../src/native/nccl.js";
import { openRawNvJitLink } from "../../src/native/nvjitlink.js";
import { openRawNvrtc } from "../../src/native/nvrtc.js";
import { compileLibrary, noCompiler } from "../native/compile.js";

const tables = [
  {
    name: "driver",
    functions: native.driverFunctions,
    types: native.driverTypes,
    open: native.openDriver,
    openRaw: openRawDriver,
  },
  {
    name: "nvrtc",
    functions: native.nvrtcFunctions,
    types: native.nvrtcTypes,
    open: native.openNvrtc,
    openRaw: () => openRawNvrtc(findCudaLibrary(libraryFiles.nvrtc)),
  },
  {
    name: "nvjitlink",
    functions: native.nvjitlinkFunctions,
    types: native.nvjitlinkTypes,
    open: native.openNvJitLink,
    openRaw: openRawNvJitLink,
  },
  {
    name: "cublas",
    functions: native.cublasFunctions,
    types: native.cublasTypes,
    open: native.openCublas,
    openRaw: openRawCublas,
  },
  {
    name: "cufft",
    functions: native.cufftFunctions,
    types: native.cufftTypes,
    open: native.openCufft,
    openRaw: openRawCufft,
  },
  {
    name: "curand",
    functions: native.curandFunctions,
    types: native.curandTypes,
    open: native.openCurand,
    openRaw: openRawCurand,
  },
  {
    name: "cusolver",
    functions: native.cusolverFunctions,
    types: native.cusolverTypes,
    open: native.openCusolver,
    openRaw: openRawCusolver,
  },
  {
    name: "nccl",
    functions: native.ncclFunctions,
    types: native.ncclTypes,
    open: native.openNccl,
    openRaw: openRawNccl,
  },
] as const;

interface Table {
  readonly functions: Readonly<Record<string, string>>;
  readonly types: string;
}

/** C text of a library whose functions note their arguments as text, joined by commas. */
function fakeLibrary({ functions, types }: Table): string {
  const known = parseTypes(types);
  const note = (type: CType, name: string): string => {
    switch (type.kind) {
      case "string":
        return `say("%s,", ${name});`;
      case "struct":
        return `say("%d,", ((unsigned char*)&${name})[sizeof ${name} - 1]);`;
      case "scalar":
        return type.name.startsWith("float")
          ? `say("%g,", (double)${name});`
          : `say("%lld,", (long long)${name});`;
      default:
        return `say("%lld,", (long long)(size_t)${name});`;
    }
  };
  const bodies = Object.entries(functions).map(([symbol, text]) => {
    const { result, parameters } = parseDeclaration(text, known);
    const notes = parameters.map(({ type, name }) => note(type, name ?? "")).join(" ");
    return `${text.replace("(", ` ${symbol}(`)} { ${notes} return ${result.kind === "string" ? '"text"' : "42"}; }`;
  });
  return `
    #include <stdarg.h>
    #include <stddef.h>
    #include <stdint.h>
    #include <stdio.h>
    #define __device__
    ${types}
    static char said[4096];
    static int length;
    static void say(const char* format, ...) {
      va_list list;
      va_start(list, format);
      length += vsnprintf(said + length, sizeof said - length, format, list);
      va_end(list);
    }
    const char* take_said(void) { static char taken[4096]; snprintf(taken, sizeof taken, "%s", said); length = 0; said[0] = 0; return taken; }
    ${bodies.join("\n")}`;
}

/** A value for the parameter at `index`, as it is passed, and how the library notes it. */
function sample(
  type: CType,
  index: number,
  mode: "raw" | "checked",
): readonly [value: unknown, noted: string] {
  const n = index + 1;
  switch (type.kind) {
    case "string":
      return [`text ${n}`, `text ${n}`];
    case "struct": {
      if (type.name === "CUmemLocation") return [{ type: 1, id: n << 24 }, `${n}`];
      if (type.name === "ncclUniqueId") return [{ internal: new Uint8Array(128).fill(n) }, `${n}`];
      return [{ reserved: new Uint8Array(64).fill(n) }, `${n}`];
    }
    case "scalar":
      switch (type.name) {
        case "float32":
        case "float64":
          return [n + 0.5, `${n + 0.5}`];
        case "int8":
          return [-n, `${-n}`];
        case "uint8":
        case "uint16":
          return [200 + n, `${200 + n}`];
        case "int32":
          return [-n * 1000, `${-n * 1000}`];
        case "uint32":
          return [2 ** 31 + n, `${2 ** 31 + n}`];
        case "int64":
          return [-(2 ** 40) - n, `${-(2 ** 40) - n}`];
        default:
          return [2 ** 40 + n, `${2 ** 40 + n}`];
      }
    default: {
      const address = 2 ** 44 + n * 4096;
      return [mode === "raw" ? address : BigInt(address), `${address}`];
    }
  }
}

describe.skipIf(noCompiler !== undefined).each(tables)(
  `the table of $name${noCompiler ? ` (skipped: ${noCompiler})` : ""}`,
  ({ name, open, openRaw, ...table }) => {
    const path = noCompiler === undefined ? compileLibrary(`fake${name}`, fakeLibrary(table)) : "";
    const fake = noCompiler === undefined ? dlopen(path, { take_said: "const char*()" }) : undefined;
    afterAll(() => fake?.dispose());
    const known = parseTypes(table.types);
    type Call = (...args: readonly unknown[]) => unknown;

    it.each(["raw", "checked"] as const)("binds every function, %s, and passes every argument", (mode) => {
      process.env[libraryFiles[name].variable] = path;
      const functions = (mode === "raw" ? openRaw() : open()) as unknown as Readonly<Record<string, Call>>;
      delete process.env[libraryFiles[name].variable];
      for (const [symbol, text] of Object.entries(table.functions)) {
        const { result, parameters } = parseDeclaration(text, known);
        const samples = parameters.map(({ type }, index) => sample(type, index, mode));
        expect(functions[symbol]?.(...samples.map(([value]) => value)), symbol).toBe(
          result.kind === "string" ? "text" : 42,
        );
        expect(fake?.take_said(), symbol).toBe(samples.map(([, noted]) => `${noted},`).join(""));
      }
    });

    it("tells what a library lacks", () => {
      const texts: Table["functions"] = { ...table.functions, cuNone: "int(void)" };
      const raw = rawTable([path], texts, table.types);
      expect(raw.has("cuNone")).toBe(false);
      expect(raw.has(Object.keys(table.functions)[0] ?? "")).toBe(true);
      expect(raw.path).toBe(path);
      expect(() => raw["cuNone"]).toThrow(expect.objectContaining({ code: "CUTS_SYMBOL_NOT_FOUND" }));
    });
  },
);
