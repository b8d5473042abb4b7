// 1,000 generated wrong calls: each raises, and the counter in the C library shows that it was not entered. As many right
// calls show that the counter counts and that the checks let through what they should.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CType, FunctionDeclaration } from "../../src/cdecl/ast.js";
import { parseDeclaration } from "../../src/cdecl/parse-declaration.js";
import { parseTypes } from "../../src/cdecl/parse-types.js";
import { arrayArgument } from "../../src/core/array-argument.js";
import { noCompiler } from "./compile.js";
import { fixtureDeclarations, fixtureTypes, openFixture } from "./fixture.js";

// Functions that take any right argument: no handles to own, no state to leave behind.
const names = (Object.keys(fixtureDeclarations) as (keyof typeof fixtureDeclarations)[]).filter(
  (name) =>
    !/^(entered|freed|counter|free|make_floats|set_handler|fire|sleep|open_gate|close_gate|record_through|remainder)/.test(
      name,
    ) && !name.includes("_gate"),
);
const types = parseTypes(fixtureTypes);
// Each as often as it has parameters: more can go wrong with more of them.
const functions = names.flatMap((name) => {
  const declaration = parseDeclaration(fixtureDeclarations[name], types);
  return declaration.parameters.map(() => ({ name, declaration }));
});

interface GeneratedCall {
  readonly name: string;
  readonly args: readonly unknown[];
}

const rightCall: fc.Arbitrary<GeneratedCall> = fc
  .constantFrom(...functions)
  .chain(({ name, declaration }) => rightArguments(declaration).map((args) => ({ name, args })));

const wrongCall: fc.Arbitrary<GeneratedCall> = fc.constantFrom(...functions).chain(({ name, declaration }) =>
  rightArguments(declaration).chain((args) => {
    const counts = [
      fc.constant([...args, 0]),
      ...(args.length === 0 ? [] : [fc.constant(args.slice(0, -1))]),
    ];
    const values = declaration.parameters.map(({ type }, index) =>
      wrongValue(type).map((value) => args.map((arg, position) => (position === index ? value : arg))),
    );
    return fc.oneof(...counts, ...values, ...values, ...values).map((wrong) => ({ name, args: wrong }));
  }),
);

describe.skipIf(noCompiler !== undefined)(
  `calls${noCompiler === undefined ? "" : ` (skipped: ${noCompiler})`}`,
  () => {
    const lib = noCompiler === undefined ? openFixture() : (undefined as never);
    const call = ({ name, args }: GeneratedCall): unknown =>
      (lib as unknown as Record<string, (...args: readonly unknown[]) => unknown>)[name]?.(...args);

    it("raise before native code is entered, 1,000 wrong ones", () => {
      const kinds = new Set<string>();
      const before = lib.entered_count();
      fc.assert(
        fc.property(wrongCall, (wrong) => {
          const error = errorOf(() => call(wrong));
          expect(error).toBeInstanceOf(Error);
          expect(error).toHaveProperty("code", expect.stringMatching(/^CUTS_/));
          expect((error as Error).message).toContain(wrong.name);
          kinds.add((error as { code: string }).code);
        }),
        { numRuns: 1000, seed: 1 },
      );
      expect(lib.entered_count() - before).toBe(0n);
      // The generator is worth its name only if it makes every kind of mistake.
      expect([...kinds].sort()).toEqual([
        "CUTS_ARGUMENT_CONTIGUITY",
        "CUTS_ARGUMENT_COUNT",
        "CUTS_ARGUMENT_DETACHED",
        "CUTS_ARGUMENT_DEVICE",
        "CUTS_ARGUMENT_DISPOSED",
        "CUTS_ARGUMENT_LENGTH",
        "CUTS_ARGUMENT_NULL",
        "CUTS_ARGUMENT_READONLY",
        "CUTS_ARGUMENT_TYPE",
        "CUTS_INTEGER_RANGE",
        "CUTS_NOT_AN_INTEGER",
        "CUTS_NOT_A_BOOLEAN",
        "CUTS_NOT_A_NUMBER",
        "CUTS_NOT_COMPLEX",
        "CUTS_STRING_NUL",
      ]);
    });

    it("enter native code, 1,000 right ones", () => {
      const before = lib.entered_count();
      fc.assert(
        fc.property(rightCall, (right) => void call(right)),
        { numRuns: 1000, seed: 2 },
      );
      expect(lib.entered_count() - before).toBe(1000n);
    });
  },
);

function errorOf(action: () => unknown): unknown {
  try {
    action();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Arguments that a function takes: small counts, and arrays long enough for each of them. */
function rightArguments({ parameters }: FunctionDeclaration): fc.Arbitrary<readonly unknown[]> {
  return fc.tuple(...parameters.map(({ type }) => rightValue(type)));
}

function rightValue(type: CType): fc.Arbitrary<unknown> {
  switch (type.kind) {
    case "scalar":
      if (type.name === "bool") return fc.boolean();
      if (type.name.startsWith("complex")) return fc.constantFrom({ re: 1, im: -2 }, { re: 0, im: 0 });
      if (type.name.startsWith("float")) return fc.constantFrom(0.5, 1e30, Number.NaN);
      return type.name.includes("64") || type.name === "size"
        ? fc.constantFrom(1, 3n)
        : fc.constantFrom(1, 2, 3);
    case "enum":
      return fc.constantFrom(0, 5, 6);
    case "string":
      return fc.constantFrom("", "text", null);
    case "struct":
      return fc.constant(structValue(type.name));
    case "callback":
      return fc.constant(() => 1);
    case "pointer":
      return type.to.kind === "struct"
        ? fc.constant(type.length === undefined ? structValue(type.to.name) : arrayOfStructs())
        : rightMemory(type.to);
    default:
      throw new Error(`no right value for ${type.kind}`);
  }
}

function rightMemory(to: CType): fc.Arbitrary<unknown> {
  switch (to.kind) {
    case "void":
      return fc.constantFrom(
        new Float32Array(64),
        new Uint8Array(64).buffer,
        new DataView(new ArrayBuffer(64)),
      );
    case "string":
      return fc.constantFrom(["a", "b", "c"], ["", "x", "y", "z"]);
    case "pointer":
      return fc.constant([new Float32Array(8), null, new Float32Array(8)]);
    default: {
      const name = to.kind === "scalar" ? to.name : to.kind === "vector" ? to.element : "";
      const storage = storages[name];
      if (storage === undefined) throw new Error(`no memory for ${name}`);
      return fc.constantFrom(new storage(64), ...(name === "float32" ? [arrayObject({}, 64)] : []));
    }
  }
}

const storages: Readonly<Record<string, new (length: number) => unknown>> = {
  char: Uint8Array,
  int32: Int32Array,
  int64: BigInt64Array,
  float32: Float32Array,
  float64: Float64Array,
};

function structValue(name: string): object {
  const vec3 = { x: 1, y: 2, z: 3 };
  if (name === "vec3") return vec3;
  return { id: 1n, name: "name", weights: [1, 2, 3], position: vec3, active: true, note: null };
}

function arrayOfStructs(): readonly object[] {
  return Array.from({ length: 8 }, () => structValue("vec3"));
}

/** Values that no parameter of this type takes. */
function wrongValue(type: CType): fc.Arbitrary<unknown> {
  switch (type.kind) {
    case "scalar":
      return wrongScalar(type.name);
    case "enum":
      return wrongScalar("int32");
    case "string":
      return fc.constantFrom(3, undefined, "a\0b", new Uint8Array(4), true, {});
    case "struct":
      return fc.constantFrom(
        null,
        undefined,
        1,
        {},
        { x: 1, y: 2 },
        { x: 1, y: 2, z: "3" },
        [1, 2, 3],
        new Float32Array(3),
      );
    case "callback":
      return fc.constantFrom(undefined, 1, "f", {}, new Float32Array(1));
    case "pointer":
      return wrongPointer(type);
    default:
      throw new Error(`no wrong value for ${type.kind}`);
  }
}

function wrongScalar(name: string): fc.Arbitrary<unknown> {
  const never = [undefined, null, "1", {}, [1], Symbol("s"), () => 1] as const;
  if (name === "bool") return fc.constantFrom(...never, 0, 1, 1n);
  if (name.startsWith("complex")) return fc.constantFrom(...never, true, 1n, { re: 1 }, { re: "1", im: 2 });
  if (name.startsWith("float")) return fc.constantFrom(...never, true, 1n);
  return fc.constantFrom(
    ...never,
    true,
    0.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e300,
    -1e300,
    2n ** 64n,
    -(2n ** 70n),
  );
}

function wrongPointer(type: CType & { readonly kind: "pointer" }): fc.Arbitrary<unknown> {
  const always = [undefined, 1, true, "text", () => 1] as const;
  const device = { location: "cuda:0", typedArray: undefined, deviceAddress: 4096n };
  if (type.to.kind === "void") return fc.constantFrom(...always, detached(64), arrayObject(device, 64));
  if (type.to.kind === "struct") return fc.constantFrom(...always, [{}], { x: 1 }, new Float64Array(64));
  if (type.to.kind === "string")
    return fc.constantFrom(...always, [1], ["a", undefined, "c"], ["a", "b\0", "c"], new Float32Array(8));
  if (type.to.kind === "pointer")
    return fc.constantFrom(...always, [1, 2, 3], [new Float64Array(8), null, null], new Float32Array(8));
  const others = [
    new Uint16Array(64),
    new DataView(new ArrayBuffer(64)),
    new ArrayBuffer(64),
    [1, 2, 3],
    [],
    detached(64),
  ];
  const name = type.to.kind === "scalar" ? type.to.name : type.to.kind === "vector" ? type.to.element : "";
  const storage = storages[name];
  const short = type.length === undefined || storage === undefined ? [] : [null, 0n, new storage(0)];
  const objects =
    name !== "float32"
      ? [arrayObject({ dtype: "float16" }, 64)]
      : [
          arrayObject({ disposed: true }, 64),
          arrayObject({ contiguous: false, typedArray: undefined }, 64),
          arrayObject({ dtype: "float64" }, 64),
          arrayObject(device, 64),
          ...(type.readonly ? [] : [arrayObject({ readonly: true }, 64)]),
          ...(type.length === undefined ? [] : [arrayObject({}, 0)]),
        ];
  return fc.constantFrom(...always, ...others, ...short, ...objects);
}

function detached(length: number): Float32Array {
  const buffer = new ArrayBuffer(length * 4);
  const array = new Float32Array(buffer);
  structuredClone(buffer, { transfer: [buffer] });
  return array;
}

function arrayObject(access: object, length: number): object {
  const host = { typedArray: new Float32Array(length), location: "host", deviceAddress: undefined };
  const whole = {
    dtype: "float32",
    length,
    contiguous: true,
    readonly: false,
    disposed: false,
    ...host,
    ...access,
  };
  return { [arrayArgument]: whole };
}
