// A device with routines and no GPU: the cpu device under another name, with the routines of a GPU over the libraries of
// fake-libraries.ts, which a test file puts in the place of the real ones (`vi.mock`).

import type { BackendStream } from "../../src/backend/backend.js";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.js";
import type { LibraryEntry } from "../../src/backend/cuda/libraries/library-entry.js";
import { cudaRoutines } from "../../src/backend/cuda/libraries/routines.js";
import { oneDevice } from "../../src/backend/provider.js";
import { registerBackend } from "../../src/runtime/devices/backends.js";

/** What a test changes of the device. */
export interface FakeEntry extends LibraryEntry {
  generation: number;
  isBroken: boolean;
  /** Names of the work that was entered. */
  readonly entered: string[];
}

/** Registers the device `lib:0`. A stream's handle is 1000 and its id. */
export function registerLibraryDevice(): FakeEntry {
  const backend = createCpuBackend();
  const entry: FakeEntry = {
    id: "lib:0",
    generation: 1,
    isBroken: false,
    entered: [],
    defaultStream: backend.defaultStream,
    totalMemoryBytes: backend.properties.totalMemoryBytes,
    enter(stream: BackendStream, name: string) {
      entry.entered.push(name);
      return entry.isBroken ? undefined : 1000 + stream.id;
    },
  };
  Object.defineProperties(backend, {
    id: { value: "lib:0" },
    routines: { value: cudaRoutines(entry) },
    generation: { get: () => entry.generation },
  });
  registerBackend(oneDevice("lib:0", () => backend));
  return entry;
}
