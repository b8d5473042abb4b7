// Interfaces of the objects that a host provides, such as files, tools and threads. They contain only what CuTS uses, so that
// another host (a browser) can provide them; Node's own objects match them.

import type { StopSignal } from "../core/host-types.js";

/** The status of a path. */
export interface FileStatus {
  isFile(): boolean;
  isDirectory(): boolean;
  readonly size: number;
  /** When its contents were last changed. */
  readonly mtimeMs: number;
  /** When its contents or metadata, such as permissions, were last changed. */
  readonly ctimeMs: number;
  /** The inode number, which identifies the file. */
  readonly ino: number;
  /** The id of the owner. */
  readonly uid: number;
  /** The type and permission bits. */
  readonly mode: number;
}

/** A file that is open, for reading or for writing. */
export interface OpenFile {
  read(
    into: Uint8Array,
    offset: number,
    byteLength: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>;
  write(
    bytes: Uint8Array,
    offset: number,
    byteLength: number,
    position: number,
  ): Promise<{ readonly bytesWritten: number }>;
  /** Appends bytes to what was written so far. */
  writeFile(bytes: Uint8Array): Promise<void>;
  stat(): Promise<{ readonly size: number }>;
  close(): Promise<void>;
}

/** How a file is replaced. */
export interface Replacement {
  /** The path of the temporary file. It must not exist yet and must be on the same file system. */
  readonly temporary: string;
  readonly mode: number;
  /** Whether missing folders are made, with access for their user only. */
  readonly makesFolders?: boolean;
}

/** How a tool is run. */
export interface ToolOptions {
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The time in milliseconds after which it is killed. */
  readonly timeoutMs?: number;
}

/** The output and exit status of a tool. */
export interface ToolEnd {
  /** The exit status; 128 and more after a signal. */
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly isTimedOut: boolean;
}

/** One end of a channel between two threads. */
export interface ThreadPort {
  postMessage(message: unknown): void;
  on(event: "message", take: (message: unknown) => void): unknown;
  /** Keeps the process alive, or no longer. */
  ref(): void;
  unref(): void;
  close(): void;
}

/** Both ends of a channel. */
export interface ThreadChannel {
  readonly port1: ThreadPort;
  readonly port2: ThreadPort;
}

/** A thread that was started. */
export interface Thread {
  on(event: "error", take: (error: unknown) => void): unknown;
  on(event: "exit", take: () => void): unknown;
  /** Lets the process end although the thread runs. */
  unref(): void;
  /** Ends it at once. */
  terminate(): Promise<unknown>;
}

/** Events of a helper process. Messages may be anything that structured clone supports. */
export interface HelperEvents {
  message(this: void, message: unknown): void;
  /** It could not be started, or the connection to it was lost. */
  failed(this: void, why: string): void;
  /** It has ended: "status 1", "SIGKILL". */
  ended(this: void, how: string): void;
  /** What it writes to its standard error. */
  said(this: void, text: string): void;
}

/** A helper process, which ends with this process. */
export interface Helper {
  /** Its process id; undefined if it is not a child of this process. */
  readonly processId: number | undefined;
  send(message: unknown, failed: (why: string) => void): void;
  /** Keeps this process alive while an answer is awaited, or no longer. */
  hold(): void;
  release(): void;
  /** Ends it at once. */
  stop(): void;
}

/** A connection to another process of this machine. */
export interface Connection {
  readonly destroyed: boolean;
  on(event: "data", take: (bytes: Uint8Array) => void): unknown;
  on(event: "error", take: (error: Error) => void): unknown;
  on(event: "close", take: () => void): unknown;
  write(bytes: Uint8Array): unknown;
  /** Buffers writes until `uncork`. */
  cork(): void;
  uncork(): void;
  /** Keeps the process alive, or no longer. */
  ref(): unknown;
  unref(): unknown;
  destroy(error?: Error): unknown;
}

/** The end of one of our own programs. */
export interface WorkerEnd {
  readonly output: Uint8Array;
  /** Its standard error. */
  readonly said: string;
  /** Why it failed ("it ended with status 1"); undefined if it succeeded. */
  readonly failure: string | undefined;
  /** The error of the system, if there is one. */
  readonly cause: Error | undefined;
}

/** How to start the process of a program. Its output goes to the streams of this process or into the result. */
export interface ProgramStart {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number | undefined;
  readonly signal: StopSignal | undefined;
  /** The contents of its standard input; undefined to use that of this process. */
  readonly stdin: string | Uint8Array | undefined;
  readonly output: "inherit" | "collect";
}

/** How the process of a program has ended. */
export interface ProgramExit {
  /** 128 and more after a signal, 124 after the time limit. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly isTimedOut: boolean;
  /** The answer of one of our own programs to where it was at its time limit; empty for none. */
  readonly answer: string;
}

/** The full status of a file, for programs on the cpu device. */
export interface FullStatus {
  isDirectory(): boolean;
  isFile(): boolean;
  isSymbolicLink(): boolean;
  isCharacterDevice(): boolean;
  isBlockDevice(): boolean;
  readonly dev: bigint;
  readonly ino: bigint;
  readonly nlink: bigint;
  readonly size: bigint;
  readonly atimeNs: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
}

/** How a file is opened. */
export interface OpenMode {
  readonly reads: boolean;
  readonly writes: boolean;
  readonly creates: boolean;
  /** Whether the file must not exist yet. */
  readonly isNew: boolean;
  /** Whether existing contents are discarded. */
  readonly truncates: boolean;
}
