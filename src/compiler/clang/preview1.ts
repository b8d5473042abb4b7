// The types of the `wasi_snapshot_preview1` functions in wasi.js. Pointers and sizes are numbers, 64-bit values bigints, results error
// numbers. JavaScript that runs unbuilt refers to these types.

/** About the process: arguments, environment, clock, random numbers and the end. */
export interface ProcessCalls {
  readonly args_get: (argv: number, buffer: number) => number;
  readonly args_sizes_get: (count: number, size: number) => number;
  readonly environ_get: (environ: number, buffer: number) => number;
  readonly environ_sizes_get: (count: number, size: number) => number;
  readonly clock_time_get: (clock: number, precision: bigint, result: number) => number;
  readonly random_get: (pointer: number, length: number) => number;
  readonly proc_exit: (status: number) => never;
}

/** About open files, by descriptor. */
export interface FileCalls {
  readonly fd_close: (fd: number) => number;
  readonly fd_fdstat_get: (fd: number, result: number) => number;
  readonly fd_filestat_get: (fd: number, result: number) => number;
  readonly fd_filestat_set_size: (fd: number, size: bigint) => number;
  readonly fd_filestat_set_times: (fd: number, accessed: bigint, modified: bigint, flags: number) => number;
  readonly fd_pread: (fd: number, iovs: number, count: number, offset: bigint, result: number) => number;
  readonly fd_prestat_get: (fd: number, result: number) => number;
  readonly fd_prestat_dir_name: (fd: number, pointer: number, length: number) => number;
  readonly fd_read: (fd: number, iovs: number, count: number, result: number) => number;
  readonly fd_readdir: (
    fd: number,
    pointer: number,
    length: number,
    cookie: bigint,
    result: number,
  ) => number;
  readonly fd_seek: (fd: number, offset: bigint, whence: number, result: number) => number;
  readonly fd_write: (fd: number, iovs: number, count: number, result: number) => number;
}

/** About names, relative to an open directory. */
export interface PathCalls {
  readonly path_create_directory: (fd: number, pointer: number, length: number) => number;
  readonly path_filestat_get: (
    fd: number,
    lookup: number,
    pointer: number,
    length: number,
    result: number,
  ) => number;
  readonly path_open: (
    fd: number,
    lookup: number,
    pointer: number,
    length: number,
    flags: number,
    rights: bigint,
    inheriting: bigint,
    fdFlags: number,
    result: number,
  ) => number;
  readonly path_readlink: (...args: number[]) => number;
  readonly path_remove_directory: (fd: number, pointer: number, length: number) => number;
  readonly path_rename: (
    fd: number,
    pointer: number,
    length: number,
    newFd: number,
    newPointer: number,
    newLength: number,
  ) => number;
  readonly path_unlink_file: (fd: number, pointer: number, length: number) => number;
}
