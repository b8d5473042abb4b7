// Errors of the host's file system as the numbers of WASI preview 1.

import { codeOf } from "../../../../core/system-error.js";

/** Numbers that calls return. */
export const ERRNO = {
  success: 0,
  badf: 8,
  exist: 20,
  inval: 28,
  io: 29,
  isdir: 31,
  noent: 44,
  nosys: 52,
  notdir: 54,
  notempty: 55,
  notsup: 58,
  spipe: 70,
} as const;

const BY_CODE: Readonly<Record<string, number>> = {
  EACCES: 2,
  EAGAIN: 6,
  EBADF: ERRNO.badf,
  EBUSY: 10,
  EEXIST: ERRNO.exist,
  EFAULT: 21,
  EFBIG: 22,
  EINTR: 27,
  EINVAL: ERRNO.inval,
  EIO: ERRNO.io,
  EISDIR: ERRNO.isdir,
  ELOOP: 32,
  EMFILE: 33,
  EMLINK: 34,
  ENAMETOOLONG: 37,
  ENFILE: 41,
  ENOENT: ERRNO.noent,
  ENOSPC: 51,
  ENOSYS: ERRNO.nosys,
  ENOTDIR: ERRNO.notdir,
  ENOTEMPTY: ERRNO.notempty,
  ENOTSUP: ERRNO.notsup,
  ENXIO: 60,
  EPERM: 63,
  EPIPE: 64,
  EROFS: 69,
  ESPIPE: ERRNO.spipe,
  EXDEV: 75,
};

/** The number for what a call of the file system threw; anything else is thrown on. */
export function errorNumber(error: unknown): number {
  const code = codeOf(error);
  if (code === undefined) throw error;
  const number = BY_CODE[code];
  if (number === undefined && !/^E[A-Z0-9]+$/.test(code)) throw error;
  return number ?? ERRNO.io;
}
