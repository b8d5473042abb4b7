// System calls about names in the file system: the host's own, with the rights of the user, as for any program.
import {
  createDirectory,
  createLink,
  descriptorStatus,
  linkFile,
  linkStatus,
  openDescriptor,
  pathStatus,
  presentStatus,
  readLink,
  removeDirectory,
  removeFile,
  renamePath,
} from "../../../../host/posix-files.js";
import { type Descriptors, FILE_TYPE } from "./descriptors.js";
import { ERRNO, errorNumber } from "./error-numbers.js";
import { fillStat, typeOf } from "./file-stat.js";
import type { GuestMemory } from "./guest-memory.js";

const OPEN = { create: 1, directory: 2, exclusive: 4, truncate: 8 } as const;
const RIGHT_READ = 1n << 1n;
const RIGHT_WRITE = 1n << 6n;
const APPEND = 1;
const FOLLOW = 1;

/** The calls that take a name. */
export function pathCalls(memory: GuestMemory, files: Descriptors): WebAssembly.ModuleImports {
  const withPath = (
    fd: number,
    address: number,
    byteLength: number,
    action: (path: string) => number | void,
  ): number => {
    const path = files.resolve(fd, memory.text(address, byteLength));
    if (path === undefined) return ERRNO.badf;
    try {
      return action(path) ?? ERRNO.success;
    } catch (error) {
      return errorNumber(error);
    }
  };
  const open = (path: string, flags: number, rights: bigint, fdFlags: number): number => {
    const has = (flag: number): boolean => (flags & flag) !== 0;
    const stat = presentStatus(path);
    if (stat?.isDirectory() === true) {
      return files.add({
        hostFd: undefined,
        path,
        type: FILE_TYPE.directory,
        append: false,
        position: null,
      });
    }
    if (has(OPEN.directory) && stat !== undefined) return -ERRNO.notdir;
    const append = (fdFlags & APPEND) !== 0;
    const hostFd = openDescriptor(path, {
      reads: (rights & RIGHT_READ) !== 0n,
      writes: (rights & RIGHT_WRITE) !== 0n,
      creates: has(OPEN.create),
      isNew: has(OPEN.exclusive),
      truncates: has(OPEN.truncate),
    });
    const type = typeOf(descriptorStatus(hostFd));
    return files.add({ hostFd, path, type, append, position: type === FILE_TYPE.file ? 0 : null });
  };
  return {
    path_open: (
      fd: number,
      _lookup: number,
      address: number,
      byteLength: number,
      flags: number,
      rights: bigint | number,
      _inheriting: bigint | number,
      fdFlags: number,
      result: number,
    ) =>
      withPath(fd, address, byteLength, (path) => {
        const opened = open(path, flags, BigInt(rights), fdFlags);
        if (opened < 0) return -opened;
        memory.setU32(result, opened);
        return ERRNO.success;
      }),
    path_filestat_get: (fd: number, lookup: number, address: number, byteLength: number, result: number) =>
      withPath(fd, address, byteLength, (path) =>
        fillStat(memory, result, (lookup & FOLLOW) === 0 ? linkStatus(path) : pathStatus(path)),
      ),
    path_filestat_set_times: () => ERRNO.success,
    path_create_directory: (fd: number, address: number, byteLength: number) =>
      withPath(fd, address, byteLength, (path) => createDirectory(path)),
    path_remove_directory: (fd: number, address: number, byteLength: number) =>
      withPath(fd, address, byteLength, (path) => removeDirectory(path)),
    path_unlink_file: (fd: number, address: number, byteLength: number) =>
      withPath(fd, address, byteLength, (path) => removeFile(path)),
    path_rename: (
      fd: number,
      address: number,
      byteLength: number,
      toFd: number,
      toAddress: number,
      toByteLength: number,
    ) =>
      withPath(fd, address, byteLength, (from) =>
        withPath(toFd, toAddress, toByteLength, (to) => renamePath(from, to)),
      ),
    path_link: (
      fd: number,
      _lookup: number,
      address: number,
      byteLength: number,
      toFd: number,
      toAddress: number,
      toByteLength: number,
    ) =>
      withPath(fd, address, byteLength, (from) =>
        withPath(toFd, toAddress, toByteLength, (to) => linkFile(from, to)),
      ),
    path_symlink: (
      target: number,
      targetByteLength: number,
      fd: number,
      address: number,
      byteLength: number,
    ) => withPath(fd, address, byteLength, (path) => createLink(memory.text(target, targetByteLength), path)),
    path_readlink: (
      fd: number,
      address: number,
      byteLength: number,
      buffer: number,
      bufferByteLength: number,
      result: number,
    ) =>
      withPath(fd, address, byteLength, (path) => {
        const target = new TextEncoder().encode(readLink(path)).subarray(0, bufferByteLength);
        memory.bytes(buffer, target.length).set(target);
        memory.setWord(result, target.length);
      }),
  };
}
