// The functions that fused kernels on the cpu device call: each element-wise operation over a vector of four 32-bit or two
// 64-bit numbers, compiled once to an image that is kept in the repository (src/backend/cpu/fused/math.gen.ts). They are the
// expressions of the operations themselves, so that fused results are those of the operations; what is used most has a form
// for whole vectors in vectors.cuh. Besides, the steps of sums and products of floats, in the order of reductions (spans.cuh).

import { families } from "../src/array/elementwise/families.js";
import "../src/array/elementwise/functions.js";
import { kernelTypes } from "../src/array/kernels/c-types.js";
import { sourceText } from "../src/array/kernels/kernel-definition.js";
import { preludeSource } from "../src/array/kernels/kernels.gen.js";
import { Clang } from "../src/compiler/clang/clang.js";
import { compileWasm } from "../src/compiler/clang/compile-wasm.js";
import { compileDeviceIr } from "../src/compiler/clang/device-ir.js";
import { printModule } from "../src/compiler/ir/print.js";
import { narrowed } from "../src/backend/cpu/passes/narrow-pointers.js";
import type { WasmImage } from "../src/compiler/clang/wasm-image.js";
import { dtypes } from "../src/core/dtype.js";
import { indexSource } from "../src/array/indexing/kernels.gen.js";
import { reduceSource } from "../src/array/reduction/kernels.gen.js";
import { reduceStruct } from "../src/array/reduction/reduce-kernels.js";
import { placesSource, spansSource, vectorsSource } from "../src/ops/fusion/math/kernels.gen.js";
import { isWrittenDirectly } from "../src/backend/cpu/fused/operations.js";

/** The dtypes of fused kernels on the cpu device, and their vectors. */
const vectors = {
  float32: { type: "cuts_f32x4", mask: "cuts_i32x4", lanes: 4 },
  float64: { type: "cuts_f64x2", mask: "cuts_i64x2", lanes: 2 },
  int32: { type: "cuts_i32x4", mask: "cuts_i32x4", lanes: 4 },
  int64: { type: "cuts_i64x2", mask: "cuts_i64x2", lanes: 2 },
} as const;

/** Forms for whole vectors: for which elements they can be used, and what they give. */
const whole: Readonly<Record<string, readonly [fits: string, value: string]>> = {
  exp_float32: ["cuts_exp_fits(a)", "cuts_exp4(a)"],
  log_float32: ["cuts_log_fits(a)", "cuts_log4(a)"],
  sin_float32: ["cuts_wave_fits(a)", "cuts_sin4(a)"],
  cos_float32: ["cuts_wave_fits(a)", "cuts_cos4(a)"],
  tanh_float32: ["cuts_abs4(a) < 40.0f", "cuts_tanh4(a)"],
  sigmoid_float32: ["cuts_exp_fits(a)", "1.0f / (1.0f + cuts_exp4(-a))"],
};

/** The functions of spans.cuh: their parameters, which end in what the struct of an operation names, and what they are given. */
const spans: Readonly<Record<string, readonly [parameters: string, given: string]>> = {
  span_begin: ["Op::total* sums", "sums"],
  span_add: ["Op::total* sums, const Op::stored* p, unsigned n, unsigned is_last", "sums, p, n, is_last"],
  span_end: ["Op::result* out, const Op::total* sums, double divisor", "out, sums, divisor"],
  span_part: ["Op::total* out, const Op::total* sums", "out, sums"],
  columns_begin: ["Op::total* totals, Op::lane* lanes, unsigned columns", "totals, lanes, columns"],
  columns_add: [
    "Op::lane* lanes, const Op::stored* p, unsigned rows, unsigned columns",
    "lanes, p, rows, columns",
  ],
  columns_run: ["Op::total* totals, Op::lane* lanes, unsigned columns", "totals, lanes, columns"],
  columns_end: [
    "Op::result* out, const Op::total* totals, unsigned columns, double divisor",
    "out, totals, columns, divisor",
  ],
  columns_part: ["Op::total* out, const Op::total* totals, unsigned columns", "out, totals, columns"],
};

const exported = 'extern "C" __device__ __attribute__((used, noinline))';

/** All functions. */
export interface MathSource {
  /** C++. */
  readonly source: string;
  /** `<operation>_<dtype>`. */
  readonly names: readonly string[];
  /** Those that are there as `fits_<name>` and `fast_<name>` too, without a jump. */
  readonly inlined: readonly string[];
  /** `<function of spans.cuh>_<reduction>_<dtype>`. */
  readonly spans: readonly string[];
}

/** The C++ of all functions, and their names. */
export function mathSource(): MathSource {
  const names: string[] = [];
  const inlined: string[] = [];
  const texts: string[] = [];
  for (const family of families) {
    for (const { name, arity, expressions, result } of family.operations) {
      for (const [dtype, { type, mask, lanes }] of Object.entries(vectors)) {
        const expression = expressions[dtypes[dtype as keyof typeof vectors].kind];
        if (expression === undefined || isWrittenDirectly(name, dtype as keyof typeof vectors)) continue;
        const own = `${name}_${dtype}`;
        if (names.includes(own)) continue;
        names.push(own);
        const { computed } = kernelTypes[dtype as keyof typeof vectors];
        const isQuestion = result === "bool";
        const operands = arity === 1 ? ["a"] : ["a", "b"];
        const scalars = operands.map((x) => `${computed} ${x}`).join(", ");
        // nextafter looks at its operands as they are stored.
        const body = `const ${computed} ${operands.map((x) => `${x}_in = ${x}`).join(", ")}; (void)a_in; return ${isQuestion ? `(${expression}) ? -1 : 0` : `(${computed})(${expression})`};`;
        const out = isQuestion ? mask : type;
        const outScalar = isQuestion ? (lanes === 4 ? "int" : "long long") : computed;
        const short = whole[own];
        texts.push(
          `static __device__ __attribute__((noinline)) ${outScalar} one_${own}(${scalars}) { ${body} }`,
          `${exported} ${out} ${own}(${operands.map((x) => `${type} ${x}`).join(", ")}) {
  ${out} r${short === undefined ? "" : ` = ${short[1]}`};
  ${short === undefined ? "" : `${mask} fits = ${short[0]}; if (cuts_all(fits)) return r;`}
#pragma clang loop unroll(disable)
  for (int k = 0; k < ${lanes}; k++) ${short === undefined ? "" : "if (!fits[k]) "}r[k] = one_${own}(${operands.map((x) => `${x}[k]`).join(", ")});
  return r;
}`,
        );
        if (short === undefined) continue;
        inlined.push(own);
        texts.push(
          `${exported} ${mask} fits_${own}(${type} a) { return ${short[0]}; }`,
          `${exported} ${type} fast_${own}(${type} a) { return ${short[1]}; }`,
        );
      }
    }
  }
  const steps = spanTexts();
  const sources = [preludeSource, vectorsSource, ...families.map(({ source }) => source)];
  // Functions and reductions have names in common.
  const reductions = `namespace reduction {\n${reduceSource.text}\n${spansSource.text}\n}`;
  const source = [
    sourceText(sources),
    ...texts,
    reductions,
    ...steps.values(),
    indexSource.text,
    placesSource.text,
  ].join("\n");
  return { source, names, inlined, spans: [...steps.keys()] };
}

/** The functions of spans.cuh for each reduction, by their names. */
function spanTexts(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const operation of ["sum", "prod"] as const)
    for (const dtype of ["float32", "float64"] as const) {
      const own = `${operation}_${dtype}`;
      for (const [name, [parameters, given]] of Object.entries(spans))
        found.set(
          `${name}_${own}`,
          `${exported} void ${name}_${own}(${parameters.replaceAll("Op::", `by_${own}::`)}) { reduction::cuts_${name}<by_${own}>(${given}); }`,
        );
      const first = `span_begin_${own}`;
      found.set(
        first,
        `typedef reduction::${reduceStruct(operation, dtype)} by_${own};\n${found.get(first)}`,
      );
    }
  return found;
}

/** Compiles them. */
export async function compileMath(): Promise<MathSource & { readonly image: WasmImage }> {
  const clang = new Clang();
  try {
    const own = mathSource();
    const { names, inlined, spans: steps } = own;
    const { module } = await compileDeviceIr(own.source, {
      fileName: "fusion-math.cu",
      debug: "none",
      rewrite: (first) => narrowed(first, "the functions of fused kernels"),
      clang,
    });
    const exports = [
      ...names,
      ...inlined.flatMap((name) => [`fits_${name}`, `fast_${name}`]),
      ...steps,
      "place",
    ];
    const image = await compileWasm(printModule(module), {
      target: "wasm32",
      exports,
      clang,
      name: "the functions of fused kernels",
    });
    return { image, ...own };
  } finally {
    clang.stop();
  }
}
