// Whole CUDA programs from TypeScript: `program("saxpy.cu")` compiles, `run` starts it in a process of its own.
import { NvccCompiler } from "../backend/cuda/compile/nvcc-compiler.js";
import { isSourceFault } from "../compiler/source-fault.js";
import { ArgumentTypeError, CutsError } from "../core/errors.js";
import { formatValue } from "../core/text.js";
import { allVariables } from "../host/environment.js";
import { basename, dirname, join, resolve } from "../host/paths.js";
import type { Device } from "../runtime/devices/device.js";
import { device as currentDevice, toDevice } from "../runtime/devices/devices.js";
import type { KernelProfile } from "../runtime/kernels/profile-object.js";
import { readableSymbol } from "../core/readable-symbol.js";
import { type ProgramMemory, programMemory } from "../backend/cpu/program/process/program-memory.js";
import type {
  ProcessEnd,
  ProcessSetup,
  ProgramPlace,
} from "../backend/cpu/program/process/program-process.js";
import { checkRun, type ProgramRunOptions } from "./run-options.js";
import { RunObserver } from "./run-observer.js";
import { readSources, type SourceFile } from "../compiler/source-files.js";
import type { WorkTime } from "./work-times.js";

/** How a program is compiled. */
export interface ProgramOptions {
  /** As nvcc spells them: `-DN=4`, `-I include`, `-std=c++20`. */
  readonly options?: readonly string[];
  /** Where relative paths of sources and options start; the current directory by default. */
  readonly directory?: string;
  /**
   * Whether kernels are checked as they run, which is on the cpu: what is wrong goes to its standard error, and the exit code
   * is 1. Default false.
   */
  readonly check?: boolean;
  /**
   * Whether what kernels do is counted line by line, which is on the cpu: `run` gives the profiles then. Where `device` names a GPU,
   * the program runs there, and `run` gives the times of its kernels and copies. Not together with `check`. Default false.
   */
  readonly profile?: boolean;
  /** `cpu`, `cuda`, `cuda:1`, or a Device; the current device by default. */
  readonly device?: string | Device;
  /**
   * How much memory it may have on the cpu device: a number of bytes, or a size such as `8G`; `CUTS_MEMORY` by default, else 4 GiB. More
   * than 4 GiB, and 16 GiB at most, needs Node 24 or later, and its code is slower. Not together with `check` or `profile`; a GPU
   * has its own memory.
   */
  readonly memory?: number | string;
  /** Keep the compiler's processes, about 300 MB each, for the next program; true by default. */
  readonly keepCompiler?: boolean;
  /** Called once when a compiler has to be started. */
  readonly onCompile?: () => void;
  /** Gets what the user should know of options that were left out. */
  readonly onNote?: (note: string) => void;
}

/** How a program ended, and what it wrote. */
export interface ProgramResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** What its kernels did, of a program that is profiled: launches of a kernel with the same grid and block are counted together. */
  readonly profiles?: readonly KernelProfile[];
  /** How long its kernels and copies took, of a program that is profiled on a GPU; those that took longest first. */
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

/** What runs a compiled program. */
type Runner = (args: readonly string[], setup: ProcessSetup) => Promise<ProcessEnd>;

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
  readonly #isProfiled: boolean;
  readonly #isChecked: boolean;
  readonly #prepare: (isTimed: boolean) => Promise<Runner>;
  /** Whether work is timed, on a GPU, is a build of its own. */
  readonly #runners = new Map<boolean, Promise<Runner>>();

  constructor(files: readonly SourceFile[], directory: string, options: ProgramOptions) {
    if (options.check === true && options.profile === true) {
      throw new ArgumentTypeError(
        "CUTS_PROGRAM_OPTIONS",
        "Cannot compile a program: it can be checked or profiled, and not both at once",
      );
    }
    this.#isProfiled = options.profile === true;
    this.#isChecked = options.check === true;
    // Counting is for the cpu, whatever the current device is; a GPU that is named is asked for its times.
    const isWatched = this.#isChecked || this.#isProfiled;
    const isOnCpu = this.#isChecked || (this.#isProfiled && options.device === undefined);
    this.device = isOnCpu ? "cpu" : chooseDevice(options);
    this.#name = files[0]?.path ?? "";
    const memory = this.device === "cpu" ? programMemory(options.memory) : undefined;
    if (memory?.addressBits === 64 && isWatched) {
      throw new ArgumentTypeError(
        "CUTS_PROGRAM_OPTIONS",
        "Cannot compile a program: one with more than 4 GiB of memory can be neither checked nor profiled on the cpu device",
      );
    }
    this.#prepare =
      this.device === "cpu"
        ? () => prepareForCpu(files, directory, options, memory)
        : (isTimed) => prepareForGpu(files, directory, options, this.device, isTimed);
    this.ready = this.#compiled(this.#isProfiled && this.device !== "cpu").then(() => undefined);
    // Whoever awaits or runs it sees the error.
    this.ready.catch(() => {});
  }

  #compiled(isTimed: boolean): Promise<Runner> {
    const known = this.#runners.get(isTimed);
    if (known !== undefined) return known;
    const runner = this.#prepare(isTimed);
    this.#runners.set(isTimed, runner);
    runner.catch((error: unknown) => {
      // A compiler that was killed is asked again by the next run.
      if (!isSourceFault(error)) this.#runners.delete(isTimed);
    });
    return runner;
  }

  async run(args: readonly string[] = [], options: ProgramRunOptions = {}): Promise<ProgramResult> {
    checkRun(args, options);
    const { signal, trace, stdio = "collect", timeoutMs } = options;
    if (trace !== undefined && (this.#isChecked || this.#isProfiled)) {
      throw new ArgumentTypeError(
        "CUTS_PROGRAM_ARGUMENT",
        `Cannot trace ${basename(this.#name)}: it is ${this.#isChecked ? "checked" : "profiled"}, which takes time of its own\nTry: the program without that option`,
      );
    }
    using observer = new RunObserver(this.device, this.#isProfiled, trace);
    const runner = await unlessAborted(this.#compiled(observer.observation?.what === "work"), signal);
    const directory = resolve(options.cwd ?? ".");
    const { exitCode, stdout, stderr, isTimedOut, place } = await runner(
      [executableName(this.#name), ...args],
      {
        directory,
        environment: { ...definedIn(options.env ?? allVariables()), PWD: directory },
        timeoutMs,
        signal,
        stdin: options.stdin ?? (stdio === "inherit" ? undefined : ""),
        output: stdio,
        observe: observer.observation,
      },
    );
    if (isTimedOut) {
      throw new CutsError(
        "CUTS_PROGRAM_TIMEOUT",
        `Cannot finish ${basename(this.#name)}: it ran longer than ${timeoutMs} ms and was stopped${whereIn(place)}`,
      );
    }
    return { exitCode, stdout, stderr, ...observer.results() };
  }
}

function whereIn(place: ProgramPlace | undefined): string {
  if (place === undefined) return "";
  const kernel = place.kernel === undefined ? undefined : readableSymbol(place.kernel);
  if (!place.isAtDevice || kernel === undefined)
    return ` in code of the host${kernel === undefined ? ", before any kernel" : `, after it launched ${kernel}`}`;
  return ` while it waited for the device; the last kernel that it launched is ${kernel}\nTry: look for a loop in that kernel that does not end, or for threads that wait for each other: cuts check tells of those`;
}

// A GPU is of no use to a program that nothing can be compiled with for it; whoever asked for one is told by nvcc's absence.
function chooseDevice({ device, onNote }: ProgramOptions): string {
  const { id } = device === undefined ? currentDevice() : toDevice(device);
  if (id === "cpu" || device !== undefined || NvccCompiler.find() !== undefined) return id;
  onNote?.(`the program runs on the cpu: there is a GPU (${id}) and no nvcc to compile for it`);
  return "cpu";
}

async function prepareForGpu(
  files: readonly SourceFile[],
  directory: string,
  { options = [], onCompile }: ProgramOptions,
  device: string,
  isTimed: boolean,
): Promise<Runner> {
  const { buildWithNvcc, runFromFile } = await import("../backend/cuda/program/nvcc-program.js");
  const { traceLinkOptions, traceSource, TRACE_VARIABLE } = await import(
    "../backend/cuda/program/gpu-trace.js"
  );
  const executable = isTimed
    ? await buildWithNvcc(
        [...files, traceSource()],
        [...options, ...traceLinkOptions()],
        directory,
        onCompile,
      )
    : await buildWithNvcc(files, options, directory, onCompile);
  const visible = device.replace("cuda:", "");
  return (args, setup) => {
    const environment = {
      ...setup.environment,
      ...(visible === "0" ? {} : { CUDA_VISIBLE_DEVICES: visible }),
      ...(setup.observe === undefined ? {} : { [TRACE_VARIABLE]: setup.observe.file }),
    };
    return runFromFile(executable, args, { ...setup, environment });
  };
}

async function prepareForCpu(
  files: readonly SourceFile[],
  directory: string,
  { options = [], keepCompiler = true, check = false, profile = false, onCompile, onNote }: ProgramOptions,
  memory: ProgramMemory | undefined,
): Promise<Runner> {
  const { compileProgram, runCpuProcess, sortOptions, stopCompilers } = await import(
    "../backend/cpu/program/program-on-cpu.js"
  );
  const { compile, notes } = sortOptions(options, directory);
  for (const note of notes) onNote?.(note);
  const code = await compileProgram(files, {
    options: compile,
    directory,
    addressBits: memory?.addressBits ?? 32,
    watch: check ? "check" : profile ? "profile" : undefined,
    ...(onCompile === undefined ? {} : { onCompile }),
  }).finally(() => {
    if (!keepCompiler) stopCompilers();
  });
  return (args, setup) => {
    const environment = check ? { ...setup.environment, CUTS_CHECK: "1" } : setup.environment;
    return runCpuProcess(code, args, { ...setup, environment }, memory?.byteLength);
  };
}

/** Waits for what others may wait for as well; it goes on when this caller is told to stop. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", abort);
    void promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** What the program finds as its own name: the source's path without its ending. */
function executableName(path: string): string {
  return join(dirname(path), basename(path).replace(/\.\w+$/, ""));
}

function definedIn(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
