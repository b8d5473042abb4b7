// Finds the compiler package and its version. The package is an optional dependency: where it is absent this throws
// with what to install, and nothing else in this folder works.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { UnsupportedError } from "../../core/errors.js";

const PACKAGE = "@yowasp/clang";

export interface CompilerPackage {
  /** The package's version, such as `22.0.0-git20542-10`. */
  readonly version: string;
  /** The folder that holds the compiler as WebAssembly and its headers and libraries. */
  readonly folder: string;
}

let found: CompilerPackage | undefined;

/**
 * The installed compiler package.
 *
 * @throws UnsupportedError `CUTS_CLANG_NOT_INSTALLED` when it is absent.
 */
export function compilerPackage(): CompilerPackage {
  found ??= findPackage(createRequire(import.meta.url).resolve);
  return found;
}

/** Version of the embedded compiler, for cache keys: `clang-<package version>`. Starts nothing. */
export function clangVersion(): string {
  return `clang-${compilerPackage().version}`;
}

/** As {@link compilerPackage}, with a resolver of one's own. */
export function findPackage(resolve: (name: string) => string): CompilerPackage {
  let entry: string;
  try {
    entry = resolve(PACKAGE);
  } catch (cause) {
    throw new UnsupportedError(
      "CUTS_CLANG_NOT_INSTALLED",
      `Cannot compile CUDA C++ for the CPU: the optional dependency ${PACKAGE} is not installed\nTry: npm install ${PACKAGE}`,
      { cause },
    );
  }
  const folder = dirname(entry);
  const manifest: unknown = JSON.parse(readFileSync(join(folder, "..", "package.json"), "utf8"));
  return { version: (manifest as { version: string }).version, folder };
}
