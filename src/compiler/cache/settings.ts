// Where the cache is and how large it may be, from the environment. This is a pure function of environment, platform and home directory.
// Problems are returned as text, because a cache never stops a compilation.

import type { Platform } from "../../core/host-types.js";
import { posixPaths, windowsPaths } from "../../host/paths.js";

/** How a cache is set up. */
export interface CacheSettings {
  /** Absolute; undefined when there is no place for a cache. */
  readonly directory: string | undefined;
  readonly maxByteLength: number;
  readonly enabled: boolean;
  /** What was wrong in the environment, one sentence each. */
  readonly problems: readonly string[];
}

/** The size a cache is kept under unless `CUTS_CACHE_SIZE` says otherwise: 1 GiB. */
export const defaultMaxByteLength = 2 ** 30;

/** The variables of the environment that count. */
export const settingNames = [
  "CUTS_CACHE",
  "CUTS_CACHE_DIR",
  "CUTS_CACHE_SIZE",
  "XDG_CACHE_HOME",
  "LOCALAPPDATA",
] as const;

const on = ["", "1", "on", "true", "yes"];
const off = ["0", "off", "false", "no"];

/** The settings that `CUTS_CACHE`, `CUTS_CACHE_DIR`, `CUTS_CACHE_SIZE` and the platform's customs give. */
export function settingsFrom(
  environment: Readonly<Record<string, string | undefined>>,
  platform: Platform,
  home: string | undefined,
  workingDirectory: string,
): CacheSettings {
  const problems: string[] = [];
  const { CUTS_CACHE = "", CUTS_CACHE_DIR, CUTS_CACHE_SIZE } = environment;

  const enabled = !off.includes(CUTS_CACHE.toLowerCase());
  if (enabled && !on.includes(CUTS_CACHE.toLowerCase())) {
    problems.push(
      `Cannot read CUTS_CACHE: it is 0 or 1 (got ${JSON.stringify(CUTS_CACHE)}); the cache stays on`,
    );
  }

  let maxByteLength = defaultMaxByteLength;
  if (CUTS_CACHE_SIZE) {
    const parsed = parseByteSize(CUTS_CACHE_SIZE);
    if (parsed === undefined) {
      problems.push(
        `Cannot read CUTS_CACHE_SIZE: it is a positive number of bytes, or one with K, M, G or T ` +
          `(got ${JSON.stringify(CUTS_CACHE_SIZE)}); 1 GiB is used\nTry: CUTS_CACHE_SIZE=4G, or CUTS_CACHE=0 for no cache`,
      );
    } else {
      maxByteLength = parsed;
    }
  }

  const path = platform === "win32" ? windowsPaths : posixPaths;
  const directory = CUTS_CACHE_DIR
    ? path.resolve(workingDirectory, CUTS_CACHE_DIR)
    : customDirectory(environment, platform, home);
  if (enabled && directory === undefined) {
    problems.push(
      "Cannot keep a compile cache: there is no home directory\nTry: CUTS_CACHE_DIR=/a/directory/of/yours",
    );
  }
  return { directory, maxByteLength, enabled, problems };
}

/**
 * A size such as "500000", "64K", "1.5 GiB" or "2GB" in bytes; units are powers of 1024. Undefined when it is not one,
 * or when it is zero.
 */
export function parseByteSize(text: string): number | undefined {
  const match = /^\s*(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?\s*$/i.exec(text);
  if (match === null) return undefined;
  const [, digits = "", unit = ""] = match;
  const bytes = Math.floor(Number(digits) * 1024 ** " kmgt".indexOf(unit.toLowerCase() || " "));
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : undefined;
}

function customDirectory(
  environment: Readonly<Record<string, string | undefined>>,
  platform: Platform,
  home: string | undefined,
): string | undefined {
  const path = platform === "win32" ? windowsPaths : posixPaths;
  const { XDG_CACHE_HOME, LOCALAPPDATA } = environment;
  // The XDG specification asks that a relative path be ignored.
  if (XDG_CACHE_HOME && path.isAbsolute(XDG_CACHE_HOME)) return path.join(XDG_CACHE_HOME, "cuts");
  if (platform === "win32" && LOCALAPPDATA) return path.join(LOCALAPPDATA, "cuts", "cache");
  if (!home) return undefined;
  if (platform === "win32") return path.join(home, "AppData", "Local", "cuts", "cache");
  if (platform === "darwin") return path.join(home, "Library", "Caches", "cuts");
  return path.join(home, ".cache", "cuts");
}
