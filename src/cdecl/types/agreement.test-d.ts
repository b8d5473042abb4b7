// The type-level parser against the tables that the run-time parser is tested with: each row must mean the same to both.
// The codes of the tables are printed from the nodes here; a difference shows as a type that is not `never`.

import { describe, expectTypeOf, it } from "vitest";
import type { DeclarationRow, declarations, RefusedRow, refused } from "../declarations.table.js";
import type { KernelSourceRow, kernelSources } from "../kernels.table.js";
import type { DeclarationTypeError } from "./declaration-type-error.js";
import type { KernelArguments, KernelNames } from "./kernel-arguments.js";
import type { InKernel, TemplateTypes } from "./kernel-scope.js";
import type { FindKernels } from "./kernel-source.js";
import type { KnownTypes, NoTypes } from "./known-types.js";
import type { ParseFunction } from "./parse-function.js";
import type { ParseParameters } from "./parse-parameter.js";
import type { ParseTypes } from "./parse-types.js";
import type { SplitList } from "./text.js";

describe("C declarations", () => {
  it("has enough rows", () => {
    expectTypeOf<AtLeast<typeof declarations, 120>>().toEqualTypeOf<true>();
    expectTypeOf<AtLeast<typeof refused, 40>>().toEqualTypeOf<true>();
  });

  it("reads what the run-time parser reads, and the same", () => {
    expectTypeOf<Differences<typeof declarations>>().toEqualTypeOf<never>();
  });

  it("refuses what the run-time parser refuses", () => {
    expectTypeOf<Accepted<typeof refused>>().toEqualTypeOf<never>();
  });

  it("sees a difference when there is one", () => {
    type Wrong = readonly [
      { text: "void(float* x)"; result: "void"; params: readonly [readonly ["x", "float64*"]] },
    ];
    type Short = readonly [
      { text: "void(int a, int b)"; result: "void"; params: readonly [readonly ["a", "int32"]] },
    ];
    expectTypeOf<Differences<Wrong>["text"]>().toEqualTypeOf<"void(float* x)">();
    expectTypeOf<Differences<Short>["text"]>().toEqualTypeOf<"void(int a, int b)">();
  });
});

describe("kernel sources", () => {
  it("finds the same names, but where a macro hides __global__", () => {
    expectTypeOf<NameDifferences<typeof kernelSources>>().toEqualTypeOf<
      "#define KERNEL __global__ void\nKERNEL f(int n) {}" | "__global__ void f(int n\n"
    >();
    expectTypeOf<KernelNames<"#define KERNEL __global__ void\nKERNEL f(int n) {}">>().toEqualTypeOf<string>();
    expectTypeOf<KernelNames<"__global__ void f(int n\n">>().toEqualTypeOf<string>();
  });

  it("reads the same parameters", () => {
    expectTypeOf<ParameterDifferences<typeof kernelSources>>().toEqualTypeOf<never>();
  });

  it("says why a kernel cannot be launched", () => {
    type Reference = KernelArguments<"__global__ void f(const P& p) {}">;
    type Variadic = KernelArguments<"__global__ void f(int n, ...) {}">;
    expectTypeOf<Reference[0]>().toExtend<DeclarationTypeError<string>>();
    expectTypeOf<Variadic[0]>().toExtend<DeclarationTypeError<string>>();
  });
});

type AtLeast<
  T extends readonly unknown[],
  N extends number,
  Count extends 0[] = [],
> = Count["length"] extends N
  ? true
  : T extends readonly [unknown, ...infer Rest]
    ? AtLeast<Rest, N, [...Count, 0]>
    : false;

/** The rows whose type-level meaning is not the one of the table. A length may be just `number` (hexadecimal, enum). */
export type Differences<Rows extends readonly DeclarationRow[]> = {
  [I in keyof Rows]: Expected<Rows[I]> extends infer Want
    ? Meaning<Rows[I]> extends infer Got
      ? [Want] extends [Got]
        ? IsLoose<Got> extends true
          ? { text: Rows[I]["text"]; got: Got; want: Want }
          : never
        : { text: Rows[I]["text"]; got: Got; want: Want }
      : never
    : never;
}[number];

type Accepted<Rows extends readonly RefusedRow[]> = {
  [I in keyof Rows]: ParseFunction<Rows[I]["text"]> extends DeclarationTypeError<string>
    ? never
    : Rows[I]["text"];
}[number];

type Expected<Row extends DeclarationRow> = {
  name: Row extends { readonly name: infer Name } ? Name : "";
  result: Row["result"];
  params: Rewrite<Row["params"]>;
};

type Rewrite<Params extends readonly (readonly unknown[])[]> = {
  -readonly [I in keyof Params]: [...Params[I]];
};

type Meaning<Row extends DeclarationRow> =
  ParseFunction<Row["text"], TypesOf<Row>> extends infer F
    ? F extends { readonly result: infer Result; readonly parameters: infer List extends readonly unknown[] }
      ? {
          name: F extends { readonly name: infer Name } ? Name : "";
          result: CodeOf<Result>;
          params: ParameterCodes<List>;
        }
      : F
    : never;

type TypesOf<Row> = Row extends { readonly types: infer Text extends string }
  ? ParseTypes<Text> extends infer K extends KnownTypes
    ? K
    : never
  : NoTypes;

type ParameterCodes<List extends readonly unknown[]> = {
  -readonly [I in keyof List]: ParameterCode<List[I]>;
};

type ParameterCode<P> = P extends { readonly type: infer Type }
  ? Type extends { readonly length: infer Length }
    ? [NameCode<P>, CodeOf<Type>, LengthText<Length>]
    : [NameCode<P>, CodeOf<Type>]
  : never;

type NameCode<P> = P extends { readonly name: infer Name extends string }
  ? P extends { readonly optional: true }
    ? `${Name}?`
    : Name
  : "";

/** A result that would agree with anything must not count as agreement. */
type IsLoose<Got> = Got extends {
  result: infer Result;
  params: infer Params extends readonly (readonly unknown[])[];
}
  ? string extends Result | Params[number][1]
    ? true
    : false
  : true;

type CodeOf<T> = T extends { readonly kind: infer Kind extends "void" | "string" }
  ? Kind
  : T extends { readonly kind: "scalar" | "vector"; readonly name: infer Name extends string }
    ? Name
    : T extends {
          readonly kind: infer Kind extends "struct" | "enum";
          readonly name: infer Name extends string;
        }
      ? `${Kind} ${Name}`
      : T extends { readonly kind: "opaque"; readonly text: infer Text extends string }
        ? `opaque ${Text}`
        : T extends {
              readonly kind: "callback";
              readonly result: infer Result;
              readonly parameters: infer List;
            }
          ? `${CodeOf<Result>}(${CallbackCodes<List>})`
          : T extends { readonly to: infer To; readonly readonly: infer Const; readonly device: infer Device }
            ? `${CodeOf<To>}${Const extends true ? " const" : ""}${Device extends true ? " device" : ""}*`
            : never;

type CallbackCodes<List> = List extends readonly [{ readonly type: infer First }, ...infer Rest]
  ? Rest extends readonly []
    ? CodeOf<First>
    : `${CodeOf<First>},${CallbackCodes<Rest>}`
  : "";

type LengthText<L> = L extends { readonly value: infer Value extends number }
  ? `${Value}`
  : L extends { readonly kind: "parameter"; readonly name: infer Name extends string }
    ? Name
    : L extends {
          readonly operator: infer Sign extends string;
          readonly left: infer Left;
          readonly right: infer Right;
        }
      ? `${Side<Left, Sign, false>}${Sign}${Side<Right, Sign, true>}`
      : never;

type Side<L, Outer, IsRight> = L extends { readonly operator: infer Inner }
  ? [Outer, Inner, IsRight] extends
      | ["*" | "/", "+" | "-", boolean]
      | ["*" | "/", unknown, true]
      | ["+" | "-", "+" | "-", true]
    ? `(${LengthText<L>})`
    : LengthText<L>
  : LengthText<L>;

/** The sources in which other kernel names are found. */
export type NameDifferences<Rows extends readonly KernelSourceRow[]> = {
  [I in keyof Rows]: Rows[I] extends { readonly unreadable: readonly { readonly name: infer Unread }[] }
    ? Same<KernelNames<Rows[I]["source"]>, Rows[I]["kernels"][number]["name"] | Unread, Rows[I]["source"]>
    : Same<KernelNames<Rows[I]["source"]>, Rows[I]["kernels"][number]["name"], Rows[I]["source"]>;
}[number];

type Same<A, B, Text> = [A, B] extends [B, A] ? never : Text;

/** The kernels that are read otherwise than the table says; a length in a kernel has no meaning for types. */
export type ParameterDifferences<Rows extends readonly KernelSourceRow[]> = {
  [I in keyof Rows]: FindKernels<Rows[I]["source"]> extends infer Found
    ? Found extends {
        readonly text: infer Text extends string;
        readonly kernels: infer Kernels extends readonly unknown[];
      }
      ? KernelDifferences<Rows[I]["kernels"], Kernels[number], Text>
      : never
    : never;
}[number];

type KernelDifferences<Rows extends KernelSourceRow["kernels"], Found, Text extends string> = {
  [I in keyof Rows]: Extract<Found, { readonly name: Rows[I]["name"] }> extends infer Kernel
    ? KernelCodes<Kernel, Text> extends infer Got
      ? TwoOf<Rows[I]["params"]> extends Got
        ? never
        : { name: Rows[I]["name"]; got: Got; want: TwoOf<Rows[I]["params"]> }
      : never
    : never;
}[number];

type KernelCodes<Kernel, Text extends string> = Kernel extends {
  readonly parameters: infer List extends string;
  readonly template: infer Template extends string;
}
  ? ParseParameters<List, InKernel<Text, TemplateTypes<SplitList<Template>, []>>> extends infer Parameters
    ? Parameters extends readonly unknown[]
      ? TwoOf<ParameterCodes<Parameters>>
      : Parameters
    : never
  : never;

type TwoOf<Params extends readonly (readonly unknown[])[]> = {
  -readonly [I in keyof Params]: [Params[I][0], Params[I][1]];
};
