// Maps files into memory, so that the system reads a page when it is first accessed. Where that is not possible (Windows), the file
// is read at once.

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { CutsError } from "../core/errors.js";
import { lazy } from "../core/lazy.js";
import { addressOf } from "./memory.js";
import { openRawLibrary } from "./raw-library.js";

const PROT_READ = 1;
const MAP_PRIVATE = 2;

/** The bytes of a file, until it is released. */
export interface MappedFile {
  readonly pointer: bigint;
  readonly byteLength: number;
  release(): void;
}

const mapping = lazy(() => {
  if (process.platform === "win32") return undefined;
  const system = openRawLibrary(null);
  return {
    map: system.bind("mmap", "int64", ["address", "uint64", "int32", "int32", "int32", "int64"]),
    unmap: system.bind("munmap", "int32", ["address", "uint64"]),
  };
});

/**
 * Maps a file for reading. The file must not be truncated while it is mapped, because reading missing pages crashes the process.
 */
export function mapFile(path: string): MappedFile {
  const file = openSync(path, "r");
  try {
    const byteLength = fstatSync(file).size;
    const system = mapping();
    if (system === undefined || byteLength === 0) return readWhole(file, byteLength);
    const address = BigInt(system.map(0, byteLength, PROT_READ, MAP_PRIVATE, file, 0));
    if (address === -1n) {
      throw new CutsError("CUTS_FILE_SYSTEM", `Cannot map ${path} into memory: the system refuses it`);
    }
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      system.unmap(Number(address), byteLength);
    };
    return { pointer: address, byteLength, release };
  } finally {
    closeSync(file);
  }
}

function readWhole(file: number, byteLength: number): MappedFile {
  const bytes = Buffer.from(new ArrayBuffer(Math.max(byteLength, 8)));
  for (let at = 0; at < byteLength; ) {
    const count = readSync(file, bytes, at, byteLength - at, at);
    if (count === 0) break;
    at += count;
  }
  let held: Buffer | undefined = bytes;
  const release = (): void => {
    if (held !== undefined) held = undefined;
  };
  return { pointer: addressOf(bytes), byteLength, release };
}
