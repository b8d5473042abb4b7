// The file system a tool sees: a tree in memory whose directories may fall back to a read-only directory of the host.
// Paths are absolute with "/" on every platform; "." and ".." are resolved here. Nothing is written to the host.
// Plain JavaScript with JSDoc types, because the compiler's child process runs it unbuilt.

import { entryIn, namesOf } from "../../host/host-folder.js";

let lastInode = 0n;

/** A regular file. Bytes given to it are never changed in place: the first write copies them. */
export class MemoryFile {
  inode = ++lastInode;
  /** @type {Uint8Array | (() => Uint8Array)} */
  #content;
  #size;
  #owned = false;

  /**
   * @param {Uint8Array | (() => Uint8Array)} content the bytes, or what reads them on first use
   * @param {number} [size] must be given with a function
   */
  constructor(content = new Uint8Array(0), size = content.length) {
    this.#content = content;
    this.#size = size;
  }

  get size() {
    return this.#size;
  }

  /** The content, as a view that is valid until the next write. */
  get bytes() {
    if (typeof this.#content === "function") {
      this.#content = this.#content();
      this.#size = this.#content.length;
    }
    return this.#content.subarray(0, this.#size);
  }

  /** @param {number} size */
  truncate(size) {
    this.#reserve(size).fill(0, Math.min(this.#size, size), size);
    this.#size = size;
  }

  /**
   * @param {Uint8Array} chunk
   * @param {number} offset
   */
  write(chunk, offset) {
    const end = offset + chunk.length;
    const content = this.#reserve(Math.max(end, this.#size));
    if (offset > this.#size) content.fill(0, this.#size, offset);
    content.set(chunk, offset);
    this.#size = Math.max(end, this.#size);
  }

  // Capacity doubles: clang writes text a few bytes at a time, and growing by each write would be quadratic.
  /** @param {number} size */
  #reserve(size) {
    const old = this.bytes;
    if (this.#owned && /** @type {Uint8Array} */ (this.#content).length >= size) {
      return /** @type {Uint8Array} */ (this.#content);
    }
    const grown = new Uint8Array(Math.max(size, 2 * old.length, 4096));
    grown.set(old);
    this.#content = grown;
    this.#owned = true;
    return grown;
  }
}

/** A directory: entries in memory first, then those of `hostPath`, if it has one. */
export class MemoryDirectory {
  inode = ++lastInode;
  /** @type {Map<string, MemoryFile | MemoryDirectory>} */
  entries = new Map();
  /** @type {string | undefined} */
  hostPath;

  /** @param {string} [hostPath] */
  constructor(hostPath) {
    this.hostPath = hostPath;
  }

  /**
   * @param {string} name
   * @returns {MemoryFile | MemoryDirectory | undefined}
   */
  get(name) {
    const entry = this.entries.get(name);
    if (entry !== undefined || this.hostPath === undefined) return entry;
    const onHost = entryIn(this.hostPath, name);
    if (onHost === undefined) return undefined;
    const found = onHost.isFolder
      ? new MemoryDirectory(onHost.path)
      : new MemoryFile(() => onHost.read(), onHost.size);
    this.entries.set(name, found);
    return found;
  }

  /** Names of all entries, those of the host included. */
  names() {
    const host = this.hostPath === undefined ? [] : namesOf(this.hostPath);
    return [...new Set([...this.entries.keys(), ...host])];
  }
}

/**
 * Resolves "." and ".." by name and drops empty segments.
 * @param {string} path
 */
export function segmentsOf(path) {
  /** @type {string[]} */
  const segments = [];
  for (const segment of path.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments;
}

/**
 * The entry at `path`, or undefined.
 * @param {MemoryDirectory} root
 * @param {string} path
 * @returns {MemoryFile | MemoryDirectory | undefined}
 */
export function lookup(root, path) {
  /** @type {MemoryFile | MemoryDirectory | undefined} */
  let entry = root;
  for (const segment of segmentsOf(path)) {
    if (!(entry instanceof MemoryDirectory)) return undefined;
    entry = entry.get(segment);
  }
  return entry;
}

/**
 * The directory at `path`; what is missing on the way is made. Throws where a file is in the way.
 * @param {MemoryDirectory} root
 * @param {string} path
 */
export function makeDirectory(root, path) {
  let directory = root;
  for (const segment of segmentsOf(path)) {
    let next = directory.get(segment);
    if (next === undefined) {
      next = new MemoryDirectory();
      directory.entries.set(segment, next);
    }
    if (!(next instanceof MemoryDirectory))
      throw new Error(`Cannot make the directory ${path}: ${segment} is a file`);
    directory = next;
  }
  return directory;
}

/**
 * Puts a file at `path`, with the directories it needs.
 * @param {MemoryDirectory} root
 * @param {string} path
 * @param {Uint8Array} bytes
 */
export function putFile(root, path, bytes) {
  const segments = segmentsOf(path);
  const name = segments.pop();
  if (name === undefined) throw new Error(`Cannot put a file at ${path}: it has no name`);
  makeDirectory(root, segments.join("/")).entries.set(name, new MemoryFile(bytes));
}
