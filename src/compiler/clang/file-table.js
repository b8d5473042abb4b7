// The open files of one run of a program, its captured output, and a list of the files that it looked for.
import { lookup, MemoryDirectory, segmentsOf } from "./memory-fs.js";

/** @typedef {import("./memory-fs.js").MemoryFile} MemoryFile */

/** Descriptor of the root directory, the only one that is open from the start. */
export const ROOT = 3;

/**
 * @typedef {object} OpenFile
 * @property {MemoryFile | MemoryDirectory} node
 * @property {string} path absolute
 * @property {number} position
 * @property {boolean} append
 */

/** What a program writes to a stream: clang prints IR in ten thousands of small pieces. */
class Captured {
  #bytes = new Uint8Array(1024);
  #length = 0;

  /** @param {Uint8Array} bytes */
  write(bytes) {
    const end = this.#length + bytes.length;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(2 * end);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length = end;
  }

  text() {
    return Buffer.from(this.#bytes.buffer, 0, this.#length).toString();
  }
}

/** Open files by descriptor, the captured output streams, and the record of what was read. */
export class FileTable {
  root;
  /** @type {Map<number, OpenFile>} */
  #open = new Map();
  #next = ROOT + 1;
  #streams = [new Captured(), new Captured(), new Captured()];
  /** @type {Set<string>} */
  filesRead = new Set();
  /** @type {Set<string>} */
  filesMissed = new Set();

  /** @param {MemoryDirectory} root */
  constructor(root) {
    this.root = root;
    this.#open.set(ROOT, { node: root, path: "/", position: 0, append: false });
  }

  /** @param {number} fd */
  get(fd) {
    return this.#open.get(fd);
  }

  /** @param {OpenFile} file */
  add(file) {
    this.#open.set(this.#next, file);
    return this.#next++;
  }

  /** @param {number} fd */
  close(fd) {
    return this.#open.delete(fd);
  }

  /** What was written to stdin, stdout or stderr; undefined for other descriptors. @param {number} fd */
  stream(fd) {
    return this.#streams[fd];
  }

  /** @param {1 | 2} fd */
  output(fd) {
    return this.#streams[fd]?.text() ?? "";
  }

  /** The absolute form of `path` relative to an open directory. @param {number} fd @param {string} path */
  absolute(fd, path) {
    return `/${segmentsOf(`${this.#open.get(fd)?.path ?? ""}/${path}`).join("/")}`;
  }

  /** The node at an absolute path. What a host directory does not have is noted. @param {string} path */
  find(path) {
    const node = lookup(this.root, path);
    if (node === undefined && this.parent(path).directory?.hostPath !== undefined) this.filesMissed.add(path);
    return node;
  }

  /** @param {string} path absolute */
  parent(path) {
    const slash = path.lastIndexOf("/");
    const directory = lookup(this.root, path.slice(0, slash));
    return {
      directory: directory instanceof MemoryDirectory ? directory : undefined,
      name: path.slice(slash + 1),
    };
  }
}
