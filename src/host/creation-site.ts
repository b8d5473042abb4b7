// Where in the user's program something was made: the first stack frame outside CuTS and Node.

import { lazy } from "../core/lazy.js";
import { packageFolder } from "./assets.js";
import { join, urlOfPath } from "./paths.js";

const ownFolders = lazy(() => ["src", "dist"].map((name) => urlOfPath(join(packageFolder(), name, "/"))));
const place = String.raw`((?:file:\/\/)?[^()\s]+:\d+:\d+)`;
/** A frame as V8 writes it: "    at name (place)"; or as JavaScriptCore, the engine of Bun, may: "name (place)". Both leave out what has no name. */
const framePattern = new RegExp(String.raw`^\s+at .*?\(?${place}\)?$|^(?:[^()]*\()?${place}\)?$`);

/** `file:///home/me/app.ts:12:9`, or undefined if no frame is the user's. */
export function creationSite(): string | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 64;
  const { stack = "" } = new Error("site");
  Error.stackTraceLimit = limit;
  return userFrame(stack.split("\n"));
}

/** The place in the first stack frame that is neither in CuTS nor in Node. */
export function userFrame(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const [, v8, javaScriptCore] = framePattern.exec(line) ?? [];
    const found = v8 ?? javaScriptCore;
    if (found !== undefined && isUserFile(found)) return found;
  }
  return undefined;
}

/** Whether the code of a file, or of a place in it, is neither in CuTS nor in Node. */
export function isUserFile(file: string | null | undefined): boolean {
  if (typeof file !== "string" || file.startsWith("node:") || file.startsWith("wasm:")) return false;
  // With source maps, which Deno always uses, frames are in src/.
  const isOwn = ownFolders().some(({ href, pathname }) => file.startsWith(href) || file.startsWith(pathname));
  // The tests of CuTS are beside its code and count as user code.
  return !isOwn || file.includes(".test.");
}
