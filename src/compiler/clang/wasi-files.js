// The calls of WASI preview 1 about files: by descriptor and by name.
import { ROOT } from "./file-table.js";
import { MemoryDirectory, MemoryFile } from "./memory-fs.js";
import { EBADF, EEXIST, EINVAL, EISDIR, ENOENT, ENOTDIR, ENOTEMPTY, ESPIPE, OK } from "./wasi-errors.js";

/** @typedef {import("./file-table.js").FileTable} FileTable */
/** @typedef {import("./file-table.js").OpenFile} OpenFile */
/** @typedef {import("./guest-memory.js").GuestMemory} GuestMemory */

const TYPE_CHARACTER_DEVICE = 2;
const TYPE_DIRECTORY = 3;
const TYPE_FILE = 4;

/**
 * @param {GuestMemory} memory
 * @param {FileTable} files
 */
export function fileCalls(memory, files) {
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
  /** @type {import("./preview1.js").FileCalls} */
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
          stream.write(buffer);
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
export function pathCalls(memory, files) {
  /** @type {import("./preview1.js").PathCalls} */
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
    path_readlink: () => EINVAL,
  };
  return calls;
}

/** The WASI file type; a standard stream has no node. @param {MemoryFile | MemoryDirectory | undefined} node */
function typeOf(node) {
  if (node instanceof MemoryDirectory) return TYPE_DIRECTORY;
  return node instanceof MemoryFile ? TYPE_FILE : TYPE_CHARACTER_DEVICE;
}
