// The shapes of what a host gives: files, tools, threads. Only what is used here is in them, so that a browser can have objects of
// the same shapes; Node's own objects fit as they are.

/** What a file system knows of a path. */
export interface FileStatus {
  isFile(): boolean;
  isDirectory(): boolean;
  readonly size: number;
  /** When it was last written. */
  readonly mtimeMs: number;
  /** When anything about it was last changed, its rights and its name too. */
  readonly ctimeMs: number;
  /** Which file it is, whatever it is called. */
  readonly ino: number;
  /** The user who owns it. */
  readonly uid: number;
  /** Who may read and write it. */
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
  /** Writes all bytes after what was written so far. */
  writeFile(bytes: Uint8Array): Promise<void>;
  stat(): Promise<{ readonly size: number }>;
  close(): Promise<void>;
}

/** How a file is replaced. */
export interface Replacement {
  /** The file that is written first, which is not there yet; on the same file system. */
  readonly temporary: string;
  readonly mode: number;
  /** Whether folders that are missing are made, for their user only. */
  readonly makesFolders?: boolean;
}

/** How a tool is run. */
export interface ToolOptions {
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Longer than this and it is killed. */
  readonly timeoutMs?: number;
}

/** What a tool said and how it ended. */
export interface ToolEnd {
  /** 128 and more after a signal. */
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
  /** Has the thread keep no process alive. */
  unref(): void;
  /** Ends it, whatever it does. */
  terminate(): Promise<unknown>;
}

/** What a helper is told and tells: whatever can be cloned. */
export interface HelperEvents {
  message(this: void, message: unknown): void;
  /** It could not be started, or was lost. */
  failed(this: void, why: string): void;
  /** It is gone: "status 1", "SIGKILL". */
  ended(this: void, how: string): void;
  /** What it writes to its standard error. */
  said(this: void, text: string): void;
}

/** A process that works for this one, and ends with it. */
export interface Helper {
  /** Undefined where it is no child of this process. */
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
  /** What is written from here to `uncork` goes together. */
  cork(): void;
  uncork(): void;
  /** Keeps the process alive, or no longer. */
  ref(): unknown;
  unref(): unknown;
  destroy(error?: Error): unknown;
}

/** How a program of ours has ended that somebody waited for. */
export interface WorkerEnd {
  readonly output: Uint8Array;
  /** What it wrote to its standard error. */
  readonly said: string;
  /** Why it failed: "it ended with status 1"; undefined where it did not. */
  readonly failure: string | undefined;
  /** The error of the system, where there is one. */
  readonly cause: Error | undefined;
}

/** What the process of a program is given. Its streams are those of this process, or go into the result. */
export interface ProgramStart {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal | undefined;
  /** What the program reads; undefined for the standard input of this process. */
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
  /** What a program of ours has said of where it was when its time was over; empty for nothing. */
  readonly answer: string;
}

/** What a file system knows of a file, for programs that ask for all of it. */
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
  /** Whether it must not be there yet. */
  readonly isNew: boolean;
  /** Whether what is in it goes. */
  readonly truncates: boolean;
}
