// What modules are made of when a program loads or links them: PTX, or the text that NVRTC gave. Machine code is refused.

import type { BackendModule } from "../../../../backend.js";
import { isPtx } from "../../../../../compiler/is-ptx.js";
import { readText } from "../../../../../host/files.js";
import { fail } from "../error-state.js";
import { type ModuleSource, readImage } from "../module-image.js";
import type { Runtime } from "../runtime.js";
import type { JitLogs } from "./jit-logs.js";

/** The text of an image in memory, up to its NUL. */
export function imageAt(rt: Runtime, address: number): string {
  return address === 0 ? fail("cudaErrorInvalidValue") : rt.guest.text(address);
}

/** The text of an image in a file. */
export function readImageFile(name: string): string {
  try {
    return readText(name);
  } catch {
    return fail("cudaErrorFileNotFound");
  }
}

/** What an image is compiled from; fails for machine code. */
export function sourceOf(rt: Runtime, text: string, fileName: string): ModuleSource {
  const image = readImage(text);
  if (image !== undefined) return image;
  if (isPtx(text)) return { source: text, options: { fileName } };
  rt.host.warn(
    "cuts: loading machine code (a cubin or fatbin) is not supported on the cpu device; PTX and what NVRTC gives are\n",
  );
  return fail("cudaErrorNotSupported");
}

/** Compiles; what is wrong with a source goes to stderr and, where the program asked for it, to its error log. */
export function compileSource(rt: Runtime, { source, options }: ModuleSource, logs?: JitLogs): BackendModule {
  const module = rt.backend.compile(source, { ...options, waitsItself: false });
  try {
    module.readySync();
  } catch (error) {
    module.dispose();
    const { message } = error as Error;
    logs?.tellError(message);
    rt.host.warn(`cuts: ${message}\n`);
    fail("cudaErrorInvalidPtx");
  }
  return module;
}
