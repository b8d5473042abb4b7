// Generated text, well formed and not: what is well formed must mean what it was made from, and the rest must be
// refused with a place in the text. Nothing else may be thrown, and no text may take more than linear time.

import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cases } from "../../test/cases.js";
import { DeclarationError } from "../core/errors.js";
import type { CType, FunctionDeclaration, LengthExpression, Parameter, ScalarName } from "./ast.js";
import { declarations, namedTypes } from "./declarations.table.js";
import { formatDeclaration, formatParameters } from "./format.js";
import { findKernels } from "./kernel-signatures.js";
import { kernelSources } from "./kernels.table.js";
import { tokenize } from "./lexer.js";
import { parseDeclaration } from "./parse-declaration.js";
import { parseTypes } from "./parse-types.js";
import { vectorTypes } from "./vectors.js";

const runs = cases(10_000);
const types = parseTypes(namedTypes);

const scalarNames: readonly ScalarName[] = [
  ...([
    "bool",
    "char",
    "int8",
    "uint8",
    "int16",
    "uint16",
    "int32",
    "uint32",
    "long",
    "ulong",
    "int64",
  ] as const),
  ...([
    "uint64",
    "size",
    "ssize",
    "float16",
    "bfloat16",
    "float32",
    "float64",
    "complex64",
    "complex128",
  ] as const),
];

const value = fc.oneof(
  { arbitrary: fc.constantFrom(...scalarNames).map((name): CType => ({ kind: "scalar", name })), weight: 6 },
  fc.constantFrom<CType>(...vectorTypes().values()),
  fc.constantFrom<CType>({ kind: "struct", name: "vec3" }, { kind: "enum", name: "color" }),
);

/** `const char*` is a string; a pointer to const char exists only as an array or on a device. */
function isText(to: CType, readonly: boolean): boolean {
  return readonly && to.kind === "scalar" && to.name === "char";
}

function pointers(to: CType, levels: readonly boolean[], device: boolean): CType {
  return levels.reduce<CType>(
    (type, readonly) =>
      isText(type, readonly) && !device
        ? { kind: "string" }
        : { kind: "pointer", to: type, readonly, device },
    to,
  );
}

const { type } = fc.letrec<{ type: CType; callback: CType }>((tie) => ({
  callback: fc
    .tuple(
      fc.oneof({ maxDepth: 2 }, value, tie("type")),
      fc.array(fc.oneof({ maxDepth: 2 }, value, tie("type")), { maxLength: 3 }),
    )
    .map(
      ([result, parameters]): CType => ({
        kind: "callback",
        result,
        parameters: parameters.map((one): Parameter => ({ type: one })),
      }),
    ),
  type: fc.oneof(
    { maxDepth: 3 },
    value,
    fc
      .tuple(
        fc.oneof(value, fc.constant<CType>({ kind: "void" })),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
        fc.boolean(),
      )
      .map(([to, levels, device]) => pointers(to, levels, device)),
    tie("callback"),
    fc.tuple(tie("callback"), fc.boolean()).map(([to, readonly]) => pointers(to, [readonly], false)),
  ),
}));

const { length } = fc.letrec<{ length: LengthExpression }>((tie) => ({
  length: fc.oneof(
    { maxDepth: 3 },
    fc.nat(4096).map((count): LengthExpression => ({ kind: "number", value: count })),
    fc.constantFrom("n", "m").map((name): LengthExpression => ({ kind: "parameter", name })),
    fc.record({
      kind: fc.constant("binary" as const),
      operator: fc.constantFrom("+" as const, "-" as const, "*" as const, "/" as const),
      left: tie("length"),
      right: tie("length"),
    }),
  ),
}));

const array = fc
  .tuple(value, fc.boolean(), fc.boolean(), length)
  .map(([to, readonly, device, count]): CType => ({ kind: "pointer", to, readonly, device, length: count }));

const declaration = fc
  .tuple(
    fc.option(fc.constantFrom("f", "launch_sum_kernel", "half", "complex"), { nil: undefined }),
    type,
    fc.array(fc.oneof({ arbitrary: type, weight: 2 }, array), { maxLength: 5 }),
  )
  .map(([name, result, list]): FunctionDeclaration => {
    const named = list.map((one, index): Parameter => ({ name: `p${index}`, type: one }));
    const counts = ["n", "m"].map(
      (one): Parameter => ({ name: one, type: { kind: "scalar", name: "int32" } }),
    );
    return { ...(name !== undefined && { name }), result, parameters: [...named, ...counts] };
  });

/** The same tokens with other white space, comments and continuations between them. */
const spacing = fc.infiniteStream(
  fc.constantFrom(" ", "  ", "\n", "\t", " /* note */ ", " // note\n", " \\\n "),
);

function respace(text: string, spaces: Iterator<string>): string {
  return tokenize(text)
    .map((token) => token.text + String(spaces.next().value))
    .join("");
}

/** Text as people mistype it: pieces of good text lost, doubled, swapped or replaced. */
function mutated(sources: readonly string[]): fc.Arbitrary<string> {
  const edit = fc.tuple(
    fc.nat(),
    fc.nat(4),
    fc.oneof(fc.constantFrom(...signs), fc.string({ maxLength: 3 })),
  );
  return fc
    .tuple(fc.constantFrom(...sources), fc.array(edit, { minLength: 1, maxLength: 6 }))
    .map(([source, edits]) =>
      edits.reduce((text, [place, kind, piece]) => {
        const at = place % (text.length + 1);
        const span = kind === 0 ? 0 : (place % 7) + 1;
        const middle = kind === 1 ? "" : kind === 2 ? text.slice(at, at + span).repeat(2) : piece;
        return text.slice(0, at) + middle + text.slice(at + span);
      }, source),
    );
}

const signs = [
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "*",
  "&",
  ",",
  ";",
  "<",
  ">",
  "...",
  "::",
  "=",
  "/*",
  "*/",
  "//",
  '"',
  "'",
];
const words = [
  "const",
  "unsigned",
  "long",
  "float",
  "struct",
  "enum",
  "void",
  "typedef",
  "n",
  "16",
  "__device__",
  "static",
];
const soup = fc
  .array(fc.oneof(fc.constantFrom(...signs), fc.constantFrom(...words), fc.string({ maxLength: 4 })), {
    maxLength: 40,
  })
  .map((parts) => parts.join(" "));

const parseTypesAlone = (text: string) => parseTypes(text);

/** Runs a parser and checks that what it throws, if anything, is an error that points into this text. */
function mayRefuse(text: string, parse: (text: string) => unknown): void {
  try {
    parse(text);
  } catch (error) {
    if (!(error instanceof DeclarationError)) throw error;
    const line = text.split("\n", error.line)[error.line - 1];
    if (line === undefined || error.column < 1 || error.column > line.length + 1) {
      throw new Error(`line ${error.line}, column ${error.column} is not in the text`, { cause: error });
    }
  }
}

/** `expect` takes most of the time of a property that holds, so it is only asked where something differs. */
function expectEqual(found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected)) expect(found).toEqual(expected);
}

describe("parseDeclaration", () => {
  it(`reads back ${runs} generated declarations, however they are spaced`, () => {
    fc.assert(
      fc.property(declaration, spacing, (made, spaces) => {
        const text = formatDeclaration(made);
        expectEqual(parseDeclaration(text, types), made);
        expectEqual(parseDeclaration(respace(text, spaces), types), made);
      }),
      { numRuns: runs },
    );
  });

  it(`refuses or reads ${runs} mutated declarations`, () => {
    const rows = declarations.map((row) => row.text);
    fc.assert(
      fc.property(mutated(rows), (text) => mayRefuse(text, (one) => parseDeclaration(one, types))),
      { numRuns: runs },
    );
  });

  it(`refuses or reads ${runs} soups of words and signs`, () => {
    fc.assert(
      fc.property(soup, (text) => mayRefuse(text, (one) => parseDeclaration(one, types))),
      { numRuns: runs },
    );
  });
});

describe("parseTypes", () => {
  it(`refuses or reads ${runs} mutated types`, () => {
    const sources = [...namedTypes.trim().split("\n"), namedTypes, "#define N 4\nenum { M = N << 1, K };"];
    fc.assert(
      fc.property(fc.oneof(mutated(sources), soup), (text) => mayRefuse(text, parseTypesAlone)),
      { numRuns: runs },
    );
  });
});

describe("findKernels", () => {
  const places: readonly ((kernel: string) => string)[] = [
    (kernel) => `extern "C" ${kernel} {}`,
    (kernel) => `namespace a { namespace { ${kernel} { if (x) { y("}"); } } } }`,
    (kernel) => `struct S { int a; }; // __global__ void g(int n) {}\n${kernel} { /* } */ }`,
    (kernel) => `template <typename T, int N = (1 > 2)> ${kernel} {}`,
    (kernel) => `#include <cmath>\n#if 0\n__global__ void g(int n) {}\n#endif\n${kernel};`,
    (kernel) => `__device__ float g(float x) { return x; } ${kernel} { g<<<1, 2>>>(); }`,
  ];

  it(`reads back ${runs / 5} generated kernels in all kinds of places`, () => {
    // What only C declarations have: lengths over parameters, `__device__`, strings, and tags, which are opaque here.
    const isPlain = (one: CType): boolean => {
      if (one.kind === "pointer") return !one.device && one.length === undefined && isPlain(one.to);
      return one.kind === "scalar" || one.kind === "vector";
    };
    fc.assert(
      fc.property(
        fc.array(type.filter(isPlain), { maxLength: 6 }),
        fc.constantFrom(...places),
        spacing,
        (list, place, spaces) => {
          const parameters = list.map((one, index): Parameter => ({ name: `p${index}`, type: one }));
          const kernel = `__global__ void kernel(${respace(formatParameters(parameters), spaces)})`;
          const { kernels, unreadable } = findKernels(place(kernel));
          expect(unreadable).toEqual([]);
          expect(kernels).toMatchObject([{ name: "kernel", parameters }]);
        },
      ),
      { numRuns: runs / 5 },
    );
  });

  it(`throws for none of ${runs} mutated sources`, () => {
    const sources = kernelSources.map((row) => row.source);
    fc.assert(
      fc.property(fc.oneof(mutated(sources), soup), (text) => {
        const { unreadable } = findKernels(text);
        for (const { error } of unreadable) {
          mayRefuse(text, () => {
            throw error;
          });
        }
      }),
      { numRuns: runs },
    );
  });
});

describe("long and deep text", () => {
  // Quadratic time on 100,000 characters would take minutes, and on 20,000 seconds; recursion would overflow the stack.
  const size = cases(100_000, 20_000);
  // biome-ignore format: a list of words
  const pieces = [
    "(", ")", "[", "]", "{", "}", "*", "<", ">", "a", "n+", "a[", "(*", "int(", "int,", "const ", "a::", "a<", "= ",
    "/*", "//", '"', "'", 'R"(', "#if A\n", "#if _A\n{\n", "#if _A\n#else\n}\n", "#endif\n", "#define A\n", "\\\n",
    "1e+", "({;", "template<", "template<{", "namespace a{", 'extern "C"{', "__global__ ", "requires(", "struct{",
    "__global__ void f(int a);", "__global__ void f(", "f(a<", "enum{A,", "typedef ", "using a=", "int a=b<",
  ];

  it.each(pieces)("%j over and over", (piece) => {
    const text = piece.repeat(Math.ceil(size / piece.length));
    for (const start of ["", "void(", "void(float a["])
      mayRefuse(start + text, (one) => parseDeclaration(one));
    for (const start of ["", "struct s { "]) mayRefuse(start + text, parseTypesAlone);
    expect(() => findKernels(text)).not.toThrow();
    expect(() => findKernels(`__global__ void f(${text}`)).not.toThrow();
  });

  it("does not expand macros without end", () => {
    const bomb = Array.from(
      { length: 60 },
      (_, level) => `#define M${level} M${level + 1} M${level + 1}\n`,
    ).join("");
    expect(findKernels(`${bomb}__global__ void f(M0 x) {}`).unreadable).toHaveLength(1);
    const chain = Array.from({ length: 20_000 }, (_, level) => `#define M${level} M${level + 1}\n`).join("");
    const [broken] = findKernels(`${chain}__global__ void f(M0 x) {}`).unreadable;
    expect(broken?.error.message).toContain("expands to too much");
    expect(findKernels("#define A B\n#define B A\n__global__ void f(A* x) {}").kernels).toHaveLength(1);
  });
});
