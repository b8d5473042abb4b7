// Finds the kernel parameters that code for WebAssembly does not show as they are in the source (record-parameters.ts). The pass changes nothing:
// after it `facts.records` lists those parameters. It needs debugging information with types, which costs time. So the text of the source decides
// beforehand whether that is needed: where every kernel takes numbers and pointers only, as most do, there is nothing to find.

import type { CType } from "../../../cdecl/ast.js";
import { findKernels } from "../../../cdecl/kernel-signatures.js";
import { type IrModule, plainName } from "../../../compiler/ir/module.js";
import { ptr } from "../../../compiler/ir/type.js";
import type { DeviceIrOptions } from "../../../compiler/clang/device-ir.js";
import { readOptions } from "../../../compiler/clang/options.js";
import { currentDirectory } from "../../../host/environment.js";
import { readSignatures } from "./debug-signatures.js";
import { kernelsOf } from "./only-kernels.js";
import type { RecordParameter, RecordParameters } from "./simt/record-parameters.js";

/** Whether a kernel of the source may take something else than numbers and pointers, also one that an included file has. */
export function mayTakeRecords(source: string, request: DeviceIrOptions): boolean {
  const { includeDirs, forcedIncludes } = optionsOf(request);
  const hasFiles = includeDirs.length > 0 || request.headers !== undefined;
  if (forcedIncludes.length > 0 || (hasFiles ? ANY_INCLUDE : OTHER_INCLUDE).test(source)) return true;
  const { kernels, unreadable } = searchKernels(source, request);
  return (
    unreadable.length > 0 || kernels.some(({ parameters }) => !parameters.every(({ type }) => isPlain(type)))
  );
}

/**
 * Whether IR has kernels that the text of the source does not show, such as those that are called kernels by clang's own
 * attribute: nobody knows then what they take.
 */
export function hasOtherKernels(module: IrModule, source: string, request: DeviceIrOptions): boolean {
  const { kernels } = searchKernels(source, request);
  return module.functions.filter(kernelsOf(module)).some(({ name, parameters }) => {
    const symbol = plainName(name);
    return !kernels.some(
      (shown) =>
        (symbol === shown.name || symbol.includes(`${shown.name.length}${shown.name}`)) &&
        shown.parameters.length === parameters.length &&
        shown.parameters.every(({ type }, i) => isAddress(type) === (parameters[i]?.type === ptr)),
    );
  });
}

/** The parameters that were lost, of the kernels in a module that has types. */
export function readRecords(module: IrModule): RecordParameters {
  const kernels = module.functions.filter(kernelsOf(module));
  const signatures = readSignatures(module, kernels);
  const records = new Map<string, readonly RecordParameter[]>();
  for (const kernel of kernels) {
    const symbol = plainName(kernel.name);
    const { parameters } = kernel;
    const signature = signatures.get(kernel) ?? [];
    const passed = signature.filter(({ passedAs }) => passedAs !== "nothing").length;
    if (passed !== parameters.length) {
      throw new Error(
        `internal: the kernel ${symbol} has ${parameters.length} parameters in its code and ${passed} in its source`,
      );
    }
    const lost = signature.flatMap(({ byteLength, alignment, passedAs }, index) =>
      passedAs === "value" ? [] : [{ index, byteLength, alignment, isEmpty: passedAs === "nothing" }],
    );
    if (lost.length > 0) records.set(symbol, lost);
  }
  return records;
}

/** A line that may bring a file in. */
const ANY_INCLUDE = /^[ \t]*#[ \t]*include\b/m;
/** The same, but for files that come with the compiler and have no kernels in them. */
const OTHER_INCLUDE = /^[ \t]*#[ \t]*include\b(?![ \t]*<(?!thrust\/|cub\/|cublas))/m;

function optionsOf({ options = [], directory = currentDirectory() }: DeviceIrOptions) {
  return readOptions(options, directory);
}

function searchKernels(source: string, request: DeviceIrOptions): ReturnType<typeof findKernels> {
  return findKernels(`${optionsOf(request).macros}${source}`);
}

// The others are classes, may be classes, or are passed as if they were.
const PLAIN_SCALARS = new Set(
  "bool char int8 uint8 int16 uint16 int32 uint32 long ulong int64 uint64 size ssize float32 float64".split(
    " ",
  ),
);

function isPlain(type: CType): boolean {
  return isAddress(type) || (type.kind === "scalar" && PLAIN_SCALARS.has(type.name));
}

function isAddress({ kind }: CType): boolean {
  return kind === "pointer" || kind === "string";
}
