// The libraries that code with 64-bit addresses is linked with (tools/build-libraries64). Clang's own libraries, and those of other
// programs, have 32-bit addresses.
import { packageFolder } from "../../host/assets.js";
import { readBytes } from "../../host/files.js";
import { join } from "../../host/paths.js";
import { digestOf } from "../cache/digest.js";
import { GUEST } from "./guest-layout.js";
import type { ResidentFile } from "./protocol.js";

/** An archive of the package's. */
export interface WideLibrary {
  /** Where tools see it. */
  readonly path: string;
  readonly file: string;
}

/** What kernels may be linked with: mathematics, memory, and what the compiler calls by itself. */
export const WIDE_DEVICE_LIBRARY: WideLibrary = { path: `${GUEST}/wide-device.a`, file: "wide-device.a.br" };
/** The rest of C's and C++'s libraries, and what calls main. */
export const WIDE_LIBRARY: WideLibrary = { path: `${GUEST}/wide.a`, file: "wide.a.br" };

/** Says so to the linker; objects differ in features that have nothing to do with it. */
export const WIDE_LINK_ARGS: readonly string[] = ["-mwasm64", "--no-check-features"];

const pathOf = ({ file }: WideLibrary): string => join(packageFolder(), "libraries", file);

/** Libraries as files of a job of the compiler. */
export function wideLibrary(...libraries: readonly WideLibrary[]): Readonly<Record<string, ResidentFile>> {
  return Object.fromEntries(
    libraries.map((library) => [library.path, { key: pathOf(library), path: pathOf(library) }]),
  );
}

/** What is in libraries, for cache keys. */
export function wideDigest(...libraries: readonly WideLibrary[]): string {
  return libraries.map((library) => digestOf(readBytes(pathOf(library)))).join(" ");
}
