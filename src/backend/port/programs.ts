// Whole CUDA programs, with a `main` of their own: what a kind of device does with one (BackendProvider.programs). A program runs in
// a process of its own, on a device that is not the one that arrays of this process are on.

import type { SourceFile } from "../../compiler/source-files.js";
import type { TracedWork } from "../../core/chrome-trace.js";
import type { ProfiledLaunch } from "../../core/kernel-profile.js";
import type { ProgramExit, ProgramStart } from "../../host/shapes.js";
import type { Watch } from "./watch.js";

/** Compiles and runs programs for devices of one kind. */
export interface BackendPrograms {
  /** Whether it checks programs and counts what their kernels do, line by line. */
  readonly isWatching: boolean;
  /** Why no program can be compiled for a device, as far as can be told before there is one; null where it can. */
  whyNot(device: string): string | null;
  /** Checks what was asked for. Nothing is compiled yet. @throws TypeError, RangeError, UnsupportedError for what it cannot do. */
  prepare(device: string, request: ProgramRequest): PreparedProgram;
}

/** A program and how it is compiled. */
export interface ProgramRequest {
  readonly sources: readonly SourceFile[];
  /** For the compiler, as nvcc spells them. */
  readonly options: readonly string[];
  /** Where relative paths in options start. */
  readonly directory: string;
  /** What its runs are to tell; `check` for those alone that watch. */
  readonly watch: Watch | undefined;
  /** How much memory it may have, as the user says it; a device with memory of its own does not look at it. */
  readonly memory: number | string | undefined;
  /** Whether processes of the compiler stay for the next program. */
  readonly keepsCompiler: boolean;
  /** Called when a compiler has to be started. */
  readonly onCompile: (() => void) | undefined;
  /** Gets what the user should know of options that are left out. */
  readonly onNote: ((note: string) => void) | undefined;
}

/** A program that can be compiled. */
export interface PreparedProgram {
  /** Whether a program with a trace is compiled apart from one without. */
  readonly tracesApart: boolean;
  /** Compiles it, for runs with or without a trace. @throws CompileError. */
  compile(isTraced: boolean): Promise<RunProgram>;
}

/** Runs a compiled program to its end. The first argument is its own name. */
export type RunProgram = (args: readonly string[], run: ProgramRun) => Promise<ProgramEnd>;

/** How a program is run. */
export interface ProgramRun extends ProgramStart {
  /** The path of a file that gets a trace. */
  readonly trace: string | undefined;
}

/** How a program has ended. */
export interface ProgramEnd extends Omit<ProgramExit, "answer"> {
  /** Where it was when its time was over, where that is known. */
  readonly place?: ProgramPlace;
  /** What was counted in its kernels, of a program that is profiled by one that watches. */
  readonly profiles?: readonly ProfiledLaunch[];
  /** The work that it gave its device, of a program that is profiled elsewhere. */
  readonly work?: readonly TracedWork[];
}

/** Where a program was when its time was over. */
export interface ProgramPlace {
  /** Whether it waited for the device. */
  readonly isAtDevice: boolean;
  /** The last kernel that it launched, by its symbol. */
  readonly kernel?: string;
}
