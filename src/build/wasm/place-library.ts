// Sources of C, C++ and CUDA as a module of WebAssembly in the memory of the cpu device, with the CUDA runtime of whole programs.

import type { CpuDevice } from "../../backend/cpu/cpu-backend.js";
import { DisposedError, UnsupportedError } from "../../core/errors.js";
import { compileSources } from "../../backend/cpu/program/compile/compile-program.js";
import { instantiateProgram } from "../../backend/cpu/program/instance/instantiate-program.js";
import { toDevice } from "../../runtime/devices/devices.js";
import { callWasm, type WasmLibrary } from "./call-wasm.js";

/** What is compiled, and how. */
export interface WasmSources {
  readonly name: string;
  readonly sources: readonly { readonly path: string; readonly text: string }[];
  /** For the compiler, as nvcc spells them. */
  readonly options: readonly string[];
  readonly directory: string;
  readonly onCompile?: () => void;
}

/** What the module has for others, and others for it. */
export interface WasmFunctions {
  readonly exports: readonly string[];
  /** Functions that it may import, by module. They are asked for when they are called first. */
  readonly imports?: Readonly<Record<string, Readonly<Record<string, (...args: never[]) => unknown>>>>;
}

/** A library in its place. */
export interface PlacedLibrary {
  readonly library: WasmLibrary;
  readonly isFresh: boolean;
  readonly close: () => void;
}

const PAGE_BYTES = 65_536;

/** Compiles, links and places a library. @throws CompileError with line, caret and clang's text. */
export async function placeLibrary(
  { name, sources, options, directory, onCompile }: WasmSources,
  { exports, imports = {} }: WasmFunctions,
): Promise<PlacedLibrary> {
  const { backend } = toDevice("cpu");
  const device = backend as CpuDevice;
  if (device.addressBits === 64) {
    throw new UnsupportedError(
      "CUTS_DEVICE_MEMORY",
      `Cannot load ${name} on a cpu device with more than 4 GiB of memory, as CUTS_MEMORY asks for: libraries use 32-bit addresses\nTry: without CUTS_MEMORY, or cuts run --memory for a whole program.`,
    );
  }
  const compiled = await compileSources(sources, { options, directory, ...(onCompile && { onCompile }) });
  const functions = { exports, imports: Object.values(imports).flatMap((module) => Object.keys(module)) };
  // Where it will lie decides how it is linked, and how large it is is known when it is linked.
  const { memoryEnd } = await compiled.link({ base: PAGE_BYTES, ...functions });
  const room = device.allocate(memoryEnd, device.defaultStream);
  const base = Math.ceil(room.address / PAGE_BYTES) * PAGE_BYTES;
  const host = await compiled.link({ base, ...functions });
  // The linker counts on memory that is empty, and this may have been somebody's.
  new Uint8Array(device.linearMemory.buffer, base, host.memoryEnd - base).fill(0);
  const instance = instantiateProgram(
    { host, devices: compiled.devices },
    {
      device,
      base,
      args: [name],
      environment: environment(directory),
      imports,
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
  return {
    library,
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
