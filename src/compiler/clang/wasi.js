// The WASI preview 1 calls that clang and wasm-ld make, over a file system in memory (memory-fs.js). Each runCommand is one run of one
// program, which cannot reach the host. Sockets, links and waiting are missing. It is written by hand because the bindings of the
// package take 20 us for each of the about 10 writes of a line of IR.
import { FileTable } from "./file-table.js";
import { GuestMemory } from "./guest-memory.js";
import { ENOSYS, OK } from "./wasi-errors.js";
import { fileCalls, pathCalls } from "./wasi-files.js";

/** Exit code of a program that trapped: that of a native one which called abort. */
const TRAPPED = 134;

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
 * @param {import("./memory-fs.js").MemoryDirectory} root
 * @returns {Promise<CommandResult>}
 */
export async function runCommand(module, args, root) {
  const memory = new GuestMemory();
  const files = new FileTable(root);
  const calls = { ...processCalls(memory, args), ...fileCalls(memory, files), ...pathCalls(memory, files) };
  // What is not written out here, such as links and sockets, a program finds to be missing.
  const missing = WebAssembly.Module.imports(module).map(({ name }) => [name, () => ENOSYS]);
  const imports = { wasi_snapshot_preview1: { ...Object.fromEntries(missing), ...calls } };
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

class Exit extends Error {
  /** @param {number} status */
  constructor(status) {
    super(`exit ${status}`);
    this.status = status;
  }
}

/**
 * @param {GuestMemory} memory
 * @param {readonly string[]} args
 */
function processCalls(memory, args) {
  const encoded = args.map((arg) => Buffer.from(`${arg}\0`));
  let seed = 0x2545f491;
  /** @type {import("./preview1.js").ProcessCalls} */
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
    proc_exit(status) {
      throw new Exit(status);
    },
  };
  return calls;
}
