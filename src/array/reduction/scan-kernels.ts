// The kernels of running sums and products (scan.cuh), by dtype.

import type { DType } from "../../core/dtype.js";
import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelTypes } from "../kernels/c-types.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { type ScanArguments, scan } from "./kernels.gen.js";

/** The operation of a scan. */
export type ScanOperation = "sum" | "prod";

/** The kernel of a scan; undefined if the elements must be cast first. */
export function scanKernel(operation: ScanOperation, dtype: DType): BuiltinKernel<ScanArguments> | undefined {
  return kernels.get(`${operation} ${dtype}`);
}

/** The C++ struct (reduce.cuh) of an operation for a dtype that has a kernel. */
export function scanOperation(operation: ScanOperation, dtype: DType): string {
  const { stored } = kernelTypes[dtype];
  const total = totals[dtype] as string;
  return `cuts_by_${operation}<${stored}, ${total}, ${total}, ${stored}>`;
}

/** All groups, for the catalogue. */
export function scanGroups(): readonly (() => KernelGroup)[] {
  return [...groups.values()];
}

const totals: { readonly [D in DType]?: string } = {
  int64: "unsigned long long",
  float32: "double",
  float64: "double",
  complex64: "cuts_complex<double>",
  complex128: "cuts_complex<double>",
};

const groups: ReadonlyMap<DType, () => KernelGroup> = new Map(
  (Object.keys(totals) as DType[]).map((dtype) => [
    dtype,
    lazyGroup(() => ({
      name: `scan.${dtype}`,
      kernels: (["sum", "prod"] as const).map((operation) =>
        kernelText(scan, `scan_${operation}`, { Op: scanOperation(operation, dtype) }),
      ),
    })),
  ]),
);

const kernels: ReadonlyMap<string, BuiltinKernel<ScanArguments>> = new Map(
  [...groups].flatMap(([dtype, group]) =>
    ["sum", "prod"].map(
      (operation) => [`${operation} ${dtype}`, new BuiltinKernel(group, `scan_${operation}`, scan)] as const,
    ),
  ),
);
