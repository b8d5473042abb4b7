// Runs whole CUDA programs, which have their own `main`, on one kind of device (BackendProvider.programs). A program runs in its
// own process and has its own memory: it shares no device with arrays of this process.

import type { SourceFile } from "../../compiler/source-files.js";
import type { TracedWork } from "../../core/chrome-trace.js";
import type { ProfiledLaunch } from "../../core/kernel-profile.js";
import type { ProgramExit, ProgramStart } from "../../host/shapes.js";
import type { Watch } from "./watch.js";

/** Compiles and runs programs for devices of one kind. */
export interface BackendPrograms {
  /** Whether it can check programs and profile their kernels line by line. */
  readonly isWatching: boolean;
  /** Why programs cannot be compiled for a device, as far as this is known in advance; null if they can. */
  whyNot(device: string): string | null;
  /** Checks a request without compiling anything. @throws TypeError, RangeError, UnsupportedError if it cannot be done. */
  prepare(device: string, request: ProgramRequest): PreparedProgram;
}

/** A program and how it is compiled. */
export interface ProgramRequest {
  readonly sources: readonly SourceFile[];
  /** Compiler options, as nvcc spells them. */
  readonly options: readonly string[];
  /** The folder that relative paths in options start from. */
  readonly directory: string;
  /** Whether runs are checked or profiled. "check" requires `isWatching`. */
  readonly watch: Watch | undefined;
  /** The memory that it may use, as the user wrote it. GPUs ignore this. */
  readonly memory: number | string | undefined;
  /** Whether compiler processes are kept for the next program. */
  readonly keepsCompiler: boolean;
  /** Called when a compiler has to be started. */
  readonly onCompile: (() => void) | undefined;
  /** Receives notes for the user, such as which options are ignored. */
  readonly onNote: ((note: string) => void) | undefined;
}

/** A checked program that is ready to be compiled. */
export interface PreparedProgram {
  /** Whether runs with a trace need a separate compilation. */
  readonly tracesApart: boolean;
  /** Compiles it, for runs with or without a trace. @throws CompileError. */
  compile(isTraced: boolean): Promise<RunProgram>;
}

/** Runs a compiled program to its end. The first argument is its own name. */
export type RunProgram = (args: readonly string[], run: ProgramRun) => Promise<ProgramEnd>;

/** How a program is run. */
export interface ProgramRun extends ProgramStart {
  /** The path of the file that the trace is written to; undefined for no trace. */
  readonly trace: string | undefined;
}

/** How a program has ended. */
export interface ProgramEnd extends Omit<ProgramExit, "answer"> {
  /** Where it was when its time limit ended, if known. */
  readonly place?: ProgramPlace;
  /** The profiles of its kernels, if a device with `isWatching` profiled it. */
  readonly profiles?: readonly ProfiledLaunch[];
  /** The work of its device with times, if another device profiled it. */
  readonly work?: readonly TracedWork[];
}

/** Where a program was when its time limit ended. */
export interface ProgramPlace {
  /** Whether it was waiting for the device. */
  readonly isAtDevice: boolean;
  /** The last kernel that it launched, by its symbol. */
  readonly kernel?: string;
}
