// program(): whole CUDA programs from TypeScript. `program("saxpy.cu")` compiles one, and `run` starts it in its own process.

import type { BackendPrograms, PreparedProgram, ProgramPlace, RunProgram } from "../backend/port/programs.js";
import { readSources, type SourceFile } from "../compiler/source-files.js";
import { isSourceFault } from "../compiler/source-fault.js";
import { definedEntries } from "../core/defined-entries.js";
import { ArgumentTypeError, CutsError, UnsupportedError } from "../core/errors.js";
import { readableSymbol } from "../core/readable-symbol.js";
import { formatValue } from "../core/text.js";
import { allVariables } from "../host/environment.js";
import { basename, dirname, join, resolve } from "../host/paths.js";
import { firstCapability } from "../runtime/devices/backends.js";
import type { Device } from "../runtime/devices/device.js";
import { currentDevice, toDevice } from "../runtime/devices/devices.js";
import { type KernelProfile, profileObject } from "../runtime/kernels/profile-object.js";
import { checkRun, type ProgramRunOptions } from "./run-options.js";
import { type WorkTime, workTimes } from "./work-times.js";

/** How a program is compiled. */
export interface ProgramOptions {
  /** Compiler options, as nvcc spells them: `-DN=4`, `-I include`, `-std=c++20`. */
  readonly options?: readonly string[];
  /** The folder that relative paths of sources and in options start from; the current directory by default. */
  readonly directory?: string;
  /**
   * Checks kernels as they run, on the cpu device: mistakes are printed to its standard error, and the exit code is 1. Default
   * false.
   */
  readonly check?: boolean;
  /**
   * Profiles the program. By default it runs on the cpu device, and `run` returns profiles that count what kernels do line by line.
   * If `device` names a GPU, it runs there, and `run` returns the times of its kernels and copies. Not together with `check`.
   * Default false.
   */
  readonly profile?: boolean;
  /** `cpu`, `cuda`, `cuda:1`, or a Device; the current device by default. */
  readonly device?: string | Device;
  /**
   * The memory that it may use on the cpu device: a number of bytes, or a size such as `8G`. The default is `CUTS_MEMORY`, else 4
   * GiB. More than 4 GiB (up to 16 GiB) needs Node 24 or later and makes the code slower. Not together with `check` or `profile`.
   * GPUs ignore this.
   */
  readonly memory?: number | string;
  /** Keeps the compiler's processes, about 300 MB each, for the next program; true by default. */
  readonly keepCompiler?: boolean;
  /** Called once when a compiler has to be started. */
  readonly onCompile?: () => void;
  /** Receives notes for the user, such as which options are ignored. */
  readonly onNote?: (note: string) => void;
}

/** How a program ended, and what it wrote. */
export interface ProgramResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /**
   * The profiles of its kernels, with `profile` on the cpu device. Launches of a kernel with the same grid and block are counted
   * together.
   */
  readonly profiles?: readonly KernelProfile[];
  /** The times of its kernels and copies, longest first, with `profile` on a GPU. */
  readonly times?: readonly WorkTime[];
}

/** A compiled program; it can be run any number of times. */
export interface Program {
  /** Settles when it is compiled; rejects with a CompileError. */
  readonly ready: Promise<void>;
  /** The device it is compiled for. */
  readonly device: string;
  /**
   * Runs it to its end.
   * @throws CutsError `CUTS_PROGRAM_TIMEOUT` when the time limit passes; CompileError when it does not compile; TypeError,
   * RangeError `CUTS_PROGRAM_ARGUMENT`; the reason of a signal that is aborted.
   * @example const { stdout } = await program("saxpy.cu").run(["1000"]);
   */
  run(args?: readonly string[], options?: ProgramRunOptions): Promise<ProgramResult>;
}

/**
 * Compiles a CUDA program, one or several source files with a `main`.
 *
 * @throws TypeError `CUTS_PROGRAM_SOURCE` for a name that is no source, `CUTS_PROGRAM_OPTIONS`; CutsError `CUTS_PROGRAM_SOURCE` for a file that cannot be read; TypeError, RangeError or
 * UnsupportedError `CUTS_PROGRAM_MEMORY` for memory that it cannot have.
 * @example const result = await program("saxpy.cu").run(["1000"], { stdin: "input" });
 */
export function program(sources: string | readonly string[], options: ProgramOptions = {}): Program {
  const given: unknown = options.options ?? [];
  if (!Array.isArray(given) || !given.every((one) => typeof one === "string")) {
    throw new ArgumentTypeError(
      "CUTS_PROGRAM_OPTIONS",
      `Cannot compile a program: options must be a list of strings, such as ["-O3", "-DN=4"] (got ${formatValue(given)})`,
    );
  }
  const directory = resolve(options.directory ?? ".");
  const files = readSources(typeof sources === "string" ? [sources] : sources, directory);
  return new OpenProgram(files, directory, options);
}

class OpenProgram implements Program {
  readonly ready: Promise<void>;
  readonly device: string;
  readonly #name: string;
  readonly #watch: "check" | "profile" | undefined;
  readonly #prepared: PreparedProgram;
  /** The compiled programs: one for traced runs and one for others. */
  readonly #runners = new Map<boolean, Promise<RunProgram>>();

  constructor(files: readonly SourceFile[], directory: string, options: ProgramOptions) {
    if (options.check === true && options.profile === true) {
      throw new ArgumentTypeError(
        "CUTS_PROGRAM_OPTIONS",
        "Cannot compile a program: it can be checked or profiled, and not both at once",
      );
    }
    this.#watch = options.check === true ? "check" : options.profile === true ? "profile" : undefined;
    this.#name = files[0]?.path ?? "";
    const { device, programs } = choosePlace(options);
    this.device = device;
    this.#prepared = programs.prepare(device, {
      sources: files,
      options: options.options ?? [],
      directory,
      watch: this.#watch,
      memory: options.memory,
      keepsCompiler: options.keepCompiler ?? true,
      onCompile: options.onCompile,
      onNote: options.onNote,
    });
    this.ready = this.#compiled(false).then(() => undefined);
    // Code that awaits or runs it gets the error.
    this.ready.catch(() => {});
  }

  #compiled(isTraced: boolean): Promise<RunProgram> {
    const isApart = isTraced && this.#prepared.tracesApart;
    const known = this.#runners.get(isApart);
    if (known !== undefined) return known;
    const runner = this.#prepared.compile(isApart);
    this.#runners.set(isApart, runner);
    runner.catch((error: unknown) => {
      // After a killed compiler, the next run compiles again.
      if (!isSourceFault(error)) this.#runners.delete(isApart);
    });
    return runner;
  }

  async run(args: readonly string[] = [], options: ProgramRunOptions = {}): Promise<ProgramResult> {
    checkRun(args, options);
    const { signal, trace, stdio = "collect", timeoutMs } = options;
    if (trace !== undefined && this.#watch !== undefined) {
      throw new ArgumentTypeError(
        "CUTS_PROGRAM_ARGUMENT",
        `Cannot trace ${basename(this.#name)}: it is ${this.#watch === "check" ? "checked" : "profiled"}, which takes time of its own\nTry: the program without that option`,
      );
    }
    const runner = await unlessAborted(this.#compiled(trace !== undefined), signal);
    const directory = resolve(options.cwd ?? ".");
    const { exitCode, stdout, stderr, isTimedOut, place, profiles, work } = await runner(
      [executableName(this.#name), ...args],
      {
        directory,
        environment: { ...definedEntries(options.env ?? allVariables()), PWD: directory },
        timeoutMs,
        signal,
        stdin: options.stdin ?? (stdio === "inherit" ? undefined : ""),
        output: stdio,
        trace: trace === undefined ? undefined : resolve(trace),
      },
    );
    if (isTimedOut) {
      throw new CutsError(
        "CUTS_PROGRAM_TIMEOUT",
        `Cannot finish ${basename(this.#name)}: it ran longer than ${timeoutMs} ms and was stopped${whereIn(place)}`,
      );
    }
    return {
      exitCode,
      stdout,
      stderr,
      ...(profiles && { profiles: profiles.map(profileObject) }),
      ...(work && { times: workTimes(work) }),
    };
  }
}

function whereIn(place: ProgramPlace | undefined): string {
  if (place === undefined) return "";
  const kernel = place.kernel === undefined ? undefined : readableSymbol(place.kernel);
  if (!place.isAtDevice || kernel === undefined)
    return ` in code of the host${kernel === undefined ? ", before any kernel" : `, after it launched ${kernel}`}`;
  return ` while it waited for the device; the last kernel that it launched is ${kernel}\nTry: look for a loop in that kernel that does not end, or for threads that wait for each other: cuts check tells of those`;
}

/** The provider's programs capability, and the device to compile for. */
interface ProgramPlacement {
  readonly device: string;
  readonly programs: BackendPrograms;
}

function choosePlace({ device, check, profile, onNote }: ProgramOptions): ProgramPlacement {
  // Checking and counting need a device with `isWatching`, whichever is current. A device that the user names for a profile reports
  // times instead.
  if (check === true || (profile === true && device === undefined)) return watchingPlace();
  const { id, provider } = device === undefined ? currentDevice() : toDevice(device);
  const { programs } = provider;
  // A current device that has no compiler for programs is passed over. If the user named the device, the missing compiler is an
  // error.
  const why = device === undefined && programs !== null ? programs.whyNot(id) : null;
  if (programs !== null && why === null) return { device: id, programs };
  if (device !== undefined) {
    throw new UnsupportedError(
      "CUTS_CAPABILITY",
      `Cannot compile a program for ${id}: it runs no whole programs`,
    );
  }
  const place = watchingPlace();
  onNote?.(`the program runs on the ${place.device}: ${why ?? `${id} runs no whole programs`}`);
  return place;
}

function watchingPlace(): ProgramPlacement {
  const { device, capability } = firstCapability(({ programs }) =>
    programs?.isWatching === true ? programs : null,
  );
  return { device, programs: capability };
}

/** Waits for a promise until `signal` is aborted. The promise itself continues, because others may wait for it too. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", abort);
    void promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** The program's own name (argv[0]): the path of the source without its extension. */
function executableName(path: string): string {
  return join(dirname(path), basename(path).replace(/\.\w+$/, ""));
}
