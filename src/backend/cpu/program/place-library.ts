// Compiles and links a library for its place in the memory of an open cpu device, and instantiates it there.

import { definedEntries } from "../../../core/defined-entries.js";
import { UnsupportedError } from "../../../core/errors.js";
import { allVariables } from "../../../host/environment.js";
import { writeError } from "../../../host/own-process.js";
import type { LibraryRequest, PlacedLibrary } from "../../port/libraries.js";
import type { CpuDevice } from "../cpu-backend.js";
import { compileSources } from "./compile/compile-program.js";
import { sortOptions } from "./compile/program-options.js";
import { instantiateProgram } from "./instance/instantiate-program.js";
import { runToEnd } from "./instance/run-program.js";

const PAGE_BYTES = 65_536;

/** Places a library. @throws CompileError with line, caret and clang's text. */
export async function placeLibrary(
  device: CpuDevice,
  { name, sources, options, directory, onCompile, exports, imports }: LibraryRequest,
): Promise<PlacedLibrary> {
  if (device.addressBits === 64) {
    throw new UnsupportedError(
      "CUTS_DEVICE_MEMORY",
      `Cannot load ${name} on a cpu device with more than 4 GiB of memory, as CUTS_MEMORY asks for: libraries use 32-bit addresses\nTry: without CUTS_MEMORY, or cuts run --memory for a whole program.`,
    );
  }
  const { compile } = sortOptions(options, directory);
  const compiled = await compileSources(sources, {
    options: compile,
    directory,
    watch: undefined,
    addressBits: 32,
    onCompile,
  });
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
      environment: { ...definedEntries(allVariables()), PWD: directory },
      imports,
      warn: (text) => writeError(text.endsWith("\n") ? text : `${text}\n`),
    },
  );
  const { runtime } = instance;
  return {
    isFresh: compiled.isFresh,
    memory: device.linearMemory,
    processMemory: device.processMemory,
    exports: instance.exports,
    enter: (body) => {
      const end = runToEnd(instance, () => {
        body();
        // What it has printed belongs to the call.
        instance.flush();
      });
      return end && (end.message ?? `exit(${end.exitCode})`);
    },
    finish: () => instance.finish(),
    streamOf: (owner) => runtime.streamOf(owner),
    get hasWork() {
      return runtime.hasWork;
    },
    follow: (work) => runtime.follow(work),
    close: () => {
      instance.finish();
      device.free(room, device.defaultStream);
    },
  };
}
