import { describe, expect, it } from "vitest";
import { DeclarationError } from "../core/errors.js";
import type { StructDeclaration } from "./ast.js";
import { namedTypes } from "./declarations.table.js";
import { parseDeclaration } from "./parse-declaration.js";
import { parseTypes } from "./parse-types.js";
import { typeCode } from "./type-code.js";

/** Fields as "name: code" or "name: code[count]". */
function fieldsOf(text: string, name: string): string[] {
  const struct: StructDeclaration | undefined = parseTypes(text).structs.get(name);
  if (struct === undefined) throw new Error(`no struct ${name}`);
  return struct.fields.map(
    ({ name: field, type, count }) => `${field}: ${typeCode(type)}${count === undefined ? "" : `[${count}]`}`,
  );
}

describe("structs", () => {
  it("reads fields, several to a line, arrays, pointers, strings and callbacks", () => {
    const text = `
      typedef struct {
        float x, y;            // two at once
        int id;
        char name[16];
        double m[3][4], *p, **q;
        const float* in;
        const char* label;
        int (*callback)(void* user, int n);
        void* user;
        unsigned long long big;
      } thing;`;
    expect(fieldsOf(text, "thing")).toEqual([
      "x: float32",
      "y: float32",
      "id: int32",
      "name: char[16]",
      "m: float64[12]",
      "p: float64*",
      "q: float64**",
      "in: float32 const*",
      "label: string",
      "callback: int32(void*,int32)",
      "user: void*",
      "big: uint64",
    ]);
  });

  it("is known by its tag, by its typedef, and by its tag without `struct`", () => {
    const types = parseTypes("typedef struct pair_s { int a, b; } pair; struct solo { int a; };");
    for (const name of ["struct pair_s", "pair_s", "pair"]) {
      expect(typeCode(parseDeclaration(`${name}()`, types).result)).toBe("struct pair_s");
    }
    expect(typeCode(parseDeclaration("solo()", types).result)).toBe("struct solo");
  });

  it("holds other structs, by value when they are declared and by pointer always", () => {
    expect(
      fieldsOf(
        "struct a { int x; }; struct b { struct a one; struct a more[2]; struct c* next; struct b* self; };",
        "b",
      ),
    ).toEqual(["one: struct a", "more: struct a[2]", "next: struct c*", "self: struct b*"]);
  });

  it("names a nested struct after its field", () => {
    const text =
      "struct outer { struct { float x, y; } position; struct named { int a; } n; enum { A, B } mode; };";
    expect(fieldsOf(text, "outer")).toEqual([
      "position: struct outer::position",
      "n: struct named",
      "mode: enum outer::mode",
    ]);
    expect(fieldsOf(text, "outer::position")).toEqual(["x: float32", "y: float32"]);
  });

  it("takes lengths from macros and enumerators", () => {
    const text = "#define N 4\nenum { M = N * 2 };\nstruct s { int a[N], b[M + 1], c[N][M]; };";
    expect(fieldsOf(text, "s")).toEqual(["a: int32[4]", "b: int32[9]", "c: int32[32]"]);
  });

  it("lets a handle be declared without fields", () => {
    const types = parseTypes("typedef struct context context; struct other;");
    expect(typeCode(parseDeclaration("context*(void)", types).result)).toBe("struct context*");
    expect(() => parseDeclaration("context(void)", types)).toThrow(DeclarationError);
  });
});

describe("enums", () => {
  it("counts on from each given value", () => {
    const types = parseTypes("enum color { RED, GREEN = 5, BLUE, MASK = 1 << 4 | BLUE, NEG = -1, LAST, };");
    expect(types.enums.get("color")).toEqual({
      kind: "enum",
      name: "color",
      underlying: "int32",
      values: { RED: 0, GREEN: 5, BLUE: 6, MASK: 22, NEG: -1, LAST: 0 },
    });
  });

  it("takes the type that the text or a value asks for", () => {
    const types = parseTypes(`
      enum plain { A };
      enum wide { B = 0x80000000 };
      enum small : uint8_t { C };
      enum class scoped : int64_t { D = 0x100000000 };
      typedef enum { E } unnamed;`);
    const underlying = Object.fromEntries([...types.enums].map(([name, one]) => [name, one.underlying]));
    expect(underlying).toEqual({
      plain: "int32",
      wide: "uint32",
      small: "uint8",
      scoped: "int64",
      unnamed: "int32",
    });
  });
});

describe("typedefs", () => {
  it("follows them to the type, with its const and its length", () => {
    const types = parseTypes(
      "typedef const float real; typedef float vec3[3]; using index = unsigned; typedef real* reals, pair[2];",
    );
    const code = (text: string) => {
      const [first] = parseDeclaration(`void(${text})`, types).parameters;
      return first && typeCode(first.type);
    };
    expect(code("real* x")).toBe("float32 const*");
    expect(code("index i")).toBe("uint32");
    expect(code("reals r")).toBe("float32 const*");
    expect(code("const vec3 v")).toBe("float32 const*");
    expect(parseDeclaration("void(vec3 v, vec3 w[4])", types).parameters).toMatchObject([
      { type: { length: { kind: "number", value: 3 } } },
      { type: { length: { kind: "binary", operator: "*", left: { value: 4 }, right: { value: 3 } } } },
    ]);
  });

  it("may say the same twice", () => {
    expect(() => parseTypes("typedef int a; typedef int a;")).not.toThrow();
  });

  it("adds to types that are known already", () => {
    const types = parseTypes("struct line { struct vec3 from, to; };", parseTypes(namedTypes));
    expect(types.structs.has("vec3")).toBe(true);
    expect(types.structs.get("line")?.fields).toHaveLength(2);
  });
});

describe("what is refused", () => {
  it.each([
    ["struct { int a; };", "CUTS_DECLARATION_TYPE", 1, 1],
    ["struct a { };", "CUTS_DECLARATION_UNSUPPORTED", 1, 10],
    ["struct a { int x; int x; };", "CUTS_DECLARATION_DUPLICATE", 1, 23],
    ["struct a { int x; }; struct a { int y; };", "CUTS_DECLARATION_DUPLICATE", 1, 29],
    ["struct a { struct a inner; };", "CUTS_DECLARATION_UNKNOWN_TYPE", 1, 19],
    ["struct a { int x : 3; };", "CUTS_DECLARATION_UNSUPPORTED", 1, 18],
    ["struct a { int n; float data[]; };", "CUTS_DECLARATION_LENGTH", 1, 30],
    ["struct a { int n; float data[n]; };", "CUTS_DECLARATION_LENGTH", 1, 30],
    ["struct a { int x[1/0]; };", "CUTS_DECLARATION_LENGTH", 1, 21],
    ["struct a { int f(int); };", "CUTS_DECLARATION_TYPE", 1, 16],
    ["struct a { void x; };", "CUTS_DECLARATION_TYPE", 1, 17],
    ["struct a { union { int i; float f; } u; };", "CUTS_DECLARATION_UNSUPPORTED", 1, 12],
    ["union u { int i; float f; };", "CUTS_DECLARATION_UNSUPPORTED", 1, 1],
    ["struct __attribute__((packed)) a { int x; };", "CUTS_DECLARATION_UNSUPPORTED", 1, 8],
    ["#pragma pack(1)\nstruct a { int x; };", "CUTS_DECLARATION_UNSUPPORTED", 1, 1],
    ["#include <stdio.h>\nstruct a { int x; };", "CUTS_DECLARATION_UNSUPPORTED", 1, 1],
    ["enum e { A = B };", "CUTS_DECLARATION_SYNTAX", 1, 14],
    ["enum e { A, A };", "CUTS_DECLARATION_DUPLICATE", 1, 13],
    ["enum e { A = 0x100000000 };", "CUTS_DECLARATION_UNSUPPORTED", 1, 8],
    ["enum e : float { A };", "CUTS_DECLARATION_TYPE", 1, 10],
    ["enum e { };", "CUTS_DECLARATION_SYNTAX", 1, 8],
    ["typedef int a; typedef float a;", "CUTS_DECLARATION_DUPLICATE", 1, 30],
    ["typedef int;", "CUTS_DECLARATION_SYNTAX", 1, 12],
    ["int f(int);", "CUTS_DECLARATION_SYNTAX", 1, 1],
    ["int x;", "CUTS_DECLARATION_SYNTAX", 1, 1],
    ["struct a { int x }", "CUTS_DECLARATION_SYNTAX", 1, 18],
    ["struct a { int x;", "CUTS_DECLARATION_SYNTAX", 1, 18],
  ])("%s", (text, code, line, column) => {
    let error: unknown;
    try {
      parseTypes(text);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(DeclarationError);
    expect(error).toMatchObject({ code, line, column });
  });
});
