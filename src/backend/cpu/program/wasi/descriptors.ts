// The open files of a program: the three streams, the directories it starts with, and what it opens.

import { posixPaths } from "../../../../host/paths.js";
import { closeDescriptor, openStatus } from "../../../../host/posix-files.js";

/** File types of WASI. */
export const FILE_TYPE = { unknown: 0, block: 1, character: 2, directory: 3, file: 4, link: 7 } as const;

/** The directory that is open from the start. */
const ROOT = 3;

/** An open file or directory. */
export interface Descriptor {
  /** Of the host; a directory has none. */
  readonly hostFd: number | undefined;
  /** Absolute path of a directory on the host. */
  readonly path: string;
  /** The name under which a program finds a directory that is open from the start. */
  readonly preopened?: string;
  readonly type: number;
  readonly append: boolean;
  /** Where the next read or write is; null for what has no positions. */
  position: number | null;
}

/** Open files by number. */
export class Descriptors {
  readonly #open = new Map<number, Descriptor>();
  #next = ROOT + 1;

  constructor() {
    for (const fd of [0, 1, 2]) this.#open.set(fd, stream(fd));
    // The C library keeps the current directory itself (include/cuts/program/runtime.cpp), and all names start here.
    this.#open.set(ROOT, {
      hostFd: undefined,
      path: "/",
      preopened: "/",
      type: FILE_TYPE.directory,
      append: false,
      position: null,
    });
  }

  get(fd: number): Descriptor | undefined {
    return this.#open.get(fd);
  }

  add(descriptor: Descriptor): number {
    this.#open.set(this.#next, descriptor);
    return this.#next++;
  }

  /** Gives an open file another number. */
  renumber(from: number, to: number): boolean {
    const descriptor = this.#open.get(from);
    if (descriptor === undefined) return false;
    this.close(to);
    this.#open.set(to, descriptor);
    this.#open.delete(from);
    return true;
  }

  close(fd: number): boolean {
    const descriptor = this.#open.get(fd);
    if (descriptor === undefined) return false;
    this.#open.delete(fd);
    // The streams belong to the process.
    if (descriptor.hostFd !== undefined && descriptor.hostFd > 2) closeDescriptor(descriptor.hostFd);
    return true;
  }

  /** The host path of a name that starts at an open directory. */
  resolve(fd: number, name: string): string | undefined {
    const directory = this.#open.get(fd);
    return directory?.type === FILE_TYPE.directory ? posixPaths.resolve(directory.path, name) : undefined;
  }
}

function stream(fd: number): Descriptor {
  const stat = openStatus(fd);
  const isFile = stat?.isFile() ?? false;
  const type = isFile
    ? FILE_TYPE.file
    : (stat?.isCharacterDevice() ?? false)
      ? FILE_TYPE.character
      : FILE_TYPE.unknown;
  // Another process may write to the same file: without a position the system's own is used.
  return { hostFd: fd, path: "", type, append: false, position: null };
}
