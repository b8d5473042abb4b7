// The shapes of what a host gives: files, tools, threads. Only what is used here is in them, so that a browser can have objects of
// the same shapes; Node's own objects fit as they are.

/** What a file system knows of a path. */
export interface FileStatus {
  isFile(): boolean;
  isDirectory(): boolean;
  readonly size: number;
  /** When it was last written. */
  readonly mtimeMs: number;
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
