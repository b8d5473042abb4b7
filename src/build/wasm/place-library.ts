// Loads compiled C, C++ and CUDA sources into the memory of a device that supports libraries.

import type { LibraryRequest } from "../../backend/port/libraries.js";
import { DisposedError } from "../../core/errors.js";
import { firstCapability } from "../../runtime/devices/backends.js";
import { toDevice } from "../../runtime/devices/devices.js";
import { callWasm, type WasmLibrary } from "./call-wasm.js";

/** What to compile, and how. */
export type WasmSources = Omit<LibraryRequest, "exports" | "imports">;

/** What the module has for others, and others for it. */
type WasmFunctions = Pick<LibraryRequest, "exports" | "imports">;

/** A library in its place. */
interface PlacedWasm {
  readonly library: WasmLibrary;
  readonly isFresh: boolean;
  readonly close: () => void;
}

/** Compiles, links and loads a library. @throws CompileError with line, caret and clang's text. */
export async function placeLibrary(sources: WasmSources, functions: WasmFunctions): Promise<PlacedWasm> {
  const { name } = sources;
  const { device: id, capability } = firstCapability(({ libraries }) => libraries);
  const device = toDevice(id);
  const code = await capability.place(device.backend, { ...sources, ...functions });
  let isOpen = true;
  const library: WasmLibrary = {
    name,
    device,
    code,
    check: (action) => {
      if (isOpen) return;
      throw new DisposedError("CUTS_DISPOSED", `Cannot ${action}: the library ${name} was disposed`);
    },
    failure: undefined,
  };
  callWasm(library, "_initialize", []);
  return {
    library,
    isFresh: code.isFresh,
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      code.close();
    },
  };
}
