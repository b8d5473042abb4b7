// Which files a source includes. NVRTC does not tell, and the cache must know: text it did not see is a wrong hit later. The
// scan follows every #include, also those under an #if that is false, so it may name a file too many and never one too few.

import { findIncludes } from "../../../cdecl/includes.js";
import { readPlainText } from "../../../host/plain-files.js";
import type { FileRead } from "../../../compiler/cache.js";
import { dirname, join, resolve } from "../../../host/paths.js";
import { standardHeader } from "./standard-headers.js";

/** What a source includes. */
export interface Includes {
  /** Files on disk with what was in them, and places where none was. */
  readonly files: readonly FileRead[];
  /** Headers of the standard library to hand to the compiler, by name. */
  readonly standardHeaders: ReadonlyMap<string, string>;
  /** False when an #include names a macro, so that nobody can say what it includes. */
  readonly isComplete: boolean;
}

/** Where includes are looked for. */
export interface IncludePlaces {
  /** The folder that `"…"` in the source starts from. */
  readonly directory: string;
  /** The user's headers in memory, by name. */
  readonly headers: ReadonlyMap<string, string>;
  /** The user's folders, in order. */
  readonly folders: readonly string[];
  /** Folders of the toolkit: they are part of the compiler's version and are not followed. */
  readonly toolkitFolders: readonly string[];
}

/** Follows the includes of a source. */
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

  /** `folder` is that of the text, where it is a file. */
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
