import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CType, ScalarName } from "./ast.js";
import { findKernels } from "./kernel-signatures.js";
import {
  alignOf,
  type DataModel,
  hostDataModel,
  parameterLayout,
  scalarSize,
  sizeOf,
  structLayout,
} from "./layout.js";
import { parseTypes } from "./parse-types.js";
import { vectorTypes } from "./vectors.js";

const models: readonly DataModel[] = ["LP64", "LLP64", "ILP32"];

function offsets(
  text: string,
  name: string,
  model: DataModel,
): { readonly size: number; readonly at: number[] } {
  const types = parseTypes(text);
  const struct = types.structs.get(name);
  if (struct === undefined) throw new Error(`no struct ${name}`);
  const { byteLength, parts } = structLayout(struct, model, types);
  return { size: byteLength, at: parts.map((part) => part.byteOffset) };
}

describe("sizes", () => {
  it("differ between the data models where C lets them", () => {
    const size = (name: ScalarName) => models.map((model) => scalarSize(name, model));
    expect(size("long")).toEqual([8, 4, 4]);
    expect(size("ulong")).toEqual([8, 4, 4]);
    expect(size("size")).toEqual([8, 8, 4]);
    expect(size("ssize")).toEqual([8, 8, 4]);
    expect(size("int64")).toEqual([8, 8, 8]);
    const pointer: CType = { kind: "pointer", to: { kind: "void" }, readonly: false, device: false };
    expect(models.map((model) => sizeOf(pointer, model))).toEqual([8, 8, 4]);
    expect(models.map((model) => sizeOf({ kind: "string" }, model))).toEqual([8, 8, 4]);
  });

  it("has the alignments of CUDA's vector types", () => {
    const layout = (name: string) => {
      const type = vectorTypes().get(name);
      return type && [sizeOf(type, "LP64"), alignOf(type, "LP64")];
    };
    expect(layout("char3")).toEqual([3, 1]);
    expect(layout("char4")).toEqual([4, 4]);
    expect(layout("float2")).toEqual([8, 8]);
    expect(layout("float3")).toEqual([12, 4]);
    expect(layout("float4")).toEqual([16, 16]);
    expect(layout("double2")).toEqual([16, 16]);
    expect(layout("double4")).toEqual([32, 16]);
    expect(layout("double4_32a")).toEqual([32, 32]);
    expect(layout("long4")).toEqual([32, 16]);
    expect(layout("dim3")).toEqual([12, 4]);
    expect(layout("__half2")).toEqual([4, 4]);
    expect(layout("cuDoubleComplex")).toEqual([16, 16]);
    const wide = vectorTypes().get("long4_32a");
    expect(wide && models.map((model) => sizeOf(wide, model))).toEqual([32, 32, 32]);
  });

  it("says why there is none", () => {
    expect(() => sizeOf({ kind: "void" }, "LP64")).toThrow("Cannot lay out `void`: void has no values");
    expect(() => sizeOf({ kind: "opaque", text: "T" }, "LP64")).toThrow("only the compiler knows it");
    expect(() => sizeOf({ kind: "struct", name: "s" }, "LP64")).toThrow("it is not declared");
  });
});

describe("structLayout", () => {
  it("pads fields and the end to their alignment", () => {
    const text =
      "struct a { char c; double d; char e; }; struct b { struct a x; char y[3]; short z; void* p; };";
    expect(offsets(text, "a", "LP64")).toEqual({ size: 24, at: [0, 8, 16] });
    expect(offsets(text, "b", "LP64")).toEqual({ size: 40, at: [0, 24, 28, 32] });
    expect(offsets(text, "b", "ILP32")).toEqual({ size: 40, at: [0, 24, 28, 32] });
    expect(offsets("struct c { long l; char c; long m; };", "c", "LP64")).toEqual({
      size: 24,
      at: [0, 8, 16],
    });
    expect(offsets("struct c { long l; char c; long m; };", "c", "LLP64")).toEqual({
      size: 12,
      at: [0, 4, 8],
    });
  });

  it("takes the size of an enum from its type", () => {
    const text = "enum small : uint8_t { A }; enum plain { B }; struct s { enum small a; enum plain b; };";
    expect(offsets(text, "s", "LP64")).toEqual({ size: 8, at: [0, 4] });
  });

  it("lays out structs of structs of structs in linear time", () => {
    const levels = Array.from(
      { length: 40 },
      (_, level) => `struct s${level + 1} { struct s${level} a, b; };`,
    );
    const types = parseTypes(`struct s0 { char c; }; ${levels.join(" ")}`);
    expect(sizeOf({ kind: "struct", name: "s40" }, "LP64", types)).toBe(2 ** 40);
  });
});

describe("parameterLayout", () => {
  it("aligns each parameter of a kernel, and differs between GPU and WebAssembly", () => {
    const [kernel] = findKernels(
      "__global__ void f(char c, const float* p, int n, float4 v, float3 w, half h) {}",
    ).kernels;
    const at = (model: DataModel) =>
      parameterLayout(kernel?.parameters ?? [], model).parts.map((part) => part.byteOffset);
    expect(at("LP64")).toEqual([0, 8, 16, 32, 48, 60]);
    expect(at("ILP32")).toEqual([0, 4, 8, 16, 32, 44]);
    expect(parameterLayout(kernel?.parameters ?? [], "LP64").byteLength).toBe(62);
  });
});

const compiler = findCompiler();

describe("against the C compiler of this machine", () => {
  it.skipIf(compiler === undefined)(
    compiler === undefined ? "is skipped: no C compiler (cc) was found" : "agrees on 200 random structs",
    () => {
      const scalars = [
        "char",
        "short",
        "int",
        "long",
        "long long",
        "float",
        "double",
        "_Bool",
        "size_t",
        "void*",
        "double _Complex",
        "float _Complex",
        "uint8_t",
        "const char*",
        "enum e",
      ];
      const field = fc.tuple(fc.constantFrom(...scalars), fc.option(fc.integer({ min: 1, max: 9 })));
      const structs = fc.sample(fc.array(field, { minLength: 1, maxLength: 8 }), { numRuns: 200, seed: 42 });
      const text = structs
        .map((fields, index) => {
          const lines = fields.map(
            ([type, count], at) => `${type} f${at}${count === null ? "" : `[${count}]`};`,
          );
          // Each struct holds the one before it, so nesting is tested too.
          const inner = index % 3 === 2 ? `struct s${index - 1} inner[2];` : "";
          return `struct s${index} { ${lines.join(" ")} ${inner} };`;
        })
        .join("\n");
      const declarations = `enum e { A };\n${text}`;
      const types = parseTypes(declarations);
      const ours = structs.map((_, index) => {
        const struct = types.structs.get(`s${index}`);
        const layout = struct && structLayout(struct, hostDataModel(), types);
        return [
          layout?.byteLength,
          layout?.alignment,
          ...(layout?.parts.map((part) => part.byteOffset) ?? []),
        ].join(" ");
      });
      expect(ours).toEqual(askCompiler(declarations, [...types.structs.values()]));
    },
  );
});

function findCompiler(): string | undefined {
  try {
    execFileSync("cc", ["--version"], { stdio: "ignore" });
    return "cc";
  } catch {
    return undefined;
  }
}

/** Size, alignment and offsets of each struct, as a C program prints them. */
function askCompiler(
  declarations: string,
  structs: readonly { readonly name: string; readonly fields: readonly { readonly name: string }[] }[],
): string[] {
  const prints = structs.map(({ name, fields }) => {
    const values = fields.map((field) => `offsetof(struct ${name}, ${field.name})`);
    const all = [`sizeof(struct ${name})`, `_Alignof(struct ${name})`, ...values];
    return `printf("${all.map(() => "%zu").join(" ")}\\n", ${all.join(", ")});`;
  });
  const program = `#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n${declarations}\nint main(void) {\n${prints.join("\n")}\n}\n`;
  const folder = mkdtempSync(join(tmpdir(), "cuts-layout-"));
  try {
    writeFileSync(join(folder, "layout.c"), program);
    execFileSync("cc", ["-std=c11", "-o", join(folder, "layout"), join(folder, "layout.c")]);
    return execFileSync(join(folder, "layout"), { encoding: "utf8" }).trim().split("\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
}
