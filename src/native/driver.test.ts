import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CType } from "../cdecl/ast.js";
import { parseDeclaration } from "../cdecl/parse-declaration.js";
import { parseTypes } from "../cdecl/parse-types.js";
import { check, checkNvrtc, explainStatus } from "./check.js";
import { driverFunctions } from "./driver.js";
import { driverTypes } from "./driver-types.js";
import { cudaIncludeFolders } from "./find-library.js";
import { nvrtcFunctions, nvrtcTypes } from "./nvrtc.js";
import { driverStatuses } from "./status-texts.js";

const header = cudaIncludeFolders()
  .map((folder) => join(folder, "cuda.h"))
  .find((path) => existsSync(path));
const text = header === undefined ? "" : readFileSync(header, "utf8").replaceAll(/\/\*.*?\*\//gs, "");
const noHeader = header === undefined ? " (no CUDA toolkit on this machine has cuda.h)" : "";

/** The parameters of a function in cuda.h: its symbol may be that of a macro, `cuMemAlloc` for `cuMemAlloc_v2`. */
function declared(symbol: string): readonly string[] | undefined {
  const name = symbol.replace(/_v\d$/, "");
  for (const one of [symbol, name]) {
    const list = new RegExp(`CUresult CUDAAPI ${one}\\(([^;]*?)\\);`, "s").exec(text)?.[1];
    if (list !== undefined) return list.trim() === "void" ? [] : list.split(",");
  }
  return undefined;
}

/** Symbols whose names the header gives to a newer form. */
const older = new Set([...text.matchAll(/#define (cu\w+) .*?(cu\w+_v\d)/g)].map(([, name]) => name));

/** What the calling convention sees: an address, or a value. */
function shapeOf(type: CType): "address" | "value" {
  return type.kind === "pointer" || type.kind === "string" || type.kind === "callback" ? "address" : "value";
}

const handleNames =
  /^\s*(const\s+)?(CUcontext|CUmodule|CUfunction|CUlibrary|CUkernel|CUlinkState|CUstream|CUevent|CUgraph|CUgraphNode|CUgraphExec|CUmemoryPool|CUhostFn|CUoccupancyB2DSize)\b/;

describe("the table of the driver", () => {
  const types = parseTypes(driverTypes);

  it("can be read", () => {
    for (const [symbol, declaration] of Object.entries(driverFunctions)) {
      expect(parseDeclaration(declaration, types).result, symbol).toEqual({ kind: "scalar", name: "int32" });
    }
    const nvrtc = parseTypes(nvrtcTypes);
    for (const declaration of Object.values(nvrtcFunctions)) parseDeclaration(declaration, nvrtc);
  });

  it.skipIf(header === undefined)(`agrees with cuda.h${noHeader}`, () => {
    let compared = 0;
    for (const [symbol, declaration] of Object.entries(driverFunctions)) {
      const theirs = older.has(symbol) ? undefined : declared(symbol);
      // cuda.h keeps some in other headers.
      if (theirs === undefined) continue;
      compared++;
      const ours = parseDeclaration(declaration, types).parameters.map(({ type }) => shapeOf(type));
      const shapes = theirs.map((one) => (one.includes("*") || handleNames.test(one) ? "address" : "value"));
      expect(ours, symbol).toEqual(shapes);
    }
    expect(compared).toBeGreaterThan(100);
  });

  it.skipIf(header === undefined)(`knows every status of cuda.h${noHeader}`, () => {
    const enumeration = /typedef enum cudaError_enum \{(.*?)\} CUresult/s.exec(text)?.[1] ?? "";
    const theirs = [...enumeration.matchAll(/(CUDA_\w+)\s*=\s*(\d+)/g)].map(([, name, code]) => [code, name]);
    const ours = Object.entries(driverStatuses).map(([code, [name]]) => [code, name]);
    expect(ours).toEqual(expect.arrayContaining(theirs));
  });
});

describe("check", () => {
  it("passes success", () => {
    check(0, "cuInit");
    checkNvrtc(0, "nvrtcVersion");
  });

  it("names the call, CUDA's name and what it means", () => {
    expect(() => check(2, "cuMemAlloc")).toThrow(
      "Cannot complete cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY (2): the device has too little free memory",
    );
    expect(() => check(2, "cuMemAlloc")).toThrow(
      expect.objectContaining({ code: "CUDA_ERROR_OUT_OF_MEMORY" }),
    );
    expect(() => checkNvrtc(5, "nvrtcCompileProgram")).toThrow("NVRTC_ERROR_INVALID_OPTION (5)");
    expect(explainStatus(12_345)).toBe("status 12345, which is newer than this version of CuTS");
  });
});
