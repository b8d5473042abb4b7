// docs/environment.md: the environment variables that CuTS reads. The tests hold this list to what src/ reads.

import { libraryFiles } from "../src/native/library-files.js";

interface Variable {
  readonly values: string;
  readonly meaning: string;
}

const own: Readonly<Record<string, Variable>> = {
  CUTS_DEVICE: {
    values: "`cpu`, `cuda`, `cuda:1`",
    meaning:
      "the default device; by default the first GPU (in a process of cuts/distributed, that of its local rank), otherwise the cpu; with `CUTS_CHECK=1`, the cpu",
  },
  CUTS_CHECK: {
    values: "`1`",
    meaning:
      "[checks](checking.md) every kernel of the process as it runs on the cpu device, prints what is wrong, and in that case exits with 1",
  },
  CUTS_CHECK_ONLY: {
    values: "`race,out-of-bounds`",
    meaning: "the kinds of reports that a checked process prints; all by default",
  },
  CUTS_CHECK_REPORTS: {
    values: "a file",
    meaning:
      "where a checked process writes its reports as a JSON list when it ends; no file if there are none",
  },
  CUTS_CPU_THREADS: {
    values: "1 to 1024",
    meaning: "worker threads of the cpu device; by default, the number of cores",
  },
  CUTS_TIMEOUT_MS: {
    values: "milliseconds",
    meaning:
      "time limit after which a kernel on the cpu device is stopped; 120000 by default, 0 for no limit",
  },
  CUTS_BLAS: {
    values: "`0`, a path",
    meaning:
      "the BLAS that multiplies large matrices on the cpu device ([linear algebra](linalg.md)), `0` for none; by default one installed on the system: `cuts doctor` shows which",
  },
  CUTS_MEMORY: {
    values: "`8G`",
    meaning:
      "how much memory the cpu device, or a [program](programs.md) on it, may use; 4 GiB by default, up to 16 GiB with Node 24 or later ([data model](data-model.md#beyond-4-gib-wide-memory))",
  },
  CUTS_MEMORY_LIMIT: {
    values: "`4GiB`, `50%`",
    meaning: "how much memory arrays may use on a device; no limit by default",
  },
  CUTS_DEBUG: {
    values: "`1`",
    meaning:
      "waits for each launch, so that errors are raised at the launch itself; lists at exit what was never disposed; the command line prints full stack traces",
  },
  CUTS_DUMP_IR: {
    values: "a folder",
    meaning:
      "where the LLVM IR of a kernel that is compiled for the cpu device is written after each pass, as numbered files in a folder for each compile; what is in the cache is not compiled: set `CUTS_CACHE=0` too",
  },
  CUTS_VERIFY_IR: {
    values: "`1`",
    meaning:
      "checks the LLVM IR of a kernel that is compiled for the cpu device after each pass, for people who work on CuTS; what is in the cache is not compiled: set `CUTS_CACHE=0` too",
  },
  CUTS_CACHE: {
    values: "`0`",
    meaning: "compiles every time; the [cache](cache.md) is neither read nor written",
  },
  CUTS_CACHE_DIR: { values: "a folder", meaning: "where the cache is" },
  CUTS_COMPILER: {
    values: "a path",
    meaning: "the socket of a compiler that several processes share; [`cuts share`](testing.md) sets it",
  },
  CUTS_CACHE_SIZE: { values: "`4G`", meaning: "maximum size of the cache; 1 GiB by default" },
  CUTS_DIST_TIMEOUT: {
    values: "seconds",
    meaning:
      "how long a process waits for the other processes of [cuts/distributed](distributed.md); 600 by default",
  },
  CUTS_DIST_DEBUG: {
    values: "`1`",
    meaning: "compares each cuts/distributed call across all processes before it begins",
  },
  CUTS_RANK: {
    values: "a number",
    meaning: "which cuts/distributed process this is, when there is no MPI; `cuts launch` sets it",
  },
  CUTS_LOCAL_RANK: {
    values: "a number",
    meaning: "the same, among the processes on its machine: selects its GPU",
  },
  CUTS_WORLD_SIZE: { values: "a number", meaning: "how many processes there are; used with CUTS_RANK" },
  CUTS_RENDEZVOUS: {
    values: "`token@host:port`, a path",
    meaning:
      "where rank 0 listens and the secret of the job, or a file in which it writes both; used with CUTS_RANK ([who is trusted](distributed.md#who-is-trusted))",
  },
  CUTS_LISTEN: {
    values: "an address",
    meaning:
      "where rank 0 listens if CUTS_RENDEZVOUS is a path: `127.0.0.1` by default, an address of its machine, or `0.0.0.0` for all of them",
  },
  CUTS_LIBMPI: { values: "a path", meaning: "the MPI library, if it is not found automatically" },
  CUTS_PYTHON: { values: "a path", meaning: "the Python to embed for [cu.python](exchange.md)" },
};

const others: Readonly<Record<string, string>> = {
  CUDA_HOME: "where the CUDA toolkit is: nvcc, NVRTC, headers and libraries",
  CUDA_ROOT: "the same",
  CUDA_PATH: "the same, under its Windows name",
  LD_LIBRARY_PATH: "where libraries are searched for by name, on Linux",
  PATH: "where compilers, nvcc and Python are searched for",
  MKLROOT: "where MKL is, for matrix products on the cpu device",
  CC: "the C compiler of [load()](load.md), with its options",
  CXX: "the C++ compiler of load(), with its options",
  XDG_CACHE_HOME: "where the cache is, if `CUTS_CACHE_DIR` is not set",
  LOCALAPPDATA: "the same on Windows",
  VIRTUAL_ENV: "an active virtual environment, whose Python is embedded",
  CONDA_PREFIX: "an active conda environment, whose Python and libraries are found",
  RANK: "with `WORLD_SIZE`, `MASTER_ADDR` and `MASTER_PORT`: which process of torchrun this is ([multiple processes](distributed.md))",
  LOCAL_RANK: "the same, among the processes on its machine: selects its GPU",
  NO_COLOR: "no colors and no progress lines",
};

/** The variables of CuTS, in the order of the page. */
export const environmentVariables: Readonly<Record<string, Variable>> = {
  ...own,
  ...Object.fromEntries(
    Object.values(libraryFiles).map(({ name, variable }) => [
      variable,
      { values: "a path", meaning: `the ${name} file, if it is not found automatically` },
    ]),
  ),
};

/** The text of docs/environment.md. */
export function environmentDocs(): string {
  const rows = Object.entries(environmentVariables).map(
    ([name, { values, meaning }]) => `| \`${name}\` | ${values} | ${meaning} |`,
  );
  const otherRows = Object.entries(others).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`);
  return `# Environment variables

<!-- Written by \`npm run generate\`. Do not edit. -->

An invalid value is an error (\`CUTS_ENVIRONMENT\`, \`CUTS_LIMIT\`; \`CUTS_DEVICE_UNAVAILABLE\` for a device, \`CUTS_DISTRIBUTED_INIT\` for ranks) or, for the
cache, a warning.

| variable | values | |
| --- | --- | --- |
${rows.join("\n")}

Other variables that CuTS reads:

| variable | |
| --- | --- |
${otherRows.join("\n")}
`;
}
