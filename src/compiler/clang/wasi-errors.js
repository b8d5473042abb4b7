// Error numbers of WASI preview 1.

export const OK = 0;
export const EBADF = 8;
export const EEXIST = 20;
export const EINVAL = 28;
export const EISDIR = 31;
export const ENOENT = 44;
export const ENOSYS = 52;
export const ENOTDIR = 54;
export const ENOTEMPTY = 55;
export const ESPIPE = 70;
