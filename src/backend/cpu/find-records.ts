// Finds the kernel parameters that code for WebAssembly does not show as they are in the source (record-parameters.ts).
// Names of kernels tell for almost all of them that there are none; for the rest the source is read once more.

import { findKernels } from "../../cdecl/kernel-signatures.js";
import { type Clang, clang as sharedClang } from "../../compiler/clang/clang.js";
import { demangle } from "../../compiler/clang/demangle.js";
import { compileDeviceIr, type DeviceIrOptions } from "../../compiler/clang/device-ir.js";
import { KERNEL_ATTRIBUTE } from "./simt/abi.js";
import { readSignatures } from "./simt/debug-signatures.js";
import type { IrParameter } from "./simt/ir.js";
import { parseHead, splitTop } from "./simt/parse-ir.js";
import type { RecordParameters } from "./simt/record-parameters.js";

interface Kernel {
  readonly symbol: string;
  readonly parameters: readonly IrParameter[];
}

/**
 * The parameters that were lost, of the kernels in IR that `source` was compiled to.
 *
 * @throws CompileError when the source does not compile.
 */
export async function findRecords(
  ir: string,
  source: string,
  request: DeviceIrOptions,
): Promise<RecordParameters> {
  const kernels = kernelsIn(ir).filter(({ symbol }) => !isPlain(symbol));
  const shown = await shownTypes(kernels, source, request.clang ?? sharedClang());
  const unclear = kernels.filter(({ parameters }, i) => !isComplete(parameters, shown[i]));
  if (unclear.length === 0) return new Map();
  const typed = await compileDeviceIr(source, { ...request, debug: "types" });
  const signatures = readSignatures(
    typed.ir,
    unclear.map(({ symbol }) => symbol),
  );
  return new Map(
    unclear.map(({ symbol, parameters }) => {
      const signature = signatures.get(symbol) ?? [];
      const passed = signature.filter(({ passedAs }) => passedAs !== "nothing").length;
      if (passed !== parameters.length) {
        throw new Error(
          `internal: the kernel ${symbol} has ${parameters.length} parameters in its code and ${passed} in its source`,
        );
      }
      return [
        symbol,
        signature.flatMap(({ byteLength, alignment, passedAs }, index) =>
          passedAs === "value" ? [] : [{ index, byteLength, alignment, isEmpty: passedAs === "nothing" }],
        ),
      ];
    }),
  );
}

/** Whether a name says that a function, in no namespace, takes numbers and pointers to numbers only: most kernels do. */
function isPlain(symbol: string): boolean {
  const length = /^_Z(\d+)/.exec(symbol);
  if (length === null) return false;
  return /^(?:[PRKV]*(?:[a-z]|S[0-9A-Z]?_))+$/.test(symbol.slice(length[0].length + Number(length[1])));
}

function kernelsIn(ir: string): readonly Kernel[] {
  const groups = new Set(
    Array.from(ir.matchAll(/^attributes (#\d+) = (\{.*)$/gm), ([, group, text = ""]) =>
      text.includes(KERNEL_ATTRIBUTE) ? group : undefined,
    ),
  );
  return (ir.match(/^define .*$/gm) ?? []).flatMap((line) => {
    const { name, parameters, suffix } = parseHead(line);
    return groups.has(/#\d+/.exec(suffix)?.[0]) ? [{ symbol: name.replace(/^@"?|"$/g, ""), parameters }] : [];
  });
}

type ShownType = "pointer" | "other";

/** What kind of parameters each kernel has in the source; undefined where that cannot be told. */
async function shownTypes(
  kernels: readonly Kernel[],
  source: string,
  clang: Clang,
): Promise<readonly (readonly ShownType[] | undefined)[]> {
  if (kernels.length === 0) return [];
  const mangled = kernels.map(({ symbol }) => symbol).filter(isMangled);
  const texts = mangled.length === 0 ? [] : await demangle(mangled, clang);
  const found = mangled.length === kernels.length ? [] : findKernels(source).kernels;
  return kernels.map(({ symbol }) => {
    if (isMangled(symbol)) return typesInName(texts[mangled.indexOf(symbol)] ?? "");
    const named = found.filter(({ name }) => name === symbol);
    return named.length === 1
      ? named[0]?.parameters.map(({ type }) => (type.kind === "pointer" ? "pointer" : "other"))
      : undefined;
  });
}

function isMangled(symbol: string): boolean {
  return symbol.startsWith("_Z");
}

function typesInName(name: string): readonly ShownType[] | undefined {
  if (!name.endsWith(")")) return undefined;
  let open = name.length - 1;
  for (let depth = 1; depth > 0 && open > 0; ) {
    open--;
    if (name[open] === ")") depth++;
    else if (name[open] === "(") depth--;
  }
  return splitTop(name.slice(open + 1, -1)).map((type) =>
    /[*&](?: ?const| ?volatile| ?__restrict| ?restrict)*$|\(\*|^decltype\(nullptr\)/.test(type)
      ? "pointer"
      : "other",
  );
}

/** Whether code has every parameter of the source, and as what it is there. */
function isComplete(parameters: readonly IrParameter[], types: readonly ShownType[] | undefined): boolean {
  return (
    types?.length === parameters.length &&
    parameters.every((parameter, i) => types[i] === "pointer" || !isAddress(parameter))
  );
}

// The one member of a class is passed in its place, under this name.
function isAddress({ type, attributes, name }: IrParameter): boolean {
  return type === "ptr" && !attributes.includes("byval(") && !/\.coerce"?$/.test(name);
}
