// The kernels of a user-defined element-wise function, in the two variants of kernels/row-kernel.ts: `u` for contiguous elements,
// `x` for any strides. In addition they may have several outputs, raw arrays, and numbers as inputs.

import { kernelTypes, parameterTypes } from "../kernels/c-types.js";
import type { KernelGroup } from "../kernels/kernel-group.js";
import type { KernelText } from "../kernels/kernel-definition.js";
import type { ParameterKind } from "../../compiler/elements/parameters.js";
import { ownElements, rowSignature, stridedSizes } from "../kernels/row-kernel.js";
import type { BoundCall } from "./bind.js";
import { rawSource } from "./kernels.gen.js";
import type { CustomSignature } from "./signature.js";
import { type CodeOrigin, type Seen, userFunction, userGroup } from "./source.js";

/** The group of kernels `custom_u` and `custom_x` for the dtypes of a call. */
export function elementwiseGroup(
  origin: CodeOrigin,
  preamble: string,
  signature: CustomSignature,
  bound: BoundCall,
  operation: string,
): () => KernelGroup {
  return userGroup(origin, () => {
    const seen: Seen[] = [
      ...bound.inputs.map(
        ({ parameter, dtype }): Seen => ({
          name: parameter.name,
          dtype,
          role: parameter.isRaw ? "raw" : "value",
        }),
      ),
      ...signature.outputs.map(
        ({ name: own }, at): Seen => ({ name: own, dtype: bound.outputs[at] ?? "float32", role: "output" }),
      ),
    ];
    const code = userFunction("user_operation", seen, bound.letters, operation, origin.name);
    return {
      helpers: [preamble, code].join("\n"),
      kernels: [kernelText(bound, "u"), kernelText(bound, "x")],
    };
  });
}

/** The parameters after the strides: the number of elements, raw arrays, and numbers. */
export function scalarKinds({ inputs }: BoundCall): Readonly<Record<string, ParameterKind>> {
  const kinds = inputs.flatMap(({ array, parameter, dtype }, at): [string, ParameterKind][] => {
    if (parameter.isRaw) return [[`raw${at}`, "pointer"]];
    return array === undefined ? [[`v${at}`, kernelTypes[dtype].parameter]] : [];
  });
  const [raws, numbers] = [true, false].map((isRaw) =>
    kinds.filter(([, kind]) => (kind === "pointer") === isRaw),
  );
  return Object.fromEntries([["n", "size"], ...(raws ?? []), ...(numbers ?? [])]) as Record<
    string,
    ParameterKind
  >;
}

/** The number of arrays that a kernel iterates over. */
export function walkedCount({ inputs, outputs }: BoundCall): number {
  return (
    outputs.length + inputs.filter(({ array, parameter }) => array !== undefined && !parameter.isRaw).length
  );
}

function kernelText(bound: BoundCall, variant: "u" | "x"): KernelText {
  const axes = variant === "u" ? ["y", "z"] : ["x", "y", "z"];
  const walked = bound.inputs.filter(({ array, parameter }) => array !== undefined && !parameter.isRaw);
  const stored = [...bound.outputs, ...walked.map(({ dtype }) => dtype)].map(
    (dtype) => kernelTypes[dtype].stored,
  );
  const pointers = stored.map((type, k) => `${k < bound.outputs.length ? "" : "const "}${type}* p${k}`);
  const strides = pointers.flatMap((_, k) => axes.map((axis) => `cuts_stride s${k}${axis}`));
  const raws: string[] = [];
  const numbers: string[] = [];
  let next = bound.outputs.length;
  // What the function of users gets, in its order.
  const values = bound.inputs.map(({ array, parameter, dtype }, at) => {
    const { stored, computed, parameter: kind } = kernelTypes[dtype];
    if (parameter.isRaw) {
      raws.push(`const ${stored}* raw${at}`);
      return `cuts_raw<${stored}, ${computed}>{raw${at}}`;
    }
    if (array === undefined) {
      numbers.push(`${parameterTypes[kind]} v${at}`);
      return `(${computed})v${at}`;
    }
    return `cuts_load(${element(next++, variant)})`;
  });
  const results = bound.outputs.map((dtype, k) => `${kernelTypes[dtype].computed} o${k} = {};`);
  const stores = bound.outputs.map(
    (dtype, k) => `${element(k, variant)} = cuts_store<${kernelTypes[dtype].stored}>(o${k});`,
  );
  const call = `user_operation(${[...values, ...results.map((_, k) => `o${k}`), "(cuts_stride)cuts_i", "(cuts_stride)n"].join(", ")});`;
  const body = [...results, call, ...stores].join(" ");
  const isUnit = variant === "u";
  const advance = pointers.map((_, k) => {
    const alongY = isUnit ? `(cuts_stride)blockIdx.y * s${k}y + ` : "";
    return `p${k} += ${alongY}(cuts_stride)blockIdx.z * s${k}z;`;
  });
  const sizes = isUnit ? ["cuts_size cuts_n"] : stridedSizes;
  const parameters = [...pointers, ...sizes, ...strides, "cuts_size n", ...raws, ...numbers];
  return {
    name: `custom_${variant}`,
    source: rawSource,
    signature: rowSignature(variant, pointers.length, scalarKinds(bound)),
    text: `extern "C" __global__ void custom_${variant}(${parameters.join(", ")}) {
  ${advance.join(" ")}
  ${
    isUnit
      ? `${ownElements(stored)}\n  CUTS_EACH_OF(cuts_own, cuts_i, cuts_n, ${body})`
      : `CUTS_EACH_PLACE(cuts_i, cuts_j, cuts_n, cuts_rows, cuts_apart, ${body})`
  }
}`,
  };
}

function element(k: number, variant: "u" | "x"): string {
  return variant === "u"
    ? `p${k}[cuts_i]`
    : `p${k}[(cuts_stride)cuts_i * s${k}x + (cuts_stride)cuts_j * s${k}y]`;
}
