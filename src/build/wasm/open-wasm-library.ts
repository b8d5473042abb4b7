// Builds C, C++ and CUDA sources into a library without any compiler on the machine. The embedded clang compiles them, and they
// run as WebAssembly in the memory of the cpu device, so arrays there are used in place. CUDA host code (cudaMalloc, cudaMemcpy,
// <<<>>>) uses the same CUDA runtime as whole programs.

import type { BoundFunction } from "../../ffi/bound-function.js";
import { typeContext } from "../../ffi/signature.js";
import type { ExternCSearch } from "../library/declarations.js";
import type { OpenedFunctions } from "../library/open-native-library.js";
import { bindOrRefuse, hide, refusing } from "../library/refusing.js";
import { bindWasmFunction } from "./bind-wasm-function.js";
import { placeLibrary, type WasmSources } from "./place-library.js";

/** What to compile and how, and the exports of each source. */
export interface WasmRequest extends WasmSources {
  readonly searches: readonly ExternCSearch[];
}

/** The functions of a library, and whether it had to be compiled. */
export interface OpenedWasm extends OpenedFunctions {
  readonly isFresh: boolean;
}

/** Compiles, links and loads a library. @throws CompileError with line, caret and clang's text. */
export async function openWasmLibrary(request: WasmRequest): Promise<OpenedWasm> {
  const { searches } = request;
  const declared = searches.flatMap(({ functions }) => functions);
  // One in a branch of an #if that was not compiled is not there, which the linker would refuse.
  const exports = declared.filter(({ isUncertain }) => !isUncertain).map((one) => one.name);
  const { library, isFresh, close } = await placeLibrary(request, { exports, imports: {} });
  const functions: Record<string, BoundFunction> = Object.fromEntries(
    searches.flatMap(({ functions: readable, unreadable, types }) => {
      const context = typeContext(types);
      return [
        ...readable
          .filter((one) => one.name in library.code.exports)
          .map(({ name: own, signature }) => {
            const bound = bindOrRefuse(own, () => bindWasmFunction(library, own, signature, context));
            return [own, bound] as const;
          }),
        ...unreadable.map((one) => [one.name, refusing(one.name, one.error)] as const),
      ];
    }),
  );
  for (const { name: own, error } of searches.flatMap(({ hidden }) => hidden)) hide(functions, own, error);
  return { functions, isFresh, close };
}
