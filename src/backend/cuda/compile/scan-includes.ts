// Finds the files that a source includes. NVRTC does not report them, and the cache key must cover them: a missed file would cause
// wrong cache hits. The scan follows every #include, even in an inactive #if, so it may list too many files but never too few.

import { findIncludes } from "../../../cdecl/includes.js";
import { readPlainText } from "../../../host/plain-files.js";
import type { FileRead } from "../../../compiler/cache.js";
import { dirname, join, resolve } from "../../../host/paths.js";
import { standardHeader } from "./standard-headers.js";

/** The files that a source includes. */
export interface Includes {
  /** Files on disk with their contents, and paths where no file was found. */
  readonly files: readonly FileRead[];
  /** Headers of the standard library to pass to the compiler, by name. */
  readonly standardHeaders: ReadonlyMap<string, string>;
  /** False if an #include names a macro, so that the included file is unknown. */
  readonly isComplete: boolean;
}

/** Where included files are searched. */
export interface IncludePlaces {
  /** The folder that `#include "…"` in the source is relative to. */
  readonly directory: string;
  /** The user's headers in memory, by name. */
  readonly headers: ReadonlyMap<string, string>;
  /** The user's folders, in order. */
  readonly folders: readonly string[];
  /** Folders of the toolkit. Their files are part of the compiler's version and are not scanned. */
  readonly toolkitFolders: readonly string[];
}

/** Finds all files that a source includes, directly or indirectly. */
export function scanIncludes(source: string, places: IncludePlaces): Includes {
  const scan = new Scan(places);
  scan.follow(source, places.directory);
  return {
    files: [...scan.files].map(([path, contents]) => ({ path, contents })),
    standardHeaders: scan.standardHeaders,
    isComplete: scan.isComplete,
  };
}

class Scan {
  readonly files = new Map<string, string | null>();
  readonly standardHeaders = new Map<string, string>();
  isComplete = true;
  readonly #places: IncludePlaces;
  readonly #seen = new Set<string>();

  constructor(places: IncludePlaces) {
    this.#places = places;
  }

  /** Scans one text; `folder` contains it, if it is a file. */
  follow(text: string, folder: string | undefined): void {
    for (const { name, isQuoted } of findIncludes(text)) {
      if (name === undefined) this.isComplete = false;
      else this.#resolve(name, isQuoted ? folder : undefined);
    }
  }

  #resolve(name: string, folder: string | undefined): void {
    const header = this.#places.headers.get(name);
    if (header !== undefined) {
      this.#once(`memory:${name}`, () => this.follow(header, undefined));
      return;
    }
    const folders = folder === undefined ? this.#places.folders : [folder, ...this.#places.folders];
    for (const one of folders) {
      const path = resolve(one, name);
      const contents = this.#read(path);
      if (contents === null) continue;
      this.#once(path, () => this.follow(contents, dirname(path)));
      return;
    }
    if (this.#places.toolkitFolders.some((one) => readText(join(one, name)) !== null)) return;
    const standard = standardHeader(name);
    if (standard === undefined) return;
    this.standardHeaders.set(name, standard);
    this.#once(`standard:${name}`, () => this.follow(standard, undefined));
  }

  #read(path: string): string | null {
    let contents = this.files.get(path);
    if (contents === undefined) {
      contents = readText(path);
      this.files.set(path, contents);
    }
    return contents;
  }

  #once(key: string, action: () => void): void {
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    action();
  }
}

function readText(path: string): string | null {
  try {
    return readPlainText(path);
  } catch {
    return null;
  }
}
