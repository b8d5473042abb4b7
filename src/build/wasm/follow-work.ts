// What code of a library has given to the device may fail after the call that gave it has returned: what that call was to write is
// lost then, and whoever reads it is told.

import type { Storage } from "../../runtime/memory/storage.js";
import type { WasmLibrary } from "./call-wasm.js";

/** Notes, after a call of a library, which memory it may have given its kernels to write. */
export function followWork({ code }: WasmLibrary, written: Iterable<Storage>): void {
  if (!code.hasWork) return;
  const storages = [...new Set(written)].filter(({ retainCount: claims }) => claims > 0);
  const stream = storages[0]?.device.defaultStream;
  if (stream === undefined) return;
  stream.work.begin();
  for (const storage of storages) storage.use(stream, "write");
  stream.submit((work) => code.follow(work));
}
