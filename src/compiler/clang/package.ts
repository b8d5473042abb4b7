// Finds the compiler package and its version. The package is an optional dependency; where it is absent, the error says what to install.
import { UnsupportedError } from "../../core/errors.js";
import { lazy } from "../../core/lazy.js";
import { resolvePackage } from "../../host/assets.js";
import { readText } from "../../host/files.js";
import { dirname, join } from "../../host/paths.js";

const PACKAGE = "@yowasp/clang";

export interface CompilerPackage {
  /** The package's version, such as `22.0.0-git20542-10`. */
  readonly version: string;
  /** The folder that holds the compiler as WebAssembly and its headers and libraries. */
  readonly folder: string;
}

/** The version that the package was built with and depends on, put in when it is built; not there before. */
declare const CUTS_CLANG_VERSION: string | undefined;

/**
 * The installed compiler package.
 *
 * @throws UnsupportedError `CUTS_CLANG_NOT_INSTALLED` when it is absent, `CUTS_CLANG_VERSION` when it is another one than
 * CuTS was built with.
 */
export const compilerPackage: () => CompilerPackage = lazy(() => findPackage(resolvePackage, bakedVersion()));

/** Version of the embedded compiler, for cache keys: `clang-<package version>`. Starts nothing. */
export function clangVersion(): string {
  return `clang-${bakedVersion() ?? compilerPackage().version}`;
}

// Finding out costs milliseconds, and code from the cache needs the version but no compiler.
function bakedVersion(): string | undefined {
  return typeof CUTS_CLANG_VERSION === "string" ? CUTS_CLANG_VERSION : undefined;
}

/** As {@link compilerPackage}, with a resolver of one's own; `wanted` is the only version that will do. */
export function findPackage(resolve: (name: string) => string, wanted?: string): CompilerPackage {
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
  const manifest: unknown = JSON.parse(readText(join(folder, "..", "package.json")));
  const { version } = manifest as { version: string };
  if (wanted !== undefined && version !== wanted) {
    throw new UnsupportedError(
      "CUTS_CLANG_VERSION",
      `Cannot compile CUDA C++ for the CPU: it takes ${PACKAGE} ${wanted} (got ${version})\nTry: npm install ${PACKAGE}@${wanted}`,
    );
  }
  return { version, folder };
}
