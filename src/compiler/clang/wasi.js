// The part of WASI preview 1 that clang and wasm-ld call, over a file system in memory (memory-fs.js). Each call of
// runCommand is one run of one program; it cannot reach the host. Not a general WASI: no sockets, links or waiting.
// Written out because the package's own JavaScript bindings take 20 us for each of the ~10 writes a line of IR costs.
import { MemoryDirectory, MemoryFile, lookup, segmentsOf } from "./memory-fs.js";

/**
 * @typedef {object} CommandResult
 * @property {number} exitCode
 * @property {string} [trap] why the program stopped without exiting, such as "unreachable" after a failed assertion
 * @property {string} stdout
 * @property {string} stderr
 * @property {string[]} filesRead absolute paths of the files that were opened for reading, in order of first use
 * @property {string[]} filesMissed absolute paths that were looked for in directories of the host and are not there
 */

/**
 * Runs a WASI command module to its end, be it an exit or a trap.
 * @param {WebAssembly.Module} module
 * @param {readonly string[]} args
 * @param {MemoryDirectory} root
 * @returns {Promise<CommandResult>}
 */
export async function runCommand(module, args, root) {
  const memory = new GuestMemory();
  const files = new FileTable(root);
  /** @type {Preview1} */
  const calls = { ...processCalls(memory, args), ...fileCalls(memory, files), ...pathCalls(memory, files) };
  const imports = { wasi_snapshot_preview1: /** @type {WebAssembly.ModuleImports} */ ({ ...calls }) };
  const { exports } = await WebAssembly.instantiate(module, imports);
  memory.attach(/** @type {WebAssembly.Memory} */ (exports["memory"]));
  let exitCode = 0;
  /** @type {string | undefined} */
  let trap;
  try {
    /** @type {() => void} */ (exports["_start"])();
  } catch (error) {
    if (error instanceof Exit) exitCode = error.status;
    else if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) trap = error.message;
    else throw error;
  }
  const outcome = {
    exitCode: trap === undefined ? exitCode : TRAPPED,
    stdout: files.output(1),
    stderr: files.output(2),
    filesRead: [...files.filesRead],
    filesMissed: [...files.filesMissed],
  };
  return trap === undefined ? outcome : { ...outcome, trap };
}

const OK = 0;
const EBADF = 8;
const EEXIST = 20;
const EINVAL = 28;
const EISDIR = 31;
const ENOENT = 44;
const ENOSYS = 52;
const ENOTDIR = 54;
const ENOTEMPTY = 55;
const ESPIPE = 70;

/** Exit code of a program that trapped: that of a native one which called abort. */
const TRAPPED = 134;
const ROOT = 3;
const TYPE_CHARACTER_DEVICE = 2;
const TYPE_DIRECTORY = 3;
const TYPE_FILE = 4;

class Exit extends Error {
  /** @param {number} status */
  constructor(status) {
    super(`exit ${status}`);
    this.status = status;
  }
}

/** The program's memory. Its buffer is replaced when it grows, so every access asks for it again. */
class GuestMemory {
  /** @type {WebAssembly.Memory | undefined} */
  #memory;
  /** @type {DataView} */
  #view = new DataView(new ArrayBuffer(0));

  /** @param {WebAssembly.Memory} memory */
  attach(memory) {
    this.#memory = memory;
  }

  get view() {
    const buffer = /** @type {WebAssembly.Memory} */ (this.#memory).buffer;
    if (this.#view.buffer !== buffer) this.#view = new DataView(buffer);
    return this.#view;
  }

  /** @param {number} pointer @param {number} length */
  bytes(pointer, length) {
    return new Uint8Array(this.view.buffer, pointer, length);
  }

  /** @param {number} pointer @param {number} length */
  text(pointer, length) {
    return Buffer.from(this.view.buffer, pointer, length).toString();
  }

  /** @param {number} pointer @param {number} value */
  setU32(pointer, value) {
    this.view.setUint32(pointer, value, true);
  }

  /** @param {number} pointer @param {number | bigint} value */
  setU64(pointer, value) {
    this.view.setBigUint64(pointer, BigInt(value), true);
  }

  /** The buffers of an iovec array. @param {number} pointer @param {number} count */
  *buffers(pointer, count) {
    for (let i = 0; i < count; i++) {
      const at = pointer + 8 * i;
      yield this.bytes(this.view.getUint32(at, true), this.view.getUint32(at + 4, true));
    }
  }

  /** @param {number} pointer @param {number} type @param {MemoryFile | MemoryDirectory | undefined} node */
  setFileStat(pointer, type, node) {
    this.bytes(pointer, 64).fill(0);
    this.setU64(pointer + 8, node?.inode ?? 0n);
    this.view.setUint8(pointer + 16, type);
    this.setU64(pointer + 24, 1);
    this.setU64(pointer + 32, node instanceof MemoryFile ? node.size : 0);
  }
}

/**
 * @typedef {object} OpenFile
 * @property {MemoryFile | MemoryDirectory} node
 * @property {string} path absolute
 * @property {number} position
 * @property {boolean} append
 */

/** Open files by descriptor, the captured output streams, and the record of what was read. */
class FileTable {
  root;
  /** @type {Map<number, OpenFile>} */
  #open = new Map();
  #next = ROOT + 1;
  /** @type {Uint8Array[][]} */
  #streams = [[], [], []];
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

  /** The chunks of stdin, stdout or stderr; undefined for other descriptors. @param {number} fd */
  stream(fd) {
    return this.#streams[fd];
  }

  /** @param {1 | 2} fd */
  output(fd) {
    return Buffer.concat(this.#streams[fd] ?? []).toString();
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

/**
 * @param {GuestMemory} memory
 * @param {readonly string[]} args
 */
function processCalls(memory, args) {
  const encoded = args.map((arg) => Buffer.from(`${arg}\0`));
  let seed = 0x2545f491;
  /** @type {Pick<Preview1, "args_get" | "args_sizes_get" | "environ_get" | "environ_sizes_get" | "clock_time_get" | "random_get" | "poll_oneoff" | "proc_exit">} */
  const calls = {
    args_sizes_get(count, size) {
      memory.setU32(count, encoded.length);
      memory.setU32(
        size,
        encoded.reduce((sum, arg) => sum + arg.length, 0),
      );
      return OK;
    },
    args_get(argv, buffer) {
      let at = buffer;
      for (const [index, arg] of encoded.entries()) {
        memory.setU32(argv + 4 * index, at);
        memory.bytes(at, arg.length).set(arg);
        at += arg.length;
      }
      return OK;
    },
    environ_sizes_get(count, size) {
      memory.setU32(count, 0);
      memory.setU32(size, 0);
      return OK;
    },
    environ_get: () => OK,
    clock_time_get(clock, _precision, result) {
      const milliseconds = clock === 0 ? Date.now() : performance.now();
      memory.setU64(result, Math.round(milliseconds * 1e6));
      return OK;
    },
    // The same numbers in every run: they only name temporary files, and builds should repeat.
    random_get(pointer, length) {
      for (let i = 0; i < length; i++) {
        seed ^= seed << 13;
        seed ^= seed >>> 17;
        seed ^= seed << 5;
        memory.view.setUint8(pointer + i, seed & 0xff);
      }
      return OK;
    },
    poll_oneoff: () => ENOSYS,
    proc_exit(status) {
      throw new Exit(status);
    },
  };
  return calls;
}

/**
 * @param {GuestMemory} memory
 * @param {FileTable} files
 */
function fileCalls(memory, files) {
  /** @type {(file: OpenFile, iovs: number, count: number, offset: number) => number} */
  const read = ({ node }, iovs, count, offset) => {
    let at = offset;
    if (!(node instanceof MemoryFile)) return 0;
    for (const buffer of memory.buffers(iovs, count)) {
      const chunk = node.bytes.subarray(at, at + buffer.length);
      buffer.set(chunk);
      at += chunk.length;
    }
    return at - offset;
  };
  /** @type {Omit<Preview1, keyof ReturnType<typeof processCalls> | keyof ReturnType<typeof pathCalls>>} */
  const calls = {
    fd_close: (fd) => (files.close(fd) || files.stream(fd) !== undefined ? OK : EBADF),
    fd_fdstat_get(fd, result) {
      const node = files.get(fd)?.node;
      if (node === undefined && files.stream(fd) === undefined) return EBADF;
      memory.bytes(result, 24).fill(0);
      memory.view.setUint8(result, typeOf(node));
      memory.setU64(result + 8, 0xffffffffffffffffn);
      memory.setU64(result + 16, 0xffffffffffffffffn);
      return OK;
    },
    fd_filestat_get(fd, result) {
      const node = files.get(fd)?.node;
      if (node === undefined && files.stream(fd) === undefined) return EBADF;
      memory.setFileStat(result, typeOf(node), node);
      return OK;
    },
    fd_filestat_set_size(fd, size) {
      const node = files.get(fd)?.node;
      if (!(node instanceof MemoryFile)) return EBADF;
      node.truncate(Number(size));
      return OK;
    },
    fd_filestat_set_times: () => OK,
    fd_prestat_get(fd, result) {
      if (fd !== ROOT) return EBADF;
      memory.setU32(result, 0);
      memory.setU32(result + 4, 1);
      return OK;
    },
    fd_prestat_dir_name(fd, pointer) {
      if (fd !== ROOT) return EBADF;
      memory.view.setUint8(pointer, "/".charCodeAt(0));
      return OK;
    },
    fd_read(fd, iovs, count, result) {
      const file = files.get(fd);
      if (file === undefined && files.stream(fd) === undefined) return EBADF;
      if (file?.node instanceof MemoryDirectory) return EISDIR;
      const length = file === undefined ? 0 : read(file, iovs, count, file.position);
      if (file !== undefined) file.position += length;
      memory.setU32(result, length);
      return OK;
    },
    fd_pread(fd, iovs, count, offset, result) {
      const file = files.get(fd);
      if (file === undefined) return EBADF;
      if (file.node instanceof MemoryDirectory) return EISDIR;
      memory.setU32(result, read(file, iovs, count, Number(offset)));
      return OK;
    },
    fd_write(fd, iovs, count, result) {
      const file = files.get(fd);
      const stream = files.stream(fd);
      let length = 0;
      for (const buffer of memory.buffers(iovs, count)) {
        if (stream !== undefined) {
          stream.push(buffer.slice());
        } else if (file?.node instanceof MemoryFile) {
          if (file.append) file.position = file.node.size;
          file.node.write(buffer, file.position);
          file.position += buffer.length;
        } else {
          return EBADF;
        }
        length += buffer.length;
      }
      memory.setU32(result, length);
      return OK;
    },
    fd_seek(fd, offset, whence, result) {
      const file = files.get(fd);
      if (file === undefined) return files.stream(fd) === undefined ? EBADF : ESPIPE;
      if (!(file.node instanceof MemoryFile)) return EISDIR;
      const from = [0, file.position, file.node.size][whence];
      if (from === undefined || from + Number(offset) < 0) return EINVAL;
      file.position = from + Number(offset);
      memory.setU64(result, file.position);
      return OK;
    },
    fd_readdir(fd, pointer, length, cookie, result) {
      const directory = files.get(fd)?.node;
      if (!(directory instanceof MemoryDirectory)) return ENOTDIR;
      const out = memory.bytes(pointer, length);
      let used = 0;
      for (const [index, name] of directory.names().entries()) {
        if (index < Number(cookie)) continue;
        const node = directory.get(name);
        const encoded = Buffer.from(name);
        const entry = Buffer.alloc(24 + encoded.length);
        entry.writeBigUInt64LE(BigInt(index + 1), 0);
        entry.writeBigUInt64LE(node?.inode ?? 0n, 8);
        entry.writeUInt32LE(encoded.length, 16);
        entry.writeUInt8(typeOf(node), 20);
        encoded.copy(entry, 24);
        // A cut-off last entry tells the caller that the buffer was too small.
        out.set(entry.subarray(0, length - used), used);
        used = Math.min(length, used + entry.length);
        if (used === length) break;
      }
      memory.setU32(result, used);
      return OK;
    },
  };
  return calls;
}

/**
 * @param {GuestMemory} memory
 * @param {FileTable} files
 */
function pathCalls(memory, files) {
  /** @type {Pick<Preview1, "path_create_directory" | "path_filestat_get" | "path_link" | "path_open" | "path_readlink" | "path_remove_directory" | "path_rename" | "path_symlink" | "path_unlink_file">} */
  const calls = {
    path_open(fd, _lookupFlags, pointer, length, flags, _rights, _inheriting, fdFlags, result) {
      const [create, directory, exclusive, truncate] = [1, 2, 4, 8].map((bit) => (flags & bit) !== 0);
      const path = files.absolute(fd, memory.text(pointer, length));
      let node = files.find(path);
      if (node === undefined) {
        const parent = files.parent(path);
        if (!create || parent.directory === undefined) return ENOENT;
        node = new MemoryFile();
        parent.directory.entries.set(parent.name, node);
      } else {
        if (create && exclusive) return EEXIST;
        if (directory && node instanceof MemoryFile) return ENOTDIR;
        if (node instanceof MemoryFile && truncate) node.truncate(0);
        else if (node instanceof MemoryFile) files.filesRead.add(path);
      }
      memory.setU32(result, files.add({ node, path, position: 0, append: (fdFlags & 1) !== 0 }));
      return OK;
    },
    path_filestat_get(fd, _lookupFlags, pointer, length, result) {
      const node = files.find(files.absolute(fd, memory.text(pointer, length)));
      if (node === undefined) return ENOENT;
      memory.setFileStat(result, typeOf(node), node);
      return OK;
    },
    path_create_directory(fd, pointer, length) {
      const { directory, name } = files.parent(files.absolute(fd, memory.text(pointer, length)));
      if (directory === undefined) return ENOENT;
      if (directory.get(name) !== undefined) return EEXIST;
      directory.entries.set(name, new MemoryDirectory());
      return OK;
    },
    path_remove_directory(fd, pointer, length) {
      const { directory, name } = files.parent(files.absolute(fd, memory.text(pointer, length)));
      const node = directory?.entries.get(name);
      if (directory === undefined || node === undefined) return ENOENT;
      if (node instanceof MemoryFile) return ENOTDIR;
      if (node.names().length > 0) return ENOTEMPTY;
      directory.entries.delete(name);
      return OK;
    },
    path_unlink_file(fd, pointer, length) {
      const { directory, name } = files.parent(files.absolute(fd, memory.text(pointer, length)));
      const node = directory?.entries.get(name);
      if (directory === undefined || node === undefined) return ENOENT;
      if (node instanceof MemoryDirectory) return EISDIR;
      directory.entries.delete(name);
      return OK;
    },
    path_rename(fd, pointer, length, newFd, newPointer, newLength) {
      const from = files.parent(files.absolute(fd, memory.text(pointer, length)));
      const to = files.parent(files.absolute(newFd, memory.text(newPointer, newLength)));
      const node = from.directory?.entries.get(from.name);
      if (from.directory === undefined || to.directory === undefined || node === undefined) return ENOENT;
      from.directory.entries.delete(from.name);
      to.directory.entries.set(to.name, node);
      return OK;
    },
    path_link: () => ENOSYS,
    path_symlink: () => ENOSYS,
    path_readlink: () => EINVAL,
  };
  return calls;
}

/** The WASI file type; a standard stream has no node. @param {MemoryFile | MemoryDirectory | undefined} node */
function typeOf(node) {
  if (node instanceof MemoryDirectory) return TYPE_DIRECTORY;
  return node instanceof MemoryFile ? TYPE_FILE : TYPE_CHARACTER_DEVICE;
}

/**
 * The functions of `wasi_snapshot_preview1` that the program imports: pointers and sizes are numbers, 64-bit values bigints,
 * results error numbers.
 * @typedef {object} Preview1
 * @property {(argv: number, buffer: number) => number} args_get
 * @property {(count: number, size: number) => number} args_sizes_get
 * @property {(environ: number, buffer: number) => number} environ_get
 * @property {(count: number, size: number) => number} environ_sizes_get
 * @property {(clock: number, precision: bigint, result: number) => number} clock_time_get
 * @property {(pointer: number, length: number) => number} random_get
 * @property {(inputs: number, outputs: number, count: number, result: number) => number} poll_oneoff
 * @property {(status: number) => never} proc_exit
 * @property {(fd: number) => number} fd_close
 * @property {(fd: number, result: number) => number} fd_fdstat_get
 * @property {(fd: number, result: number) => number} fd_filestat_get
 * @property {(fd: number, size: bigint) => number} fd_filestat_set_size
 * @property {(fd: number, accessed: bigint, modified: bigint, flags: number) => number} fd_filestat_set_times
 * @property {(fd: number, iovs: number, count: number, offset: bigint, result: number) => number} fd_pread
 * @property {(fd: number, result: number) => number} fd_prestat_get
 * @property {(fd: number, pointer: number, length: number) => number} fd_prestat_dir_name
 * @property {(fd: number, iovs: number, count: number, result: number) => number} fd_read
 * @property {(fd: number, pointer: number, length: number, cookie: bigint, result: number) => number} fd_readdir
 * @property {(fd: number, offset: bigint, whence: number, result: number) => number} fd_seek
 * @property {(fd: number, iovs: number, count: number, result: number) => number} fd_write
 * @property {(fd: number, pointer: number, length: number) => number} path_create_directory
 * @property {(fd: number, lookup: number, pointer: number, length: number, result: number) => number} path_filestat_get
 * @property {(...args: number[]) => number} path_link
 * @property {(fd: number, lookup: number, pointer: number, length: number, flags: number, rights: bigint, inheriting: bigint, fdFlags: number, result: number) => number} path_open
 * @property {(...args: number[]) => number} path_readlink
 * @property {(fd: number, pointer: number, length: number) => number} path_remove_directory
 * @property {(fd: number, pointer: number, length: number, newFd: number, newPointer: number, newLength: number) => number} path_rename
 * @property {(...args: number[]) => number} path_symlink
 * @property {(fd: number, pointer: number, length: number) => number} path_unlink_file
 */
