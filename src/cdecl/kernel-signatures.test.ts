import { describe, expect, it } from "vitest";
import { findKernels } from "./kernel-signatures.js";
import { type KernelSourceRow, kernelSources } from "./kernels.table.js";
import { formatLength } from "./length.js";
import { typeCode } from "./type-code.js";

function describeSearch(source: string): Omit<KernelSourceRow, "source"> {
  const { kernels, unreadable } = findKernels(source);
  return {
    kernels: kernels.map(({ name, qualifiedName, externC, template, parameters }) => ({
      name,
      ...(qualifiedName !== name && { qualified: qualifiedName }),
      ...(externC && { externC }),
      ...(template !== undefined && { template }),
      params: parameters.map(({ name: parameter = "", type, optional }) => {
        const named = optional ? `${parameter}?` : parameter;
        return type.kind === "pointer" && type.length !== undefined
          ? ([named, typeCode(type), formatLength(type.length)] as const)
          : ([named, typeCode(type)] as const);
      }),
    })),
    ...(unreadable.length > 0 && {
      unreadable: unreadable.map(({ name = "", error: { code, line, column } }) => ({
        name,
        code,
        line,
        column,
      })),
    }),
  };
}

describe("kernel sources of the table", () => {
  const rows: readonly KernelSourceRow[] = kernelSources;

  it.each(rows)("$source", ({ source, ...meaning }) => {
    expect(describeSearch(source)).toEqual(meaning);
  });
});
