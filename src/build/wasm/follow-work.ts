// A library may submit work that fails after the call has returned. The memory that the call was to write is then lost, and
// reading it throws the error.

import type { Storage } from "../../runtime/memory/storage.js";
import type { WasmLibrary } from "./call-wasm.js";

/** Records, after a call, which memory the library's pending kernels may write. */
export function followWork({ code }: WasmLibrary, written: Iterable<Storage>): void {
  if (!code.hasWork) return;
  const storages = [...new Set(written)].filter(({ retainCount: claims }) => claims > 0);
  const stream = storages[0]?.device.defaultStream;
  if (stream === undefined) return;
  stream.work.begin();
  for (const storage of storages) storage.use(stream, "write");
  stream.submit((work) => code.follow(work));
}
