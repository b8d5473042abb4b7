// Inspects the FFI and the C library, by calling functions whose results are known.

import { dlopen } from "../ffi/dlopen.js";
import { loadedPath } from "./find-library.js";
import { findPackage } from "./npm-package.js";
import { type Finding, type Inspection, tryCall } from "./report.js";

/** Finds koffi, the native module that makes C calls. */
export async function inspectFfi({ platform }: Inspection): Promise<Finding> {
  const installed = findPackage("koffi");
  if (installed === undefined) {
    return { found: false, whyNot: "the package koffi is not installed", hint: "npm install" };
  }
  const call = await tryCall("cos(0)", () => {
    using math = dlopen(cLibrary(platform), { cos: "double(double)" });
    const result = math.cos(0);
    if (result !== 1) throw new Error(`cos(0) must be 1 (got ${result})`);
    return String(result);
  });
  return { found: true, where: installed.folder, version: installed.version, call };
}

/** Finds the C library that Node itself uses. */
export async function inspectCLibrary({ platform }: Inspection): Promise<Finding> {
  const call = await tryCall('strlen("CuTS")', () => {
    using library = dlopen(cLibrary(platform), { strlen: "size_t(const char*)" });
    const length = library.strlen("CuTS");
    if (length !== 4) throw new Error(`strlen("CuTS") must be 4 (got ${length})`);
    return String(length);
  });
  if (!call.ok) return { found: false, whyNot: call.result };
  const where = cLibraryPath(platform);
  return { found: true, ...(where === undefined ? {} : { where }), ...libraryVersion(), call };
}

// On Unix the process itself has the C library's functions, whatever the file is called; on Windows it does not.
function cLibrary(platform: NodeJS.Platform): string | null {
  return platform === "win32" ? "ucrtbase.dll" : null;
}

function cLibraryPath(platform: NodeJS.Platform): string | undefined {
  if (platform === "win32") return "ucrtbase.dll";
  return loadedPath("libc.so") ?? loadedPath("libc-") ?? loadedPath("ld-musl-");
}

/** The version of the C library; only glibc has a function for it. */
function libraryVersion(): { version?: string } {
  try {
    using library = dlopen(null, { gnu_get_libc_version: "const char*(void)" });
    return { version: `glibc ${library.gnu_get_libc_version()}` };
  } catch {
    return {};
  }
}
