// C, C++ and CUDA sources as a library without any compiler of the machine: the embedded clang compiles them, and they run as
// WebAssembly in the memory of the cpu device, so that arrays that live there are used where they are. CUDA host code
// (cudaMalloc, cudaMemcpy, <<<>>>) has the CUDA runtime of whole programs.

import type { CpuDevice } from "../../backend/cpu/cpu-backend.js";
import { DisposedError } from "../../core/errors.js";
import { compileSources } from "../../program/compile-program.js";
import { instantiateProgram } from "../../program/instantiate-program.js";
import { toDevice } from "../../runtime/devices.js";
import type { BoundFunction } from "../../ffi/bound-function.js";
import { typeContext } from "../../ffi/signature.js";
import type { ExternCSearch } from "../library/declarations.js";
import type { OpenedFunctions } from "../library/open-native-library.js";
import { bindOrRefuse, hide, refusing } from "../library/refusing.js";
import { bindWasmFunction, type WasmLibrary } from "./bind-wasm-function.js";
import { callWasm } from "./call-wasm.js";

/** What is compiled, and how. */
export interface WasmRequest {
  readonly name: string;
  readonly sources: readonly { readonly path: string; readonly text: string }[];
  /** For the compiler, as nvcc spells them. */
  readonly options: readonly string[];
  readonly directory: string;
  /** What each source exports. */
  readonly searches: readonly ExternCSearch[];
  readonly onCompile?: () => void;
}

/** The functions of a library, and whether a compiler was needed for them. */
export interface OpenedWasm extends OpenedFunctions {
  readonly isFresh: boolean;
}

const PAGE_BYTES = 65_536;

/** Compiles, links and places a library. @throws CompileError with line, caret and clang's text. */
export async function openWasmLibrary(request: WasmRequest): Promise<OpenedWasm> {
  const { name, sources, searches, options, directory, onCompile } = request;
  const compiled = await compileSources(sources, { options, directory, ...(onCompile && { onCompile }) });
  const declared = searches.flatMap(({ functions }) => functions);
  // One in a branch of an #if that was not compiled is not there, which the linker would refuse.
  const exports = declared.filter(({ isUncertain }) => !isUncertain).map((one) => one.name);
  const { backend } = toDevice("cpu");
  const device = backend as CpuDevice;
  // Where it will lie decides how it is linked, and how large it is is known when it is linked.
  const { memoryEnd } = await compiled.link({ base: PAGE_BYTES, exports });
  const room = device.allocate(memoryEnd, device.defaultStream);
  const base = Math.ceil(room.address / PAGE_BYTES) * PAGE_BYTES;
  const host = await compiled.link({ base, exports });
  // The linker counts on memory that is empty, and this may have been somebody's.
  new Uint8Array(device.linearMemory.buffer, base, host.memoryEnd - base).fill(0);
  const instance = instantiateProgram(
    { host, devices: compiled.devices },
    {
      device,
      base,
      args: [name],
      environment: environment(directory),
      warn: (text) => void process.stderr.write(text.endsWith("\n") ? text : `${text}\n`),
    },
  );
  let isOpen = true;
  const library: WasmLibrary = {
    name,
    device,
    memory: device.linearMemory,
    instance,
    check: (action) => {
      if (isOpen) return;
      throw new DisposedError("CUTS_DISPOSED", `Cannot ${action}: the library ${name} was disposed`);
    },
    failure: undefined,
  };
  callWasm(library, "_initialize", []);
  const functions: Record<string, BoundFunction> = Object.fromEntries(
    searches.flatMap(({ functions: readable, unreadable, types }) => {
      const context = typeContext(types);
      return [
        ...readable
          .filter((one) => one.name in instance.exports)
          .map(({ name: own, signature }) => {
            const bound = bindOrRefuse(own, () => bindWasmFunction(library, own, signature, context));
            return [own, bound] as const;
          }),
        ...unreadable.map((one) => [one.name, refusing(one.name, one.error)] as const),
      ];
    }),
  );
  for (const { name: own, error } of searches.flatMap(({ hidden }) => hidden)) hide(functions, own, error);
  return {
    functions,
    isFresh: compiled.isFresh,
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      instance.finish();
      device.free(room, device.defaultStream);
    },
  };
}

function environment(directory: string): Record<string, string> {
  const known = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return { ...Object.fromEntries(known), PWD: directory };
}
