// System calls about open files, over the host's own.
import { join } from "../../../../host/paths.js";
import {
  descriptorStatus,
  entryNames,
  pathStatus,
  presentStatus,
  setLength,
  syncData,
  syncDescriptor,
} from "../../../../host/posix-files.js";
import { POINTER_BYTES } from "../../../../compiler/clang/pointer-size.js";
import { fillStat, typeOf } from "./file-stat.js";
import { type Descriptor, type Descriptors, FILE_TYPE } from "./descriptors.js";
import { ERRNO, errorNumber } from "./error-numbers.js";
import type { GuestMemory } from "./guest-memory.js";
import { readSome, writeAll } from "./streams.js";

const ALL_RIGHTS = 0xffff_ffff_ffff_ffffn;
/** What tells a terminal from other character devices for the C library: it cannot seek. */
const SEEK_RIGHTS = (1n << 2n) | (1n << 5n);
const utf8 = new TextEncoder();

/** The calls that take a descriptor. */
export function fileCalls(memory: GuestMemory, files: Descriptors): WebAssembly.ModuleImports {
  const withFile = (fd: number, action: (file: Descriptor) => number | void): number => {
    const file = files.get(fd);
    if (file === undefined) return ERRNO.badf;
    try {
      return action(file) ?? ERRNO.success;
    } catch (error) {
      return errorNumber(error);
    }
  };
  const withHostFile = (fd: number, action: (hostFd: number, file: Descriptor) => number | void): number =>
    withFile(fd, (file) => (file.hostFd === undefined ? ERRNO.isdir : action(file.hostFd, file)));
  const read = (hostFd: number, iovs: number, count: number, position: number | null): number => {
    let length = 0;
    for (const buffer of memory.buffers(iovs, count)) {
      if (buffer.length === 0) continue;
      const got = readSome(hostFd, buffer, position === null ? null : position + length);
      length += got;
      if (got < buffer.length) break;
    }
    return length;
  };
  const write = (hostFd: number, iovs: number, count: number, position: number | null): number => {
    let length = 0;
    for (const buffer of memory.buffers(iovs, count)) {
      writeAll(hostFd, buffer, position === null ? null : position + length);
      length += buffer.length;
    }
    return length;
  };
  return {
    fd_advise: () => ERRNO.success,
    fd_allocate: () => ERRNO.success,
    fd_close: (fd: number) => withFile(fd, () => void files.close(fd)),
    fd_datasync: (fd: number) => withHostFile(fd, (hostFd) => syncData(hostFd)),
    fd_sync: (fd: number) => withHostFile(fd, (hostFd) => syncDescriptor(hostFd)),
    fd_fdstat_get: (fd: number, result: number) =>
      withFile(fd, ({ type, append }) => {
        memory.bytes(result, 24).fill(0);
        memory.setU8(result, type);
        memory.setU16(result + 2, append ? 1 : 0);
        memory.setU64(result + 8, type === FILE_TYPE.character ? ALL_RIGHTS & ~SEEK_RIGHTS : ALL_RIGHTS);
        memory.setU64(result + 16, ALL_RIGHTS);
      }),
    fd_fdstat_set_flags: () => ERRNO.success,
    fd_fdstat_set_rights: () => ERRNO.success,
    fd_filestat_get: (fd: number, result: number) =>
      withFile(fd, ({ hostFd, path }) =>
        fillStat(memory, result, hostFd === undefined ? pathStatus(path) : descriptorStatus(hostFd)),
      ),
    fd_filestat_set_size: (fd: number, size: bigint) =>
      withHostFile(fd, (hostFd) => setLength(hostFd, Number(size))),
    fd_filestat_set_times: () => ERRNO.success,
    fd_prestat_get: (fd: number, result: number) => {
      const name = files.get(fd)?.preopened;
      if (name === undefined) return ERRNO.badf;
      memory.setU32(result, 0);
      memory.setWord(result + POINTER_BYTES, utf8.encode(name).length);
      return ERRNO.success;
    },
    fd_prestat_dir_name: (fd: number, address: number, byteLength: number) => {
      const name = files.get(fd)?.preopened;
      if (name === undefined) return ERRNO.badf;
      memory.bytes(address, byteLength).set(utf8.encode(name));
      return ERRNO.success;
    },
    fd_read: (fd: number, iovs: number, count: number, result: number) =>
      withHostFile(fd, (hostFd, file) => {
        const length = read(hostFd, iovs, count, file.position);
        if (file.position !== null) file.position += length;
        memory.setWord(result, length);
      }),
    fd_pread: (fd: number, iovs: number, count: number, offset: bigint, result: number) =>
      withHostFile(fd, (hostFd) => memory.setWord(result, read(hostFd, iovs, count, Number(offset)))),
    fd_write: (fd: number, iovs: number, count: number, result: number) =>
      withHostFile(fd, (hostFd, file) => {
        if (file.append && file.position !== null) file.position = Number(descriptorStatus(hostFd).size);
        const length = write(hostFd, iovs, count, file.position);
        if (file.position !== null) file.position += length;
        memory.setWord(result, length);
      }),
    fd_pwrite: (fd: number, iovs: number, count: number, offset: bigint, result: number) =>
      withHostFile(fd, (hostFd) => memory.setWord(result, write(hostFd, iovs, count, Number(offset)))),
    fd_seek: (fd: number, offset: bigint, whence: number, result: number) =>
      withHostFile(fd, (hostFd, file) => {
        if (file.position === null) return ERRNO.spipe;
        const from = whence === 0 ? 0 : whence === 1 ? file.position : Number(descriptorStatus(hostFd).size);
        const position = from + Number(offset);
        if (position < 0) return ERRNO.inval;
        file.position = position;
        memory.setU64(result, BigInt(position));
        return ERRNO.success;
      }),
    fd_tell: (fd: number, result: number) =>
      withFile(fd, ({ position }) => {
        if (position === null) return ERRNO.spipe;
        memory.setU64(result, BigInt(position));
        return ERRNO.success;
      }),
    fd_renumber: (from: number, to: number) => (files.renumber(from, to) ? ERRNO.success : ERRNO.badf),
    fd_readdir: (fd: number, address: number, byteLength: number, cookie: bigint, result: number) =>
      withFile(fd, ({ path, type }) => {
        if (type !== FILE_TYPE.directory) return ERRNO.notdir;
        const entries = directoryEntries(path, Number(cookie));
        const out = memory.bytes(address, byteLength);
        let used = 0;
        for (const entry of entries) {
          // A cut-off last entry tells the caller that its buffer was too small.
          const part = entry.subarray(0, out.length - used);
          out.set(part, used);
          used += part.length;
          if (used === out.length) break;
        }
        memory.setWord(result, used);
        return ERRNO.success;
      }),
  };
}

function* directoryEntries(path: string, first: number): Generator<Uint8Array> {
  const names = [".", "..", ...entryNames(path)];
  for (const [index, name] of names.entries()) {
    if (index < first) continue;
    const stat = presentStatus(join(path, name));
    const encoded = utf8.encode(name);
    const entry = new Uint8Array(24 + encoded.length);
    const view = new DataView(entry.buffer);
    view.setBigUint64(0, BigInt(index + 1), true);
    view.setBigUint64(8, stat?.ino ?? 0n, true);
    view.setUint32(16, encoded.length, true);
    view.setUint8(20, stat === undefined ? FILE_TYPE.unknown : typeOf(stat));
    entry.set(encoded, 24);
    yield entry;
  }
}
