// An addon on the cpu device: cuts/extension.h and the source are compiled to WebAssembly, on an implementation of Node-API
// (node-api/), and are bound to JavaScript like native addons.

import { join } from "node:path";
import { packageFolder } from "../../host/assets.js";
import { fromPointer, toPointer } from "../../compiler/clang/pointer-size.js";
import { CompileError, CutsError } from "../../core/errors.js";
import { formatByteSize } from "../../core/text.js";
import { type Addon, connect, makeAddon, withoutModule } from "../addon/open-addon.js";
import { addonDefines, addonIncludes } from "../toolchain/addon-flags.js";
import { enterWasm, type WasmLibrary } from "./call-wasm.js";
import { type AddonCode, NodeApi } from "./node-api/node-api.js";
import { NODE_API_NAMES, type NodeApiName } from "./node-api/names.js";
import { placeLibrary, type WasmSources } from "./place-library.js";
import { WasmPlace } from "./wasm-place.js";

/** What NAPI_MODULE_INIT defines for WebAssembly. */
const ENTRY = "napi_register_wasm_v1";

/** An addon, and whether it had to be compiled. */
export interface OpenedWasmAddon {
  readonly addon: Addon;
  readonly isFresh: boolean;
  readonly close: () => void;
}

/**
 * Compiles, links and opens an addon; `usesCuda` if the addon treats its arrays as CUDA memory as well.
 * @throws CompileError with line, caret and clang's text; CutsError `CUTS_ADDON_LOAD`.
 */
export async function openWasmAddon(request: WasmSources, usesCuda: boolean): Promise<OpenedWasmAddon> {
  // The functions of Node-API need the memory and the code, which are there once the module is.
  const late: { api?: NodeApi } = {};
  const napi = Object.fromEntries(
    NODE_API_NAMES.map((name) => [name, (...args: never[]) => imported(late.api, name)(...args)] as const),
  );
  const options = [...addonOptions(usesCuda), ...request.options];
  const { library, isFresh, close } = await placeLibrary(
    { ...request, options },
    { exports: [ENTRY], imports: { napi } },
  ).catch((error: unknown) => {
    const isMissing = error instanceof CompileError && error.message.includes(`not found: ${ENTRY}`);
    throw isMissing ? withoutModule(request.name, error) : error;
  });
  const api = new NodeApi(new LibraryCode(library));
  late.api = api;
  const entry = library.code.exports[ENTRY] as (environment: bigint, exports: bigint) => bigint;
  const makeSlots = (count: number): Float64Array => api.share(count);
  const place = new WasmPlace(library, { usesCuda, makeSlots });
  const addon = makeAddon(request.name, place, (core) => connect(api.register(entry), core));
  return {
    addon,
    isFresh,
    close: () => {
      if (library.failure === undefined) api.close();
      close();
    },
  };
}

function imported(api: NodeApi | undefined, name: NodeApiName): (...args: never[]) => number {
  if (api === undefined) throw new Error(`internal: ${name} is called before the addon is there`);
  return api.imports[name];
}

function addonOptions(usesCuda: boolean): readonly string[] {
  const defines = usesCuda ? [...addonDefines, "CUTS_CPU_DEVICE=1"] : addonDefines;
  return [
    ...defines.map((define) => `-D${define}`),
    ...addonIncludes().flatMap((folder) => ["-I", folder]),
    "-include",
    join(packageFolder(), "include/cuts/extension/cuda_status.h"),
  ];
}

/** The code of an addon, for Node-API. */
class LibraryCode implements AddonCode {
  readonly memory: { readonly buffer: ArrayBufferLike };
  readonly #library: WasmLibrary;

  constructor(library: WasmLibrary) {
    this.#library = library;
    this.memory = library.code.memory;
  }

  get isOpen(): boolean {
    if (this.#library.failure !== undefined) return false;
    try {
      this.#library.check("use it");
      return true;
    } catch {
      return false;
    }
  }

  function(pointer: bigint): (...args: (number | bigint)[]) => number | bigint | undefined {
    const table = this.#library.code.exports["__indirect_function_table"] as WebAssembly.Table;
    return table.get(fromPointer(pointer)) as never;
  }

  enter<T>(name: string, body: () => T): T {
    this.#library.check(`call ${name}`);
    return enterWasm(this.#library, name, body);
  }

  allocate(byteLength: number): number {
    const malloc = this.#library.code.exports["malloc"] as (byteLength: bigint) => bigint;
    const address = fromPointer(malloc(toPointer(byteLength)));
    if (address !== 0) return address;
    throw new CutsError(
      "CUTS_OUT_OF_MEMORY",
      `Cannot call a function of ${this.#library.name}: there is no room for a copy of ${formatByteSize(byteLength)} in the memory of the cpu device`,
    );
  }

  free(address: number): void {
    const free = this.#library.code.exports["free"] as (address: bigint) => void;
    free(toPointer(address));
  }
}
