// Where in the user's program something was made: the first stack frame outside CuTS and Node.

import { pathToFileURL } from "node:url";
import { codeFolder } from "./package-files.js";

let ownFolder: URL | undefined;
const framePattern = /^\s+at .*?\(?((?:file:\/\/)?[^()\s]+:\d+:\d+)\)?$/;

/** `file:///home/me/app.ts:12:9`, or undefined where no frame is the user's. */
export function creationSite(): string | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 64;
  const { stack = "" } = new Error("site");
  Error.stackTraceLimit = limit;
  return userFrame(stack.split("\n"));
}

/** The place in the first frame of a stack that is neither in CuTS nor in Node. */
export function userFrame(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const place = framePattern.exec(line)?.[1];
    if (place !== undefined && isUserFile(place)) return place;
  }
  return undefined;
}

/** Whether the code of a file, or of a place in it, is neither in CuTS nor in Node. */
export function isUserFile(file: string | null | undefined): boolean {
  if (typeof file !== "string" || file.startsWith("node:") || file.startsWith("wasm:")) return false;
  ownFolder ??= pathToFileURL(`${codeFolder()}/`);
  const isOwn = file.startsWith(ownFolder.href) || file.startsWith(ownFolder.pathname);
  // The tests of CuTS live beside its code and are users of it.
  return !isOwn || file.includes(".test.");
}
